"""Games as Parquet, for learning and for looking: written by `medina match --dataset`, read back here.

>>> from medina.data import SAMPLE, read_dataset
>>> game = next(read_dataset(SAMPLE))
>>> game.record.position.scores == game.scores[-1]
True

Needs the extra `medina[research]`.
"""

from medina.data.card import dataset_card
from medina.data.files import SAMPLE, BadDataset, check_ready, read_dataset, write_dataset
from medina.data.games import DataGame

__all__ = ["SAMPLE", "BadDataset", "DataGame", "check_ready", "dataset_card", "read_dataset", "write_dataset"]
