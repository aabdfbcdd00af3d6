"""From a game to its puzzles: where one turn is clearly the best, whoever looks and however long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from medina.notation import Record, game_key
from medina.puzzles.puzzle import Proof, Puzzle, Step, new_id
from medina.puzzles.themes import THEMES, themes_of
from medina.puzzles.turns import RIVALS, Turn, by_playouts, by_search, good_turns, key_of, lead_of
from medina.rules import Move, Position
from medina.study.thresholds import BLUNDER

DEEPER = 4
"""How many times as deep the second search goes."""
ERRORS = 3.0
"""So many standard errors must be between the best turn and the next in playouts."""
MOST_STEPS = 3
GAME_LETTERS = 16
"""A puzzle names its game by so much of the game's key."""
APART = 12
"""Placements between two puzzles of one game: neighbours of a position that was used are not used again."""


@dataclass(frozen=True)
class Effort:
    """How hard to look: nodes of the first two glances at every turn, of the search, games to play out, the seed."""

    first_glance: int = 24
    glance: int = 200
    nodes: int = 4_000
    playouts: int = 4_000
    seed: int = 0
    lead: float = BLUNDER
    """By so much, in shares of a win, the best turn must be ahead: the next best would be called a blunder."""
    themes: tuple[str, ...] = THEMES
    """What the puzzles are to be about, one of these at least; others are not looked for."""


@dataclass(frozen=True)
class Found:
    """What a game had in it: its name, its puzzles, and how many turns were looked at."""

    game: str
    puzzles: tuple[Puzzle, ...]
    turns: int


def mine(record: Record, effort: Effort) -> Found:
    """Look at every turn of a game."""
    name, puzzles, looked, last = game_key(record)[:GAME_LETTERS], [], 0, -APART
    for ply in turn_starts(record):
        looked += 1
        if ply - last >= APART:
            puzzle = puzzle_at(record.positions[ply], effort, name, ply)
            if puzzle is not None:
                puzzles.append(puzzle)
                last = ply
    return Found(name, tuple(puzzles), looked)


def turn_starts(record: Record) -> Iterator[int]:
    """The numbers of placements after which somebody begins a turn."""
    for ply, position in enumerate(record.positions[:-1]):
        if position.phase == "play" and not position.is_mid_turn:
            yield ply


def puzzle_at(start: Position, effort: Effort, game: str, ply: int) -> Puzzle | None:
    """The puzzle of a position; None where no turn is clearly the best, or nobody could say what it is about."""
    if not promises(start, effort) or not key_of(good_turns(start, effort.glance, effort.seed), effort.lead):
        return None
    steps: list[Step] = []
    themes: tuple[str, ...] = ()
    position = start
    while len(steps) < MOST_STEPS and position.phase == "play" and position.turn == start.turn:
        proved = prove(position, effort)
        if proved is None:
            break
        step, best, rival = proved
        themes = themes or themes_of(position, best.moves, rival.moves, tuple(Move.parse(text) for text in step.key))
        replies, position = expected_replies(best.end, start.turn, effort)
        steps.append(replace(step, replies=replies))
    if not steps or not set(themes) & set(effort.themes):
        return None
    steps[-1] = replace(steps[-1], replies=())
    return Puzzle(start, tuple(steps), themes, game, ply, new_id(start))


def promises(position: Position, effort: Effort) -> bool:
    """Does one turn stand out at the very first glance, and is it about something that is looked for?"""
    turns = good_turns(position, effort.first_glance, effort.seed)
    key = key_of(turns, effort.lead / 2)
    rival = next((turn for turn in turns if not turn.has(key)), None)
    if not key or rival is None:
        return False
    return bool(set(themes_of(position, turns[0].moves, rival.moves, key)) & set(effort.themes))


def prove(position: Position, effort: Effort) -> tuple[Step, Turn, Turn] | None:
    """The one best turn and the best without its key, if a search, one four times as deep, and playouts agree."""
    turns = good_turns(position, effort.nodes, effort.seed)
    best, key = turns[0], key_of(turns, effort.lead)
    rivals = [turn for turn in turns if not turn.has(key)][:RIVALS]
    if not key or not rivals:
        return None
    rival, proofs = rivals[0], []
    for nodes in (effort.nodes, DEEPER * effort.nodes):
        rival, lead, _ = lead_of(by_search(position, [best, *rivals], nodes, effort.seed), key)
        if lead < effort.lead:
            return None
        proofs.append(Proof("search", nodes, round(lead, 4)))
    _, lead, error = lead_of(by_playouts(position, [best, *rivals], effort.playouts, effort.seed), key)
    if lead <= ERRORS * error:
        return None
    proofs.append(Proof("playouts", effort.playouts, round(lead, 2), round(error, 2)))
    return Step(tuple(move.text for move in key), best.texts, rival.texts, tuple(proofs)), best, rival


def expected_replies(end: Position, seat: int | None, effort: Effort) -> tuple[tuple[tuple[str, ...], ...], Position]:
    """What the others do until the seat's next turn, by the same search; and the position then."""
    replies: list[tuple[str, ...]] = []
    position = end
    while position.phase == "play" and position.turn != seat:
        turn = good_turns(position, effort.nodes, effort.seed)[0]
        replies.append(turn.texts)
        position = turn.end
    return tuple(replies), position
