"""People: pending boards and their invitations, bots, blocks, seeks, limits, password resets."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _id() -> sa.types.TypeEngine:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("accounts") as batch_op:
        batch_op.add_column(sa.Column("status", sa.String(8), nullable=False, server_default="active"))
        batch_op.add_column(sa.Column("paused_at", sa.DateTime()))
        batch_op.add_column(sa.Column("vacations", sa.JSON(), nullable=False, server_default="[]"))
    with op.batch_alter_table("boards") as batch_op:
        batch_op.add_column(sa.Column("started_at", sa.DateTime()))
    op.execute("UPDATE boards SET started_at = created_at")
    op.create_index("ix_boards_started_at", "boards", ["started_at"])
    with op.batch_alter_table("seats") as batch_op:
        batch_op.alter_column("account_id", existing_type=_id(), nullable=True)
        batch_op.add_column(sa.Column("bot", sa.String(12)))
    op.create_table(
        "invitations",
        sa.Column("id", _id(), primary_key=True),
        sa.Column("board_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("account_id", _id()),
        sa.Column("address", sa.String(254)),
        sa.Column("bot", sa.String(12)),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("asked_by", _id()),
        sa.Column("asked_at", sa.DateTime(), nullable=False),
        sa.Column("reminded_at", sa.DateTime()),
        sa.Column("answered_at", sa.DateTime()),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name="fk_invitations_board_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_invitations_account_id"),
        sa.ForeignKeyConstraint(["asked_by"], ["accounts.id"], name="fk_invitations_asked_by"),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_invitations_board_id", "invitations", ["board_id"])
    op.create_index("ix_invitations_account_id", "invitations", ["account_id"])
    op.create_index("ix_invitations_address", "invitations", ["address"])
    op.create_index("ix_invitations_state_asked_at", "invitations", ["state", "asked_at"])
    op.create_table(
        "blocks",
        sa.Column("account_id", _id(), nullable=False),
        sa.Column("other_id", _id(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_blocks_account_id"),
        sa.ForeignKeyConstraint(["other_id"], ["accounts.id"], name="fk_blocks_other_id"),
        sa.PrimaryKeyConstraint("account_id", "other_id", name="pk_blocks"),
    )
    op.create_table(
        "shunned",
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("address", name="pk_shunned"),
    )
    op.create_table(
        "seeks",
        sa.Column("id", _id(), nullable=False),
        sa.Column("account_id", _id(), nullable=False),
        sa.Column("options", sa.String(200), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_seeks_account_id"),
        sa.PrimaryKeyConstraint("id", name="pk_seeks"),
        sa.UniqueConstraint("account_id", "options", name="uq_seeks_account_id_options"),
    )
    op.create_table(
        "tallies",
        sa.Column("id", _id(), nullable=False),
        sa.Column("name", sa.String(300), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tallies"),
    )
    op.create_index("ix_tallies_at", "tallies", ["at"])
    op.create_index("ix_tallies_name_at", "tallies", ["name", "at"])
    op.create_table(
        "resets",
        sa.Column("id", _id(), nullable=False),
        sa.Column("account_id", _id(), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.Column("used_at", sa.DateTime()),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_resets_account_id"),
        sa.PrimaryKeyConstraint("id", name="pk_resets"),
    )
    op.create_index("ix_resets_account_id", "resets", ["account_id"])
