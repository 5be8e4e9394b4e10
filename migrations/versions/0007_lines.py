"""Letters know their place in their line, and whether they may have arrived; broadcasts have a table."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_NEW = 0
_WAITING = "place IS NOT NULL"
_REMINDER = "kind = 'reminder'"
_SHUNTED = "outcome = 'shunted'"


def _id() -> sa.types.TypeEngine:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "frozen",
        sa.Column("outbox_id", _id(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["outbox_id"], ["outbox.id"], name="fk_frozen_outbox_id"),
        sa.PrimaryKeyConstraint("outbox_id", name="pk_frozen"),
    )
    op.execute("INSERT INTO frozen (outbox_id, data) SELECT id, data FROM outbox WHERE data IS NOT NULL")
    with op.batch_alter_table("outbox") as batch_op:
        batch_op.drop_index("ix_outbox_state_due_at")
        batch_op.drop_index("ix_outbox_address_board_id")
        batch_op.drop_column("data")
        batch_op.add_column(sa.Column("line", sa.String(280), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("place", sa.SmallInteger()))
        batch_op.add_column(sa.Column("priority", sa.SmallInteger(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("owner", sa.Integer()))
        batch_op.add_column(sa.Column("doubtful", sa.Boolean(), nullable=False, server_default=sa.false()))
    _carry_over()
    op.create_index("ix_outbox_message_id", "outbox", ["message_id"])
    op.create_index("ix_outbox_state_created_at", "outbox", ["state", "created_at"])
    for name, columns, where in (
        ("ix_outbox_place_priority_due_at", ["place", "priority", "due_at"], _WAITING),
        ("ix_outbox_line_id", ["line", "id"], _WAITING),
        ("ix_outbox_reminders", ["account_id"], _REMINDER),
    ):
        op.create_index(name, "outbox", columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))
    op.create_table(
        "broadcasts",
        sa.Column("id", _id(), nullable=False),
        sa.Column("sender_id", _id()),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("everybody", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("reached", _id(), nullable=False),
        sa.Column("done_at", sa.DateTime()),
        sa.ForeignKeyConstraint(["sender_id"], ["accounts.id"], name="fk_broadcasts_sender_id"),
        sa.PrimaryKeyConstraint("id", name="pk_broadcasts"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_broadcasts_done_at", "broadcasts", ["done_at"])
    op.create_index("ix_blocks_other_id", "blocks", ["other_id"])
    op.create_index(
        "ix_inbox_shunted",
        "inbox",
        ["received_at"],
        sqlite_where=sa.text(_SHUNTED),
        postgresql_where=sa.text(_SHUNTED),
    )


def _carry_over() -> None:
    """Every letter gets its line; what waits, whoever had claimed it, is given its place by the next claim."""
    outbox = sa.table(
        "outbox",
        *(sa.column(name) for name in ("id", "state", "leased_until", "doubtful", "place", "line")),
        sa.column("address", sa.Text()),
        sa.column("board_id", sa.Integer()),
        sa.column("facts", sa.JSON()),
    )
    board = sa.cast(sa.func.coalesce(outbox.c.board_id, 0), sa.Text())
    op.execute(outbox.update().values(line=board + " " + outbox.c.address))
    waits = outbox.c.state == "waiting"
    # No server runs during an upgrade: what was claimed may have been sent.
    frozen = sa.table("frozen", sa.column("outbox_id"))
    claimed = sa.and_(outbox.c.leased_until.is_not(None), outbox.c.id.in_(sa.select(frozen.c.outbox_id)))
    op.execute(outbox.update().where(waits, claimed).values(doubtful=sa.true()))
    op.execute(outbox.update().where(waits).values(place=_NEW, leased_until=None))
    connection = op.get_bind()
    unsent = sa.select(outbox.c.id, outbox.c.facts).where(outbox.c.state.not_in(("sent", "merged")))
    for number, facts in connection.execute(unsent).all():
        if facts.pop("doubt", False):
            change = outbox.update().where(outbox.c.id == number)
            connection.execute(change.values(facts=facts, doubtful=sa.true()))
