"""The process that compiles and runs functions. It executes untrusted machine code, so it is a separate process that
gives up all rights that it does not need before it receives a function (locks.py); the parent (process.py) survives
its failure.
Requests are lines of JSON on standard input, each followed by the number of bytes that it states; answers are lines
of JSON on standard output. All memory that a function sees is in a single file that the parent has open too."""

from __future__ import annotations

import base64
import ctypes
import hashlib
import json
import mmap
import os
import platform
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import llvmlite
import llvmlite.binding as llvm

from ..ir.names import GLOBAL_CTORS, INTRINSIC
from .helpers import Helpers, Shares
from .layout import (
    OF_MODULE,
    OF_THREADGROUP,
    SHADOWED_BYTES,
    ArgumentRow,
    Dispatch,
    Pixels,
    Report,
    Shadow,
    Span,
    SpanFlag,
)
from .locks import allow_seconds, close_locks
from .symbols import GIVEN, undefined_symbols

_NATIVE = Path(__file__).parent / "native"
_PROCESSORS = {"x86_64": "x86_64", "AMD64": "x86_64", "arm64": "aarch64", "aarch64": "aarch64"}
_KEPT = frozenset({"mtlb_dispatch", "mtlb_threadgroup", "mtlb_globals", "mtlb_functions"})
_MARK_AT = 64  # offsets in the first page of the file: progress, and, from here on, the mark of the running loop
_SECONDS_A_CHUNK = 0.1
_SHARED_FROM = 0.002  # minimum remaining seconds of a run before other threads help
_CONSTRUCTOR = "mtlb.constructor."
_HUGE = 4 << 20  # bytes
_LAST_OF_BARRIERS = 2  # errors in native/runtime.h that name a threadgroup
_REPORTS = 256


class _Refused(Exception):
    """A valid request that cannot be fulfilled."""


@dataclass(frozen=True, slots=True)
class _Host:
    """Facts about this machine that are queried or read from a file, while that is still possible."""

    processor: str
    triple: str
    cpu: str
    features: str
    units: dict[str, str]  # the run-time's IR, by file name
    version: str  # what a function's code depends on, besides its module

    @classmethod
    def here(cls) -> _Host:
        processor = _PROCESSORS[platform.machine()]
        ends = f".{processor}.ll"
        units = {path.name.removesuffix(ends): path.read_text("utf-8") for path in _NATIVE.glob(f"*{ends}")}
        available = llvm.get_host_cpu_features()
        # With this feature LLVM 22's fptosi.sat from half to 16 bits gives the lowest number for NaN, not 0.
        available["avx512fp16"] = False
        features = available.flatten()
        triple, cpu = llvm.get_process_triple(), llvm.get_host_cpu_name()
        digest = hashlib.sha256(Path(__file__).read_bytes())
        for name, text in sorted(units.items()):
            digest.update(f"{name} {len(text)} {text}".encode())
        llvm_version = ".".join(map(str, llvm.llvm_version_info))
        version = json.dumps([llvmlite.__version__, llvm_version, triple, cpu, features, digest.hexdigest()])
        return cls(processor, triple, cpu, features, units, version)

    def machine(self, level: int) -> Any:
        """The target machine for this processor."""
        return llvm.Target.from_default_triple().create_target_machine(
            opt=level, cpu=self.cpu, features=self.features, jit=True, codemodel="jitdefault"
        )


def _linked(bitcode: list[bytes], units: list[str], triple: str, layout: str) -> Any:
    """Link bitcode modules and the run-time's IR into one module."""
    context = llvm.create_context()
    module, *others = [llvm.parse_bitcode(item, context) for item in bitcode]
    module.triple, module.data_layout = triple, layout
    for other in [*others, *(llvm.parse_assembly(part, context) for part in units)]:
        other.triple, other.data_layout = triple, layout
        module.link_in(other)
    module.verify()
    return module


def _optimize(module: Any, machine: Any, level: int, *, vectors: bool = True) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = vectors and level > 1
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    if not level:
        passes.add_global_dead_code_eliminate_pass()  # run-time functions without callers, and then their callees
    passes.run(module, builder)


