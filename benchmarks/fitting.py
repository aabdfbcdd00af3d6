"""Fits a network to rows: with PyTorch where it is installed, on an accelerator if there is one, else with NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from medina.bots.learning import Rows, predict, train
from medina.bots.network import SCALE, Network
from medina.bots.survey import Floats

BATCH = 8192


def fit(network: Network, inputs: Rows, goals: Floats, steps: int, rate: float, seed: int) -> Network:
    """The network after so many steps of Adam on random rows, the pace sinking to nothing."""
    try:
        import torch
    except ImportError:
        return train(network, inputs, goals, steps, rate, seed)
    return _fit_with(torch, network, inputs, goals, steps, rate, seed)


def _fit_with(torch: Any, network: Network, inputs: Rows, goals: Floats, steps: int, rate: float, seed: int) -> Network:
    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    rows, goal = torch.from_numpy(inputs).to(device), torch.from_numpy(goals / SCALE).to(device)
    first, direct, second = weights = [torch.tensor(value, device=device, requires_grad=True) for value in network]
    adam = torch.optim.Adam(weights, lr=rate, fused=device == "cuda")
    pace = torch.optim.lr_scheduler.LambdaLR(adam, lambda step: 1 - step / steps)
    for _ in range(steps):
        some = torch.randint(len(goal), (BATCH,), device=device)
        batch = rows[some].float()
        answer = torch.relu(batch @ first) @ second + batch @ direct
        adam.zero_grad(set_to_none=True)
        ((answer - goal[some]) ** 2).mean().backward()
        adam.step()
        pace.step()
    return Network(*(value.detach().cpu().numpy() for value in weights))


def error(network: Network, inputs: Rows, goals: Floats) -> float:
    """How far off the network is on these rows, in points."""
    if not len(goals):
        return 0.0
    misses = predict(network, inputs.astype(np.float32)) * SCALE - goals
    return float(np.sqrt(np.mean(misses**2)))
