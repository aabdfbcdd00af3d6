"""Guests who became somebody else, e-mail and keys that are sent by it, people one keeps away, reports."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

WAS = "deleted"
"""How people who had themselves forgotten were called until now; from now on they have no name at all."""


def upgrade() -> None:
    op.add_column("users", sa.Column("email", sa.String(length=254), nullable=True))
    op.add_column("users", sa.Column("became", sa.String(length=24), nullable=True))
    op.create_index(op.f("ix_users_became"), "users", ["became"], unique=False)
    op.create_table(
        "keys",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index(op.f("ix_keys_user_id"), "keys", ["user_id"], unique=False)
    op.create_table(
        "bonds",
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("other_id", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "other_id"),
    )
    op.create_index(op.f("ix_bonds_other_id"), "bonds", ["other_id"], unique=False)
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reporter", sa.String(length=24), nullable=True),
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(length=24), nullable=True),
        sa.Column("seq", sa.BigInteger(), nullable=True),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_reports_user_id"), "reports", ["user_id"], unique=False)
    op.create_index(op.f("ix_reports_closed"), "reports", ["closed"], unique=False)
    _take_names_away()


def downgrade() -> None:
    for table in ("reports", "bonds", "keys"):
        op.drop_table(table)
    op.drop_index(op.f("ix_users_became"), table_name="users")
    op.drop_column("users", "became")
    op.drop_column("users", "email")


def _take_names_away() -> None:
    """Whoever is called so without having been forgotten keeps the name."""
    connection = op.get_bind()
    gone = set(connection.execute(sa.text("SELECT id FROM users WHERE deleted")).scalars())
    kept = ((("table_id", "seq"), "events", "body"), (("id",), "tables", "card"))
    for keys, table, column in kept if gone else ():
        which = " AND ".join(f"{key} = :{key}" for key in keys)
        change = sa.text(f"UPDATE {table} SET {column} = :text WHERE {which}")
        found = sa.text(f"SELECT {', '.join(keys)}, {column} AS text FROM {table} WHERE {column} LIKE :part")
        for row in connection.execute(found, {"part": f'%"name":"{WAS}"%'}).mappings().all():
            text = json.dumps(_nameless(json.loads(row["text"]), gone), ensure_ascii=False, separators=(",", ":"))
            connection.execute(change, {**{key: row[key] for key in keys}, "text": text})


def _nameless(value: Any, gone: set[str]) -> Any:
    if isinstance(value, list):
        return [_nameless(item, gone) for item in value]
    if not isinstance(value, dict):
        return value
    made = {key: _nameless(item, gone) for key, item in value.items()}
    return {**made, "name": ""} if made.get("user") in gone and made.get("name") == WAS else made
