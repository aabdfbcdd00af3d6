#!/usr/bin/env python3
"""A whole Medina bot in one small file, with nothing but the standard library.

    medina match --bots "cmd:python examples/tiny_bot.py,random" --games 10

It speaks the engine protocol: a JSON object a line on standard input, an answer a line on standard output. It does not
know the rules itself. It asks `medina engine`, which speaks the same protocol, and passes everything on to it but one
command: `go`, where it has an idea of its own. Any language that can start a program can do this.

The idea: the placement that scores most at once, but no roof for fewer than six points, for there are only four; if
nothing scores, a building.
"""

import json
import random
import subprocess
import sys
import time

engine = subprocess.Popen(
    [sys.executable, "-m", "medina", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)


def ask(**request):
    """Ask the engine and return its answer."""
    engine.stdin.write(json.dumps(request) + "\n")
    engine.stdin.flush()
    return json.loads(engine.stdout.readline())


def lead(seat):
    """How many points a seat is ahead of the best of the others."""
    scores = [score["total"] for score in ask(cmd="score")["scores"]]
    return scores.pop(seat) - max(scores)


def go(seconds=1.0, seed=None, **_):
    """The answer to `go`: try every kind of move that can score, for at most half the time."""
    chance, deadline = random.Random(seed), time.monotonic() + seconds / 2
    legal = ask(cmd="legal")
    if not legal["ok"] or not legal["moves"]:
        return {"ok": False, "error": {"code": "game_over", "message": "There is nothing to place."}}
    moves, seat = legal["moves"], ask(cmd="position")["position"]["turn"]
    chance.shuffle(moves)
    now, best_gain = lead(seat), 0
    best = next((move for move in moves if move[0] in "GPBO"), moves[0])
    for move in [move for move in moves if move[0] in "RSWM"][:60]:
        if time.monotonic() > deadline:
            break
        ask(cmd="play", moves=[move])
        gain = lead(seat) - now
        ask(cmd="undo")
        if gain > best_gain and (move[0] != "R" or gain >= 6):
            best, best_gain = move, gain
    return {"ok": True, "move": best}


def answer(request):
    """The answer to any command."""
    if isinstance(request, dict) and request.get("cmd") == "hello":
        return {"ok": True, "name": "tiny bot", "version": "1", "protocol": 1, "bots": []}
    if isinstance(request, dict) and request.get("cmd") == "go":
        return go(**request)
    engine.stdin.write(json.dumps(request) + "\n")
    engine.stdin.flush()
    return json.loads(engine.stdout.readline())


for line in sys.stdin:
    if not line.strip():
        continue
    try:
        request = json.loads(line)
    except ValueError:
        request = None  # the engine has a sentence for this
    print(json.dumps(answer(request)), flush=True)
    if isinstance(request, dict) and request.get("cmd") == "quit":
        break
