"""Play the sample of `medina.data` again: a few games of every kind, with our bots' opinions.

python scripts/make_sample.py
"""

from __future__ import annotations

from collections.abc import Iterator

from medina.data import SAMPLE, DataGame, dataset_card, write_dataset
from medina.match import MatchPlan, play_match
from medina.match.dataset import data_game
from medina.notation import read_record
from medina.rules import Ruleset

KINDS = {
    Ruleset.of("second", 2): ("sultan", "vizier"),
    Ruleset.of("second", 2, gates=True): ("emir", "vizier"),
    Ruleset.of("second", 3): ("emir", "vizier"),
    Ruleset.of("second", 4, gates=True): ("emir", "vizier"),
    Ruleset.of("first", 3): ("emir", "vizier"),
    Ruleset.of("first", 4, gates=True): ("emir", "random"),
}
NODES = 1800
"""What the strongest of them looks into; the others know their own limits."""


def games() -> Iterator[DataGame]:
    for ruleset, bots in KINDS.items():
        plan = MatchPlan(bots, games=ruleset.players, ruleset=ruleset, nodes=NODES, seed=1, event="Medina sample")
        for result in play_match(plan):
            yield data_game(plan, result, read_record(result.record))


def main() -> None:
    SAMPLE.mkdir(exist_ok=True)
    played = list(games())
    write_dataset(SAMPLE / "games.parquet", played)
    card = dataset_card("Medina sample", played, how="python scripts/make_sample.py")
    (SAMPLE / "README.md").write_text(card, "utf-8")


if __name__ == "__main__":
    main()
