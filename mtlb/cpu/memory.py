"""The memory of one run: pieces, from the caller's arrays or created here, and the addresses in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..air import EntryArgument
from . import layout
from .images import Image
from .process import Memory

if TYPE_CHECKING:
    import numpy as np

_RED_ZONE = 16 << 20
_MOST_ZONES = 4 << 30


@dataclass(eq=False, slots=True)
class Piece:
    """Consecutive values in memory. `step`: bytes of an element, for messages (0: unknown).
    `writable`: the function may write there; `written`: the arrays receive what it wrote. `checked`: accesses are
    checked; `shared`: several threads may access it, so races are possible; `uninitialized`: its initial values
    count as uninitialized until the function writes them. `pointers`: for each offset, the piece whose address is
    stored there; `functions`: for each offset, the linked function whose address is stored there. `source`: the
    caller's array, and its metadata. `after`: called when the arrays have been updated."""

    label: str
    arrays: list[np.ndarray[Any, Any]]
    step: int = 0
    writable: bool = False
    written: bool = False
    checked: bool = True
    shared: bool = True
    uninitialized: bool = False
    number: int = 0
    at: int = 0
    pointers: list[tuple[int, Piece, int]] = field(default_factory=list)
    functions: list[tuple[int, int]] = field(default_factory=list)
    source: tuple[np.ndarray[Any, Any], EntryArgument | Image | None] | None = None
    after: Callable[[], None] | None = None

    @property
    def size(self) -> int:
        """The size of all arrays in bytes."""
        return sum(array.nbytes for array in self.arrays)


