"""Why a move is good, and why another is worse: a few plain facts, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from medina.bots import Outlook
from medina.rules import Move, Palace, Position
from medina.rules.scoring import PALACE_TILE_POINTS
from medina.study.sights import Deed, follow_up, next_claimant, palace_at, replies

Args = Mapping[str, str | int | float]
FOREMOST = 20
"""A roof is for claiming a palace, whatever else it brings."""


@dataclass(frozen=True)
class Reason:
    """A fact that speaks for or against a move: a key of the words, what it names, and how many points it weighs."""

    key: str
    weight: float
    args: Args = field(default_factory=dict, hash=False)


QUIET = Reason("analysis.good.quiet", 0)
"""What is said for a move when nothing on the board is."""


def merits(position: Position, move: Move, continuation: tuple[Move, ...] = ()) -> list[Reason]:
    deed = Deed(position, move)
    found = [
        *_roof_merits(deed),
        *_tile_merits(deed),
        *_point_merits(deed),
        *_building_merits(deed),
        *_follow_up_merits(deed, continuation),
        *_waiting_merits(deed),
    ]
    if any(reason.key == "analysis.good.prepares" for reason in found):
        found = [reason for reason in found if reason.key != "analysis.good.grows"]
    return sorted(found, key=lambda reason: -reason.weight) or [QUIET]


def faults(
    position: Position,
    played: Move,
    better: Move,
    played_line: tuple[Move, ...] = (),
    better_line: tuple[Move, ...] = (),
) -> list[Reason]:
    """What speaks against a move, beside a better one. Each line begins with its move."""
    bad, good = Deed(position, played), Deed(position, better)
    found = [
        *_claims_left(bad, good, played_line or (played,), better_line or (better,)),
        *_gifts(bad),
        *_tiles_let_go(bad, good, played_line or (played,), better_line or (better,)),
        *_missed(bad, good),
        *_poor_roof(bad, good),
        *_poor_building(bad, good),
        *_poor_timing(bad, good),
    ]
    return sorted(_first_of_each(found), key=lambda reason: -reason.weight)


def long_run_merit(seat: int, outlook: Outlook, better: Outlook) -> Reason:
    """What the better of two moves is worth by the end, when nothing on the board says why."""
    points = better.lead(seat) - outlook.lead(seat)
    return QUIET if points < 1 else Reason("analysis.good.long_run", points, {"points": points})


def long_run(seat: int, outlook: Outlook, better: Outlook) -> Reason:
    """What a move costs by the end, when nothing on the board says why."""
    losses = [good - bad for good, bad in zip(better.scores, outlook.scores, strict=True)]
    rival = min((other for other in range(len(losses)) if other != seat), key=lambda other: losses[other])
    if losses[seat] >= max(1.0, -losses[rival]):
        return Reason("analysis.bad.costs", losses[seat], {"points": losses[seat]})
    if losses[rival] <= -1.0:
        return Reason("analysis.bad.helps", -losses[rival], {"seat": rival, "points": -losses[rival]})
    return Reason("analysis.bad.drifts", 0)


def _first_of_each(reasons: list[Reason]) -> Iterator[Reason]:
    """The weightiest of those that say the same of the same thing."""
    seen: set[tuple[str, object]] = set()
    for reason in sorted(reasons, key=lambda reason: -reason.weight):
        what = (reason.key, reason.args.get("colour") or reason.args.get("tower"))
        if what not in seen:
            seen.add(what)
            yield reason


# For a move


def _roof_merits(deed: Deed) -> Iterator[Reason]:
    palace = deed.palace
    if deed.move.piece not in "RN" or palace is None:
        return
    bare = palace_at(deed.before, palace.buildings[0])
    rival = next_claimant(deed.before, deed.seat, bare) if bare else None
    facts: dict[str, str | float] = {"colour": palace.colour, "size": palace.size}
    key = "claims" if deed.move.piece == "R" else "neutralises"
    if rival is not None:
        yield Reason(f"analysis.good.{key}_before", FOREMOST + palace.points, {**facts, "seat": rival})
    elif key == "claims":
        yield Reason("analysis.good.claims", FOREMOST + palace.points, facts)
    if deed.tea > 0:
        yield Reason("analysis.good.tea", 2 * deed.tea, {"count": deed.tea})
    if deed.finished:
        yield Reason("analysis.good.finishes", 3, {"colour": deed.finished})


def _tile_merits(deed: Deed) -> Iterator[Reason]:
    for colour, (old, new) in deed.tiles.items():
        if new == deed.seat:
            facts: dict[str, str | float] = {"colour": colour, "points": PALACE_TILE_POINTS[colour]}
            if isinstance(old, int):
                yield Reason("analysis.good.takes_tile", 2 * PALACE_TILE_POINTS[colour], {**facts, "seat": old})
            else:
                yield Reason("analysis.good.tile", PALACE_TILE_POINTS[colour], facts)
    for tower, (old, new) in deed.towers.items():
        if new == deed.seat:
            known: dict[str, str | float] = {"tower": tower}
            if isinstance(old, int):
                yield Reason("analysis.good.takes_tower", 2 * tower, {**known, "seat": old})
            else:
                yield Reason("analysis.good.tower", tower, known)


def _point_merits(deed: Deed) -> Iterator[Reason]:
    gain = deed.gains[deed.seat]
    if gain.well > 0 and deed.move.piece != "R":
        yield Reason("analysis.good.well", gain.well)
    plain = gain.total - gain.palace_tiles - gain.tower_tiles - gain.well
    if deed.move.piece != "R" and plain > 0:
        yield Reason("analysis.good.points", plain, {"points": plain})


def _building_merits(deed: Deed) -> Iterator[Reason]:
    palace = deed.palace
    if deed.move.piece not in "GPBOS" or palace is None or palace.roof is not None:
        return
    before = next((other for other in deed.before.palaces if other.buildings[0] in palace.buildings), None)
    facts: dict[str, str | float] = {"colour": palace.colour, "size": palace.size}
    if before is not None and before.is_open and not palace.is_open:
        yield Reason("analysis.good.closes", 2, facts)
    if deed.after.may_claim(deed.seat, palace):
        yield Reason("analysis.good.starts" if palace.size == 1 else "analysis.good.grows", 1, facts)
    elif palace.size == 1 and before is None:
        yield Reason("analysis.good.ties_up", 1, facts)


def _follow_up_merits(deed: Deed, continuation: tuple[Move, ...]) -> Iterator[Reason]:
    second = follow_up(deed, continuation)
    if second is not None and second.move.piece == "R" and second.palace is not None:
        palace = second.palace
        facts: dict[str, str | float] = {"move": second.move.text, "colour": palace.colour, "size": palace.size}
        yield Reason("analysis.good.prepares", palace.points, facts)
    elif second is not None and second.gain > 1:
        facts = {"move": second.move.text, "points": second.gain}
        yield Reason("analysis.good.prepares_points", second.gain - 0.5, facts)


def _waiting_merits(deed: Deed) -> Iterator[Reason]:
    if deed.move.piece == "T":
        yield Reason("analysis.good.waits", 1)
    if deed.move.piece == "M" and not deed.before.are_streets_blocked and deed.after.are_streets_blocked:
        yield Reason("analysis.good.ends_street", 1.5)


# Against a move


def _claims_left(
    bad: Deed, good: Deed, played_line: tuple[Move, ...], better_line: tuple[Move, ...]
) -> Iterator[Reason]:
    """A palace that another is expected to claim now, or could, and after the better move will not."""
    kept = {(seat, palace.colour) for seat, palace, _ in _claims(good, better_line)}
    for seat, palace, points in _claims(bad, played_line):
        if (seat, palace.colour) not in kept:
            yield _left(seat, palace.colour, palace.size, points)
    target = good.palace if good.move.piece in "RN" else None
    if target is not None:
        yield from _still_there(bad, target.buildings[0], good.move.piece)


def _claims(deed: Deed, line: tuple[Move, ...]) -> Iterator[tuple[int, Palace, int]]:
    """Who is expected to claim which palace in reply, and what it is worth."""
    for reply in replies(deed, line):
        if reply.move.piece == "R" and reply.palace is not None:
            yield reply.seat, reply.palace, reply.palace.points


def _still_there(bad: Deed, cell: str, roof: str) -> Iterator[Reason]:
    """The palace that the better move puts a roof on, when the turn ends without one."""
    palace = palace_at(bad.after, cell)
    if palace is None or palace.roof is not None or bad.after.is_mid_turn:
        return
    rival = next_claimant(bad.after, bad.seat, palace)
    if rival is not None:
        yield _left(rival, palace.colour, palace.size, palace.points)
    elif roof == "R":
        facts: dict[str, str | float] = {"colour": palace.colour, "size": palace.size}
        yield Reason("analysis.bad.misses_claim", palace.points / 2, facts)


def _left(seat: int, colour: str, size: int, points: int) -> Reason:
    # A palace lost is lost with its tile, so it comes before the tile.
    return Reason(
        "analysis.bad.leaves_claim", points + PALACE_TILE_POINTS[colour], {"colour": colour, "size": size, "seat": seat}
    )


def _gifts(bad: Deed) -> Iterator[Reason]:
    """What the move itself brings to others."""
    for tower, (_, new) in bad.towers.items():
        if isinstance(new, int) and new != bad.seat:
            yield Reason("analysis.bad.gives_tower", 2 * tower, {"seat": new, "tower": tower})
    for seat, gain in enumerate(bad.gains):
        points = gain.total - gain.tower_tiles
        if seat != bad.seat and points > 0:
            yield Reason("analysis.bad.gives_points", points, {"seat": seat, "points": points})


def _tiles_let_go(
    bad: Deed, good: Deed, played_line: tuple[Move, ...], better_line: tuple[Move, ...]
) -> Iterator[Reason]:
    """Tiles that the others are expected to win now and not after the better move."""
    kept_tiles, kept_towers = _tiles_won(good, better_line)
    tiles, towers = _tiles_won(bad, played_line)
    for colour, (seat, was_mine) in tiles.items():
        if kept_tiles.get(colour, (None,))[0] != seat:
            weight = PALACE_TILE_POINTS[colour] * (2 if was_mine else 1)
            yield Reason("analysis.bad.lets_tile", weight, {"seat": seat, "colour": colour})
    for tower, (seat, was_mine) in towers.items():
        if kept_towers.get(tower, (None,))[0] != seat:
            yield Reason("analysis.bad.lets_tower", tower * (2 if was_mine else 1), {"seat": seat, "tower": tower})


def _tiles_won(deed: Deed, line: tuple[Move, ...]) -> tuple[dict[str, tuple[int, bool]], dict[int, tuple[int, bool]]]:
    """The tiles that others win in reply: who gets them, and whether they were the player's."""
    tiles: dict[str, tuple[int, bool]] = {}
    towers: dict[int, tuple[int, bool]] = {}
    for reply in replies(deed, line):
        for colour, (old, new) in reply.tiles.items():
            if isinstance(new, int) and new != deed.seat:
                tiles[colour] = (new, old == deed.seat)
        for tower, (old, new) in reply.towers.items():
            if isinstance(new, int) and new != deed.seat:
                towers[tower] = (new, old == deed.seat)
    return tiles, towers


