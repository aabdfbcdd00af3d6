"""Alembic's entry: the connection is handed over by `medina.store.migrate`, which has the lock and the transaction."""

from alembic import context

from medina.store.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=connection.dialect.name == "sqlite")
with context.begin_transaction():
    context.run_migrations()
