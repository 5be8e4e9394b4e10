"""Alembic's environment: the connection is handed in by pbmhearts.storage.migrate."""

from alembic import context

from pbmhearts.storage.indices import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
