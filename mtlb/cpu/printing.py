"""Values of a run as text and as JSON.
Numbers have the shortest form that reads back to the same value; vectors and structs are in parentheses. Values
follow the metadata: a struct's bytes are shown by its members, `bfloat` as numbers, and the numbers of a vector
together."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..air import EntryArgument
from ..base.errors import BuildError
from .images import FORMATS, Image
from .resources import TEXTURES, image_of
from .structures import element_type, struct_dtype, type_parts

if TYPE_CHECKING:
    import numpy as np

FIRST, LAST = 8, 4
"""The number of elements of a longer array that are shown by default, from its start and from its end."""


class NamedValues(NamedTuple):
    """The values of one argument or output.
    `type_name`: the type of an element: Metal's, or numpy's if the metadata has no type; for a texture its pixel
    format. `elements`: an array in which each row is an element: a number (no further dimension), several numbers,
    or the members of a struct."""

    name: str
    type_name: str
    elements: np.ndarray[Any, Any]
    shape: tuple[int, ...]

    def text(self, count: int | None = None) -> str:
        """`name: type[shape] = values`: the first `count` elements; by default all of a short array, or both ends."""
        sizes = "x".join(map(str, self.shape))
        return f"{self.name}: {self.type_name}[{sizes}] = {' '.join(self._words(count))}"

    def _words(self, count: int | None) -> list[str]:
        total = len(self.elements)
        if count is not None:
            rest = ["…"] if total > count else []
            return [*(_word(element) for element in self.elements[:count]), *rest]
        if total <= FIRST + LAST:
            return [_word(element) for element in self.elements]
        ends = [_word(element) for element in self.elements[:FIRST]], [_word(e) for e in self.elements[-LAST:]]
        return [*ends[0], "…", *ends[1]]

    def column(self) -> Iterator[str]:
        """Every element as text; the numbers of a vector are separated by blanks."""
        for element in self.elements:
            yield _word(element).replace(",", "").strip("()")

    def as_json(self) -> dict[str, Any]:
        """The JSON form for `mtlb run --json`: `values` has one item for each element."""
        return {
            "name": self.name,
            "type": self.type_name,
            "shape": list(self.shape),
            "values": [_item(element) for element in self.elements],
        }


def named_values(name: str, array: np.ndarray[Any, Any], argument: EntryArgument | Image | None = None) -> NamedValues:
    """The values of an array of a run; `argument` is the texture or the argument's metadata, if there is any."""
    if isinstance(argument, EntryArgument) and argument.kind in TEXTURES:
        argument = image_of(argument.type_name, array)
    if isinstance(argument, Image):
        return _pixels(name, argument)
    array, type_name = _typed(array, argument)
    stated = type_parts(argument.type_name) if argument is not None and array.dtype.names is None else None
    if stated is None:
        # Pixels, or a vector for each thread, if the type is unknown.
        is_rows = array.dtype.names is None and array.ndim >= 2 and array.shape[-1] <= 4
        columns, rows = 1, array.shape[-1] if is_rows else 1
        stride = rows
    else:
        _, columns, rows = stated
        stride = rows
        if argument is not None and argument.type_size:  # the fourth element of a vector of three is padding
            stride = max(rows, argument.type_size // columns // array.dtype.itemsize)
    if array.size % (columns * stride):
        columns = rows = stride = 1
    if columns * stride == 1:
        return NamedValues(name, type_name, array.reshape(-1), array.shape or (1,))
    elements = array.reshape(-1, columns, stride)[:, :, :rows]
    # The last dimension may hold the numbers of an element; a flat array is divided into elements.
    shape = array.shape[:-1] if array.ndim > 1 and array.shape[-1] == columns * stride else (len(elements),)
    return NamedValues(name, type_name, elements if columns > 1 else elements[:, 0], shape)


def _pixels(name: str, image: Image) -> NamedValues:
    """The pixels of the first level of a texture, as its format has them; the type is the name of the format."""
    count = FORMATS[image.format].elements
    pixels = image.array.reshape(-1, count)
    return NamedValues(name, image.format, pixels if count > 1 else pixels[:, 0], image.shape)


def _typed(array: np.ndarray[Any, Any], argument: EntryArgument | None) -> tuple[np.ndarray[Any, Any], str]:
    """The array as elements of the type in the metadata, and the name of that type."""
    import numpy as np

    if argument is None:
        return array, str(array.dtype)
    struct, size = argument.struct_type_info, argument.type_size or 0
    if struct is not None and struct.fields and size and array.nbytes % size == 0 and array.dtype.names is None:
        try:
            dtype = struct_dtype(struct, size)
        except BuildError:
            return array, str(array.dtype)
        return np.ascontiguousarray(array).reshape(-1).view(np.uint8).view(dtype), argument.type_name
    stated = element_type(argument.type_name)
    if stated is None:
        return array, str(array.dtype)
    if argument.type_name.startswith("bfloat") and array.dtype.itemsize == 2 and array.dtype.kind in "ui":
        return (array.view(np.uint16).astype(np.uint32) << 16).view(np.float32), argument.type_name
    if array.dtype.itemsize == int(stated[0][1:]) and array.dtype.kind in "iuf" and array.dtype.kind != stated[0][0]:
        return array.view(stated[0]), argument.type_name  # an array of another type with the same bytes
    return array, argument.type_name if array.dtype == np.dtype(stated[0]) else str(array.dtype)


def _number(value: Any) -> str:
    """A number in its shortest form that reads back as the same value of its type."""
    import numpy as np

    if not isinstance(value, np.floating) or not np.isfinite(value):
        return str(value)
    if value and not 1e-5 <= abs(float(value)) < 1e16:
        return str(np.format_float_scientific(value, unique=True, trim="-"))
    return str(np.format_float_positional(value, unique=True, trim="-"))


def _word(element: Any) -> str:
    import numpy as np

    if isinstance(element, np.void) and element.dtype.names:
        members = (f"{name}: {_word(element[name])}" for name in element.dtype.names)
        return f"({', '.join(members)})"
    if isinstance(element, np.void):
        return f"0x{element.tobytes().hex()}"
    if isinstance(element, np.ndarray):
        return f"({', '.join(_word(part) for part in element)})"
    return _number(element)


def _item(element: Any) -> Any:
    import numpy as np

    if isinstance(element, np.void) and element.dtype.names:
        return {name: _item(element[name]) for name in element.dtype.names}
    if isinstance(element, np.void):
        return element.tobytes().hex()
    if isinstance(element, np.ndarray):
        return [_item(part) for part in element]
    if isinstance(element, np.floating):
        number = float(_number(element))
        if math.isnan(number):
            return "NaN"
        if math.isinf(number):
            return "Infinity" if number > 0 else "-Infinity"
        return number
    return int(element)
