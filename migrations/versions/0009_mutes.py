"""Players may read nothing of what somebody, or anybody, says on a board."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def _id() -> sa.types.TypeEngine:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "mutes",
        sa.Column("id", _id(), nullable=False),
        sa.Column("board_id", sa.Integer(), nullable=False),
        sa.Column("account_id", _id(), nullable=False),
        sa.Column("other_id", _id()),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name="fk_mutes_board_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_mutes_account_id"),
        sa.ForeignKeyConstraint(["other_id"], ["accounts.id"], name="fk_mutes_other_id"),
        sa.PrimaryKeyConstraint("id", name="pk_mutes"),
    )
    op.create_index("ix_mutes_board_id", "mutes", ["board_id"])
