"""The memory in which a traced function records what it computes (native/trace.c), and the reader for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .memory import Piece, Pieces
from .prepare import Prepared
from .trace import HEAD_BYTES, MOST_PARTS, STEP_BYTES, TraceStep, steps_of

if TYPE_CHECKING:
    import numpy as np

    from .process import Memory


class Sight:
    """The recorded steps of the thread with this number in the grid (None: no thread), and access counts for arrays."""

    def __init__(self, prepared: Prepared, pieces: Pieces, thread: int | None, steps: int) -> None:
        self.prepared, self.pieces = prepared, pieces
        self.thread, self.steps = thread, steps if thread is not None else 0
        self.at = 0
        self.counted: list[tuple[Piece, np.ndarray[Any, Any], int]] = []

    def lay_out(self, memory: Memory) -> None:
        """Reserve memory after that of the function."""
        import numpy as np

        self.at = memory.reserve(HEAD_BYTES + self.rows * STEP_BYTES)
        for piece in self.pieces.all:
            array = piece.source[0] if piece.source is not None and piece.checked else None
            if isinstance(array, np.ndarray) and array.nbytes:
                self.counted.append((piece, array, memory.reserve(4 * array.size)))

    @property
    def rows(self) -> int:
        """The capacity in value elements."""
        return self.steps * MOST_PARTS

    def fill(self, view: np.ndarray[Any, Any]) -> None:
        """Clear the record."""
        view[self.at : self.at + HEAD_BYTES] = 0
        for _, array, at in self.counted:
            view[at : at + 4 * array.size] = 0

    def request(self) -> dict[str, Any]:
        """The part of the request to the worker."""
        counted = [(piece.at, array.nbytes, array.itemsize, at) for piece, array, at in self.counted]
        thread = self.thread if self.thread is not None else (1 << 64) - 1
        return {"at": self.at, "most": self.rows, "thread": thread, "counted": counted}

    def read(
        self, view: np.ndarray[Any, Any], base: int
    ) -> tuple[list[TraceStep], dict[str, np.ndarray[Any, Any]], list[str]]:
        """Read the steps, the access counts by buffer name, and notes about them."""
        import numpy as np

        def named(address: int) -> str:
            if not address:
                return "null"
            place = self.pieces.place(address - base)
            return "an address" if place is None else f"{place[0].label.replace(chr(39), '')}+{place[1]}"

        counts = {
            piece.label.replace("'", ""): view[at : at + 4 * array.size].view(np.uint32).reshape(array.shape).copy()
            for piece, array, at in self.counted
        }
        if self.thread is None:
            return [], counts, []
        data = view[self.at : self.at + HEAD_BYTES + self.rows * STEP_BYTES].tobytes()
        steps, number = steps_of(data, self.prepared.traced, named, self.steps)
        notes = [f"the trace has the first {len(steps):,} of {number:,} instructions"] if number > len(steps) else []
        return steps, counts, notes