def _assembly(request: dict[str, Any], bitcode: list[bytes]) -> str:
    """The assembly of a module for the processor that the request names."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(request["triple"]).create_target_machine(
        cpu=request["cpu"], features=request["features"], opt=2, reloc="pic", codemodel="small"
    )
    module = _linked(bitcode, [], request["triple"], str(machine.target_data))
    _optimize(module, machine, 2)
    assembly: str = machine.emit_assembly(module)
    return assembly


@dataclass(frozen=True, slots=True)
class _Code:
    """A compiled function: its object file, and the static constructors in it that run first."""

    data: bytes
    constructors: list[str]

    @classmethod
    def compiled(cls, host: _Host, request: dict[str, Any], bitcode: list[bytes]) -> _Code:
        """Compile the modules of a function."""
        machine = host.machine(request["level"])
        units = [host.units[unit] for unit in request["units"]]
        module = _linked(bitcode, units, host.triple, str(machine.target_data))
        kept = _KEPT | set(request["exports"])
        for value in [*module.functions, *module.global_variables]:
            if value.is_declaration or value.name in kept or value.name.startswith((INTRINSIC, _CONSTRUCTOR)):
                continue
            if value.linkage is not llvm.Linkage.appending:
                value.linkage = llvm.Linkage.internal
        _optimize(module, machine, request["level"], vectors=request["vectors"])
        # The static constructors that LLVM did not run in advance.
        listed = [str(value) for value in module.global_variables if value.name == GLOBAL_CTORS]
        names = [function.name for function in module.functions if function.name.startswith(_CONSTRUCTOR)]
        constructors = [name for name in names if any(f"@{name}" in text for text in listed)]
        return cls(machine.emit_object(module), constructors)


class _Loaded:
    """A function's code in memory, with separate variables: one instance for each thread."""

    def __init__(self, host: _Host, code: _Code) -> None:
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly("", llvm.create_context()), host.machine(2))
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(code.data))
        self.engine.finalize_object()
        self.constructors = list(code.constructors)
        self.dispatch = self.function(
            "mtlb_dispatch", ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64
        )
        self.lane_bytes = self.function("mtlb_size_of_lane", ctypes.c_uint32)()
        self.simd_bytes = self.function("mtlb_size_of_simd", ctypes.c_uint32)()
        if self.function("mtlb_size_of_dispatch", ctypes.c_uint32)() != ctypes.sizeof(Dispatch):
            raise RuntimeError("the run-time has a different version")

    def construct(self) -> None:
        """Run the static constructors, once. They belong to the first run, whose time is limited."""
        while self.constructors:
            self.function(self.constructors.pop(0), None)()

    def function(self, name: str, result: Any, *parameters: Any) -> Any:
        """A function of the run-time."""
        address = self.engine.get_function_address(name)
        if not address:
            raise RuntimeError(f"the code has no {name}")
        return ctypes.CFUNCTYPE(result, *parameters)(address)

    def table(self, name: str, count: int) -> Any:
        """The rows of a table of addresses and sizes."""
        return (ArgumentRow * count).from_address(self.engine.get_global_value_address(name))


class _Function:
    """A function that can be run: its code, loaded once for each thread that runs it."""

    def __init__(self, host: _Host, code: _Code, mark_at: int) -> None:
        self.host, self.code = host, code
        _give(code.data, {"mtlb_mark": mark_at})
        self.loaded = [_Loaded(host, code)]

    def copies(self, count: int) -> Iterator[_Loaded]:
        """This many instances, the first one included."""
        while len(self.loaded) < count:
            self.loaded.append(_Loaded(self.host, self.code))
        yield from self.loaded[:count]


@dataclass(slots=True)
class _Started:
    """A run in one thread. `kept`: memory that must live as long."""

    function: _Loaded
    dispatch: Any
    table: Any
    threads: int
    kept: list[Any] = field(default_factory=list)


def _give(code: bytes, own: dict[str, int]) -> None:
    """Resolve all symbols that an object file refers to. Raises _Refused for a symbol that is not listed.
    MCJIT would look up a name without an address in the whole process."""
    try:
        names = sorted(undefined_symbols(code))
    except (struct.error, ValueError, IndexError):
        raise RuntimeError("an object file that is cut off") from None
    for name in names:
        address = own.get(name) or (llvm.address_of_symbol(name) if name in GIVEN else None)
        if not address:
            raise _Refused(f"the compiled function needs {name!a:.200}, which is not given to it")
        llvm.add_symbol(name, address)


