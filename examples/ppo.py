#!/usr/bin/env python3
"""A player that learns Medina from nothing: PPO with action masks, in one file, on the CPU.

    pip install "medina[examples]"
    python examples/ppo.py train --seconds 60 --out ppo.npz
    python examples/ppo.py test ppo.npz --games 1000

It sits in one seat of many two-player games at once (`medina.envs.VectorGame`), whose other seat places at random. What
it is paid for a placement is how its lead changed until it is to place again, so that the payments of a game add up to
the lead at its end. An illegal action has no chance: its logit is taken out before the softmax, playing and learning.

The network is JAX, the optimiser Optax. What makes it PPO is in `advantages` and `loss`.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from medina.envs import VectorGame
from medina.envs.observing import number_names
from medina.match.table import wilson

GAMES, STEPS = 64, 64  # side by side, and placements of each before it learns
WIDTH, KINDS = 64, 9
AROUND = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1)]
EPOCHS, MINIBATCH = 2, 512
CLIP, ENTROPY, LAMBDA, RATE = 0.2, 0.001, 0.95, 1e-2
POINTS = 10.0
"""A lead of so many points is worth one."""
SCORES = [number_names(2).index(f"seat {seat}: score") for seat in range(2)]

OPTIMIZER = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(RATE))

Params = dict[str, jax.Array]


class Batch(NamedTuple):
    """What was seen, done and thought of it; a row a placement of a game, or a table of them by step and game."""

    planes: jax.Array
    numbers: jax.Array
    mask: jax.Array
    action: jax.Array
    log_chance: jax.Array
    value: jax.Array
    gain: jax.Array
    live: jax.Array
    pay: jax.Array


def new_params(games: VectorGame, seed: int) -> Params:
    """A network that knows nothing yet: every legal action is as likely as the others."""
    view, chance = games.observe(), np.random.default_rng(seed)
    planes, numbers = view.planes.shape[1], view.numbers.shape[1]
    params = {
        "known": chance.normal(0, (planes + numbers) ** -0.5, (planes + numbers, WIDTH)),
        "around": np.zeros((planes, len(AROUND) * KINDS)),
        "mood": np.zeros((WIDTH, KINDS + 1)),
        "worth": np.zeros((WIDTH, 1)),
    }
    return {name: jnp.asarray(value, jnp.float32) for name, value in params.items()}


def judge(params: Params, planes: jax.Array, numbers: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The logarithm of every action's chance, nothing for the illegal ones; and what the position is worth.

    How much a piece is wanted on a cell is what stands there and around it, times weights, and how much the piece is
    wanted at all, which depends on the counts of everything.
    """
    city = jnp.moveaxis(planes, 1, -1).astype(jnp.float32)
    counts = jnp.concatenate([numbers.astype(jnp.float32), city.sum(axis=(1, 2))], axis=1) / 10
    hidden = jax.nn.relu(counts @ params["known"])
    mood = hidden @ params["mood"]
    rows, columns = city.shape[1:3]
    parts = (city @ params["around"]).reshape(*city.shape[:3], len(AROUND), KINDS)
    parts = jnp.pad(parts, ((0, 0), (1, 1), (1, 1), (0, 0), (0, 0)))
    wishes = sum(parts[:, 1 + y : 1 + y + rows, 1 + x : 1 + x + columns, n] for n, (y, x) in enumerate(AROUND))
    wishes = jnp.moveaxis(wishes, -1, 1) + mood[:, :KINDS, None, None]
    walls = wishes[:, -1]
    logits = jnp.concatenate(
        [
            wishes[:, :-1, 1:-1, 1:-1].reshape(len(planes), -1),
            *(walls[:, -1, 1:-1], walls[:, 0, 1:-1], walls[:, 1:-1, 0], walls[:, 1:-1, -1]),
            mood[:, KINDS:],
        ],
        axis=1,
    )
    return jax.nn.log_softmax(jnp.where(mask, logits, -1e9)), (hidden @ params["worth"])[:, 0]


@jax.jit
def choose(
    params: Params, key: jax.Array, planes: jax.Array, numbers: jax.Array, mask: jax.Array
) -> tuple[jax.Array, ...]:
    """An action for every game by chance, how likely it was, and what the position is worth."""
    log_chances, value = judge(params, planes, numbers, mask)
    action = jax.random.categorical(key, log_chances)
    return action, jnp.take_along_axis(log_chances, action[:, None], axis=1)[:, 0], value


@jax.jit
def best(params: Params, planes: jax.Array, numbers: jax.Array, mask: jax.Array) -> jax.Array:
    """The likeliest action of every game."""
    return judge(params, planes, numbers, mask)[0].argmax(axis=1)


def lead(numbers: np.ndarray) -> np.ndarray:
    own, other = (numbers[:, score].astype(np.float32) for score in SCORES)
    return (own - other) / POINTS


