"""At the table: clocks, plans, proposals, watchers, ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _id() -> sa.types.TypeEngine:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _of(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{table}_{column}")


def upgrade() -> None:
    with op.batch_alter_table("accounts") as batch_op:
        batch_op.add_column(sa.Column("digested_at", sa.DateTime()))
        batch_op.add_column(sa.Column("rating", sa.Float()))
        batch_op.add_column(sa.Column("rated_boards", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("rated_at", sa.DateTime()))
    with op.batch_alter_table("boards") as batch_op:
        for name in ("nagtime", "forfeittime", "totaltime"):
            batch_op.add_column(sa.Column(name, sa.Integer()))
        for name in ("unrated", "private", "abandoned"):
            batch_op.add_column(sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("seats") as batch_op:
        batch_op.add_column(sa.Column("left_how", sa.String(10)))
        for name in ("used", "extension", "extensions"):
            batch_op.add_column(sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "plans",
        sa.Column("board_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("account_id", _id(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        _of("plans", "board_id", "boards"),
        _of("plans", "account_id", "accounts"),
        sa.PrimaryKeyConstraint("board_id", "seat", name="pk_plans"),
    )
    op.create_table(
        "submissions",
        sa.Column("board_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("account_id", _id(), nullable=False),
        sa.Column("move", sa.Integer(), nullable=False),
        sa.Column("cards", sa.String(20), nullable=False),
        _of("submissions", "board_id", "boards"),
        _of("submissions", "account_id", "accounts"),
        sa.PrimaryKeyConstraint("board_id", "seat", name="pk_submissions"),
    )
    op.create_table(
        "proposals",
        sa.Column("id", _id(), nullable=False),
        sa.Column("board_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        _of("proposals", "board_id", "boards"),
        sa.PrimaryKeyConstraint("id", name="pk_proposals"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_proposals_board_id", "proposals", ["board_id"])
    op.create_table(
        "watchers",
        sa.Column("board_id", sa.Integer(), nullable=False),
        sa.Column("account_id", _id(), nullable=False),
        sa.Column("told_seq", sa.Integer(), nullable=False),
        _of("watchers", "board_id", "boards"),
        _of("watchers", "account_id", "accounts"),
        sa.PrimaryKeyConstraint("board_id", "account_id", name="pk_watchers"),
    )
    op.create_index("ix_watchers_account_id", "watchers", ["account_id"])
    op.create_table(
        "followers",
        sa.Column("player_id", _id(), nullable=False),
        sa.Column("account_id", _id(), nullable=False),
        _of("followers", "player_id", "accounts"),
        _of("followers", "account_id", "accounts"),
        sa.PrimaryKeyConstraint("player_id", "account_id", name="pk_followers"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("board_id", sa.Integer(), nullable=False),
        sa.Column("account_id", _id(), nullable=False),
        sa.Column("before", sa.Float(), nullable=False),
        sa.Column("after", sa.Float(), nullable=False),
        _of("rating_changes", "board_id", "boards"),
        _of("rating_changes", "account_id", "accounts"),
        sa.PrimaryKeyConstraint("board_id", "account_id", name="pk_rating_changes"),
    )
    op.create_index("ix_rating_changes_account_id", "rating_changes", ["account_id"])
    op.create_table(
        "downtimes",
        sa.Column("id", _id(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_downtimes"),
    )
