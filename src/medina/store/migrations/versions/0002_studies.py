"""Studies a row a step, found again by their game."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("analyses", sa.Column("game", sa.String(length=64), nullable=True))
    op.add_column("analyses", sa.Column("seconds", sa.Float(), nullable=True))
    op.add_column("analyses", sa.Column("nodes", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_analyses_game"), "analyses", ["game"], unique=False)
    op.create_table(
        "study_steps",
        sa.Column("analysis_id", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["analysis_id"], ["analyses.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("analysis_id", "number"),
    )
    # What was found before was counted in another way and has no steps: it can be asked for anew.
    op.execute("UPDATE analyses SET state = 'cancelled' WHERE state = 'done'")


def downgrade() -> None:
    op.drop_table("study_steps")
    op.drop_index(op.f("ix_analyses_game"), table_name="analyses")
    for column in ("nodes", "seconds", "game"):
        op.drop_column("analyses", column)
