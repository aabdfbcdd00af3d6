"""Moderators, bans, a log of what they did; which guests have said something."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

SPEAKER = {"sqlite": "json_extract(body, '$.person.user')", "postgresql": "body::json -> 'person' ->> 'user'"}


def upgrade() -> None:
    op.add_column("users", sa.Column("role", sa.String(length=12), nullable=True))
    op.add_column("users", sa.Column("said", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("users_by_created", "users", ["created", "id"], unique=False)
    speaker = SPEAKER[op.get_bind().dialect.name]
    lines = f"""SELECT {speaker} FROM events WHERE body LIKE '{{"type":"said"%'"""
    op.get_bind().exec_driver_sql(f"UPDATE users SET said = true WHERE id IN ({lines})")
    op.create_table(
        "bans",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("user_id", sa.String(length=24), nullable=True),
        sa.Column("network", sa.String(length=50), nullable=True),
        sa.Column("cause", sa.String(length=24), nullable=True),
        sa.Column("addresses", sa.Boolean(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_bans_user_id"), "bans", ["user_id"], unique=False)
    op.create_table(
        "acts",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("moderator", sa.String(length=24), nullable=True),
        sa.Column("what", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.String(length=24), nullable=True),
        sa.Column("table_id", sa.String(length=24), nullable=True),
        sa.Column("seq", sa.BigInteger(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("kept", sa.Text(), nullable=False),
        sa.Column("undone", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index(op.f("ix_acts_user_id"), "acts", ["user_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_acts_user_id"), table_name="acts")
    op.drop_table("acts")
    op.drop_index(op.f("ix_bans_user_id"), table_name="bans")
    op.drop_table("bans")
    op.drop_index("users_by_created", table_name="users")
    op.drop_column("users", "said")
    op.drop_column("users", "role")