def play(games: VectorGame, params: Params, key: jax.Array) -> Batch:
    """Plays on in every game, and says of each placement how much better it turned out than was thought."""
    rows: list[tuple[np.ndarray, ...]] = []
    pay, ended = np.zeros((2, STEPS, len(games)), np.float32)
    for step, own_key in enumerate(jax.random.split(key, STEPS)):
        view, live = games.observe(), ~games.over
        planes, numbers, mask = view.planes.copy(), view.numbers.copy(), games.masks.astype(bool)
        action, log_chance, value = map(np.asarray, choose(params, own_key, planes, numbers, mask))
        games.step(action)
        pay[step] = np.where(live, lead(games.observe().numbers) - lead(numbers), 0)
        ended[step] = games.over | ~live
        rows.append((planes, numbers, mask, action, log_chance, value, live))
    view = games.observe()
    _, last = judge(params, view.planes, view.numbers, games.masks)
    *seen, value, live = (np.stack(column) for column in zip(*rows, strict=True))
    return Batch(*seen, value, advantages(pay, ended, np.append(value, [last], axis=0)), live, pay)


def advantages(pay: np.ndarray, ended: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Generalised advantage estimation, from the last step to the first, without discount: every game ends."""
    gains, gain = np.zeros_like(pay), np.zeros(pay.shape[1], np.float32)
    for step in reversed(range(len(pay))):
        goes_on = 1 - ended[step]
        surprise = pay[step] + goes_on * values[step + 1] - values[step]
        gains[step] = gain = surprise + LAMBDA * goes_on * gain
    return gains


def loss(params: Params, batch: Batch) -> jax.Array:
    """PPO's clipped objective, the error of the values, and a little for keeping an open mind."""
    log_chances, value = judge(params, batch.planes, batch.numbers, batch.mask)
    ratio = jnp.exp(jnp.take_along_axis(log_chances, batch.action[:, None], axis=1)[:, 0] - batch.log_chance)
    gain = (batch.gain - batch.gain.mean()) / (batch.gain.std() + 1e-8)
    policy = -jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain)
    error = (value - batch.value - batch.gain) ** 2
    openness = -(jnp.exp(log_chances) * jnp.where(batch.mask, log_chances, 0)).sum(axis=1)
    return ((policy + 0.5 * error - ENTROPY * openness) * batch.live).sum() / batch.live.sum()


@jax.jit
def learn(params: Params, memory: optax.OptState, batch: Batch, key: jax.Array) -> tuple[Params, optax.OptState]:
    """Learns from a batch, in small parts and more than once."""

    def learn_part(state: tuple[Params, optax.OptState], part: Batch) -> tuple[tuple[Params, optax.OptState], None]:
        params, memory = state
        updates, memory = OPTIMIZER.update(jax.grad(loss)(params, part), memory, params)
        return (optax.apply_updates(params, updates), memory), None

    rows = Batch(*(column.reshape(-1, *column.shape[2:]) for column in batch))
    for own_key in jax.random.split(key, EPOCHS):
        order = jax.random.permutation(own_key, GAMES * STEPS).reshape(-1, MINIBATCH)
        parts = Batch(*(column[order] for column in rows))
        (params, memory), _ = jax.lax.scan(learn_part, (params, memory), parts)
    return params, memory


def train(seconds: float = 60, *, rounds: int | None = None, seed: int = 1) -> Params:
    """Learns for so many seconds of this machine's CPU, compiling included, or for so many rounds."""
    begin, done = time.process_time(), 0
    games = VectorGame(GAMES, "second", 2, opponent="random", seed=seed)
    params = new_params(games, seed)
    memory, key = OPTIMIZER.init(params), jax.random.key(seed)
    while done < rounds if rounds is not None else time.process_time() - begin < seconds:
        key, playing, learning = jax.random.split(key, 3)
        batch = play(games, params, playing)
        params, memory = learn(params, memory, batch, learning)
        done += 1
        if done % 5 == 0:
            spent, ahead = time.process_time() - begin, POINTS * batch.pay.sum() / batch.live.sum()
            print(f"{spent:4.0f} s, {done * GAMES * STEPS:,} placements, {ahead:+.2f} points each", flush=True)
    return params


def against_random(params: Params, count: int, seed: int = 2) -> tuple[float, float]:
    """So many games, by the likeliest actions: the share of wins, ties counting half, and the mean lead."""
    games = VectorGame(count, "second", 2, opponent="random", reward="margin", seed=seed)
    result = np.full(count, np.nan)
    while np.isnan(result).any():
        view = games.observe()
        games.step(np.asarray(best(params, view.planes, view.numbers, games.masks.astype(bool))))
        new = games.over & np.isnan(result)
        result[new] = games.rewards[np.arange(count), games.seats][new]
    return float((result > 0).mean() + (result == 0).mean() / 2), float(result.mean())


def save(params: Params, path: Path) -> None:
    np.savez(path, **{name: np.asarray(value) for name, value in params.items()})


def load(path: Path) -> Params:
    with np.load(path) as file:
        return {name: jnp.asarray(file[name]) for name in file.files}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="learn, and keep what was learned")
    training.add_argument("--seconds", type=float, default=60)
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--out", type=Path, default=Path("ppo.npz"))
    testing = commands.add_parser("test", help="play against random")
    testing.add_argument("file", type=Path)
    testing.add_argument("--games", type=int, default=1000)
    options = parser.parse_args()
    if options.command == "train":
        save(train(options.seconds, seed=options.seed), options.out)
    else:
        share, ahead = against_random(load(options.file), options.games)
        low, high = wilson(share * options.games, options.games)
        print(
            f"{share:.1%} of {options.games} games against random ({low:.1%} to {high:.1%}), {ahead:+.1f} points a game"
        )


if __name__ == "__main__":
    main()
