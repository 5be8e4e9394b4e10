"""The tables. Alembic's revisions make them and the indices of `indices.py`; a test compares the two.

Times are UTC. The truth of a board is its `actions`; `deals` holds what a board needs to load from its current
deal, and the rest of a board's facts are derived from these and kept beside them for queries.
"""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa


class UtcDateTime(sa.TypeDecorator[datetime]):
    """An aware time, kept as UTC without a zone, since SQLite has none."""

    impl = sa.DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:  # noqa: ARG002
        """Refuse what has no zone: nobody could say when it was."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:  # noqa: ARG002
        """Give the zone back."""
        return None if value is None else value.replace(tzinfo=UTC)


metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

counters = sa.Table(
    "counters",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("last", sa.Integer, nullable=False),
)

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("userid", sa.String(20), nullable=False),
    sa.Column("userid_key", sa.String(20), nullable=False, unique=True),
    sa.Column("password_hash", sa.Text),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("seen_at", UtcDateTime, nullable=False),
    sa.Column("preferences", sa.JSON, nullable=False),
    sa.Column("status", sa.String(8), nullable=False, server_default="active"),
    sa.Column("paused_at", UtcDateTime),
    sa.Column("vacations", sa.JSON, nullable=False, server_default="[]"),
    sa.Column("digested_at", UtcDateTime),
    sa.Column("rating", sa.Float),
    sa.Column("rated_boards", sa.Integer, nullable=False, server_default="0"),
    sa.Column("rated_at", UtcDateTime),
    sqlite_autoincrement=True,
)

addresses = sa.Table(
    "addresses",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("address", sa.String(254), nullable=False, index=True),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("confirmed_at", UtcDateTime),
    sa.Column("suspended_at", UtcDateTime),
    sa.UniqueConstraint("account_id", "address"),
)

boards = sa.Table(
    "boards",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("rules", sa.JSON, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("created_by", sa.ForeignKey("accounts.id")),
    sa.Column("started_at", UtcDateTime, index=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("moved_at", UtcDateTime, nullable=False),
    sa.Column("ended_at", UtcDateTime, index=True),
    sa.Column("places", sa.JSON(none_as_null=True)),
    sa.Column("nagtime", sa.Integer),
    sa.Column("forfeittime", sa.Integer),
    sa.Column("totaltime", sa.Integer),
    sa.Column("unrated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("abandoned", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("stamp", sa.String(32), nullable=False, server_default=""),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("board_id", sa.ForeignKey("boards.id"), nullable=False, index=True),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), index=True),
    sa.Column("bot", sa.String(12)),
    sa.Column("from_seq", sa.Integer, nullable=False),
    sa.Column("until_seq", sa.Integer),
    sa.Column("waiting_since", UtcDateTime, index=True),
    sa.Column("reminded_at", UtcDateTime),
    sa.Column("told_seq", sa.Integer, nullable=False),
    sa.Column("left_how", sa.String(10)),
    sa.Column("used", sa.Integer, nullable=False, server_default="0"),
    sa.Column("extension", sa.Integer, nullable=False, server_default="0"),
    sa.Column("extensions", sa.Integer, nullable=False, server_default="0"),
)

deals = sa.Table(
    "deals",
    metadata,
    sa.Column("board_id", sa.ForeignKey("boards.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("mix", sa.String(64)),
    sa.Column("first_seq", sa.Integer),
    sa.Column("first_move", sa.Integer),
    sa.Column("totals", sa.JSON(none_as_null=True)),
    sa.Column("tie", sa.Boolean),
    sa.Column("points", sa.JSON(none_as_null=True)),
    sa.Column("moon", sa.SmallInteger),
    sa.Column("log", sa.Text),
)

actions = sa.Table(
    "actions",
    metadata,
    sa.Column("board_id", sa.ForeignKey("boards.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("account_id", sa.ForeignKey("accounts.id")),
    sa.Column("at", UtcDateTime, nullable=False),
)

comments = sa.Table(
    "comments",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("board_id", sa.ForeignKey("boards.id"), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", UtcDateTime, nullable=False),
    sa.Index("ix_comments_board_id_seq", "board_id", "seq"),
)

inbox = sa.Table(
    "inbox",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("fingerprint", sa.String(64), nullable=False, unique=True),
    sa.Column("received_at", UtcDateTime, nullable=False, index=True),
    sa.Column("message_id", sa.Text, nullable=False),
    sa.Column("header_from", sa.Text, nullable=False),
    sa.Column("outcome", sa.String(20), nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("envelope", sa.JSON(none_as_null=True)),
    sa.Column("raw", sa.LargeBinary),
    sqlite_autoincrement=True,
)

outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("account_id", sa.ForeignKey("accounts.id")),
    sa.Column("board_id", sa.ForeignKey("boards.id")),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("from_seq", sa.Integer),
    sa.Column("to_seq", sa.Integer),
    sa.Column("message_id", sa.Text, nullable=False, index=True),
    sa.Column("in_reply_to", sa.Text, nullable=False),
    sa.Column("reply_to", sa.Text, nullable=False),
    sa.Column("facts", sa.JSON, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("line", sa.String(280), nullable=False),
    sa.Column("place", sa.SmallInteger),
    sa.Column("priority", sa.SmallInteger, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("due_at", UtcDateTime, nullable=False),
    sa.Column("leased_until", UtcDateTime),
    sa.Column("owner", sa.Integer),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("error", sa.Text, nullable=False),
    sa.Column("doubtful", sa.Boolean, nullable=False),
    sa.Column("sent_at", UtcDateTime),
    sa.Index("ix_outbox_state_created_at", "state", "created_at"),
    sqlite_autoincrement=True,
)

frozen = sa.Table(
    "frozen",
    metadata,
    sa.Column("outbox_id", sa.ForeignKey("outbox.id"), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

broadcasts = sa.Table(
    "broadcasts",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("sender_id", sa.ForeignKey("accounts.id")),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("everybody", sa.Boolean, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("reached", _Id, nullable=False),
    sa.Column("done_at", UtcDateTime, index=True),
    sqlite_autoincrement=True,
)

invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("board_id", sa.ForeignKey("boards.id"), nullable=False, index=True),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), index=True),
    sa.Column("address", sa.String(254), index=True),
    sa.Column("bot", sa.String(12)),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("asked_by", sa.ForeignKey("accounts.id")),
    sa.Column("asked_at", UtcDateTime, nullable=False),
    sa.Column("reminded_at", UtcDateTime),
    sa.Column("answered_at", UtcDateTime),
    sa.Index("ix_invitations_state_asked_at", "state", "asked_at"),
    sqlite_autoincrement=True,
)

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("account_id", sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("other_id", sa.ForeignKey("accounts.id"), primary_key=True, index=True),
)

mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("board_id", sa.ForeignKey("boards.id"), nullable=False, index=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("other_id", sa.ForeignKey("accounts.id")),
)

shunned = sa.Table(
    "shunned",
    metadata,
    sa.Column("address", sa.String(254), primary_key=True),
    sa.Column("at", UtcDateTime, nullable=False),
)

seeks = sa.Table(
    "seeks",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("options", sa.String(200), nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.UniqueConstraint("account_id", "options"),
)

tallies = sa.Table(
    "tallies",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("name", sa.String(300), nullable=False),
    sa.Column("at", UtcDateTime, nullable=False, index=True),
    sa.Index("ix_tallies_name_at", "name", "at"),
)

resets = sa.Table(
    "resets",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("code_hash", sa.String(64), nullable=False),
    sa.Column("expires_at", UtcDateTime, nullable=False),
    sa.Column("used_at", UtcDateTime),
)

plans = sa.Table(
    "plans",
    metadata,
    sa.Column("board_id", sa.ForeignKey("boards.id"), primary_key=True),
    sa.Column("seat", sa.SmallInteger, primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

submissions = sa.Table(
    "submissions",
    metadata,
    sa.Column("board_id", sa.ForeignKey("boards.id"), primary_key=True),
    sa.Column("seat", sa.SmallInteger, primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("move", sa.Integer, nullable=False),
    sa.Column("cards", sa.String(20), nullable=False),
)

proposals = sa.Table(
    "proposals",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("board_id", sa.ForeignKey("boards.id"), nullable=False, index=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("agreed", sa.JSON, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sqlite_autoincrement=True,
)

watchers = sa.Table(
    "watchers",
    metadata,
    sa.Column("board_id", sa.ForeignKey("boards.id"), primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), primary_key=True, index=True),
    sa.Column("told_seq", sa.Integer, nullable=False),
)

followers = sa.Table(
    "followers",
    metadata,
    sa.Column("player_id", sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), primary_key=True),
)

rating_changes = sa.Table(
    "rating_changes",
    metadata,
    sa.Column("board_id", sa.ForeignKey("boards.id"), primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), primary_key=True, index=True),
    sa.Column("before", sa.Float, nullable=False),
    sa.Column("after", sa.Float, nullable=False),
)

downtimes = sa.Table(
    "downtimes",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("since", UtcDateTime, nullable=False),
    sa.Column("until", UtcDateTime, nullable=False),
)

bounces = sa.Table(
    "bounces",
    metadata,
    sa.Column("address", sa.String(254), primary_key=True),
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("status", sa.String(200), nullable=False),
)

holds = sa.Table(
    "holds",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("domain", sa.String(254), nullable=False, index=True),
    sa.Column("since", UtcDateTime, nullable=False),
    sa.Column("until", UtcDateTime, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
)

operator_log = sa.Table(
    "operator_log",
    metadata,
    sa.Column("id", _Id, primary_key=True),
    sa.Column("at", UtcDateTime, nullable=False),
    sa.Column("who", sa.String(64), nullable=False),
    sa.Column("act", sa.String(40), nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sqlite_autoincrement=True,
)
