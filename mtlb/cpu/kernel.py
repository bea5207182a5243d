"""Functions as things to call: `Kernel`, its arguments, and what a run gives back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..air import EntryArgument
from ..base.arguments import BYTES
from ..base.errors import BuildError, RunError, TimeLimitError
from ..base.filekind import FileKind, sniff
from ..base.findings import Certainty, Finding, Severity
from ..base.metal import AccessQualifier
from ..bitcode import read_module
from ..container import FunctionType, Library
from ..ir import DataLayout, Module
from . import layout
from .images import Image, Sampler
from .prepare import Parameter, Prepared, prepare
from .process import Session, Worker

if TYPE_CHECKING:
    import numpy as np

__all__ = ["GivenValues", "Kernel", "Result", "load_function", "run"]

_THREADGROUP_BYTES = 32768
_STACK_BYTES = 65536
_SECONDS = 60.0
_RED_ZONE = 16 << 20
_ABSENT_BYTES = 1 << 16
_FILLS = (0xFF, 0x5A)  # of memory that nobody wrote: NaN, and a large number, which stacks get too

_NUMPY_TYPES = {
    "bool": "u1",
    "char": "i1",
    "uchar": "u1",
    "short": "i2",
    "ushort": "u2",
    "int": "i4",
    "uint": "u4",
    "long": "i8",
    "ulong": "u8",
    "size_t": "u8",
    "half": "f2",
    "float": "f4",
    "bfloat": "u2",
    "int8_t": "i1",
    "uint8_t": "u1",
    "int16_t": "i2",
    "uint16_t": "u2",
    "int32_t": "i4",
    "uint32_t": "u4",
    "int64_t": "i8",
    "uint64_t": "u8",
}


def element_type(type_name: str) -> tuple[str, int] | None:
    """The numpy type of the numbers of a type of Metal, and how many numbers it has; None for a struct."""
    found = re.fullmatch(r"(?:packed_|atomic_|device |const )*([a-z_0-9]+?)([234](?:x[234])?)?", type_name.strip())
    if found is None:
        return None
    name = {"atomic_int": "int", "atomic_uint": "uint", "atomic_float": "float"}.get(found[1], found[1])
    if type_name in _NUMPY_TYPES:
        return _NUMPY_TYPES[type_name], 1
    if name not in _NUMPY_TYPES:
        return None
    count = 1
    for factor in (found[2] or "1").split("x"):
        count *= int(factor)
    return _NUMPY_TYPES[name], count


@dataclass(slots=True)
class Result:
    """What a run gives back.

    `outputs`: what a vertex or fragment function returned, by name, an array with one row a thread. `discarded`: which
    fragments were given up, or None. `findings`: of the checks, and of barriers that not all threads reached. `counts`:
    threads, barriers, meetings of simdgroups, accesses that were checked. `seconds`: the time of the run itself.
    """

    outputs: dict[str, np.ndarray[Any, Any]]
    discarded: np.ndarray[Any, Any] | None
    findings: list[Finding]
    counts: dict[str, int]
    seconds: float

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def load_function(source: Library | Module | bytes | memoryview | str | Path, name: str) -> Module:
    """The module that a function is in: of a library, of AIR bitcode, or of a path to either. BuildError if none is."""
    from ..container import read

    if isinstance(source, (str, Path)):
        source = Path(source).read_bytes()
    if isinstance(source, BYTES):
        source = read(source) if sniff(source) is FileKind.METALLIB else read_module(source)
    if isinstance(source, Module):
        return source
    if not isinstance(source, Library):
        raise BuildError(f"{source!r:.60} is no library and no module")
    for function in source.functions:
        if function.name == name:
            return read_module(function.module)
    names = ", ".join(repr(function.name) for function in source.functions[:5])
    raise BuildError(f"no function {name!a} in the library, which has {names or 'none'}")


@dataclass(slots=True)
class GivenValues:
    """Values for a run: of buffers, textures and samplers by name or index, of what each thread gets by name."""

    buffers: Mapping[str | int, Any] = field(default_factory=dict)
    textures: Mapping[str | int, Any] = field(default_factory=dict)
    samplers: Mapping[str | int, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    threadgroup_memory: Mapping[str | int, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Piece:
    """One value in the memory of the run."""

    parameter: int
    array: np.ndarray[Any, Any]
    at: int = 0
    written: bool = False  # it is copied back
    size: int = 0
    stride: int = 0
    texture: Image | None = None
    header: int = 0
    absent: bool = False  # nobody gave it


class Kernel:
    """One function, compiled for this CPU, to be run any number of times. A context manager; `close` ends its process.

    `constants` are the values of function constants by name or index; `check` looks at every access to memory.
    BuildError for a function or constant that is not there; UnsupportedError for what can't be run.
    """

    def __init__(
        self,
        source: Library | Module | bytes | memoryview | str | Path,
        name: str,
        *,
        constants: Mapping[str | int, object] | None = None,
        check: bool = False,
        optimize: int = 2,
        session: Session | None = None,
    ) -> None:
        self.name = name
        self.check = check
        self.module = load_function(source, name)
        self.constants = dict(constants or {})
        self.optimize = optimize
        self.prepared: Prepared = prepare(self.module, name, self.constants, check=check)
        self.compile_seconds = 0.0
        self.session = session if session is not None else Session()
        self._owns_session = session is None
        self._number = self.session.number()

    def __enter__(self) -> Kernel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process that runs the function, unless others run in it too."""
        if self._owns_session:
            self.session.close()

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters of the function, in order."""
        return self.prepared.parameters

    def run(
        self,
        grid: int | tuple[int, ...],
        threadgroup: int | tuple[int, ...] | None = None,
        *,
        buffers: Mapping[str | int, Any] | None = None,
        textures: Mapping[str | int, Any] | None = None,
        samplers: Mapping[str | int, Any] | None = None,
        inputs: Mapping[str, Any] | None = None,
        threadgroup_memory: Mapping[str | int, int] | None = None,
        seconds: float = _SECONDS,
        progress: Callable[[float], None] | None = None,
    ) -> Result:
        """Run a grid of threads: so many in all, so many in a threadgroup; the last threadgroups may be smaller.

        A vertex function runs over vertices and instances, a fragment function over a picture (width, height).
        Arrays are changed in place. `threadgroup_memory` is in bytes. BuildError for an argument that is missing or of
        the wrong type or size, before anything runs; RunError if the function does not come to its end.
        """
        arguments = GivenValues(buffers or {}, textures or {}, samplers or {}, inputs or {}, threadgroup_memory or {})
        whole = _three(grid, "grid")
        size = _three(threadgroup if threadgroup is not None else self._default_threadgroup(whole), "threadgroup")
        self._check_size(size)
        return _Run(self, arguments, whole, size, seconds, progress).run()

    def _default_threadgroup(self, grid: tuple[int, int, int]) -> tuple[int, int, int]:
        entry = self.prepared.entry
        if entry.work_group_size is not None:
            return entry.work_group_size
        if self.prepared.kind is FunctionType.FRAGMENT and self.prepared.stackful:
            return (min(8, grid[0] + (grid[0] & 1)), min(4, grid[1] + (grid[1] & 1)), 1)
        return (min(32, grid[0]), 1, 1)

    def _check_size(self, size: tuple[int, int, int]) -> None:
        entry = self.prepared.entry
        threads = size[0] * size[1] * size[2]
        most = min(1024, entry.max_work_group_size or 1024)
        if threads > most:
            raise BuildError(f"threadgroup of {threads} threads: function {self.name!a} takes at most {most}")
        if entry.work_group_size is not None and size != tuple(entry.work_group_size):
            raise BuildError(f"threadgroup {size}: function {self.name!a} states {tuple(entry.work_group_size)}")

    def connect(self) -> Worker:
        """The process, with the function compiled."""
        worker = self.session.worker
        if self._number not in self.session.compiled:
            answer = compile_in(worker, self.prepared, self._number, self.optimize)
            self.compile_seconds = answer["seconds"]
            self.session.compiled.add(self._number)
        return worker

    @property
    def number(self) -> int:
        """What the process calls the function."""
        return self._number

    def assembly(self) -> str:
        """What LLVM makes of the function for this processor, as assembly."""
        text: str = compile_in(self.session.worker, self.prepared, self._number, self.optimize, assembly=True)[
            "assembly"
        ]
        return text


def compile_in(
    worker: Worker, prepared: Prepared, number: int, level: int, *, mark: bool = False, assembly: bool = False
) -> dict[str, Any]:
    """Compile a prepared function in a worker."""
    text = prepared.text.encode("utf-8", "surrogateescape")
    units = ["runtime"] + ["textures"] * prepared.needs_textures + ["check"] * prepared.checked
    exports = ["mtlb_size_of_lane", "mtlb_size_of_simd", "mtlb_size_of_dispatch"]
    if prepared.checked:
        exports += ["mtlb_check_begin", "mtlb_check_count", "mtlb_check_accesses"]
    request = {
        "what": "compile",
        "number": number,
        "bitcode": len(prepared.bitcode),
        "text": len(text),
        "level": level,
        "units": units,
        "exports": exports,
        "mark": mark,
        "assembly": assembly,
    }
    return worker.ask(request, prepared.bitcode, text, seconds=300)


def _three(value: int | tuple[int, ...], name: str) -> tuple[int, int, int]:
    values = (value,) if isinstance(value, int) else tuple(value)
    if not 1 <= len(values) <= 3 or any(not isinstance(v, int) or v < 1 for v in values):
        raise BuildError(f"{name} is {value!r}; expected one to three numbers of 1 or more")
    whole = (*values, 1, 1)
    if whole[0] * whole[1] * whole[2] >= 1 << 32:
        raise BuildError(f"{name} is {value!r}: more than 2^32 threads")
    return whole[:3]  # type: ignore[return-value]


def run(
    source: Library | Module | bytes | memoryview | str | Path,
    name: str,
    grid: int | tuple[int, ...],
    threadgroup: int | tuple[int, ...] | None = None,
    *,
    buffers: Mapping[str | int, Any] | None = None,
    textures: Mapping[str | int, Any] | None = None,
    samplers: Mapping[str | int, Any] | None = None,
    inputs: Mapping[str, Any] | None = None,
    constants: Mapping[str | int, object] | None = None,
    threadgroup_memory: Mapping[str | int, int] | None = None,
    check: bool = False,
    seconds: float = _SECONDS,
    progress: Callable[[float], None] | None = None,
) -> Result:
    """Run one function over a grid, as `Kernel` and its `run` do; arrays are changed in place."""
    with Kernel(source, name, constants=constants, check=check) as kernel:
        return kernel.run(
            grid,
            threadgroup,
            buffers=buffers,
            textures=textures,
            samplers=samplers,
            inputs=inputs,
            threadgroup_memory=threadgroup_memory,
            seconds=seconds,
            progress=progress,
        )


class _Run:
    """One run: the memory that it needs, the request, and what came of it."""

    def __init__(
        self,
        kernel: Kernel,
        arguments: GivenValues,
        grid: tuple[int, int, int],
        size: tuple[int, int, int],
        seconds: float,
        progress: Callable[[float], None] | None,
    ) -> None:
        self.kernel, self.prepared = kernel, kernel.prepared
        self.arguments, self.grid, self.size = arguments, grid, size
        self.seconds, self.progress = seconds, progress
        self.threads = grid[0] * grid[1] * grid[2]
        self.pieces: list[_Piece] = []
        self.threadgroup: list[tuple[int, int]] = []  # parameter, bytes
        self.used: dict[str, set[str | int]] = {}

    def run(self) -> Result:
        import numpy as np

        for number, parameter in enumerate(self.prepared.parameters):
            self.bind(number, parameter)
        self.refuse_unused()
        memory = self.kernel.session.memory
        memory.begin()
        gap = _RED_ZONE if self.prepared.checked else 0  # an index that is somewhat too large must not hit the next one
        for piece in self.pieces:
            if piece.texture is not None:
                piece.header = memory.reserve(4096)
            piece.at = memory.reserve(piece.size, gap)
        result_at = memory.reserve(self.threads * self.prepared.result_size) if self.prepared.result_size else None
        is_fragment = self.prepared.kind is FunctionType.FRAGMENT
        discarded_at = memory.reserve(self.threads) if is_fragment else None
        worker = self.kernel.connect()
        worker.lay_out()
        view = np.frombuffer(worker.mapped, np.uint8)
        self.fill(view)
        if discarded_at is not None:
            view[discarded_at : discarded_at + self.threads] = 0
        request = self.request(result_at, discarded_at)
        answer = self.ask(worker, request)
        if any(report["kind"] in _UNINITIALIZED for report in answer.get("reports", ())):
            self.drop_harmless(worker, view, request, answer, discarded_at)
        self.read_back(view)
        outputs: dict[str, np.ndarray[Any, Any]] = {}
        if result_at is not None:
            outputs = self.outputs(view[result_at : result_at + self.threads * self.prepared.result_size].copy())
        discarded = None
        if discarded_at is not None:
            discarded = view[discarded_at : discarded_at + self.threads].astype(bool)
        return Result(outputs, discarded, self.findings(answer), answer["counts"], answer["seconds"])

    def drop_harmless(
        self,
        worker: Worker,
        view: np.ndarray[Any, Any],
        request: dict[str, Any],
        answer: dict[str, Any],
        discarded_at: int | None,
    ) -> None:
        """Drop reports of reads of what nobody wrote, if another value there makes no difference to what is left.

        Lanes often load more than they use. The function runs once more with another value in such memory.
        """
        left = self.state(view, request)
        self.fill(view)
        if discarded_at is not None:
            view[discarded_at : discarded_at + self.threads] = 0
        again = self.ask(worker, {**request, "poison": _FILLS[1]})
        if self.state(view, request) == left and again["error"] == answer["error"]:
            answer["reports"] = [report for report in answer["reports"] if report["kind"] not in _UNINITIALIZED]

    def state(self, view: np.ndarray[Any, Any], request: dict[str, Any]) -> list[bytes]:
        """All bytes that the function may have written."""
        pieces = [(piece.at, piece.size) for piece in self.pieces if piece.written]
        at, size = request["arguments"][-1]
        if at is not None:
            pieces.append((at, size * self.threads))
        return [view[start : start + bytes_].tobytes() for start, bytes_ in pieces]

    # --- binding -----------------------------------------------------------------------------------------------------

    def given(self, where: str, argument: EntryArgument) -> Any:
        """The value of an argument, by its name or its index; None if there is none."""
        values = getattr(self.arguments, where)
        for key in (argument.name, argument.location_index, argument.kind if where == "inputs" else None):
            if key is not None and key != "" and key in values:
                self.used.setdefault(where, set()).add(key)
                return values[key]
        return None

    def refuse_unused(self) -> None:
        """Nothing that was given may be without an argument."""
        for where in ("buffers", "textures", "samplers", "inputs", "threadgroup_memory"):
            for key in getattr(self.arguments, where):
                if key not in self.used.get(where, set()):
                    names = ", ".join(p.label for p in self.prepared.parameters)
                    raise BuildError(f"{where}: the function has no {key!r}; its arguments are {names}")

    def bind(self, number: int, parameter: Parameter) -> None:
        argument = parameter.argument
        if not parameter.by_pointer:
            if parameter.source != "place":
                self.bind_value(number, parameter)
        elif argument.kind == "texture":
            self.bind_texture(number, parameter)
        elif argument.kind == "sampler":
            self.bind_sampler(number, parameter)
        elif parameter.address_space == 3:
            given = self.given("threadgroup_memory", argument)
            self.threadgroup.append((number, _THREADGROUP_BYTES if given is None else given))
        else:
            self.bind_buffer(number, parameter)

    def may_be_missing(self, parameter: Parameter) -> bool:
        return parameter.argument.unused or parameter.argument.function_constant is not None

    def missing(self, parameter: Parameter, what: str) -> BuildError:
        argument = parameter.argument
        index = f", index {argument.location_index}" if argument.location_index is not None else ""
        type_ = f" of {argument.type_name}" if argument.type_name else ""
        return BuildError(f"{what} {parameter.label}{index}{type_} needs a value")

    def bind_buffer(self, number: int, parameter: Parameter) -> None:
        import numpy as np

        argument = parameter.argument
        value = self.given("buffers", argument)
        if value is None:
            if not self.may_be_missing(parameter):
                raise self.missing(parameter, argument.kind)
            # Compilers load from such a buffer before they ask whether it is there, and use nothing of it.
            self.pieces.append(_Piece(number, np.zeros(_ABSENT_BYTES, np.uint8), size=_ABSENT_BYTES, absent=True))
            return
        if isinstance(value, np.ndarray):
            array = value
            if not array.flags.c_contiguous:
                raise BuildError(
                    f"buffer {parameter.label}: the elements of the array do not follow each other in memory"
                )
            self.check_type(parameter, array)
        elif isinstance(value, BYTES):
            array = np.frombuffer(bytes(value), np.uint8).copy()
        else:
            its = element_type(argument.type_name)
            if its is None:
                raise BuildError(
                    f"buffer {parameter.label} of {argument.type_name}: give an array or bytes, not {value!r:.40}"
                )
            try:
                array = np.array(value, its[0])
            except (ValueError, TypeError, OverflowError):
                raise BuildError(f"buffer {parameter.label} of {argument.type_name}: {value!r:.40} is none") from None
        least = argument.buffer_size or argument.type_size or 0
        if array.nbytes < least:
            raise BuildError(f"buffer {parameter.label} has {array.nbytes} bytes; a {argument.type_name} has {least}")
        writable = parameter.address_space == 1 and argument.access_qualifier in (
            None,
            AccessQualifier.WRITE,
            AccessQualifier.READ_WRITE,
        )
        written = writable and isinstance(value, np.ndarray) and array.flags.writeable
        self.pieces.append(_Piece(number, array, written=written, size=array.nbytes))

    def check_type(self, parameter: Parameter, array: np.ndarray[Any, Any]) -> None:
        """An array of numbers of another type is a mistake, unless it is one of bytes or a struct."""
        its = element_type(parameter.argument.type_name)
        if its is None or array.dtype.kind in "VS" or array.dtype.str[1:] == "u1":
            return
        wanted = its[0]
        if array.dtype.itemsize != int(wanted[1:]) or (array.dtype.kind == "f") != (wanted[0] == "f"):
            if parameter.argument.type_name.startswith("bfloat") and array.dtype.itemsize == 2:
                return
            raise BuildError(
                f"buffer {parameter.label} is of {parameter.argument.type_name}, the array of {array.dtype}"
            )

    def bind_texture(self, number: int, parameter: Parameter) -> None:
        import numpy as np

        argument = parameter.argument
        value = self.given("textures", argument)
        if value is None:
            if not self.may_be_missing(parameter):
                raise self.missing(parameter, "texture")
            return
        kind = texture_kind(argument.type_name)
        if isinstance(value, np.ndarray):
            value = Image(value, kind, format=_texture_format(argument.type_name, value))
        if not isinstance(value, Image):
            raise BuildError(f"texture {parameter.label}: give an Image or an array, not {value!r:.40}")
        if value.kind != kind:
            raise BuildError(
                f"texture {parameter.label} is a {argument.type_name}: a {value.kind} texture does not fit"
            )
        written = argument.access_qualifier in (AccessQualifier.WRITE, AccessQualifier.READ_WRITE)
        self.pieces.append(_Piece(number, value.array, written=written, size=value.nbytes, texture=value))

    def bind_sampler(self, number: int, parameter: Parameter) -> None:
        import numpy as np

        value = self.given("samplers", parameter.argument)
        if value is None:
            if not self.may_be_missing(parameter):
                raise self.missing(parameter, "sampler")
            return
        word = value.word() if isinstance(value, Sampler) else value
        if not isinstance(word, int):
            raise BuildError(f"sampler {parameter.label}: give a Sampler, not {value!r:.40}")
        self.pieces.append(_Piece(number, np.array([word, 0], np.uint64), size=16))

    def bind_value(self, number: int, parameter: Parameter) -> None:
        """A value for each thread, in the order of the grid, or one for all of them."""
        import numpy as np

        argument = parameter.argument
        value = self.given("inputs", argument)
        if value is None:
            if parameter.source != "default" and not self.may_be_missing(parameter):
                raise self.missing(parameter, argument.kind)
            return
        its = value_type(parameter)
        try:
            array = np.asarray(value, its[0])
        except (ValueError, TypeError, OverflowError):
            raise BuildError(f"input {parameter.label} of {argument.type_name}: {value!r:.40} is none") from None
        count = its[1]
        if array.size == count:
            rows, stride = array.reshape(1, count), 0
        elif array.size == self.threads * count:
            rows, stride = array.reshape(self.threads, count), parameter.stride
        else:
            raise BuildError(
                f"input {parameter.label}: {array.size} numbers; expected {count} for each of {self.threads} threads,"
                f" or {count} for all"
            )
        padded = np.zeros((len(rows), parameter.stride), np.uint8)
        padded[:, : rows.dtype.itemsize * count] = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), -1)
        self.pieces.append(_Piece(number, padded, size=padded.nbytes, stride=stride))

    # --- the run itself ----------------------------------------------------------------------------------------------

    def fill(self, view: np.ndarray[Any, Any]) -> None:
        """Copy the arguments into the memory of the run."""
        import numpy as np

        for piece in self.pieces:
            if piece.texture is None:
                view[piece.at : piece.at + piece.size] = _bytes_of(piece.array)
                continue
            at = piece.at
            for level in piece.texture.levels:
                view[at : at + level.nbytes] = _bytes_of(level)
                at += level.nbytes
            header = layout.TextureHeader()
            piece.texture.fill(header, 0)
            view[piece.header : piece.header + len(bytes(header))] = np.frombuffer(bytes(header), np.uint8)

    def read_back(self, view: np.ndarray[Any, Any]) -> None:
        """Copy what the function may have written into the arrays."""
        for piece in self.pieces:
            if not piece.written:
                continue
            at = piece.at
            for array in piece.texture.levels if piece.texture is not None else [piece.array]:
                _bytes_of(array)[:] = view[at : at + array.nbytes]
                at += array.nbytes

    def request(self, result_at: int | None, discarded_at: int | None) -> dict[str, Any]:
        """The request for the worker."""
        prepared = self.prepared
        rows: list[tuple[int | None, int]] = [(None, 0)] * (len(prepared.parameters) + 1)
        for piece in self.pieces:
            rows[piece.parameter] = (piece.header or piece.at, piece.stride)
        rows[-1] = (result_at, prepared.result_size)
        spans = []
        for piece in self.pieces:
            parameter = prepared.parameters[piece.parameter]
            if parameter.by_pointer and piece.texture is None and parameter.argument.kind != "sampler":
                writable = piece.written or (parameter.address_space == 1 and not self.is_read_only(parameter))
                writable = writable and not piece.absent
                spans.append((piece.parameter, piece.at, piece.size, int(writable), parameter.address_space == 1))
        return {
            "what": "run",
            "number": self.kernel.number,
            "grid": self.grid,
            "size": self.size,
            "arguments": rows,
            "pointers": [(piece.header, piece.at) for piece in self.pieces if piece.texture is not None],
            "textures": [piece.header for piece in self.pieces if piece.texture is not None],
            "threadgroup": [size for _, size in self.threadgroup],
            "threadgroup_arguments": [number for number, _ in self.threadgroup],
            "regions": len(prepared.threadgroup),
            "globals": len(prepared.globals),
            "writable": [int(region.address_space != 2) for region in prepared.globals],
            "stackful": int(prepared.stackful),
            "quads": int(prepared.kind is FunctionType.FRAGMENT),
            "poison": _FILLS[0] if prepared.checked else 0,
            "stack": _STACK_BYTES * (4 if prepared.checked else 1),
            "discarded": discarded_at,
            "check": prepared.checked,
            "spans": spans,
        }

    @staticmethod
    def is_read_only(parameter: Parameter) -> bool:
        return parameter.argument.access_qualifier is AccessQualifier.READ

    def ask(self, worker: Worker, request: dict[str, Any]) -> dict[str, Any]:
        """The answer. A function that takes too long is run once more, with marks, to say where it spins."""
        progress = self.progress
        groups = 1
        for whole, part in zip(self.grid, self.size, strict=True):
            groups *= -(-whole // part)
        report = None if progress is None else (lambda done: progress(done / groups))
        try:
            return worker.ask(request, seconds=self.seconds, progress=report)
        except TimeLimitError as error:
            where = self.spinning_place(request)
            raise TimeLimitError(f"function {self.kernel.name!a} was {error.reason}{where}") from None

    def spinning_place(self, request: dict[str, Any]) -> str:
        """Run it again, with marks at the heads of loops, and say which loop it was in when its time was over."""
        import numpy as np

        kernel = self.kernel
        prepared = prepare(kernel.module, kernel.name, kernel.constants, check=self.prepared.checked, mark=True)
        worker = Worker(kernel.session.memory, kernel.session.limit)
        try:
            worker.lay_out()
            compile_in(worker, prepared, kernel.number, 1, mark=True)
            self.fill(np.frombuffer(worker.mapped, np.uint8))
            worker.ask(request, seconds=min(2.0, self.seconds))
        except (TimeLimitError, RunError):
            number = worker.mark()
            return f", in {prepared.loops[number - 1]}" if 0 < number <= len(prepared.loops) else ""
        finally:
            worker.close()
        return ""

    # --- what came of it ---------------------------------------------------------------------------------------------

    def outputs(self, raw: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
        """The returned value of each thread, split into the outputs that the metadata names."""
        import numpy as np

        type_ = self.prepared.result_type
        assert type_ is not None
        rows = raw.reshape(self.threads, self.prepared.result_size)
        described = self.prepared.entry.outputs
        members = type_.elements if type_.code.name.startswith("STRUCT") else (type_,)
        measure = DataLayout()
        packed = bool(type_.params[0]) if len(members) > 1 or type_.code.name.startswith("STRUCT") else False
        found: dict[str, np.ndarray[Any, Any]] = {}
        at = 0
        for number, member in enumerate(members):
            if not packed:
                alignment = measure.alignment(member)
                at = -(-at // alignment) * alignment
            output = described[number] if number < len(described) else None
            name = (output.name or output.kind) if output is not None else f"output {number}"
            size = measure.size(member)
            dtype = _dtype_of(member)
            part = np.ascontiguousarray(rows[:, at : at + size])
            found[name] = part.view(dtype) if dtype is not None else part
            at += measure.alloc_size(member)
        return found

    def findings(self, answer: dict[str, Any]) -> list[Finding]:
        """What the checks said, in words."""
        found = []
        sites = self.prepared.sites
        if answer["error"] in (1, 2):
            place = sites[answer["sites"][0] - 1]
            what = "not all threads of the threadgroup reach a barrier"
            if answer["error"] == 2:
                what = (
                    f"threads of one threadgroup wait at different barriers: here, and {sites[answer['sites'][1] - 1]}"
                )
            found.append(self.finding("barrier", f"{what}; {place}; threadgroup {answer['group']}"))
        elif answer["error"] == 3:
            raise RunError(f"function {self.kernel.name!a}: a thread used up its stack of {_STACK_BYTES} bytes")
        for report in answer.get("reports", []):
            found.append(self.of_report(report))
        return found

    def finding(self, code: str, message: str) -> Finding:
        return Finding(code, Severity.ERROR, Certainty.PROVEN, message, functions=(self.kernel.name,))

    def of_report(self, report: dict[str, Any]) -> Finding:
        code, what = _REPORTS[report["kind"]]
        place = self.prepared.accesses[report["site"] - 1]
        thread = f"thread {report['thread']} of threadgroup {report['group']}"
        message = f"{what}: {thread}, {report['size']} bytes"
        if report["kind"] >= _PRIVATE:
            message += f" at byte {_signed(report['address'])} of a variable of the thread"
        elif report["span"]:
            start, end = report["span"][0]
            message += f" at {self.element(report['owner'], report['address'] - start, end - start)}"
        if report["other_thread"] != 0xFFFFFFFF:
            message += f", and thread {report['other_thread']} of threadgroup {report['other_group']}"
        return self.finding(code, f"{message}; {place}")

    def element(self, owner: int, offset: int, size: int) -> str:
        """What an offset in an argument or variable is: the element, if it has elements."""
        if owner >> 17:
            return f"byte {offset} of constant {self.prepared.globals[owner & 0xFFFF].name!a} ({size} bytes)"
        if owner >> 16:
            number = owner & 0xFFFF
            regions = self.prepared.threadgroup
            if number < len(regions):
                return f"byte {offset} of threadgroup variable {regions[number].name!a} ({size} bytes)"
            owner = self.threadgroup[number - len(regions)][0]
        parameter = self.prepared.parameters[owner]
        step = parameter.argument.type_size or 1
        if step > 1 and offset >= 0 and offset % step == 0:
            return f"{parameter.label}[{offset // step}] of {size // step} elements"
        return f"byte {offset} of {parameter.label} ({size} bytes)"


_PRIVATE = 9
_UNINITIALIZED = (7, 11)
_REPORTS = {
    1: ("out-of-bounds", "reads outside of all memory that it was given"),
    2: ("out-of-bounds", "writes outside of all memory that it was given"),
    3: ("read-only", "writes to memory that is for reading"),
    4: ("race", "reads what another thread wrote, without a barrier between"),
    5: ("race", "writes what another thread wrote, without a barrier between"),
    6: ("race", "writes what another thread read, without a barrier between"),
    7: ("uninitialized", "reads memory that nobody wrote"),
    8: ("misaligned", "accesses memory at an address that is not aligned"),
    9: ("out-of-bounds", "reads outside of a variable"),
    10: ("out-of-bounds", "writes outside of a variable"),
    11: ("uninitialized", "reads a variable that nobody wrote"),
}


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def _bytes_of(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    import numpy as np

    return array.reshape(-1).view(np.uint8)


def texture_kind(type_name: str) -> str:
    found = re.match(
        r"(?:texture|depth)(1d|2d|3d|cube)(_ms)?(_array)?", type_name.replace("texture_buffer", "texture1d")
    )
    if found is None:
        raise BuildError(f"a {type_name} can't be given")
    return found[1] + (found[2] or "") + (found[3] or "")


def _texture_format(type_name: str, array: np.ndarray[Any, Any]) -> str | None:
    """Arrays of bytes are normalized, but for textures of integers."""
    channels = array.shape[-1] if array.ndim and array.shape[-1] in (1, 2, 4) else 1
    letters = {1: "r", 2: "rg", 4: "rgba"}[channels]
    if type_name.startswith("depth"):
        return "depth32float" if array.dtype.str[1:] == "f4" else "depth16unorm"
    if re.search(r"<u?(int|short)", type_name) and array.dtype.str[1:] in ("u1", "i1"):
        return f"{letters}8{'uint' if array.dtype.kind == 'u' else 'sint'}"
    return None


def value_type(parameter: Parameter) -> tuple[str, int]:
    found = re.fullmatch(r"(?:<(\d+) x )?(\w+)>?", parameter.spelled)
    words = {"half": "f2", "float": "f4", "bfloat": "u2", "i1": "u1", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8"}
    if found is None or found[2] not in words:
        raise BuildError(f"input {parameter.label}: values of type {parameter.spelled} can't be given")
    count, name = int(found[1] or 1), found[2]
    unsigned = parameter.argument.type_name.startswith(("u", "bool")) or not parameter.argument.type_name
    dtype = words[name]
    return ("u" + dtype[1:] if unsigned and dtype[0] == "i" else dtype), count


def _dtype_of(type_: Any) -> str | None:
    words = {"HALF": "f2", "FLOAT": "f4", "BFLOAT": "u2"}
    name = type_.scalar.code.name
    if name == "INTEGER":
        return {1: "u1", 8: "u1", 16: "u2", 32: "u4", 64: "u8"}.get(type_.scalar.params[0])
    return words.get(name)
