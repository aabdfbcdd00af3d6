"""The result of a match: for every bot its share of the wins, mean score, interval, rating and forfeits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from medina.match.play import GameResult

Z95 = 1.959963984540054
START_RATING, START_DOUBT = 1500.0, 500.0


@dataclass(frozen=True)
class Standing:
    """A bot's result.

    `wins` is its share of the first places, in games: a place that n seats share counts 1/n, and a bot that sits in
    several seats of a game collects for all of them. `low` and `high` are the 95 % Wilson score interval of
    `share`. `mean_score` is over games without a forfeit, `score_margin` its 95 % normal interval.
    """

    bot: str
    games: int
    wins: float
    share: float
    low: float
    high: float
    mean_score: float | None
    score_margin: float | None
    rating: float
    doubt: float
    forfeits: int

    def to_json(self) -> dict[str, Any]:
        """As plain data, rounded so that the last bits of floating point do not show."""
        return {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(self).items()}


def standings(bots: Sequence[str], results: Iterable[GameResult]) -> list[Standing]:
    """The table, best share first. The order in which games ended does not matter: they are taken by number."""
    games = sorted(results, key=lambda result: result.number)
    rated = ratings(bots, games)
    table = [standing(bot, games, rated[bot]) for bot in dict.fromkeys(bots)]
    return sorted(table, key=lambda entry: (-entry.share, entry.bot))


def standing(bot: str, games: Sequence[GameResult], rating: tuple[float, float]) -> Standing:
    mine = [game for game in games if bot in game.seats]
    wins = sum(share for game in mine for name, share in zip(game.seats, game.shares, strict=True) if name == bot)
    forfeits = sum(game.forfeit is not None and game.seats[game.forfeit.seat] == bot for game in mine)
    low, high = wilson(wins, len(mine))
    mean, margin = mean_and_margin(scores_of(bot, mine))
    share = wins / len(mine) if mine else 0.0
    return Standing(bot, len(mine), wins, share, low, high, mean, margin, *rating, forfeits)


def scores_of(bot: str, games: Iterable[GameResult]) -> list[int]:
    """The scores of all its seats in games that were played out."""
    return [
        score
        for game in games
        if game.forfeit is None
        for name, score in zip(game.seats, game.scores, strict=True)
        if name == bot
    ]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share; shared wins make it, if anything, too wide.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, Z95**2
    middle = share + square / (2 * games)
    reach = Z95 * math.sqrt(max(0.0, share * (1 - share)) / games + square / (4 * games**2))
    below = 1 + square / games
    return max(0.0, (middle - reach) / below), min(1.0, (middle + reach) / below)


def mean_and_margin(scores: Sequence[int]) -> tuple[float | None, float | None]:
    """The mean and half the width of its 95 % normal interval."""
    if not scores:
        return None, None
    mean = math.fsum(scores) / len(scores)
    if len(scores) == 1:
        return mean, None
    variance = math.fsum((score - mean) ** 2 for score in scores) / (len(scores) - 1)
    return mean, Z95 * math.sqrt(variance / len(scores))


def ratings(bots: Sequence[str], games: Iterable[GameResult]) -> dict[str, tuple[float, float]]:
    """Rating and doubt (one standard deviation) by openskill's Plackett-Luce model, game after game.

    Every seat is a team of one. A bot in several seats of a game moves by the mean of what its seats would.
    """
    from openskill.models import PlackettLuce

    # Bots do not learn during a match, so nothing (tau) is added to the doubt between games.
    model = PlackettLuce(mu=START_RATING, sigma=START_DOUBT, beta=START_DOUBT / 2, tau=0.0)
    now = dict.fromkeys(bots, (START_RATING, START_DOUBT))
    for game in games:
        teams = [[model.rating(mu=now[name][0], sigma=now[name][1])] for name in game.seats]
        after = [team[0] for team in model.rate(teams, ranks=[float(place) for place in game.places])]
        for bot in set(game.seats):
            seats = [rating for name, rating in zip(game.seats, after, strict=True) if name == bot]
            now[bot] = (
                math.fsum(rating.mu for rating in seats) / len(seats),
                math.fsum(rating.sigma for rating in seats) / len(seats),
            )
    return now
