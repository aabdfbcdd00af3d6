"""One instance of the module: its memory, its arrays and its functions. It belongs to one thread at a time."""

from __future__ import annotations

import ctypes
import struct
from array import array
from functools import cache
from math import prod
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from medina.engine.description import ARRAYS, FOLDER, NODE, PADDING, SIZES, WEIGHTS

if TYPE_CHECKING:
    from pathlib import Path

    import wasmtime

_CODES: Final[dict[str, Any]] = {"int64": "q", "int32": "i", "float32": "f", "float64": "d"}
_ALIGN: Final = 16
_PAGE: Final = 65536
_NETWORK: Final = [name for name in ARRAYS if name.startswith("weights.")]
_compiling = Lock()
_places: dict[str, int] = {}
"""Where the module places what it places itself: the same in every instance."""


class EngineTrap(RuntimeError):
    """The module stopped in the middle of a function, which `function` names: its instance cannot be used again."""

    def __init__(self, function: str, reason: str) -> None:
        super().__init__(f"The engine failed in {function}: {reason}")
        self.function = function


def get_ready() -> None:
    """Compile the module for this machine, which takes a tenth of a second the first time."""
    with _compiling:
        _compiled()


@cache
def _compiled() -> tuple[wasmtime.Engine, wasmtime.Module]:
    """The module for this machine. Where there is no wasmtime for it, that is missing like any other package."""
    try:
        import wasmtime
    except (OSError, RuntimeError) as error:
        raise ModuleNotFoundError(str(error), name="wasmtime") from error
    engine = wasmtime.Engine()
    return engine, wasmtime.Module(engine, (FOLDER / "engine.wasm").read_bytes())


@cache
def network(path: Path) -> array[float]:
    """The numbers of a network, which lie in their file in half precision."""
    packed = path.read_bytes()
    return array("f", struct.unpack(f"<{len(packed) // 2}e", packed))


def network_path(name: str) -> Path:
    """The file of a network that comes with the package."""
    return WEIGHTS / f"{name}.bin"


class Core:
    """An instance. With a network and room for a tree it can search."""

    def __init__(self, weights: array[float] | None = None, room: int = 0, places: int = 1) -> None:
        get_ready()
        import wasmtime

        engine, module = _compiled()
        self._failures = (wasmtime.Trap, wasmtime.WasmtimeError)
        self._store = wasmtime.Store(engine)
        self._exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._sizes = dict(zip(SIZES, (room, places, 1, 1 + PADDING), strict=True))
        self._at = {name: self._place(name) for name, layout in ARRAYS.items() if not layout.is_loose}
        self._views: dict[str, memoryview[Any]] = {}
        if weights is not None:
            self._make_room(len(weights))
        self._memory = self._look_at_memory()
        if weights is not None:
            self._take_in(weights)

    def call(self, name: str, *arguments: float) -> Any:
        """The answer of a function. Raises `EngineTrap`."""
        try:
            return self._exports[name](self._store, *arguments)
        except self._failures as error:
            raise EngineTrap(name, str(error).splitlines()[-1]) from error

    def view(self, name: str) -> memoryview[Any]:
        """The numbers of an array, in one row: what is written there is in the module's memory."""
        if name not in self._views:
            layout, at = ARRAYS[name], self._at[name]
            self._views[name] = self._memory[at : at + self._bytes_of(name)].cast(_CODES[layout.type])
        return self._views[name]

    def _place(self, name: str) -> int:
        if name not in _places:
            _places[name] = int(self._exports[name].value(self._store))
        return _places[name]

    def _bytes_of(self, name: str) -> int:
        layout = ARRAYS[name]
        lengths = (self._sizes[length] if isinstance(length, str) else length for length in layout.shape)
        return prod(lengths) * struct.calcsize(f"={_CODES[layout.type]}")

    def _look_at_memory(self) -> memoryview:
        """All of the memory; once it grows it may lie elsewhere."""
        memory = self._exports["memory"]
        address = ctypes.addressof(memory.data_ptr(self._store).contents)
        return memoryview((ctypes.c_ubyte * memory.data_len(self._store)).from_address(address)).cast("B")

    def _make_room(self, weights: int) -> None:
        """Grow, and decide where the arrays lie that the module does not place itself."""
        self._sizes["units"] = units_of(weights)
        self._sizes["row"] = self._sizes["units"] + PADDING
        end = self._place("__heap_base")
        for name in (name for name, layout in ARRAYS.items() if layout.is_loose):
            self._at[name] = -(-end // _ALIGN) * _ALIGN
            end = self._at[name] + self._bytes_of(name)
        memory = self._exports["memory"]
        missing = end - memory.data_len(self._store)
        if missing > 0:
            memory.grow(self._store, -(-missing // _PAGE))

    def _take_in(self, weights: array[float]) -> None:
        """Tell the module where its arrays lie and how large they are, and give it the network."""
        words = self._memory.cast("I")
        for size, value in self._sizes.items():
            words[self._place(f"size.{size}") // 4] = value
        for name in (name for name, layout in ARRAYS.items() if layout.is_loose):
            words[self._place(name) // 4] = self._at[name]
        numbers, read = memoryview(weights), 0
        for name in _NETWORK:
            room = self.view(name)
            room[:] = numbers[read : read + len(room)]
            read += len(room)


@cache
def units_of(weights: int) -> int:
    """How many units a network of so many numbers has; they are a power of two."""
    rows = sum(ARRAYS[name].shape[0] for name in _NETWORK if len(ARRAYS[name].shape) == 2)  # type: ignore[misc]
    units = (weights - rows * PADDING) // (rows + 1)
    if units < 1 or rows * (units + PADDING) + units != weights:
        raise ValueError("This is no network.")
    return units


def entries_in(memory: int) -> int:
    """How many entries a tree may have in so many bytes."""
    return memory // (4 * (ARRAYS["tree.ints"].shape[1] + ARRAYS["tree.floats"].shape[1]))  # type: ignore[operator]


def places_of(room: int) -> int:
    """How many places the table of positions has beside a tree of so many entries."""
    return 1 << (room // NODE["ENTRIES_A_PLACE"]).bit_length()
