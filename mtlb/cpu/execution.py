"""One run of a function: its memory, the request to the worker, and the result."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..base.errors import MtlbError, RunError, TimeLimitError
from ..base.findings import Severity
from ..container import FunctionType
from ..ir import Function, InstCode, Module
from .answers import RunAnswer, code_in, real
from .binding import ArgumentBinding
from .cache import MOST_CODE, CodeCache, KeptCode
from .findings import RunFinding
from .layout import OF_MODULE, OF_THREADGROUP, ReportKind
from .library.lanes import WIDTH
from .outcome import STACK_USED_UP, Explainer, returned_values
from .prepare import Prepared, prepare
from .printing import NamedValues, named_values
from .process import ANSWER_BYTES, CrashError, Session, Worker
from .sight import Sight
from .stages import IndirectCommand, commands_in
from .texts import SourceTexts
from .trace import TraceStep

if TYPE_CHECKING:
    import numpy as np

MAX_FINDINGS = 100
"""The default maximum of findings that a run lists."""
_SEVERITIES = list(Severity)
_FATAL = ("out-of-bounds", "read-only", "misaligned")  # findings whose access can end the process
_PATIENCE = 30.0  # seconds for a compilation whose only use is a better message
_STACK_BYTES = 65536
_STACK_STEP = 4096 + 5 * 64  # in addition: the tops of the stacks then fall into different cache sets
_FILLS = (0xFF, 0x5A)  # for uninitialized memory: NaN, and a large number, which fills stacks too
_HARMLESS_UNUSED = frozenset(  # report kinds about values that may be loaded or computed without being used
    {
        ReportKind.NEVER_WRITTEN,
        ReportKind.PRIVATE_NEVER_WRITTEN,
        ReportKind.SHIFT,
        ReportKind.CONVERSION,
        ReportKind.OVERFLOW,
        ReportKind.NO_SUCH_LANE,
        ReportKind.INACTIVE_LANE,
    }
)


@dataclass(slots=True)
class Result:
    """The result of a run.
    `outputs`: arrays by name, with one row for each thread: what a vertex or fragment function returned, and the
    outputs of object functions, mesh functions and imageblocks. `discarded`: which fragments were discarded, or
    None. `findings`: from the checks, and barriers that not all threads reached. `counts`: threads, barriers,
    simdgroup operations and checked accesses. `seconds`: the time of the run itself. `commands`: calls about
    indirect commands, by the name of their command buffer. `values`: every array that the function may have written
    and every output, in display form; `str(result)` has a line for each. `notes`: inputs that were accepted although
    they differ from the declaration of the function.
    For a kernel created with `trace`: `trace` has the instructions that a thread executed, and `accesses` has, for
    every array that was passed as a buffer, the number of reads and writes of each element, in the shape of the
    array."""

    outputs: dict[str, np.ndarray[Any, Any]]
    discarded: np.ndarray[Any, Any] | None
    findings: list[RunFinding]
    counts: dict[str, int]
    seconds: float
    commands: dict[str, list[IndirectCommand]] = field(default_factory=dict)
    values: list[NamedValues] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    trace: list[TraceStep] = field(default_factory=list)
    accesses: dict[str, np.ndarray[Any, Any]] = field(default_factory=dict)

    def __str__(self) -> str:
        return "\n".join([*(values.text() for values in self.values), *self.discarded_lines()])

    def discarded_lines(self) -> list[str]:
        """A line with the number of discarded fragments, if there are any: their outputs are not part of the
        picture."""
        if self.discarded is None or not self.discarded.any():
            return []
        return [f"discarded: {int(self.discarded.sum())} of {len(self.discarded)} fragments"]

    @property
    def is_clean(self) -> bool:
        """Whether there are no findings other than notes."""
        return all(finding.severity is Severity.NOTE for finding in self.findings)


@dataclass(slots=True)
class ReadyFunction:
    """A function that is ready to run, how it was made, and where it runs.

    `vectors`: whether LLVM's vectorizers run. `connect` may replace `prepared`, `optimize` and `vectors`.
    """

    name: str
    module: Module
    constants: dict[str | int, object]
    linked: list[tuple[str, Module]]
    prepared: Prepared
    session: Session
    number: int
    optimize: int
    texts: SourceTexts
    compile_seconds: float = 0.0
    vectors: bool = True

    def connect(self) -> Worker:
        """The process, with the function compiled.

        Where LLVM crashes, the function is compiled again, in another process, with fewer transformations: results do
        not depend on them. RunError if LLVM crashes without any.
        """
        worker = self.session.worker
        while self.number not in self.session.compiled:
            cache = self.session.cache
            try:
                self.compile_seconds = compile_in(
                    worker, self.prepared, self.number, self.optimize, vectors=self.vectors, cache=cache
                )
                self.session.compiled.add(self.number)
            except CrashError as error:
                if not self._simplify():
                    raise RunError(f"LLVM crashed when it compiled function {self.name!a}: {error.how}") from None
                worker = self.session.worker
        return worker

    def _simplify(self) -> bool:
        """Choose how to compile the function with fewer transformations. Returns whether there is such a way."""
        if self.prepared.lane_loops:  # then there are no checks, traces or linked functions
            self.prepared = prepare(self.module, self.name, self.constants, lane_loops=False)
        elif self.optimize > 1 and self.vectors:
            self.vectors = False
        elif self.optimize:
            self.optimize = 0
        else:
            return False
        return True


def compile_in(
    worker: Worker,
    prepared: Prepared,
    number: int,
    level: int,
    *,
    mark: bool = False,
    vectors: bool = True,
    cache: CodeCache | None = None,
    seconds: float = 300,
) -> float:
    """Compile a prepared function in a worker, or take its code from a cache; how many seconds it took.

    `vectors`: with LLVM's vectorizers, from level 2 on. CrashError if LLVM crashes, or crashed on these modules before.
    """
    units = ["runtime", *prepared.units]
    exports = ["mtlb_size_of_lane", "mtlb_size_of_simd", "mtlb_size_of_dispatch"]
    if prepared.checked:
        units.append("check")
        exports += ["mtlb_check_begin", "mtlb_check_count", "mtlb_check_accesses"]
    if prepared.traced:
        units.append("trace")
        exports.append("mtlb_trace_begin")
    how = {"level": level, "units": units, "exports": exports, "mark": mark, "vectors": vectors}
    is_fresh, worker.is_fresh = worker.is_fresh, False
    key = "" if cache is None else cache.key(worker.version, how, prepared.bitcode)
    kept = None if cache is None else cache.read(key)
    if kept is not None:
        load = {"what": "load", "number": number, "bitcode": [len(kept.data)], "constructors": kept.constructors}
        try:
            return real(worker.ask(load, kept.data, seconds=seconds), "seconds")
        except MtlbError:
            if not worker.is_alive:
                raise
    if cache is not None and cache.crashes(key):
        worker.is_fresh = is_fresh  # it was not asked for anything
        crash = CrashError("LLVM crashed on the same modules before")
        crash.how = "as before"
        raise crash
    # What the first function makes of its process stays there: the code of others is not for the cache.
    requested = cache is not None and is_fresh and kept is None
    request = {"what": "compile", "number": number, "bitcode": [len(item) for item in prepared.bitcode], **how}
    try:
        answer = worker.ask(
            {**request, "wanted": requested},
            *prepared.bitcode,
            seconds=seconds,
            most=2 * MOST_CODE if requested else ANSWER_BYTES,
        )
    except CrashError:
        if requested and cache is not None:
            cache.write_crash(key)
        raise
    if requested and cache is not None:
        cache.write(key, KeptCode(*code_in(answer)))
    return real(answer, "seconds")


def recursion_in(function: ReadyFunction) -> str:
    """The functions that call themselves, as the end of a message about a run that does not end; "" if there are
    none.
    Metal does not support recursion: a recursive module has another origin, and each call uses stack space."""
    for name, module in [(function.name, function.module), *function.linked]:
        entry = module.function(name)
        if entry is not None and (circle := _circle(entry)):
            calls = [f"{item.name!a} calls {other.name!a}" for item, other in itertools.pairwise([*circle, circle[0]])]
            return f", in a recursion without an end, or one that is too deep: {', '.join(calls)}"
    return ""


def _circle(entry: Function) -> list[Function]:
    """The first cycle of calls behind `entry`, in order; [] if there is none."""
    path: dict[Function, Iterator[Function]] = {entry: _callees(entry)}
    done: set[Function] = set()
    while path:
        caller = next(reversed(path))
        callee = next(path[caller], None)
        if callee is None:
            done.add(caller)
            del path[caller]
        elif callee in path:
            whole = list(path)
            return whole[whole.index(callee) :]
        elif callee not in done:
            path[callee] = _callees(callee)
    return []


def _callees(function: Function) -> Iterator[Function]:
    for instruction in function.instructions():
        callee = instruction.operands[-1] if instruction.code is InstCode.CALL else None
        if isinstance(callee, Function) and callee.blocks:
            yield callee


class Run:
    """One run over a grid, with its arguments."""

    def __init__(
        self,
        function: ReadyFunction,
        binding: ArgumentBinding,
        grid: tuple[int, int, int],
        size: tuple[int, int, int],
        seconds: float,
        progress: Callable[[float], None] | None,
        max_findings: int = MAX_FINDINGS,
        thread: int | None = None,
        steps: int = 0,
        repeat: int = 1,
    ) -> None:
        self.sight = Sight(function.prepared, binding.pieces, thread, steps) if function.prepared.traced else None
        self.function, self.prepared = function, function.prepared
        self.max_findings = max_findings
        self.binding, self.pieces = binding, binding.pieces
        self.grid, self.size = grid, size
        self.seconds, self.progress, self.repeat = seconds, progress, repeat
        self.threads = binding.threads
        self.result_at: int | None = None
        self.discarded_at: int | None = None

    def run(self) -> Result:
        """Run the function and copy back what it wrote."""
        import numpy as np

        memory = self.function.session.memory
        memory.begin()
        self.pieces.lay_out(memory, zones=self.prepared.checked)
        if self.prepared.result_size:
            self.result_at = memory.reserve(self.threads * self.prepared.result_size)
        if self.prepared.kind is FunctionType.FRAGMENT:
            self.discarded_at = memory.reserve(self.threads)
        if self.sight is not None:
            self.sight.lay_out(memory)
        worker = self.function.connect()
        self.prepared = self.function.prepared  # another one if LLVM crashed; arguments and results are the same
        worker.lay_out()
        view = np.frombuffer(worker.mapped, np.uint8)
        self.fill(view)
        request = self.request()
        answer = self.ask(worker, request)
        if any(report.kind in _HARMLESS_UNUSED for report in answer.reports):
            answer = self.without_harmless(worker, view, request, answer)
        self.pieces.read_back(view)
        outputs = {}
        if self.result_at is not None:
            raw = view[self.result_at : self.result_at + self.threads * self.prepared.result_size].copy()
            outputs = returned_values(self.prepared, raw, self.threads)
        outputs.update({name: make() for name, make in self.binding.outputs.items()})
        discarded = None
        if self.discarded_at is not None:
            discarded = view[self.discarded_at : self.discarded_at + self.threads].astype(bool)
        commands = {
            name: list(commands_in(piece, self.pieces, answer.base))
            for name, piece in self.binding.resources.command_buffers
        }
        explainer = Explainer(self.function.name, self.prepared, self.binding, self.function.texts)
        try:
            findings = explainer.findings(answer, request["stack"])
        except RunError as error:
            circle = recursion_in(self.function) if answer.error == STACK_USED_UP else ""
            raise RunError(f"{error.reason}{circle}") from None
        values = [named_values(*written) for written in self.pieces.results()]
        values += [named_values(name, array) for name, array in outputs.items()]
        findings.sort(key=lambda finding: _SEVERITIES.index(finding.severity))
        notes = list(self.binding.resources.notes)
        if len(findings) > self.max_findings:
            notes.append(f"{len(findings) - self.max_findings} more findings are not listed")
            del findings[self.max_findings :]
        result = Result(outputs, discarded, findings, answer.counts, answer.seconds, commands, values, notes)
        if self.sight is not None:
            result.trace, result.accesses, more = self.sight.read(view, answer.base)
            notes += more
        return result

    def fill(self, view: np.ndarray[Any, Any]) -> None:
        """Write all values into memory, and zeros elsewhere."""
        self.pieces.fill(view)
        if self.sight is not None:
            self.sight.fill(view)
        if self.discarded_at is not None:
            view[self.discarded_at : self.discarded_at + self.threads] = 0

    def without_harmless(
        self, worker: Worker, view: np.ndarray[Any, Any], request: dict[str, Any], answer: RunAnswer
    ) -> RunAnswer:
        """The answer without reports of undefined values that have no effect on the output.
        Lanes often load and compute values that they do not use. The function runs a second time with other values."""
        left = self.state(view)
        self.fill(view)
        self.pieces.fill_uninitialized(view, _FILLS[1])
        again = self.ask(worker, {**request, "poison": _FILLS[1]})
        self.pieces.restore_unwritten(view, left, _FILLS[1])
        if self.state(view) != left or again.error != answer.error:
            return answer
        return replace(answer, reports=[report for report in answer.reports if report.kind not in _HARMLESS_UNUSED])

    def state(self, view: np.ndarray[Any, Any]) -> list[bytes]:
        """All bytes that the function may have written."""
        written = self.pieces.written(view)
        if self.result_at is not None:
            written.append(view[self.result_at : self.result_at + self.threads * self.prepared.result_size].tobytes())
        return written

    def request(self) -> dict[str, Any]:
        """The request to the worker."""
        prepared, binding = self.prepared, self.binding
        rows = [(None if piece is None else piece.at, stride) for piece, stride in binding.rows]
        return {
            "what": "run",
            "number": self.function.number,
            "grid": self.grid,
            "size": self.size,
            "arguments": [*rows, (self.result_at, prepared.result_size)],
            "pointers": self.pieces.relocations(),
            "functions": self.pieces.functions(),
            "imageblock": [(piece.at, *sizes) for piece, *sizes in binding.imageblock],
            "threadgroup": [size for _, size in binding.threadgroup],
            "threadgroup_arguments": [number for number, _ in binding.threadgroup],
            "regions": len(prepared.threadgroup),
            "globals": len(prepared.globals),
            "writable": [int(region.address_space != 2) for region in prepared.globals],
            "stackful": int(prepared.stackful),
            "lanes_of_stack": WIDTH if prepared.lane_loops else 1,
            "quads": int(prepared.kind is FunctionType.FRAGMENT),
            "poison": _FILLS[0] if prepared.checked else 0,
            "stack": _STACK_BYTES * (4 if prepared.checked else 1)
            + -(-2 * prepared.private_bytes // 4096) * 4096
            + _STACK_STEP,
            "discarded": self.discarded_at,
            "repeat": self.repeat,
            "jobs": self.function.session.jobs
            if prepared.is_shareable and not binding.resources.command_buffers
            else 1,
            "trace": None if self.sight is None else self.sight.request(),
            "check": prepared.checked,
            "spans": self.pieces.spans(),
            "textures": self.pieces.textures(),
        }

    def ask(self, worker: Worker, request: dict[str, Any]) -> RunAnswer:
        """Get the answer. A function that exceeds its time runs a second time, with marks, to find the loop in which
        it hangs."""
        progress = self.progress
        groups = self.binding.groups
        report = None if progress is None else (lambda done: progress(done / groups))
        try:
            answer = worker.ask(request, seconds=self.seconds, progress=report)
        except TimeLimitError as error:
            where = self.spinning_place(request) or recursion_in(self.function)
            raise TimeLimitError(f"function {self.function.name!a} was {error.reason}{where}") from None
        except RunError as error:
            if worker.is_alive:
                raise
            raise RunError(f"{error.reason}{recursion_in(self.function) or self.wrong_access()}") from None
        return self.answer_of(answer)

    def answer_of(self, answer: dict[str, Any]) -> RunAnswer:
        """The validated answer of the process."""
        prepared = self.prepared
        groups = len(prepared.threadgroup) + len(self.binding.threadgroup)
        owners = {piece.number for piece in self.pieces.all}
        owners.update(OF_THREADGROUP | number for number in range(groups))
        owners.update(OF_MODULE | number for number in range(len(prepared.globals)))
        return RunAnswer.of(answer, len(prepared.sites), len(prepared.accesses), owners)

    def wrong_access(self) -> str:
        """Run it again with checks, and describe their first finding; "" if there is none, or if checks are already
        on."""
        import numpy as np

        function = self.function
        if self.prepared.checked:
            return ""
        worker = None
        try:
            prepared = prepare(function.module, function.name, function.constants, check=True, linked=function.linked)
            again = Run(replace(function, prepared=prepared), self.binding, self.grid, self.size, self.seconds, None)
            again.result_at, again.discarded_at = self.result_at, self.discarded_at
            worker = Worker(function.session.memory, function.session.limit)
            worker.lay_out()
            compile_in(worker, prepared, function.number, 1, seconds=_PATIENCE)
            again.fill(np.frombuffer(worker.mapped, np.uint8))
            answer = again.answer_of(worker.ask(again.request(), seconds=min(2.0, self.seconds)))
            findings = Explainer(function.name, prepared, self.binding, function.texts).findings(answer, 0)
        except MtlbError:
            return ""
        finally:
            if worker is not None:
                worker.close()
        return next((f"; it {finding.message}" for finding in findings if finding.code in _FATAL), "")

    def spinning_place(self, request: dict[str, Any]) -> str:
        """Run it again with marks at loop headers, and name the loop that ran when the time was over."""
        import numpy as np

        function = self.function
        check = self.prepared.checked
        prepared = prepare(
            function.module, function.name, function.constants, check=check, mark=True, linked=function.linked
        )
        worker = Worker(function.session.memory, function.session.limit)
        try:
            worker.lay_out()
            compile_in(worker, prepared, function.number, 0, mark=True, seconds=_PATIENCE)
            self.fill(np.frombuffer(worker.mapped, np.uint8))
            worker.ask({**request, "trace": None, "lanes_of_stack": 1, "repeat": 1}, seconds=min(2.0, self.seconds))
        except (TimeLimitError, RunError):
            number = worker.mark()
            return f", in {prepared.loops[number - 1]}" if 0 < number <= len(prepared.loops) else ""
        finally:
            worker.close()
        return ""
