"""Functions as Python objects that can be called: `Kernel` and `run`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import index
from pathlib import Path
from typing import Any

from ..base.arguments import BYTES
from ..base.errors import BuildError, FormatError, in_file
from ..base.features import MOST_THREADS
from ..base.filekind import FileKind, sniff
from ..bitcode import read_module
from ..container import FunctionType, Library, read
from ..ir import Module
from ..machinery.parallel import cores
from .binding import ArgumentBinding, GivenValues
from .cache import CodeCache, default_cache
from .execution import MAX_FINDINGS, ReadyFunction, Result, Run
from .prepare import Parameter, Prepared, prepare
from .process import Session
from .texts import SourceTexts
from .trace import LONGEST

__all__ = ["Kernel", "Result", "load_function", "read_source", "run"]

Source = Library | Module | bytes | memoryview | str | Path
_SECONDS = 60.0


def load_function(source: Source, name: str) -> Module:
    """The module with a function, from a library, AIR bitcode, or a path to either. Raises BuildError if there is
    none."""
    source = _opened(source)
    if isinstance(source, Module):
        return source
    for function in source.functions:
        if function.name == name:
            return read_module(function.module)
    names = ", ".join(repr(function.name) for function in source.functions[:5])
    raise BuildError(f"no function {name!a} in the library, which has {names or 'none'}")


def _opened(source: Source) -> Library | Module:
    if isinstance(source, (str, Path)):
        with in_file(str(source)):
            return read_source(Path(source).read_bytes())
    if isinstance(source, BYTES):
        source = read_source(source)
    if not isinstance(source, (Library, Module)):
        raise BuildError(f"{source!r:.60} is neither a library nor a module")
    return source


def read_source(data: bytes | bytearray | memoryview) -> Library | Module:
    """Read a library or a module; a Direct3D container is converted for macOS 14. Raises FormatError for other data."""
    kind = sniff(data)
    if kind is FileKind.METALLIB:
        return read(data)
    if kind is FileKind.DXBC:
        from ..convert import convert_bytes

        return convert_bytes("", bytes(data)).module  # the caller knows the name of the file
    if not kind.is_module:
        raise FormatError(f"is {kind.words}, not a library or a module")
    return read_module(bytes(data) if isinstance(data, bytearray) else data)


class Kernel:
    """A function that is compiled for this CPU, and can be run any number of times. A context manager; `close` ends
    its process.
    `constants` are values of function constants by name or index; `check` checks every memory access. `functions`
    are linked in: names of functions from the same library, or names with the library or module of each; function
    tables may refer to them, and they define functions that the module only declares.
    `trace`: a run can record the instructions of a thread, and counts memory accesses. `lane_loops`: the lanes of a
    simdgroup run as loop iterations where that is possible; results are the same without it.
    `optimize`: LLVM's level, by default 2. `jobs`: the number of cores that share a long run, by default all; the
    output of a function without races does not depend on it. `cache`: whether compiled functions are stored in the
    user's cache folder. A `session` has its own `jobs` and `cache`, and a level for functions without one.
    Raises BuildError for a function or constant that does not exist, and UnsupportedError for a function that cannot
    be run."""

    def __init__(
        self,
        source: Source,
        name: str,
        *,
        constants: Mapping[str | int, object] | None = None,
        functions: Iterable[str] | Mapping[str, Source] = (),
        check: bool = False,
        trace: bool = False,
        lane_loops: bool = True,
        optimize: int | None = None,
        jobs: int | None = None,
        cache: CodeCache | bool = True,
        session: Session | None = None,
    ) -> None:
        source = _opened(source)
        module = load_function(source, name)
        values = dict(constants or {})
        arguments = functions if isinstance(functions, Mapping) else dict.fromkeys(functions, source)
        its = {item: _opened(where) for item, where in arguments.items()}
        linked = [(item, load_function(where, item)) for item, where in its.items()]
        texts = SourceTexts([item for item in (source, *its.values()) if isinstance(item, Library)])
        prepared = prepare(module, name, values, check=check, trace=trace, linked=linked, lane_loops=lane_loops)
        self._owns_session = session is None
        if session is None:
            kept = default_cache() if cache is True else cache or None
            session = Session(jobs=cores() if jobs is None else jobs, cache=kept)
        number = session.number()
        level = session.optimize if optimize is None else optimize
        self.function = ReadyFunction(name, module, values, linked, prepared, session, number, level, texts)

    def __enter__(self) -> Kernel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process that runs the function, unless other functions use it too."""
        if self._owns_session:
            self.function.session.close()

    @property
    def locks(self) -> list[str]:
        """The rights that the process gave up before it received the function: docs/security.md §4."""
        return self.function.session.locks

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.function.name

    @property
    def prepared(self) -> Prepared:
        """The prepared function."""
        return self.function.prepared

    @property
    def compile_seconds(self) -> float:
        """The time of compilation in seconds; 0 before the first run."""
        return self.function.compile_seconds

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
        inputs: Mapping[Any, Any] | None = None,
        threadgroup_memory: Mapping[str | int, int] | None = None,
        uninitialized: Iterable[str | int] = (),
        max_findings: int = MAX_FINDINGS,
        thread: int | tuple[int, ...] | None = None,
        steps: int = 1000,
        seconds: float = _SECONDS,
        repeat: int = 1,
        progress: Callable[[float], None] | None = None,
    ) -> Result:
        """Run a grid of threads: the total size, and the size of a threadgroup; the last threadgroups may be
        smaller.
        A vertex function runs over vertices and instances, a fragment function over a picture (width, height).
        Arrays are changed in place. `threadgroup_memory` is in bytes.
        With checks: `uninitialized` are buffers, by name or index, whose values count as uninitialized until the
        function writes them; at most `max_findings` are listed, the most severe first, and `Result.notes` gives the
        number of the others. `thread`: the position in the grid of the thread whose first `steps` instructions are
        recorded in `Result.trace`, for a kernel created with `trace`. `repeat`, for measurements: run the grid this
        many times, each time on the output of the previous run; `Result.seconds` is the shortest time, and counts
        are totals.
        Raises BuildError, before anything runs, for an argument that is missing or has a wrong type or size, and
        RunError if the function does not run to its end."""
        arguments = GivenValues(buffers or {}, textures or {}, samplers or {}, inputs or {}, threadgroup_memory or {})
        whole = _three(grid, "grid")
        size = _three(threadgroup if threadgroup is not None else self._default_threadgroup(whole), "threadgroup")
        self._check_size(size)
        binding = ArgumentBinding(self.prepared, arguments, whole, size)
        binding.mark_uninitialized(uninitialized)
        if repeat < 1:
            raise BuildError(f"repeat is {repeat}: expected 1 or more")
        traced = self._traced(thread, whole, steps)
        return Run(self.function, binding, whole, size, seconds, progress, max_findings, traced, steps, repeat).run()

    def _traced(self, thread: int | tuple[int, ...] | None, grid: tuple[int, int, int], steps: int) -> int | None:
        """The number of the thread that is traced. Raises BuildError if there is no such thread."""
        if thread is None:
            return None
        if not self.prepared.traced:
            raise BuildError(f"thread {thread!r}: the kernel of {self.name!a} was built without trace=True")
        arguments = thread if isinstance(thread, tuple) else (thread,)
        x, y, z = (*arguments, 0, 0, 0)[:3]
        if not 1 <= len(arguments) <= 3 or not (0 <= x < grid[0] and 0 <= y < grid[1] and 0 <= z < grid[2]):
            raise BuildError(f"thread {thread!r} is not in the grid {grid}")
        if not 1 <= steps <= LONGEST:
            raise BuildError(f"a trace of {steps} steps: expected 1 to {LONGEST}")
        return x + grid[0] * (y + grid[1] * z)

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
        most = min(MOST_THREADS, entry.max_work_group_size or MOST_THREADS)
        if threads > most:
            raise BuildError(f"threadgroup of {threads} threads: function {self.name!a} takes at most {most}")
        if entry.work_group_size is not None and size != tuple(entry.work_group_size):
            raise BuildError(f"threadgroup {size}: function {self.name!a} states {tuple(entry.work_group_size)}")


