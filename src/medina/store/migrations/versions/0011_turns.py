"""Bots' turns and analyses are taken from their own rows; the job queue of earlier versions goes."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

DROP_QUEUE = r"""
DO $$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT oid::regclass AS name FROM pg_class
        WHERE relkind = 'r' AND relname LIKE 'procrastinate\_%' AND pg_table_is_visible(oid)
    LOOP
        EXECUTE 'DROP TABLE ' || one.name || ' CASCADE';
    END LOOP;
    FOR one IN SELECT oid::regprocedure AS name FROM pg_proc
        WHERE proname LIKE 'procrastinate\_%' AND pg_function_is_visible(oid)
    LOOP
        EXECUTE 'DROP FUNCTION ' || one.name || ' CASCADE';
    END LOOP;
    FOR one IN SELECT t.oid::regtype AS name FROM pg_type AS t LEFT JOIN pg_class AS c ON c.oid = t.typrelid
        WHERE t.typname LIKE 'procrastinate\_%' AND (t.typtype = 'e' OR c.relkind = 'c') AND pg_type_is_visible(t.oid)
    LOOP
        EXECUTE 'DROP TYPE ' || one.name || ' CASCADE';
    END LOOP;
END
$$
"""
"""Its tables, functions and types, all of them named alike; the library that made them is not needed for it."""


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(DROP_QUEUE)


def downgrade() -> None:
    """A version that needs the queue makes it at its start."""
