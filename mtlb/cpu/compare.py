"""Do two modules mean the same? Both run on the same made arguments, and every byte that they leave is compared.

Arguments are made from the metadata: of each type, at sizes that a shader can work with. Both run with checks, so that
a thread that leaves its memory ends there and nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..air import EntryArgument, function_constants
from ..base.errors import MtlbError
from ..container import FunctionType, Library
from .images import Image, Sampler
from .kernel import Kernel, element_type, load_function, texture_kind, value_type
from .prepare import Parameter
from .process import Session

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Comparison", "compare_functions", "compare_libraries", "made_arguments"]

_BUFFER_BYTES = 1 << 16
_SIDE = 16  # of textures and of pictures
_THREADS = 64


@dataclass(slots=True)
class Comparison:
    """What came of one function: `outcome` is ``same``, ``differs`` or ``not run``, `detail` says where or why."""

    name: str
    outcome: str
    detail: str = ""
    seeds: int = 0
    findings: list[str] = field(default_factory=list)

    @property
    def is_same(self) -> bool:
        """Whether all bytes were equal in all runs."""
        return self.outcome == "same"


@dataclass(slots=True)
class _Made:
    """Arguments of one run, and the arrays that it may change."""

    buffers: dict[str | int, Any] = field(default_factory=dict)
    textures: dict[str | int, Any] = field(default_factory=dict)
    samplers: dict[str | int, Any] = field(default_factory=dict)
    inputs: dict[str, Any] = field(default_factory=dict)
    watched: dict[str, np.ndarray[Any, Any]] = field(default_factory=dict)


def made_arguments(kernel: Kernel, grid: tuple[int, int, int], seed: int) -> dict[str, Any]:
    """Values for all arguments of a function, the same for the same seed, as keywords of `Kernel.run`."""
    made = _make(kernel, grid, seed)
    return {"buffers": made.buffers, "textures": made.textures, "samplers": made.samplers, "inputs": made.inputs}


def grid_of(kernel: Kernel) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """A grid and a threadgroup that suit a function: a line of threads, or a square where it asks for two numbers."""
    entry = kernel.prepared.entry
    if entry.work_group_size is not None:
        x, y, z = entry.work_group_size
        return (2 * x, y, z), (x, y, z)
    two = any(
        p.argument.kind in ("thread_position_in_grid", "thread_position_in_threadgroup", "threadgroup_position_in_grid")
        and p.spelled.startswith("<")
        for p in kernel.parameters
    )
    if kernel.prepared.kind is FunctionType.FRAGMENT:
        return (_SIDE, _SIDE, 1), (8, 4, 1)
    if kernel.prepared.kind is FunctionType.VERTEX:
        return (_THREADS, 1, 1), (1, 1, 1)
    return ((_SIDE, _SIDE, 1), (8, 8, 1)) if two else ((_THREADS, 1, 1), (32, 1, 1))


def _make(kernel: Kernel, grid: tuple[int, int, int], seed: int) -> _Made:
    import numpy as np

    generator = np.random.default_rng(seed)
    made = _Made()
    threads = grid[0] * grid[1] * grid[2]
    for parameter in kernel.parameters:
        argument = parameter.argument
        key: str | int = argument.name or argument.location_index or 0
        if argument.location_index is not None:
            key = argument.location_index
        if not parameter.by_pointer:
            if parameter.source != "place":
                made.inputs[argument.name or argument.kind] = _value(generator, parameter, threads)
        elif argument.kind == "texture":
            made.textures[key] = texture = _texture(generator, argument)
            made.watched[f"texture {parameter.label}"] = texture.array
        elif argument.kind == "sampler":
            made.samplers[key] = Sampler("linear", "linear", "linear", "repeat", compare_function="less")
        elif parameter.address_space != 3:
            made.buffers[key] = array = _buffer(generator, argument)
            made.watched[f"buffer {parameter.label}"] = array
    return made


def _value(generator: np.random.Generator, parameter: Parameter, threads: int) -> Any:
    import numpy as np

    dtype, count = value_type(parameter)
    if np.dtype(dtype).kind == "f":
        return generator.random((threads, count)).astype(dtype)
    return generator.integers(0, 2, (threads, count)).astype(dtype)


def _buffer(generator: np.random.Generator, argument: EntryArgument) -> np.ndarray[Any, Any]:
    """Bytes of the elements that the metadata describes, over and over."""
    import numpy as np

    step = max(argument.type_size or 4, 1)
    one = np.zeros(step, np.uint8)
    information = argument.struct_type_info
    if information is None or not information.fields:
        count = -(-_BUFFER_BYTES // step)
        return _numbers(generator, argument.type_name, count * step)
    for member in information.fields:
        size = member.size * max(1, member.array_entries)
        if member.offset + size <= step:
            one[member.offset : member.offset + size] = _numbers(generator, member.type_name, size)
    repeated: np.ndarray[Any, Any] = np.tile(one, max(1, _BUFFER_BYTES // step))
    return repeated


def _numbers(generator: np.random.Generator, type_name: str, size: int) -> np.ndarray[Any, Any]:
    """So many bytes of numbers of a type, small enough to be sizes and indices as well."""
    import numpy as np

    its = element_type(type_name)
    dtype = np.dtype(its[0]) if its is not None else np.dtype("f4")
    count = -(-size // dtype.itemsize)
    values: np.ndarray[Any, Any]
    if dtype.kind == "f":
        values = generator.standard_normal(count) * float(generator.choice([1.0, 30.0]))
    elif type_name.startswith("bfloat"):
        values = generator.standard_normal(count).astype("f4").view("u4") >> 16
    else:
        values = generator.integers(0, 2 if type_name == "bool" else int(generator.choice([2, 24, 100, 2000])), count)
    made: np.ndarray[Any, Any] = np.ascontiguousarray(values.astype(dtype)).view(np.uint8)[:size].copy()
    return made


def _texture(generator: np.random.Generator, argument: EntryArgument) -> Image:
    kind = texture_kind(argument.type_name)
    shapes = {
        "1d": (_SIDE,),
        "1d_array": (4, _SIDE),
        "3d": (_SIDE, _SIDE, _SIDE),
        "cube": (6, _SIDE, _SIDE),
        "cube_array": (12, _SIDE, _SIDE),
        "2d_array": (4, _SIDE, _SIDE),
        "2d_ms": (4, _SIDE, _SIDE),
    }
    shape = shapes.get(kind, (_SIDE, _SIDE))
    if argument.type_name.startswith("depth"):
        return Image(generator.random(shape).astype("f4"), kind, format="depth32float")
    integers = any(word in argument.type_name for word in ("<uint", "<int", "<ushort", "<short"))
    if integers:
        return Image(generator.integers(0, 200, (*shape, 4)).astype("u4"), kind, format="rgba32uint")
    return Image(generator.random((*shape, 4)).astype("f4"), kind)


def compare_functions(
    one: Any,
    other: Any,
    name: str,
    *,
    seeds: int = 2,
    constants: Mapping[str | int, object] | None = None,
    session: Session | None = None,
    seconds: float = 20.0,
) -> Comparison:
    """Run a function of two libraries or modules on the same arguments, and compare what they leave, byte by byte."""
    own = session if session is not None else Session()
    try:
        return _compared(one, other, name, seeds, constants, own, seconds)
    finally:
        if session is None:
            own.close()


def _compared(
    one: Any,
    other: Any,
    name: str,
    seeds: int,
    constants: Mapping[str | int, object] | None,
    session: Session,
    seconds: float,
) -> Comparison:
    try:
        constants = {**_made_constants(one, name), **(constants or {})}
        kernels = [
            Kernel(source, name, constants=constants, check=True, optimize=1, session=session)
            for source in (one, other)
        ]
    except MtlbError as error:
        return Comparison(name, "not run", error.reason)
    findings: list[str] = []
    for seed in range(1, seeds + 1):
        left, right = (_state(kernel, kernels[0], seed, seconds) for kernel in kernels)
        if isinstance(left, str) or isinstance(right, str):
            if isinstance(left, str) and isinstance(right, str) and left == right:
                return Comparison(name, "not run", left, seed)
            return Comparison(name, "differs", f"one of them: {left if isinstance(left, str) else right}", seed)
        findings = sorted({*findings, *left.pop("findings"), *right.pop("findings")})
        if difference := _difference(left, right):
            return Comparison(name, "differs", f"seed {seed}: {difference}", seed, findings)
    return Comparison(name, "same", "", seeds, findings)


def _made_constants(source: Any, name: str) -> dict[str | int, object]:
    """A value for every function constant: 1, or true."""
    found: dict[str | int, object] = {}
    for constant in function_constants(load_function(source, name)):
        count = int(constant.type_name[-1]) if constant.type_name[-1:] in ("2", "3", "4") else 1
        found[constant.name] = 1 if count == 1 else [1] * count
    return found


def _state(kernel: Kernel, first: Kernel, seed: int, seconds: float) -> dict[str, Any] | str:
    """All arrays after a run, or why there was none."""
    grid, size = grid_of(first)
    try:
        made = _make(kernel, grid, seed)
        result = kernel.run(
            grid,
            size,
            buffers=made.buffers,
            textures=made.textures,
            samplers=made.samplers,
            inputs=made.inputs,
            seconds=seconds,
        )
    except MtlbError as error:
        return error.reason
    state: dict[str, Any] = {name: array.copy() for name, array in made.watched.items()}
    state.update({f"output {name}": array for name, array in result.outputs.items()})
    if result.discarded is not None:
        state["discarded"] = result.discarded
    state["findings"] = {finding.code for finding in result.findings}
    return state


def _difference(left: dict[str, Any], right: dict[str, Any]) -> str:
    """The first difference, "" for none."""
    import numpy as np

    if left.keys() != right.keys():
        return f"{', '.join(sorted(left.keys() ^ right.keys()))} is of one of them alone"
    for name, array in left.items():
        mine, theirs = (np.ascontiguousarray(a).reshape(-1).view(np.uint8) for a in (array, right[name]))
        if mine.size != theirs.size:
            return f"{name}: {mine.size} bytes against {theirs.size}"
        places = np.flatnonzero(mine != theirs)
        if places.size:
            at = int(places[0])
            values = f"{mine[at]:#04x}, {theirs[at]:#04x}"
            return f"{name}: {places.size} of {mine.size} bytes differ, the first at byte {at} ({values})"
    return ""


def compare_libraries(
    one: Library,
    other: Library,
    names: Sequence[str] = (),
    *,
    seeds: int = 2,
    constants: Mapping[str | int, object] | None = None,
    seconds: float = 20.0,
) -> Iterator[Comparison]:
    """Compare every function that both libraries have, or those named, in the order of the first one."""
    there = {function.name for function in other.functions}
    wanted: Iterable[str] = names or [function.name for function in one.functions if function.name in there]
    with Session() as session:
        for name in wanted:
            yield compare_functions(
                one, other, name, seeds=seeds, constants=constants, session=session, seconds=seconds
            )