def _missed(bad: Deed, good: Deed) -> Iterator[Reason]:
    """What the better move would have won at once."""
    for colour, (_, new) in good.tiles.items():
        if new == good.seat and bad.after.palace_tiles[colour] != bad.seat:
            facts: dict[str, str | float] = {"colour": colour, "points": PALACE_TILE_POINTS[colour]}
            yield Reason("analysis.bad.misses_tile", PALACE_TILE_POINTS[colour], facts)
    for tower, (_, new) in good.towers.items():
        if new == good.seat and bad.after.tower_tiles[tower] != bad.seat:
            yield Reason("analysis.bad.misses_tower", tower, {"tower": tower})
    if good.tea > max(bad.tea, 0):
        yield Reason("analysis.bad.misses_tea", 2 * (good.tea - bad.tea), {"count": good.tea})
    if good.finished and bad.finished is None:
        yield Reason("analysis.bad.misses_finish", 3, {"colour": good.finished})
    if good.gains[good.seat].well > bad.gains[bad.seat].well and good.move.piece != "R":
        yield Reason("analysis.bad.misses_well", good.gains[good.seat].well)
    elif good.gain > bad.gain and good.move.piece != "R":
        yield Reason("analysis.bad.misses_points", good.gain - bad.gain, {"points": good.gain - bad.gain})


