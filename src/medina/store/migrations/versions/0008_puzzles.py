"""How hard puzzles are, how well people solve them, and their first tries."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, key in (("puzzle_ratings", "puzzle"), ("puzzle_solvers", "user_id")):
        op.create_table(
            table,
            sa.Column(key, sa.String(length=24), nullable=False),
            sa.Column("mean", sa.Float(), nullable=False),
            sa.Column("deviation", sa.Float(), nullable=False),
            sa.Column("tries", sa.Integer(), nullable=False),
            sa.PrimaryKeyConstraint(key),
        )
    op.create_table(
        "puzzle_tries",
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("puzzle", sa.String(length=24), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "puzzle"),
    )


def downgrade() -> None:
    for table in ("puzzle_tries", "puzzle_solvers", "puzzle_ratings"):
        op.drop_table(table)
