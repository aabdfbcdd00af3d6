"""A game without a screen: seats, taking back, saving and going on."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from medina import IllegalMove, Move, Position, new_game, read_record
from medina.bots import Bot, Budget, UnknownBot
from medina.terminal.session import Seat, Session, fill_seats, load_session


class FirstMove:
    """A bot that always plays the first legal move."""

    def choose(self, position: Position, budget: Budget, rng: random.Random) -> Move:
        return position.legal_moves[0]


def first_mover(name: str) -> Bot:
    return FirstMove()


def session(bots: list[str] | None = None, own: int | None = 0, players: int = 2) -> Session:
    seats = fill_seats(players, bots or ["greedy"], own)
    start = new_game("second", players, well="f6", market="c3")
    return Session.start(start, seats, rng=random.Random(1), bot_maker=first_mover)


def play_bots(game: Session) -> None:
    while not game.over and not game.human_to_move:
        game.play(game.bot_choice())


def test_seats_are_filled_around_the_player() -> None:
    assert fill_seats(4, ["greedy", "random"], 1) == [
        Seat("greedy", "greedy"),
        Seat("you"),
        Seat("random", "random"),
        Seat("random", "random"),
    ]
    assert [seat.bot for seat in fill_seats(2, ["greedy"], None)] == ["greedy", "greedy"]
    assert fill_seats(2, ["human"], 0)[1] == Seat("player 2")


def test_the_record_names_everybody() -> None:
    tags = session().record.tags
    assert (tags["Seat0"], tags["Seat1"]) == ("you", "bot:greedy")
    assert tags["Event"] == "Medina in the terminal"


def test_taking_back_goes_to_before_ones_own_last_piece() -> None:
    game = session()
    game.play("Ge8")
    play_bots(game)
    first = game.record
    game.play("Md3")
    game.play("Me3")
    play_bots(game)
    assert game.take_back()
    assert game.record.moves[-1] == Move.parse("Md3")
    assert game.take_back()
    assert game.record == first
    assert game.take_back()
    assert game.record.moves == ()
    assert not game.take_back()


def test_taking_back_revives_a_resigned_game() -> None:
    game = session()
    game.play("Ge8")
    game.resigned = 0
    assert game.over
    assert game.take_back()
    assert not game.over


def test_an_illegal_move_changes_nothing() -> None:
    game = session()
    before = game.record
    with pytest.raises(IllegalMove):
        game.play("Ge6")
    assert game.record is before


def test_last_seen_are_the_others_moves_and_ones_own_of_this_turn() -> None:
    game = session(["greedy", "greedy"], players=3)
    game.play("Ge8")
    play_bots(game)
    seen = [number for number, _ in game.last_seen()]
    assert seen == [1, 2, 3], "one piece of the second player, two of the third"
    game.play("Md3")
    assert [number for number, _ in game.last_seen()] == [1, 2, 3, 4]


def test_last_turns_begin_with_ones_own() -> None:
    game = session(["greedy", "greedy"], players=3)
    assert game.last_turns() == []
    game.play("Ge8")
    play_bots(game)
    assert game.last_turns() == [(0, [0]), (1, [1]), (2, [2, 3])]
    game.play("Md3")
    assert game.last_turns() == [(0, [0]), (1, [1]), (2, [2, 3]), (0, [4])]
    game.play("Me3")
    play_bots(game)
    assert [mover for mover, _ in game.last_turns()] == [0, 1, 2]
    assert game.last_turns()[0] == (0, [4, 5])


def test_saved_games_go_on_where_they_stopped(tmp_path: Path) -> None:
    game = session()
    game.play("Ge8")
    play_bots(game)
    file = tmp_path / "game.mgn"
    game.save(file)
    assert read_record(file.read_text(encoding="utf-8")) == game.record
    again = load_session(file, rng=random.Random(2))
    assert again.record == game.record
    assert again.seats == game.seats
    assert again.human_to_move
    assert again.saved_as == file


def test_a_game_with_an_unknown_bot_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game.mgn"
    game = session()
    game.record = game.record.with_tags(Seat1="bot:nobody")
    game.save(file)
    with pytest.raises(UnknownBot, match="nobody"):
        load_session(file, rng=random.Random(2))