def _poor_roof(bad: Deed, good: Deed) -> Iterator[Reason]:
    palace = bad.palace
    if palace is None or bad.move.piece not in "RN":
        return
    facts: dict[str, str | float] = {"colour": palace.colour, "size": palace.size}
    if bad.move.piece == "N":
        yield Reason("analysis.bad.spends_neutral", 2, facts)
    elif good.move.piece != "R":
        yield Reason("analysis.bad.claims_early", 4, facts)
    elif good.palace is not None and good.palace.points > palace.points:
        points = good.palace.points - palace.points
        yield Reason("analysis.bad.claims_lesser", points, {**facts, "points": points})


def _poor_building(bad: Deed, good: Deed) -> Iterator[Reason]:
    """A building that only helps the others."""
    palace = bad.palace
    if bad.move.piece not in "GPBOS" or palace is None or palace.roof is not None:
        return
    rival = next_claimant(bad.after, bad.seat, palace)
    facts: dict[str, str | float] = {"colour": palace.colour, "size": palace.size}
    if rival is None:
        return
    if not bad.after.may_claim(bad.seat, palace) and palace.size > 1 and good.move.piece != bad.move.piece:
        yield Reason("analysis.bad.builds_for_others", 2, {**facts, "seat": rival})
    elif palace.size >= 3 and not bad.after.is_mid_turn and bad.after.may_claim(bad.seat, palace):
        yield _left(rival, palace.colour, palace.size, palace.points)


def _poor_timing(bad: Deed, good: Deed) -> Iterator[Reason]:
    if bad.move.piece == "T":
        yield Reason("analysis.bad.spends_tea", 1)
    elif good.move.piece == "T":
        yield Reason("analysis.bad.spends_piece", 1.5)
    if bad.move.piece == "M" and not bad.before.are_streets_blocked and bad.after.are_streets_blocked:
        yield Reason("analysis.bad.ends_street", 1.5)
