"""mtlb run: run a function of a library on this machine's CPU."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

from mtlb.base.errors import BuildError

from . import console
from . import io as files
from .arguments import Arch, AsJson, Role, complete_function, count_of, jobs_option
from .groups import Group
from .parameters import CommandArgument, CommandOption
from .sarif import sarif
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.cpu.compare import Comparison
    from mtlb.cpu.findings import RunFinding
    from mtlb.cpu.kernel import Kernel, Result
    from mtlb.cpu.printing import NamedValues
    from mtlb.cpu.trace import TraceStep
    from mtlb.inspect.parts import FilePart

_T = TypeVar("_T")
_NAMED = "NAME=VALUE"
_NOT_NUMBERS = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


class ArgumentWords(Group):
    """The arguments of the function, and the number of threads."""

    grid: Annotated[str, CommandOption(metavar="X[,Y[,Z]]", help="The number of threads in the grid.")] = ""
    threadgroup: Annotated[str, CommandOption(metavar="X[,Y[,Z]]", help="The number of threads in a threadgroup.")] = ""
    buffer: Annotated[
        list[str] | None,
        CommandOption(
            metavar=_NAMED, help="A buffer, by name or index: 1,2,3, zeros:1024, x.npy, or x.json for structs."
        ),
    ] = None
    texture: Annotated[list[str] | None, CommandOption(metavar=_NAMED, help="A texture: a PNG, or as --buffer.")] = None
    sampler: Annotated[
        list[str] | None, CommandOption(metavar=_NAMED, help="A sampler: words such as linear,repeat.")
    ] = None
    constant: Annotated[list[str] | None, CommandOption(metavar=_NAMED, help="A function constant.")] = None
    function: Annotated[
        list[str] | None,
        CommandOption(metavar="NAME[=FILE]", help="A function to link in, for function tables."),
    ] = None
    input_: Annotated[
        list[str] | None, CommandOption("--input", metavar=_NAMED, help="Per-thread inputs, such as vertex inputs.")
    ] = None
    memory: Annotated[
        list[str] | None,
        CommandOption("--threadgroup-memory", metavar="NAME=BYTES", help="The size of a threadgroup argument."),
    ] = None

    @property
    def are_given(self) -> bool:
        """Whether there are any arguments besides constants."""
        return any(name != "constant" for name in self.names_set())

    def values(self) -> list[str]:
        """The options whose values may refer to files."""
        functions = [word for word in self.function or [] if "=" in word]
        return [*(self.buffer or []), *(self.texture or []), *(self.input_ or []), *functions]

    def constants(self) -> dict[str | int, object]:
        """The function constants."""
        return {name: _constant(value) for name, value in _pairs("--constant", self.constant)}

    def read(self) -> ReadArguments:
        """The arguments except buffers, whose types come from the function. Raises UsageError for invalid values."""
        from mtlb.cpu.images import sampler_from_text
        from mtlb.cpu.values import array_from_text, image_from_text

        grid = _numbers("--grid", self.grid)
        threadgroup = _numbers("--threadgroup", self.threadgroup) if self.threadgroup else None
        textures = _values("--texture", self.texture, image_from_text)
        resources: dict[str, Any] = {
            "textures": textures,
            "samplers": _values("--sampler", self.sampler, sampler_from_text),
            "inputs": _values("--input", self.input_, array_from_text),
            "threadgroup_memory": {name: _bytes(value) for name, value in _pairs("--threadgroup-memory", self.memory)},
        }
        return ReadArguments(grid, threadgroup, textures, resources)

    def linked(self) -> dict[str, Any]:
        """The functions of other files, with the libraries or modules that contain them."""
        named = [name for name in self.function or [] if "=" in name]
        return {name: files.map_input(path) for name, path in _pairs("--function", named)}


class ReadArguments(NamedTuple):
    """The sizes of a run, its textures, and the keyword arguments of `Kernel.run` except the buffers."""

    grid: tuple[int, ...]
    threadgroup: tuple[int, ...] | None
    textures: dict[str | int, Any]
    others: dict[str, Any]


class ResultWords(Group):
    """The options for values after the run."""

    show: Annotated[
        list[str] | None,
        CommandOption(
            "--print",
            metavar="NAME[:COUNT]",
            help="Values to print, with a number of elements or all; none prints nothing.",
        ),
    ] = None
    quiet: Annotated[bool, CommandOption("--quiet", "-q", help="Print no values (same as --print none).")] = False
    save: Annotated[
        list[str] | None,
        CommandOption(
            metavar="NAME=FILE", help="Write an argument or output afterwards: .npy, .npz, .json, .txt, .png, .bin."
        ),
    ] = None
    expect: Annotated[
        list[str] | None,
        CommandOption(metavar=_NAMED, help="The expected value of an argument or output after the run."),
    ] = None
    tolerance: Annotated[
        float, CommandOption(metavar="NUMBER", help="Tolerance for expected numbers: relative, absolute below 1.")
    ] = 0.0

    @property
    def are_given(self) -> bool:
        """Whether any of the options is set."""
        return bool(self.show or self.quiet or self.save or self.expect)

    def saved(self) -> list[tuple[str, str]]:
        """The names of arrays, and their output files."""
        return list(_pairs("--save", self.save))

    def expected(self) -> list[tuple[str, str]]:
        """The names of arrays, and their expected values."""
        return list(_pairs("--expect", self.expect))

    def shown(self) -> dict[str, int | None] | None:
        """The values to print, in the form of `_counts`."""
        if self.quiet and self.show:
            raise UsageError("--quiet and --print can't be used together")
        return {} if self.quiet else _counts(self.show)


class CheckWords(Group):
    """The options for checks, and for the number of reported findings."""

    check: Annotated[
        bool,
        CommandOption(
            "--check", help="Check for races, out-of-bounds accesses, undefined results and more (docs/run.md)."
        ),
    ] = False
    uninitialized: Annotated[
        list[str] | None,
        CommandOption(metavar="NAME", help="With --check: a buffer that counts as uninitialized until it is written."),
    ] = None
    most: Annotated[
        int, CommandOption("--max-findings", min=1, metavar="N", help="With --check: how many findings to list.")
    ] = 100

    def run(self) -> dict[str, Any]:
        """Keyword arguments of `Kernel.run`."""
        return {"uninitialized": self.uninitialized or [], "max_findings": self.most}


class SightWords(Group):
    """The options for tracing the function."""

    trace: Annotated[
        str,
        CommandOption(
            metavar="X[,Y[,Z]]", help="Print the instructions that the thread at this grid position executes."
        ),
    ] = ""
    steps: Annotated[
        int,
        CommandOption("--trace-steps", min=1, max=100_000, metavar="N", help="With --trace: how many instructions."),
    ] = 1000
    heat: Annotated[
        list[str] | None,
        CommandOption(
            metavar="NAME=FILE", help="Write how often each element of a buffer is accessed: .png, .npy, .json, …"
        ),
    ] = None

    @property
    def are_given(self) -> bool:
        """Whether any of the options is set."""
        return bool(self.trace or self.heat)

    def counted(self) -> list[tuple[str, str]]:
        """The names of buffers, and the output files of their access counts."""
        return list(_pairs("--heat", self.heat))

    def run(self) -> dict[str, Any]:
        """Keyword arguments of `Kernel.run`."""
        return {"thread": _place(self.trace), "steps": self.steps} if self.trace else {}


class CacheWord(str, Enum):
    """The option for the cache of compiled functions."""

    ON = "on"
    OFF = "off"
    CLEAR = "clear"


class WorkWords(Group):
    """The options for threads, and for the cache."""

    jobs: Annotated[int | None, jobs_option("The number of cores that run threadgroups.")] = None
    cache: Annotated[
        CacheWord,
        CommandOption(
            help="Cache compiled functions in the user's cache folder or $MTLB_CODE_CACHE; or clear the cache."
        ),
    ] = CacheWord.ON

    def kernel(self) -> dict[str, Any]:
        """Keyword arguments of `Kernel`."""
        from mtlb.cpu.cache import default_cache

        kept = default_cache()
        if self.cache is CacheWord.CLEAR and kept is not None:
            console.note(f"{kept.clear()} compiled functions were taken out of {kept.folder}")
        return {"jobs": count_of(self.jobs), "cache": self.cache is not CacheWord.OFF}


def command(
    library: Annotated[
        str, CommandArgument(metavar="FILE", help="A library, or a module (.air); - for stdin."), Role.READ
    ],
    names: Annotated[
        list[str] | None, CommandArgument(metavar="NAME", autocompletion=complete_function, help="The function to run.")
    ] = None,
    *,
    arguments: ArgumentWords,
    results: ResultWords,
    checks: CheckWords,
    sight: SightWords,
    work: WorkWords,
    against: Annotated[
        str | None,
        CommandOption(metavar="FILE", help="Compare with the functions of this library on generated arguments."),
        Role.READ,
    ] = None,
    seeds: Annotated[
        int, CommandOption(min=1, metavar="N", help="With --against: number of runs, each with fresh inputs.")
    ] = 2,
    seconds: Annotated[float, CommandOption("--timeout", min=0.1, metavar="SECONDS", help="Time limit.")] = 60.0,
    arch: Arch = None,
    as_json: AsJson = False,
    as_sarif: Annotated[bool, CommandOption("--sarif", help="Print the findings of --check as SARIF 2.1.0.")] = False,
) -> int:
    """Run a function of a library on this machine's CPU.

    The function is compiled by LLVM and runs in a process of its own, with limits of time and memory. Buffers and
    textures are given by name or index; the values that the function may have written are printed, compared or
    saved. Without a NAME the functions are listed with their arguments. --check examines every memory access.
    --against runs the functions of two libraries on the same generated arguments and compares every byte of the
    results. --trace prints the instructions of one thread with their values.

    Examples:

      mtlb run default.metallib
      mtlb run a.metallib twice --grid 4 --buffer x=1,2,3,4 --buffer out=zeros:4
      mtlb run a.metallib twice --grid 64 --buffer x=x.npy --buffer out=zeros:64 --save out=o.npy
      mtlb run a.metallib blur --grid 64,64 --texture in=a.png --texture out=b.png --save out=c.png
      mtlb run a.metallib twice --grid 4 --buffer x=1,2,3,4 --buffer out=zeros:4 --trace 2
      mtlb run new.metallib --against old.metallib
    """
    saved, counted = results.saved(), sight.counted()
    _check_paths(library, [*arguments.values(), *(results.expect or [])], [*saved, *counted])
    constants = arguments.constants()
    if against is not None:
        if arguments.are_given or results.are_given or sight.are_given or checks.check:
            raise UsageError("--against generates the arguments: it takes only --constant, --seeds and --timeout")
        with files.open_part(library, arch) as part, files.open_part(against, arch) as against_part:
            return _against(part, against_part, names or [], seeds, constants, seconds, as_json)
    if not names:
        with files.open_part(library, arch) as part:
            return _listed(part, as_json)
    if len(names) > 1:
        raise UsageError("only --against takes more than one function")
    if not arguments.grid:
        raise UsageError("--grid is missing: give the number of threads")
    if as_json and any(path == files.STDIO for _, path in [*saved, *counted]):
        raise UsageError("--json and --save NAME=- both write to stdout")
    read_arguments = arguments.read()
    expected = results.expected()
    shown = results.shown()
    linked = arguments.linked()
    with files.open_part(library, arch) as part:
        kernel_options = {**work.kernel(), "constants": constants, "check": checks.check, "trace": sight.are_given}
        run_options = {**sight.run(), **checks.run()}
        kernel, values = _run(
            part, names[0], arguments, read_arguments, linked, kernel_options, run_options, limit=seconds
        )
        printed = values.chosen(shown)
        outputs = [*values.encoded(saved), *values.encoded_counts(counted)]
        differences = [_compared(values, name, value, results.tolerance) for name, value in expected]
        for text in values.result.notes:
            console.note(text, level=0)
        for path, data in outputs:
            files.write_output(path, data)
        if files.STDIO not in [path for path, _ in outputs]:
            _print(kernel, part.place, values.result, printed, differences, as_json, as_sarif)
    return int(not values.result.is_clean or any(difference for _, difference in differences))


def _run(
    part: FilePart,
    name: str,
    arguments: ArgumentWords,
    read_arguments: ReadArguments,
    linked: dict[str, Any],
    kernel_options: dict[str, Any],
    run_options: dict[str, Any],
    *,
    limit: float,
) -> tuple[Kernel, Values]:
    """Run the function of a part. Returns it and its values after the run."""
    from mtlb.cpu.kernel import Kernel

    own = {function: part.data for function in arguments.function or [] if "=" not in function}
    with Kernel(part.data, name, functions={**own, **linked}, **kernel_options) as kernel:
        buffers = _buffers(kernel, arguments.buffer)
        with console.progress("running") as report:
            result = kernel.run(
                read_arguments.grid,
                read_arguments.threadgroup,
                buffers=buffers,
                **read_arguments.others,
                **run_options,
                seconds=limit,
                progress=lambda done: report(int(done * 1000), 1000),
            )
    arrays = {
        str(name): value
        for name, value in [*buffers.items(), *read_arguments.textures.items(), *result.outputs.items()]
    }
    return kernel, Values(kernel, arrays, result, read_arguments.grid)


# --- values ----------------------------------------------------------------------------------------------------------


def _check_paths(library: str, values: list[str], saved: list[tuple[str, str]]) -> None:
    """Raise UsageError for an output that is an input, or that conflicts with the report on stdout."""
    from mtlb.cpu.values import check_suffix, file_of

    paths = [path for text in values if (path := file_of(text.partition("=")[2])) is not None]
    archives = dict.fromkeys(path for _, path in saved if _is_archive(path))  # formats that hold several arrays
    files.check_paths([library, *paths], [*archives, *(path for _, path in saved if not _is_archive(path))])
    if [path for _, path in saved].count(files.STDIO) > 1:
        raise UsageError("--save NAME=-: stdout takes the elements of one array")
    for _, path in saved:
        check_suffix(path)


def _is_archive(path: str) -> bool:
    return path.lower().endswith(".npz")


def _pairs(option: str, words: list[str] | None) -> Iterator[tuple[str, str]]:
    seen = set()
    for text in words or []:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise UsageError(f"{option} {text!r}: expected NAME=VALUE")
        if name in seen and option != "--save":
            raise UsageError(f"{option} {name} is given twice")
        seen.add(name)
        yield name, value


def _values(option: str, words: list[str] | None, convert: Callable[[str], _T]) -> dict[str | int, _T]:
    """Values by name, or by index if the name is a number."""
    return {int(name) if name.isdecimal() else name: convert(value) for name, value in _pairs(option, words)}


def _buffers(kernel: Kernel, words: list[str] | None) -> dict[str | int, Any]:
    """The values of buffers, as arrays with the types of the function's arguments."""
    from mtlb.cpu.values import buffer_from_text

    arguments = [parameter.argument for parameter in kernel.parameters]
    buffers: dict[str | int, Any] = {}
    for name, text in _pairs("--buffer", words):
        key = int(name) if name.isdecimal() else name
        argument = next((argument for argument in arguments if key in (argument.name, argument.fixed_index)), None)
        with files.naming(f"--buffer {name}"):
            buffers[key] = buffer_from_text(text, argument)
    return buffers


