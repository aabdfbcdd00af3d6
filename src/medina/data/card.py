"""The card of a data set, in the form that the Hugging Face hub shows and, like all such cards, in English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from medina.data.games import COLUMNS, DataGame

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_TYPES = {
    "switches": "struct of switches",
    "strings": "list of strings",
    "seats": "list of int8",
    "points": "list of lists of int16",
    "numbers": "list of lists of float32",
}
_CARD = """\
---
pretty_name: "{title}"
license: mit
task_categories:
  - reinforcement-learning
tags:
  - board-games
  - self-play
  - medina
size_categories:
  - "{size}"
configs:
  - config_name: default
    data_files: "{files}"
---

# {title}

Games of the board game Medina by Stefan Dorra, played by programs. Not connected with the author or any publisher.

{kinds}

- Placements: {placements:,}; to {seen:,} of them there is the opinion of the bot that made them
- Who played, with the seats they took: {players}
- Medina: {versions}
{how}
## Columns

A row is a game. `moves`, `turns`, `scores`, `wins` and `expected` have an entry for every placement.

{columns}

## How to read it

With any tool that reads Parquet. With `medina[research]` every game comes back as a record, checked by the rules:

```python
from medina.data import read_dataset

for game in read_dataset("."):
    print(game.seats, game.record.position.scores)
```

## What it is not

No people played, and there are no personal data in it. `wins` and `expected` are a bot's opinion at the strength and
the budget it had, not the truth. Games of one match share wells and markets in blocks, so that every bot sits
everywhere: split training and test data by match or by `well` and `market`, not by row.
"""


def dataset_card(title: str, games: Iterable[DataGame], files: str = "*.parquet", how: str = "") -> str:
    """The card for these games, which lie in these files; `how` is the command that made them."""
    kinds: Counter[tuple[str, int, bool]] = Counter()
    players: Counter[str] = Counter()
    versions: set[str] = set()
    placements = seen = 0
    for game in games:
        rules = game.record.start.ruleset
        kinds[rules.edition, rules.players, rules.gates] += 1
        players.update(game.seats)
        versions.add(f"{game.version} (rules {game.rules_version})")
        placements += len(game.record.moves)
        seen += sum(outlook is not None for outlook in game.outlooks)
    return _CARD.format(
        title=title.replace('"', "'"),
        files=files,
        size=next((name for most, name in _SIZES if kinds.total() < most), "n>1M"),
        placements=placements,
        seen=seen,
        players=", ".join(f"`{name}` ({count})" for name, count in sorted(players.items())),
        versions=", ".join(sorted(versions)),
        how=f"- Made by `{how}`\n" if how else "",
        kinds=_kinds(kinds),
        columns=_columns(),
    )


def _kinds(kinds: Counter[tuple[str, int, bool]]) -> str:
    rows = [
        f"| {edition} | {players} | {'yes' if gates else 'no'} | {count:,} |"
        for (edition, players, gates), count in sorted(kinds.items())
    ]
    return "\n".join(["| edition | players | gates | games |", "|---|---:|---|---:|", *rows])


def _columns() -> str:
    rows = [f"| `{name}` | {_TYPES.get(kind, kind)} | {meaning} |" for name, (kind, meaning) in COLUMNS.items()]
    return "\n".join(["| column | type | meaning |", "|---|---|---|", *rows])