class _Worker:
    def __init__(self, host: _Host, file: int) -> None:
        self.host = host
        self.file = file
        self.memory: mmap.mmap | None = None
        self.at = 0
        self.functions: dict[int, _Function] = {}
        self.stacks: dict[int, tuple[int, int, list[Any]]] = {}  # by thread: size and address
        self.helpers = Helpers()

    def map(self, size: int, guards: list[int]) -> None:
        """Map the file, which may have grown, and make its guard pages inaccessible, where the system supports it."""
        self.memory = mmap.mmap(self.file, size)
        self.at = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        for page in guards:
            _close_page(self.at + page)

    def compile(self, request: dict[str, Any], parts: list[bytes]) -> dict[str, Any]:
        """Create a function from its modules, or from code that was compiled earlier, and store it."""
        started = time.perf_counter()
        if request["what"] == "load":
            code = _Code(parts[0], request["constructors"])
        else:
            code = _Code.compiled(self.host, request, parts)
        self.functions[request["number"]] = _Function(self.host, code, self.at + _MARK_AT)
        answer: dict[str, Any] = {"seconds": time.perf_counter() - started}
        if request.get("wanted"):
            answer |= {"code": base64.b64encode(code.data).decode(), "constructors": code.constructors}
        return answer

    def start(self, loaded: _Loaded, request: dict[str, Any], job: int = 0) -> _Started:
        """The inputs for thread `job` of a run. Addresses in the request are offsets in the file."""
        loaded.construct()
        dispatch = Dispatch()
        grid, size = request["grid"], request["size"]
        for axis in range(3):
            dispatch.grid[axis], dispatch.size[axis] = grid[axis], size[axis]
            dispatch.groups[axis] = -(-grid[axis] // size[axis])
        threads = size[0] * size[1] * size[2]
        rows = request["arguments"]
        arguments = (ArgumentRow * len(rows))()
        for row, (at, stride) in zip(arguments, rows, strict=True):
            row.at, row.stride = (self.at + at if at is not None else None), stride
        shared = request["threadgroup"]
        table = loaded.table("mtlb_threadgroup", request["regions"] + len(shared))
        keep: list[Any] = [arguments]
        for row, bytes_ in zip(table[request["regions"] :], shared, strict=True):
            memory = _anonymous(bytes_, keep)
            row.at, row.stride = memory, bytes_
        for number, argument in enumerate(request["threadgroup_arguments"]):
            arguments[argument].at = table[request["regions"] + number].at
        dispatch.quads, dispatch.poison = request["quads"], request["poison"]
        dispatch.arguments = ctypes.addressof(arguments)
        if request["discarded"] is not None:
            dispatch.discarded = self.at + request["discarded"]
        pixels = (Pixels * (len(request["imageblock"]) + 1))()
        for row, (at, *sizes) in zip(pixels, request["imageblock"], strict=False):
            row.at = self.at + at
            row.bytes, row.width, row.height = sizes
        dispatch.imageblock = ctypes.addressof(pixels)
        keep.append(pixels)
        if request["stackful"]:
            dispatch.stack_bytes = request["stack"]
            stacks = -(-threads // request["lanes_of_stack"])
            dispatch.stacks = self.stacks_of(job, stacks * request["stack"], is_new=request["check"], keep=keep)
            dispatch.lanes = _anonymous(threads * loaded.lane_bytes, keep)
            dispatch.simds = _anonymous(-(-threads // 32) * loaded.simd_bytes, keep)
        return _Started(loaded, dispatch, table, threads, keep)

    def stacks_of(self, job: int, size: int, *, is_new: bool, keep: list[Any]) -> int:
        """Memory for stacks. The memory of the previous run is reused: clearing it can take longer than a run."""
        had, at, held = self.stacks.pop(job, (0, 0, []))
        if had != size or is_new:
            held = []
            at = _anonymous(size, held)
        if not is_new:
            self.stacks[job] = size, at, held
        keep.append(held)
        return at

    def run(self, request: dict[str, Any]) -> dict[str, Any]:
        """Run a grid."""
        code = self.functions[request["number"]]
        function = code.loaded[0]
        for at, target in request["pointers"]:
            ctypes.c_uint64.from_address(self.at + at).value = self.at + target
        functions = function.engine.get_global_value_address("mtlb_functions") if request["functions"] else 0
        for at, number in request["functions"]:
            entry = ctypes.c_uint64.from_address(functions + 8 * number)
            ctypes.c_uint64.from_address(self.at + at).value = entry.value
        first = self.start(function, request)
        dispatch, table, threads, keep = first.dispatch, first.table, first.threads, first.kept
        groups = dispatch.groups[0] * dispatch.groups[1] * dispatch.groups[2]
        reports = None
        if request["check"]:
            reports = self.begin_checks(function, request, table, threads, keep)
        if request["trace"] is not None:
            self.begin_trace(function, request["trace"], keep)
        seconds = float("inf")
        for _ in range(request["repeat"]):
            started = time.perf_counter()
            self.go(code, first, request, groups)
            seconds = min(seconds, time.perf_counter() - started)
        answer: dict[str, Any] = {
            "seconds": seconds,
            "error": dispatch.error,
            "sites": [dispatch.error_site, dispatch.other_site],
            "group": dispatch.error_group,
            "counts": {
                name: getattr(dispatch, name) for name in ("threads", "barriers", "meetings", "switches", "died")
            },
            "base": self.at,
        }
        if reports is not None:
            count = function.function("mtlb_check_count", ctypes.c_uint32)()
            answer["counts"]["accesses"] = function.function("mtlb_check_accesses", ctypes.c_uint64)()
            spans = keep[-1]
            answer["reports"] = [
                {
                    **{field[0]: getattr(report, field[0]) for field in Report._fields_[:-1]},
                    "place": list(report.place),
                    "span": [(s.start, s.end) for s in spans if s.owner == report.owner][:1],
                }
                for report in reports[: min(count, _REPORTS)]
            ]
        return answer

    def begin_trace(self, function: _Loaded, request: dict[str, Any], keep: list[Any]) -> None:
        """Tell the function which thread to trace, and which memory to count accesses for (native/trace.c)."""
        rows = [(self.at + at, self.at + at + size, unit, self.at + to) for at, size, unit, to in request["counted"]]
        words = [word for row in rows for word in row]
        counted = (ctypes.c_uint64 * max(1, len(words)))(*words)
        keep.insert(0, counted)
        begin = function.function(
            "mtlb_trace_begin",
            None,
            *(ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint32),
        )
        begin(self.at + request["at"], request["most"], request["thread"], ctypes.addressof(counted), len(rows))

    def begin_checks(
        self, function: _Loaded, request: dict[str, Any], table: Any, threads: int, keep: list[Any]
    ) -> Any:
        """Describe memory to the checks: arguments, threadgroup memory, variables, and finally textures."""
        rows: list[tuple[int, int, int, int, bool]] = []
        for owner, at, size, flags, shadowed in request["spans"]:
            rows.append((self.at + at, size, owner, flags, shadowed))
        for number, row in enumerate(table):
            flags = SpanFlag.WRITABLE | SpanFlag.OF_GROUP | SpanFlag.UNINITIALIZED
            rows.append((row.at, row.stride, OF_THREADGROUP | number, flags, True))
        for number, row in enumerate(function.table("mtlb_globals", request["globals"])):
            rows.append((row.at, row.stride, OF_MODULE | number, request["writable"][number], False))
        for owner, at, size, flags, shadowed in request["textures"]:
            rows.append((self.at + at, size, owner, flags, shadowed))
        spans = (Span * len(rows))()
        for span, (at, size, owner, flags, shadowed) in zip(spans, rows, strict=True):
            span.start, span.end, span.owner, span.flags = at, at + size, owner, flags
            if shadowed:
                words = size // SHADOWED_BYTES + 1
                span.shadow = _anonymous(words * (1 + SHADOWED_BYTES) * ctypes.sizeof(Shadow), keep)
        reports = (Report * _REPORTS)()
        function.function(
            "mtlb_check_begin",
            None,
            *(ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32),
        )(ctypes.addressof(spans), len(spans), ctypes.addressof(reports), _REPORTS, threads)
        keep.append(reports)
        keep.append(spans)
        return reports

    def go(self, function: _Function, first: _Started, request: dict[str, Any], groups: int) -> None:
        """Run all threadgroups in pieces, and record the number of finished ones. Other threads help in a long run."""
        done = ctypes.c_uint64.from_address(self.at)
        jobs = min(request["jobs"], 1 + self.helpers.count)
        at, chunk = 0, 1
        while at < groups:
            started = time.perf_counter()
            end = min(groups, at + chunk)
            first.function.dispatch(ctypes.addressof(first.dispatch), at, end)
            seconds = time.perf_counter() - started
            left = seconds / (end - at) * (groups - end)
            at = done.value = end
            if jobs > 1 and left > _SHARED_FROM:
                self.share(function, first, request, Shares(at, groups, jobs, left, done))
                return
            chunk = max(1, int(chunk * min(16.0, _SECONDS_A_CHUNK / max(seconds, 1e-6))))

    def share(self, function: _Function, first: _Started, request: dict[str, Any], shares: Shares) -> None:
        """Run the remaining threadgroups in several threads, each with separate variables and memory."""
        _, *others = function.copies(shares.jobs)
        started = [first, *(self.start(loaded, request, job) for job, loaded in enumerate(others, 1))]

        def work(number: int) -> None:
            mine = started[number]
            for start, end in shares:
                mine.function.dispatch(ctypes.addressof(mine.dispatch), start, end)

        self.helpers.run(work, shares.jobs)
        _merge([item.dispatch for item in started])


def _merge(dispatches: list[Any]) -> None:
    """Add the counts of all threads to those of the first, and choose the error that comes first in the grid's
    order."""
    first = dispatches[0]
    for name in ("threads", "barriers", "meetings", "switches", "died"):
        setattr(first, name, sum(getattr(dispatch, name) for dispatch in dispatches))
    wrong = [dispatch for dispatch in dispatches if dispatch.error]
    if wrong:
        chosen = min(wrong, key=lambda item: (item.error <= _LAST_OF_BARRIERS, item.error_group))
        for name in ("error", "error_site", "other_site", "error_group"):
            setattr(first, name, getattr(chosen, name))


def _close_page(at: int) -> None:
    """Make a page inaccessible, where the system supports it."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mprotect(ctypes.c_void_p(at), ctypes.c_size_t(mmap.PAGESIZE), 0)


def _anonymous(size: int, keep: list[Any]) -> int:
    """The address of this many zeroed bytes, aligned to a page, with an inaccessible page on both sides."""
    page = mmap.PAGESIZE
    room = -(-max(size, 1) // page) * page
    memory = mmap.mmap(-1, room + 2 * page, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if room >= _HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)  # touching each page separately can take longer than the run
    keep.append(memory)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    _close_page(start)
    _close_page(start + page + room)
    return start + page


def _supported() -> str:
    if platform.machine() not in _PROCESSORS:
        return f"functions can't be run on a {platform.machine()} processor: the run-time has no stack switch for it"
    if os.name != "posix":
        return f"functions can't be run on {platform.system()}: the run-time has no stack switch for it"
    if llvm.llvm_version_info[0] < 20:
        version = ".".join(map(str, llvm.llvm_version_info))
        return f"functions can't be run with LLVM {version} of this llvmlite: 0.45 or newer is needed (LLVM 20)"
    return ""


def _answer(worker: _Worker, request: dict[str, Any], source: BinaryIO) -> dict[str, Any]:
    """Answer a request; `source` has the bytes that follow it."""
    if request["what"] == "map":
        worker.map(request["size"], request["guards"])
        return {}
    if request["what"] == "run":
        return worker.run(request)
    bitcode = [source.read(size) for size in request["bitcode"]]
    if request["what"] in ("compile", "load"):
        return worker.compile(request, bitcode)
    return {"assembly": _assembly(request, bitcode)}


def main() -> None:
    """Answer requests until the input ends."""
    source, sink = sys.stdin.buffer, os.dup(1)
    os.dup2(2, 1)  # reserved for answers
    file, memory, parent, life, by_kernel, threads = map(int, sys.argv[1:])
    unsupported = _supported()
    worker: _Worker | None = None
    locks: list[str] = []
    if not unsupported:
        if sys.platform == "linux":
            llvm.load_library_permanently("libm.so.6")  # sin, exp, …; macOS has them in its one system library
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        llvm.initialize_native_asmparser()
        worker = _Worker(_Host.here(), file)
        helpers = worker.helpers
        locks = close_locks(
            memory, parent, life, sink, by_kernel=bool(by_kernel), more=lambda: helpers.start(threads - 1)
        )
    for line in iter(source.readline, b""):
        request = json.loads(line)
        allow_seconds(request["seconds"] * threads)
        answer: dict[str, Any]
        try:
            if worker is None:
                answer = {"unsupported": unsupported}
            else:
                is_first = request["what"] == "hello"
                answer = (
                    {"locks": locks, "version": worker.host.version} if is_first else _answer(worker, request, source)
                )
        except _Refused as error:
            answer = {"unsupported": str(error)}
        except RuntimeError as error:  # exceptions of llvmlite
            answer = {"failed": f"{type(error).__name__}: {error}"}
        except (MemoryError, OSError, OverflowError) as error:  # effects of the limits
            answer = {"lacking": f"{type(error).__name__}: {error}"}
        answer["number of request"] = request["number of request"]
        left = memoryview(json.dumps(answer).encode() + b"\n")
        while left:
            left = left[os.write(sink, left) :]
