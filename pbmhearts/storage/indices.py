"""The indices of a part of a table. Only migrations need them: naming PostgreSQL here imports all of its dialect."""

import sqlalchemy as sa

from pbmhearts.storage import schema

sa.Index(
    "ix_seats_waiting_bots",
    schema.seats.c.board_id,
    sqlite_where=sa.text("bot IS NOT NULL AND waiting_since IS NOT NULL"),
    postgresql_where=sa.text("bot IS NOT NULL AND waiting_since IS NOT NULL"),
)
sa.Index(
    "ix_inbox_shunted",
    schema.inbox.c.received_at,
    sqlite_where=sa.text("outcome = 'shunted'"),
    postgresql_where=sa.text("outcome = 'shunted'"),
)
sa.Index(
    "ix_outbox_place_priority_due_at",
    schema.outbox.c.place,
    schema.outbox.c.priority,
    schema.outbox.c.due_at,
    sqlite_where=schema.outbox.c.place.is_not(None),
    postgresql_where=schema.outbox.c.place.is_not(None),
)
sa.Index(
    "ix_outbox_line_id",
    schema.outbox.c.line,
    schema.outbox.c.id,
    sqlite_where=schema.outbox.c.place.is_not(None),
    postgresql_where=schema.outbox.c.place.is_not(None),
)
sa.Index(
    "ix_outbox_reminders",
    schema.outbox.c.account_id,
    sqlite_where=sa.text("kind = 'reminder'"),
    postgresql_where=sa.text("kind = 'reminder'"),
)

metadata = schema.metadata
"""All tables with all indices."""
