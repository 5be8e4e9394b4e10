"""Who got up again before anything happened stays in the list of who sat where."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Two people may have sat down in one seat at the same action.
    with op.batch_alter_table("seats") as batch_op:
        batch_op.drop_constraint("uq_seats_board_id_seat_from_seq", type_="unique")
        batch_op.create_index("ix_seats_board_id", ["board_id"])
