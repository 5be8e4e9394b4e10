"""A board's row says under which stamp its state may be remembered: none until its next move."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("boards", sa.Column("stamp", sa.String(32), nullable=False, server_default=""))