def _three(value: int | tuple[int, ...], name: str) -> tuple[int, int, int]:
    try:
        values = tuple(map(index, value if isinstance(value, (tuple, list)) else (value,)))  # numpy's integers too
    except TypeError:
        values = ()
    if not 1 <= len(values) <= 3 or any(v < 1 for v in values):
        raise BuildError(f"{name} is {value!r}; expected one to three numbers of 1 or more")
    whole = (*values, 1, 1)
    if whole[0] * whole[1] * whole[2] >= 1 << 32:
        raise BuildError(f"{name} is {value!r}: more than 2^32 threads")
    return whole[:3]  # type: ignore[return-value]


def run(
    source: Source,
    name: str,
    grid: int | tuple[int, ...],
    threadgroup: int | tuple[int, ...] | None = None,
    *,
    buffers: Mapping[str | int, Any] | None = None,
    textures: Mapping[str | int, Any] | None = None,
    samplers: Mapping[str | int, Any] | None = None,
    inputs: Mapping[Any, Any] | None = None,
    constants: Mapping[str | int, object] | None = None,
    functions: Iterable[str] | Mapping[str, Source] = (),
    threadgroup_memory: Mapping[str | int, int] | None = None,
    check: bool = False,
    uninitialized: Iterable[str | int] = (),
    max_findings: int = MAX_FINDINGS,
    thread: int | tuple[int, ...] | None = None,
    steps: int = 1000,
    jobs: int | None = None,
    cache: CodeCache | bool = True,
    seconds: float = _SECONDS,
    progress: Callable[[float], None] | None = None,
) -> Result:
    """Run one function over a grid, as `Kernel` and its `run` do; arrays are changed in place."""
    result = Kernel(
        source,
        name,
        constants=constants,
        functions=functions,
        check=check,
        trace=thread is not None,
        jobs=jobs,
        cache=cache,
    )
    with result as kernel:
        return kernel.run(
            grid,
            threadgroup,
            buffers=buffers,
            textures=textures,
            samplers=samplers,
            inputs=inputs,
            threadgroup_memory=threadgroup_memory,
            uninitialized=uninitialized,
            max_findings=max_findings,
            thread=thread,
            steps=steps,
            seconds=seconds,
            progress=progress,
        )
