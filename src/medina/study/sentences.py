"""The analysis in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from medina.bots import Outlook
from medina.rules import Move
from medina.study.game import GameStudy, Mistake
from medina.study.reasons import Reason
from medina.words import count, decimal, say
from medina.words.moves import move_words

MOST_REASONS = 2
LONGEST_LINE = 6


def seat_name(seat: int, lang: str | None = None) -> str:
    """A seat by its colour on the board."""
    return say(("analysis.seat.red", "analysis.seat.blue", "analysis.seat.green", "analysis.seat.yellow")[seat], lang)


def player_name(study: GameStudy, seat: int, lang: str | None = None) -> str:
    """A seat with the name of whoever sat there, if the record knows it."""
    name = study.record.tags.get(f"Seat{seat}")
    return seat_name(seat, lang) if not name else f"{seat_name(seat, lang)} ({name})"


def names_of(study: GameStudy, lang: str | None = None) -> list[str]:
    """Everybody by name; by colour where the record knows none."""
    seats = range(study.record.start.ruleset.players)
    return [study.record.tags.get(f"Seat{seat}") or seat_name(seat, lang) for seat in seats]


def reason_text(reason: Reason, lang: str | None = None, names: Sequence[str] = ()) -> str:
    """A reason as the end of a sentence whose subject is the move."""
    return say(reason.key, lang, **dict(_named(reason, lang, names)))


def _named(reason: Reason, lang: str | None, names: Sequence[str]) -> Iterator[tuple[str, object]]:
    """What a reason names, in words."""
    for name, value in reason.args.items():
        if name == "seat":
            seat = int(value)
            yield name, names[seat] if names else seat_name(seat, lang)
        elif name == "colour":
            yield name, say(f"analysis.colour.{value}", lang)
            yield "palace", say(f"analysis.palace.{value}", lang)
        elif name == "move":
            yield name, move_words(Move.parse(str(value)), lang)
        elif name == "count":
            yield "tea", count("analysis.tea", int(value), lang)
        elif name in ("points", "size") and not isinstance(value, str):
            yield name, count(f"analysis.{name}", value, lang)
        else:
            yield name, value


def weightiest(reasons: Sequence[Reason]) -> Sequence[Reason]:
    """As many as one wants to hear."""
    return reasons[:MOST_REASONS]


def reasons_text(reasons: Sequence[Reason], lang: str | None = None, names: Sequence[str] = ()) -> str:
    """The weightiest reasons, joined; a clause that one of them ends with is closed first."""
    told = ""
    for reason in weightiest(reasons):
        joint = "analysis.and_after_clause" if ", " in told else "analysis.and"
        told += (say(joint, lang) if told else "") + reason_text(reason, lang, names)
    return told


def outlook_text(outlook: Outlook, lang: str | None = None) -> str:
    """Everybody's expected score and chance to win."""
    seats = zip(outlook.scores, outlook.wins, strict=True)
    return ", ".join(
        say("analysis.outlook", lang, seat=seat_name(seat, lang), score=decimal(score, lang=lang), win=percent(win))
        for seat, (score, win) in enumerate(seats)
    )


def percent(share: float) -> str:
    """A share as a whole number of percent."""
    return f"{100 * share:.0f}"


def mistake_text(study: GameStudy, mistake: Mistake, lang: str | None = None) -> str:
    """A mistake as a paragraph for the list."""
    seat, names = mistake.seat, names_of(study, lang)
    return say(
        "analysis.mistake",
        lang,
        number=mistake.number,
        round=study.record.turns[mistake.word].round,
        seat=player_name(study, seat, lang),
        move=f"{mistake.move}{mistake.mark}",
        faults=reasons_text(mistake.faults, lang, names),
        better=str(mistake.better.move),
        merits=reasons_text(mistake.merits, lang, names),
        win=percent(mistake.outlook.wins[seat]),
        better_win=percent(mistake.better.outlook.wins[seat]),
        lead=decimal(mistake.outlook.lead(seat), lang=lang, signed=True),
        better_lead=decimal(mistake.better.outlook.lead(seat), lang=lang, signed=True),
        line=line_text(mistake),
    )


def line_text(mistake: Mistake) -> str:
    """How the game was expected to go on after the better move."""
    return " ".join(str(move) for move in mistake.better.continuation[:LONGEST_LINE])


def mistake_comment(study: GameStudy, mistake: Mistake, lang: str | None = None) -> str:
    """A mistake as a remark in the record."""
    names = names_of(study, lang)
    return say(
        "analysis.comment",
        lang,
        move=f"{mistake.move}{mistake.mark}",
        faults=reasons_text(mistake.faults, lang, names),
        better=line_text(mistake),
        merits=reasons_text(mistake.merits, lang, names),
    )
