"""The result of a match in words and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from medina.match.plan import MatchPlan
from medina.match.play import Forfeit, GameResult
from medina.match.table import Standing
from medina.notation.switches import switch_text
from medina.rules import Refusal
from medina.words import decimal, refusal_text, say

COLUMNS = ("bot", "games", "wins", "share", "interval", "score", "rating", "forfeits")


def fault_text(forfeit: Forfeit, lang: str | None = None) -> str:
    """What went wrong, as the end of a sentence."""
    details = dict(forfeit.details)
    if forfeit.kind == "illegal":
        refusal = Refusal(details["rule"], details["reason"], details["args"])
        details["why"] = refusal_text(refusal, lang)
    if details.get("said"):
        details["said"] = say("match.fault.said", lang, said=details["said"])
    return say(f"match.fault.{forfeit.kind}", lang, **details)


def forfeit_line(result: GameResult, lang: str | None = None) -> str:
    """Who forfeited which game and why."""
    assert result.forfeit is not None
    return say(
        "match.forfeit",
        lang,
        game=result.number,
        bot=result.seats[result.forfeit.seat],
        seat=result.forfeit.seat,
        why=fault_text(result.forfeit, lang),
    )


def headings() -> list[str]:
    return [say(f"match.column.{column}") for column in COLUMNS]


def row(entry: Standing) -> tuple[str, ...]:
    margin = "" if entry.score_margin is None else f" ±{decimal(entry.score_margin)}"
    return (
        entry.bot,
        str(entry.games),
        decimal(entry.wins, 2).rstrip("0").rstrip(".,"),
        f"{decimal(100 * entry.share)} %",
        f"{decimal(100 * entry.low)}–{decimal(100 * entry.high)} %",
        "–" if entry.mean_score is None else f"{decimal(entry.mean_score)}{margin}",
        f"{entry.rating:.0f} ±{2 * entry.doubt:.0f}",
        str(entry.forfeits),
    )


def summary(plan: MatchPlan, played: int) -> str:
    rules = plan.ruleset
    budget = (
        say("match.budget.nodes", nodes=plan.nodes)
        if plan.nodes is not None
        else say("match.budget.seconds", seconds=plan.seconds)
    )
    switches = [f"{name}={switch_text(value)}" for name, value in rules.unusual_options.items()]
    extras = (["gates"] if rules.gates else []) + switches
    return say(
        "match.summary",
        played=played,
        games=plan.games,
        edition=say(f"match.edition.{rules.edition}"),
        players=rules.players,
        extras=f" ({', '.join(extras)})" if extras else "",
        budget=budget,
        seed=plan.seed,
    )


def notes(plan: MatchPlan, results: Sequence[GameResult]) -> list[str]:
    """The sentences below the table: how to read it, and everything that went wrong."""
    lines = [say("match.method")]
    if plan.even_games != plan.games:
        lines.append(say("match.uneven", games=plan.even_games))
    slow = slowest(results)
    if slow:
        times = ", ".join(f"{bot} {decimal(seconds, 2)} s" for bot, seconds in slow.items())
        lines.append(say("match.slowest", times=times))
    return lines + [forfeit_line(result) for result in results if result.forfeit is not None]


def slowest(results: Iterable[GameResult]) -> dict[str, float]:
    """The longest thought of every bot in seconds, where the match went by the clock."""
    times: dict[str, float] = {}
    for result in results:
        for bot, seconds in zip(result.seats, result.slowest or (), strict=False):
            times[bot] = max(seconds, times.get(bot, 0.0))
    return times


def markdown(plan: MatchPlan, table: Sequence[Standing], results: Sequence[GameResult]) -> str:
    head = headings()
    lines = [f"# {plan.event}", "", summary(plan, len(results)), ""]
    lines += [f"| {' | '.join(head)} |", "|---|" + "---:|" * (len(head) - 1)]
    lines += [f"| {' | '.join(row(entry)).replace(chr(10), ' ')} |" for entry in table]
    lines += ["", *(f"- {note}" for note in notes(plan, results))]
    return "\n".join(lines) + "\n"


def result_data(plan: MatchPlan, table: Sequence[Standing], results: Sequence[GameResult]) -> Mapping[str, Any]:
    forfeits = [
        {"game": result.number, "bot": result.seats[result.forfeit.seat], "why": fault_text(result.forfeit)}
        for result in results
        if result.forfeit is not None
    ]
    return {
        "plan": plan.to_json(),
        "played": len(results),
        "standings": [entry.to_json() for entry in table],
        "forfeits": forfeits,
    }
