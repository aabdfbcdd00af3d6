"""Why a move is illegal: a rule's number, a reason a program can translate, and a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

COLOUR_WORDS = {"G": "grey", "P": "purple", "B": "brown", "O": "orange"}

PIECE_WORDS = {
    "G": "grey buildings",
    "P": "purple buildings",
    "B": "brown buildings",
    "O": "orange buildings",
    "S": "stables",
    "M": "merchants",
    "W": "walls",
    "R": "roofs of your own",
    "N": "neutral roofs",
    "D": "gates",
}

REASONS: dict[str, str] = {
    "found_first": "the market must be founded first: put a merchant on a city cell that is not on the edge",
    "found_inside": "{cell} is on the edge; the market is founded on a city cell away from the walls",
    "found_on_empty": "{cell} is taken; the market is founded on an empty cell",
    "wall_in_city": "{cell} lies in the city; walls go into the ring around it, onwards from a tower or a wall",
    "gate_in_city": "{cell} lies in the city; gates go into the ring around it, beside a wall",
    "building_in_ring": "{cell} lies in the ring of walls; buildings go on empty cells of the city",
    "stable_in_ring": "{cell} lies in the ring of walls; stables go into the city, beside a building",
    "merchant_in_ring": "{cell} lies in the ring of walls; merchants go into the city, at an end of a market street",
    "roof_in_ring": "{cell} lies in the ring of walls; roofs go on palaces",
    "none_left": "you have no {piece} left",
    "cell_taken": "{cell} is not empty",
    "open_palace": "{cell} does not touch a building of the open {colour} palace at {at}, which must be extended first",
    "near_palace": "{cell} is near the {colour} palace at {at}",
    "near_well": "{cell} is near the well at {at}",
    "gate_front": "{cell} is the front of the gate at {at}",
    "no_palace": "there is no building on {cell} to put a roof on",
    "roofed": "the {colour} palace at {cell} has a roof already",
    "colour_owned": "you already own a palace of this colour ({colour})",
    "stable_apart": "{cell} touches no building of a palace",
    "street_end": "{cell} does not touch the end of a market street, and a street can still be extended",
    "beside_street": "{cell} touches another merchant than the end of a street",
    "two_merchants": "a new street cannot start on {cell}, which touches more than one merchant",
    "wall_apart": "{cell} touches neither a tower nor a wall of its side",
    "wall_gap": "{cell} is the last empty wall cell of its side and stays empty",
    "past_gate": "the wall is not extended past the gate at {at}",
    "gate_apart": "{cell} touches no wall of its side",
    "gate_tower": "{cell} touches a tower",
    "gate_second": "there is a gate on that side already, at {at}",
    "gate_blocked": "the front of {cell} is built up: {at} holds a building or a stable",
    "no_exit": "there is no gate at {at}",
    "no_end_at_gate": "no end of a market street stands in front of the gate at {at}",
    "no_entry": "{cell} is not the front of another gate",
    "passage_merchant": "{cell} touches a merchant, so no street can come in there",
    "gate_used": "the gate at {at} has carried a street already",
    "tea_first": "tea replaces the second piece of a turn; place a piece first",
    "tea_short": "tea replaces the second piece of a turn, and this turn has only one",
    "tea_none": "you have no tea tile",
    "roof_due": "all other players are out, so this turn needs a roof of your own",
    "roof_later": "all other players are out, so this turn needs a roof of your own, and after this none could follow",
    "second_due": "two pieces can be placed in this turn, so the first must leave room for a second; this one does not",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is illegal.

    `rule` is the number of the rule it breaks, `reason` one of `REASONS`, `args` the cells and colours the
    sentence names (colours and pieces by their letter). `str()` gives the sentence with the rule's number.
    """

    rule: str
    reason: str
    args: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def message(self) -> str:
        """The sentence in English, without the rule's number."""
        words = dict(self.args)
        if "colour" in words:
            words["colour"] = COLOUR_WORDS[words["colour"]]
        if "piece" in words:
            words["piece"] = PIECE_WORDS[words["piece"]]
        return REASONS[self.reason].format_map(words)

    def __str__(self) -> str:
        return f"{self.message} (rule {self.rule})"
