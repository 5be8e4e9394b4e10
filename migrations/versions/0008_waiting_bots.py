"""The bots whom boards wait for are found at once."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_WAITED_FOR = "bot IS NOT NULL AND waiting_since IS NOT NULL"


def upgrade() -> None:
    where = sa.text(_WAITED_FOR)
    op.create_index("ix_seats_waiting_bots", "seats", ["board_id"], sqlite_where=where, postgresql_where=where)