class Pieces:
    """All pieces of a run. An array or mapping that is passed several times has a single piece."""

    def __init__(self) -> None:
        self.all: list[Piece] = []
        self._by_key: dict[tuple[object, ...], Piece] = {}
        self._kept: list[object] = []  # keeps the objects alive, so that no other object gets the same identity

    def add(self, piece: Piece) -> Piece:
        """Add a piece."""
        piece.number = len(self.all)
        self.all.append(piece)
        return piece

    def of_array(
        self,
        label: str,
        array: np.ndarray[Any, Any],
        *,
        step: int,
        writable: bool,
        written: bool,
        shared: bool = True,
        argument: EntryArgument | None = None,
        padded: tuple[int, ...] | None = None,
    ) -> Piece:
        """The piece for the caller's array; `argument` is its metadata.
        `padded`: its shape in memory, if rows are longer there."""
        key = ("array", array.__array_interface__["data"][0], array.nbytes, padded)
        piece = self._by_key.get(key) if array.nbytes else None
        if piece is None:
            result = array if padded is None else with_padding(array, padded)
            piece = self._by_key[key] = self.add(Piece(label, [result], step, shared=shared, source=(array, argument)))
            if padded is not None and array.flags.writeable:
                piece.after = lambda: copy_without_padding(result, array)
        piece.writable |= writable
        piece.written |= written
        return piece

    def of_objects(self, label: str, array: np.ndarray[Any, Any], fill: Callable[[Piece], None]) -> Piece:
        """The piece for the caller's array of objects that stand for addresses; `fill` writes the addresses."""
        import numpy as np

        key = ("array", array.__array_interface__["data"][0], array.nbytes)
        if key not in self._by_key:
            self._kept.append(array)
            values = np.zeros(array.nbytes, np.uint8)
            # An object in it may refer to the array itself, so register the piece before it is filled.
            self._by_key[key] = self.add(Piece(label, [values], array.itemsize, writable=True, written=True))
            fill(self._by_key[key])
        return self._by_key[key]

    def of_value(self, value: object, make: Callable[[], Piece]) -> Piece:
        """The piece for the caller's mapping or list, created by `make`."""
        key = ("value", id(value))
        if key not in self._by_key:
            self._kept.append(value)
            self._by_key[key] = make()
        return self._by_key[key]

    def of_image(self, label: str, image: Image, *, written: bool) -> Piece:
        """The header of a texture; its texels have a separate piece."""
        import numpy as np

        header = self._by_key.get(("image", id(image)))
        if header is None:
            levels = tuple((level.__array_interface__["data"][0], level.nbytes) for level in image.levels)
            key = ("texels", *levels)
            data = self._by_key.get(key)
            if data is None:
                data = self.add(Piece(label, list(image.levels), checked=False, source=(image.array, image)))
                self._by_key[key] = data
            words = layout.TextureHeader()
            image.fill(words, 0)
            array = np.frombuffer(bytes(words), np.uint8)
            header = self.add(Piece(label, [array], checked=False, pointers=[(0, data, 0)]))
            self._kept.append(image)
            self._by_key["image", id(image)] = header
        header.pointers[0][1].written |= written
        return header

    def lay_out(self, memory: Memory, *, zones: bool) -> None:
        """Give each piece an offset. With `zones`, pieces are far apart, so that an index out of range does not
        reach the next one."""
        gap = min(_RED_ZONE, _MOST_ZONES // max(1, len(self.all))) if zones else 0
        for piece in self.all:
            piece.at = memory.reserve(piece.size, gap if piece.checked else 0)

    def fill(self, view: np.ndarray[Any, Any]) -> None:
        """Copy all values into the memory."""
        for piece in self.all:
            at = piece.at
            for array in piece.arrays:
                view[at : at + array.nbytes] = bytes_of(array)
                at += array.nbytes

    def fill_uninitialized(self, view: np.ndarray[Any, Any], change: int) -> None:
        """Change the bits of values that count as uninitialized."""
        for piece in self.all:
            if piece.uninitialized:
                view[piece.at : piece.at + piece.size] ^= change

    def restore_unwritten(self, view: np.ndarray[Any, Any], before: Sequence[bytes], change: int) -> None:
        """Restore bytes that the function did not write: those that still have changed bits, and that have their
        original values after another run (`before`)."""
        import numpy as np

        for piece, left in zip([piece for piece in self.all if piece.written], before, strict=False):
            if piece.uninitialized:
                now = view[piece.at : piece.at + piece.size]
                values = np.concatenate([bytes_of(array) for array in piece.arrays])
                unwritten = (now == values ^ np.uint8(change)) & (np.frombuffer(left, np.uint8) == values)
                now[unwritten] = values[unwritten]

    def read_back(self, view: np.ndarray[Any, Any]) -> None:
        """Copy all that the function may have written into the arrays."""
        for piece in self.all:
            at = piece.at
            for array in piece.arrays if piece.written else ():
                bytes_of(array)[:] = view[at : at + array.nbytes]
                at += array.nbytes
            if piece.after is not None:
                piece.after()

    def results(self) -> Iterator[tuple[str, np.ndarray[Any, Any], EntryArgument | Image | None]]:
        """The caller's arrays that the function may have written: name, array, and its argument or texture."""
        for piece in self.all:
            if piece.written and piece.source is not None:
                yield (piece.label.replace("'", ""), *piece.source)

    def written(self, view: np.ndarray[Any, Any]) -> list[bytes]:
        """All bytes that the function may have written, except addresses."""
        return [view[piece.at : piece.at + piece.size].tobytes() for piece in self.all if piece.written]

    def relocations(self) -> list[tuple[int, int]]:
        """The offsets in memory that hold addresses, and the offsets that these addresses refer to."""
        return [(piece.at + offset, target.at + more) for piece in self.all for offset, target, more in piece.pointers]

    def functions(self) -> list[tuple[int, int]]:
        """The offsets in memory that hold addresses of functions, and the numbers of the functions."""
        return [(piece.at + offset, number) for piece in self.all for offset, number in piece.functions]

    def spans(self) -> list[tuple[int, int, int, int, bool]]:
        """Memory as described to the checks: number, offset, bytes, `layout.SpanFlag`, and whether threads may race."""
        return [
            (
                piece.number,
                piece.at,
                piece.size,
                layout.SpanFlag.WRITABLE * piece.writable | layout.SpanFlag.UNINITIALIZED * piece.uninitialized,
                piece.shared,
            )
            for piece in self.all
            if piece.checked
        ]

    def textures(self) -> list[tuple[int, int, int, int, bool]]:
        """The same description for the texels of textures; races are possible if the function may write them."""
        return [
            (piece.number, piece.at, piece.size, int(layout.SpanFlag.OF_TEXTURE), piece.written)
            for piece in self.all
            if piece.source is not None and isinstance(piece.source[1], Image)
        ]

    def place(self, address: int) -> tuple[Piece, int] | None:
        """The piece that contains an address, and the offset in it; addresses count from the start of the memory."""
        for piece in self.all:
            if piece.at <= address < piece.at + max(1, piece.size):
                return piece, address - piece.at
        return None


def with_padding(array: np.ndarray[Any, Any], shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """A copy with rows extended by zeros."""
    import numpy as np

    values = np.zeros(shape, array.dtype)
    values[..., : array.shape[-1]] = array
    return values


def copy_without_padding(padded: np.ndarray[Any, Any], array: np.ndarray[Any, Any]) -> None:
    """The rows of an array without the padding that `with_padding` added."""
    array[...] = padded[..., : array.shape[-1]]


def bytes_of(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The bytes of an array with contiguous elements."""
    import numpy as np

    return array.reshape(-1).view(np.uint8)
