"""Calling people: their browsers, what they wish to be called for, and what is to be told."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "browsers",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index(op.f("ix_browsers_user_id"), "browsers", ["user_id"], unique=False)
    op.create_table(
        "wishes",
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("push", sa.String(length=60), nullable=False),
        sa.Column("letter", sa.String(length=60), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_table(
        "calls",
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("mark", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("inviter", sa.String(length=24), nullable=True),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("lettered", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", "table_id"),
    )
    op.create_index(op.f("ix_calls_table_id"), "calls", ["table_id"], unique=False)
    op.create_index(op.f("ix_calls_due"), "calls", ["due"], unique=False)


def downgrade() -> None:
    for table in ("calls", "wishes", "browsers"):
        op.drop_table(table)
