"""One online table as a pure core: `state = fold(events)` and `decide(state, command, now)`."""
