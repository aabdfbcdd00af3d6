"""The spaces of Gymnasium for what a seat sees and does."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from medina.envs.observing import number_names, plane_shape
from medina.fast.actions import action_count
from medina.rules import Ruleset


def action_space(ruleset: Ruleset) -> spaces.Discrete:
    return spaces.Discrete(action_count(ruleset.players, ruleset.gates))


def mask_space(ruleset: Ruleset) -> spaces.Box:
    return spaces.Box(0, 1, (action_count(ruleset.players, ruleset.gates),), np.int8)


def view_space(ruleset: Ruleset) -> spaces.Dict:
    """Planes and numbers."""
    numbers = (len(number_names(ruleset.players)),)
    planes = plane_shape(ruleset.players)
    return spaces.Dict(
        planes=spaces.Box(0, 1, planes, np.uint8), numbers=spaces.Box(0, np.iinfo(np.int16).max, numbers, np.int16)
    )
