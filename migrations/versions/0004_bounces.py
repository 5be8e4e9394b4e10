"""Bounces: days on which an address failed, and domains that refuse us."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bounces",
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("status", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("address", "day", name="pk_bounces"),
    )
    op.create_table(
        "holds",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("domain", sa.String(254), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_holds"),
    )
    op.create_index("ix_holds_domain", "holds", ["domain"])