def _counts(show: list[str] | None) -> dict[str, int | None] | None:
    """The names in --print, with the number of elements (None: both ends of a long array); None without the option."""
    if show is None or not show:
        return None
    counts: dict[str, int | None] = {}
    for text in show:
        name, colon, count = text.rpartition(":")
        if not colon or not (count == "all" or count.isdecimal()):
            name, count = text, ""
        counts[name] = sys.maxsize if count == "all" else int(count) if count else None
    if "none" in counts and len(counts) > 1:
        raise UsageError("--print none can't be used with other values of --print")
    return {} if "none" in counts else counts


class Values:
    """The arrays after a run, by the names and indices of the command line, and in display form."""

    def __init__(self, kernel: Kernel, arrays: dict[str, Any], result: Result, grid: tuple[int, ...]) -> None:
        self.arrays, self.result, self.grid = arrays, result, grid
        self.names: dict[str, str] = {}
        for parameter in kernel.parameters:
            argument = parameter.argument
            if argument.name and argument.fixed_index is not None:
                self.names[str(argument.fixed_index)] = argument.name
        self.arguments = {parameter.argument.name: parameter.argument for parameter in kernel.parameters}
        self.shown = {values.name: values for values in result.values}

    def array(self, option: str, name: str) -> Any:
        """An array by name or index. Raises BuildError if there is none."""
        import numpy as np

        key = name
        if name not in self.arrays:
            aliases = [alias for alias in (self.names.get(name), *self._indices(name)) if alias in self.arrays]
            if not aliases:
                there = ", ".join(self.arrays) or "none"
                raise BuildError(f"{option} {name}: no array has this name (available: {there})")
            key = aliases[0]
        value = self.arrays[key]
        if not isinstance(value, np.ndarray):
            raise BuildError(f"{option} {name}: it is a number or a struct, not an array")
        return value

    def _indices(self, name: str) -> list[str]:
        return [index for index, name_there in self.names.items() if name_there == name]

    def values(self, option: str, name: str) -> NamedValues:
        """The values of an array, in display form."""
        from mtlb.cpu.printing import named_values

        its = self.names.get(name, name)
        if its in self.shown:
            return self.shown[its]
        return named_values(its, self.array(option, name), self.arguments.get(its))

    def chosen(self, counts: dict[str, int | None] | None) -> list[tuple[NamedValues, int | None]]:
        """The values to print: those in --print, or all that the function may have written."""
        if counts is None:
            return [(values, None) for values in self.result.values]
        return [(self.values("--print", name), count) for name, count in counts.items()]

    def encoded(self, saved: list[tuple[str, str]]) -> list[tuple[str, bytes]]:
        """Paths, and the bytes to write. Arrays for the same archive form a single file."""
        from mtlb.cpu.values import as_picture, encode

        members: dict[str, dict[str, Any]] = {}
        for name, path in saved:
            array = self.array("--save", name)
            if path.lower().endswith(".png"):
                array = as_picture(array, self.grid)
            members.setdefault(path, {})[name] = array, self.values("--save", name)
        return [(path, encode(values, path)) for path, values in members.items()]

    def encoded_counts(self, counted: list[tuple[str, str]]) -> list[tuple[str, bytes]]:
        """Paths, and access counts in the format of the suffix. Raises BuildError for an argument that is not a
        buffer."""
        from mtlb.cpu.printing import named_values
        from mtlb.cpu.values import encode, heat_picture

        encodings = []
        for name, path in counted:
            its = self.names.get(name, name)
            counts = self.result.accesses.get(its)
            if counts is None:
                there = ", ".join(self.result.accesses) or "none"
                raise BuildError(f"--heat {name}: only buffers that are arrays can be counted (available: {there})")
            array = heat_picture(counts) if path.lower().endswith(".png") else counts
            encodings.append((path, encode({its: (array, named_values(its, counts))}, path)))
        return encodings


def _numbers(option: str, text: str) -> tuple[int, ...]:
    parts = text.replace("x", ",").split(",")
    if not 1 <= len(parts) <= 3 or not all(part.isdecimal() and int(part) for part in parts):
        raise UsageError(f"{option} {text!r}: expected one to three numbers of 1 or more, such as 64 or 16,16")
    return tuple(int(part) for part in parts)


def _place(text: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not 1 <= len(parts) <= 3 or not all(part.isdecimal() for part in parts):
        raise UsageError(f"--trace {text!r}: expected the place of a thread in the grid, such as 5 or 3,2")
    return tuple(int(part) for part in parts)


def _bytes(text: str) -> int:
    if not text.isdecimal():
        raise UsageError(f"--threadgroup-memory {text!r}: expected a number of bytes")
    return int(text)


def _constant(text: str) -> object:
    from mtlb.cpu.values import number

    parts = [number(part) for part in text.split(",")]
    if any(part is None for part in parts):
        raise UsageError(f"--constant {text!r}: expected a number, true or false, or several for a vector")
    return parts[0] if len(parts) == 1 else parts


def _compared(values: Values, name: str, expected: str, tolerance: float) -> tuple[str, str]:
    """Describe the difference; "" if there is none."""
    from mtlb.cpu.values import expected_from_text, unexpected

    array = values.array("--expect", name)
    with files.naming(f"--expect {name}"):
        return name, unexpected(array, expected_from_text(expected, array), tolerance)


# --- printing --------------------------------------------------------------------------------------------------------


def _print(
    kernel: Kernel,
    place: str,
    result: Result,
    printed: list[tuple[NamedValues, int | None]],
    differences: list[tuple[str, str]],
    as_json: bool,
    as_sarif: bool,
) -> None:
    if as_sarif:
        from mtlb.cpu.findings import RULES

        console.print_json(sarif([(place, result.findings)], RULES, "run"))
        return
    if as_json:
        console.print_json(
            {
                "schema": "mtlb.run/1",
                "file": place,
                "function": console.printable(kernel.name),
                "seconds": result.seconds,
                "counts": result.counts,
                "values": [_as_json(values) for values, _ in printed],
                **({"discarded": result.discarded.tolist()} if result.discarded is not None else {}),
                "findings": [_finding_as_json(finding) for finding in result.findings],
                "differences": [{"name": name, "text": text} for name, text in differences if text],
                **({"commands": _commands(result)} if result.commands else {}),
                **({"trace": [_step_as_json(step) for step in result.trace]} if result.trace else {}),
            }
        )
        return
    counts = ", ".join(f"{value:,} {name}" for name, value in result.counts.items() if value)
    console.out(f"{console.printable(kernel.name)}: {counts}")
    console.note(f"the run took {result.seconds * 1000:.1f} ms")
    console.note(f"its process gave up: {', '.join(kernel.locks) or 'nothing'}")
    _print_trace(result)
    for values, count in printed:
        console.out(console.printable(values.text(count)))
    console.lines(result.discarded_lines())
    for row in _commands(result):
        operands = ", ".join(str(operand) for operand in row["operands"])
        console.out(f"{console.printable(row['buffer'])}[{row['index']}]: {row['call']} {operands}".rstrip())
    for finding in result.findings:
        console.out(f"{console.severe(finding.severity)}: {finding.code}: {console.printable(finding.message)}")
    for name, text in differences:
        console.out(f"{name}: {text or 'as expected'}")


def _finding_as_json(finding: RunFinding) -> dict[str, Any]:
    """The finding's message, threads, source position and memory; unknown fields are omitted."""
    numbers = {"line": finding.line or None, "column": finding.column or None, "bytes": finding.size or None}
    texts = {"file": finding.file, "source": finding.text, "memory": finding.memory, "texel": finding.texel}
    facts = {"element": finding.element, "byte": finding.byte, **numbers}
    return {
        **finding.as_json("code severity text", text=console.printable(finding.message)),
        "threads": [{"thread": thread, "threadgroup": group} for thread, group in finding.threads],
        **{name: console.printable(text) for name, text in texts.items() if text},
        **{name: number for name, number in facts.items() if number is not None},
    }


def _print_trace(result: Result) -> None:
    """Print the steps of a trace, with a line before each change of source position or function."""
    place = ""
    for step in result.trace:
        its = f"{step.function} at {step.line}" if step.line else step.function
        if its != place:
            place = its
            console.out(console.printable(f"{its}:"))
        console.out(console.printable(f"  {step}"))


def _step_as_json(step: TraceStep) -> dict[str, Any]:
    """A number that JSON cannot represent becomes a text."""
    values = [_NOT_NUMBERS.get(str(value), value) for value in step.values]
    texts = {"function": step.function, "line": step.line, "text": step.text}
    return {**{key: console.printable(text) for key, text in texts.items()}, "values": values}


def _as_json(values: NamedValues) -> dict[str, Any]:
    return {**values.as_json(), "name": console.printable(values.name)}


def _commands(result: Result) -> list[dict[str, Any]]:
    """The calls about indirect commands; an address is shown as the name of its memory and the offset in it."""
    return [
        {
            "buffer": name,
            "index": command.index,
            "call": command.call,
            "operands": [
                operand
                if operand is None or isinstance(operand, int)
                else console.printable(f"{operand.name}+{operand.offset}")
                for operand in command.operands
            ],
        }
        for name, commands in result.commands.items()
        for command in commands
    ]


def _listed(part: FilePart, as_json: bool) -> int:
    from mtlb.cpu.listing import runnable_functions

    rows = list(runnable_functions(part.data))
    if as_json:
        console.print_json({"schema": "mtlb.run/1", "file": part.place, "functions": rows})
        return 0
    for row in rows:
        console.out(
            f"{row['type']} {console.printable(row['name'])}" + (f": {row['problem']}" if row["problem"] else "")
        )
        for argument in row["arguments"]:
            index = "" if argument["index"] is None else f" {argument['index']}"
            name = console.printable(argument["name"])
            console.out(f"  --{argument['option']} {name}={argument['type']}  ({argument['kind']}{index})")
    return 0


def _against(
    part: FilePart,
    other_part: FilePart,
    names: list[str],
    seeds: int,
    constants: dict[str | int, object],
    seconds: float,
    as_json: bool,
) -> int:
    from mtlb.cpu.compare import common_functions, compare_libraries
    from mtlb.cpu.kernel import read_source

    first, two = read_source(part.data), read_source(other_part.data)
    compared = names or common_functions(first, two)
    outcomes: list[Comparison] = []
    with console.progress("running") as report:
        comparisons = compare_libraries(first, two, compared, seeds=seeds, constants=constants or None, seconds=seconds)
        for comparison in comparisons:
            outcomes.append(comparison)
            report(len(outcomes), len(compared))
    if not compared:
        raise BuildError(f"no function is in both libraries, {part.place} and {other_part.place}")
    if as_json:
        console.print_json(
            {
                "schema": "mtlb.run/1",
                "file": part.place,
                "against": other_part.place,
                "comparisons": [
                    {"name": console.printable(c.name), "outcome": c.outcome, "detail": c.detail, "seeds": c.seeds}
                    for c in outcomes
                ],
            }
        )
    else:
        for comparison in outcomes:
            if not comparison.is_same:
                console.out(f"{console.printable(comparison.name)}: {comparison.outcome}: {comparison.detail}")
        same = sum(comparison.is_same for comparison in outcomes)
        console.out(f"{same} of {len(outcomes)} functions leave the same bytes")
    return int(not all(comparison.is_same for comparison in outcomes))
