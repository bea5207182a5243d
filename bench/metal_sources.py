"""How much real Metal source `mtlb compile` takes, and what comes out beside Apple's result of the same source.

    python -m bench.metal_sources embedded ../shared        sources that libraries of a folder embed
    python -m bench.metal_sources files FOLDER [NAME...]    .metal, .msl and other named files: whether they compile

`embedded` compiles each source with the options that were recorded, for the target of the library's functions. It says
how many functions there are, compile, verify, have the same interface (arguments and outputs of the metadata), and
leave the same bytes on the CPU as Apple's. Errors are grouped, those that block most functions first. A source that
several libraries embed with the same options counts once.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import re
import shlex
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import mtlb
from mtlb.air import EntryPoint, read_entry_points
from mtlb.air.target import AirTarget
from mtlb.base.errors import MtlbError
from mtlb.base.filekind import FileKind, sniff
from mtlb.base.versions import Platform
from mtlb.bitcode import read_module
from mtlb.container import Library
from mtlb.container.function_list import LibraryFunction
from mtlb.container.source_files import SourceFile, unpack_sources
from mtlb.cpu.compare import compare_functions
from mtlb.cpu.process import Session
from mtlb.ir.verify import verify_module
from mtlb.metal import Compiled, CompileOptions, compile_source

__all__ = [
    "Embedded",
    "Outcome",
    "compile_embedded",
    "embedded",
    "entry_count",
    "grouped",
    "measure",
    "reason",
    "target_of",
]

_SECONDS = 3.0
_DEBUG = {"-g": "all", "-gline-tables-only": "lines"}
_ENTRY = re.compile(
    r"(?:\b(?:kernel|vertex|fragment)\s+(?!\w*\s*[;=])|\[\[\s*(?:kernel|vertex|fragment|visible|mesh|object|stitchable)\b)"
)


ENDINGS = (".metal", ".msl", ".metalsl")
"""The endings of names of Metal sources."""


@dataclass(frozen=True)
class Embedded:
    """One translation unit of a library: its files, its options, and Apple's functions of it."""

    library: str
    name: str
    source: str
    options: tuple[str, ...]
    files: tuple[SourceFile, ...]
    functions: tuple[tuple[str, bytes], ...]
    target: str


@dataclass
class Outcome:
    """What became of one source. Numbers are functions."""

    library: str
    source: str
    functions: int = 0
    compiled: int = 0
    verified: int = 0
    interface: int = 0
    run: int = 0
    same: int = 0
    error: str = ""
    different: list[str] = field(default_factory=list)


def embedded(folder: Path) -> Iterator[Embedded]:
    """The translation units that the libraries of a folder embed, each once."""
    seen: set[bytes] = set()
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or sniff(path.read_bytes()) is not FileKind.METALLIB:
            continue
        try:
            library = mtlb.open(path)
        except MtlbError:
            continue
        for unit in _units(library, path.relative_to(folder).as_posix()):
            content = b"\0".join(file.path.encode() + b"\0" + file.data for file in unit.files)
            key = hashlib.sha256(content + unit.target.encode() + repr(_wanted(unit.options)).encode()).digest()
            if key not in seen:
                seen.add(key)
                yield unit


def _units(library: Library, name: str) -> Iterator[Embedded]:
    if library.sources is None:
        return
    of_archive: defaultdict[str, list[LibraryFunction]] = defaultdict(list)
    for function in library.functions:
        if function.source is not None:
            of_archive[function.source.id].append(function)
    files: defaultdict[str, list[SourceFile]] = defaultdict(list)
    for item in unpack_sources(library.sources):
        files[item.archive].append(item)
    for archive, functions in of_archive.items():
        texts = {item.path: item.data.decode("utf-8", "replace") for item in files[archive]}
        options = shlex.split(texts.get("metal-options.txt", ""))
        own = [item for item in files[archive] if not item.path.endswith(".txt")]
        source = next((item.path for item in own if any(_same_file(item.path, option) for option in options)), "")
        source = source or next((item.path for item in own if item.path.endswith(".metal")), "")
        if source:
            modules = tuple((function.name, bytes(function.module)) for function in functions)
            yield Embedded(name, archive, source, tuple(options), tuple(own), modules, _target(library, functions[0]))


def _same_file(path: str, option: str) -> bool:
    return option.endswith(ENDINGS) and path.endswith(option.lstrip("./"))


def _target(library: Library, function: LibraryFunction) -> str:
    """The target of a function in the words of mtlb."""
    air, target = function.air_version, library.target
    assert air is not None
    word = "ios" if target.platform in (Platform.IOS, Platform.IOS_SIMULATOR) else "macos"
    return f"{word}{target.min_os} {air.major}.{air.minor}"


def target_of(library: Library, function: LibraryFunction) -> AirTarget:
    """The target of a function of a library."""
    return _air_target(_target(library, function))


def _air_target(text: str) -> AirTarget:
    os, _, air = text.partition(" ")
    return AirTarget(os, air=air)


def _wanted(options: Iterable[str]) -> dict[str, list[str]]:
    """Of recorded options those that change the code."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    words = iter(options)
    for word in words:
        for flag in ("-D", "-I", "-U"):
            if word.startswith(flag):
                names[flag].append(word[2:] or next(words, ""))
        if word.startswith(("-std=", "-mmacosx-version-min=", "-O", "-fmetal-math-mode=")):
            names[word.partition("=")[0]].append(word.partition("=")[2] or word)
        if word in ("-ffast-math", "-fno-fast-math"):
            names["math"] = [word]
    return dict(names)


def compile_embedded(unit: Embedded, root: Path, *, is_whole: bool = False) -> Compiled:
    """Compile one unit in a folder, with the options that were recorded. Raises what `compile_source` does. `is_whole`:
    also with debug info and records of sources.
    """
    requested = _wanted(unit.options)
    for file in unit.files:
        path = root / file.path.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
    folders = tuple(str(root / item.lstrip("/")) for item in requested.get("-I", []))
    options = CompileOptions(
        target=_air_target(unit.target),
        defines=tuple(requested.get("-D", [])),
        undefines=tuple(requested.get("-U", [])),
        include_folders=(*folders, *_folders(root)),
        fast_math=requested.get("math") != ["-fno-fast-math"],
        standard=(requested.get("-std") or [""])[-1],
        warnings=("-w",),
        debug_info=next((text for text in map(_DEBUG.get, unit.options) if text), "") if is_whole else "",
        records_sources=is_whole and any(word.startswith("-frecord-sources") for word in unit.options),
        invariance="-fpreserve-invariance" in unit.options,
    )
    return compile_source(root / unit.source.lstrip("/"), options)


def measure(unit: Embedded) -> Outcome:
    """Compile one unit, and compare what came out."""
    outcome = Outcome(unit.library, unit.source, len(unit.functions))
    with tempfile.TemporaryDirectory() as folder:
        try:
            compiled = compile_embedded(unit, Path(folder))
        except (MtlbError, OSError) as error:
            outcome.error = str(error).replace(folder, "")
            return outcome
        except Exception as error:  # a bug, to be counted like an error
            outcome.error = f"bug: {type(error).__name__}: {error}"
            return outcome
    _compare(outcome, unit, compiled.bitcode)
    return outcome


def _folders(root: Path) -> list[str]:
    return sorted({str(path.parent) for path in root.rglob("*") if path.is_file()})


def _compare(outcome: Outcome, unit: Embedded, bitcode: bytes) -> None:
    module = read_module(bitcode)
    entries = {entry_point.name: entry_point for entry_point in read_entry_points(module)}
    problems = verify_module(module)
    with Session() as session:
        for name, theirs in unit.functions:
            entry = entries.get(name)
            if entry is None:
                outcome.different.append(f"{name}: missing")
                continue
            outcome.compiled += 1
            outcome.verified += not problems
            expected = next(
                (entry_point for entry_point in read_entry_points(read_module(theirs)) if entry_point.name == name),
                None,
            )
            difference = "no entry point" if expected is None else interface_difference(expected, entry)
            outcome.interface += not difference
            if difference:
                outcome.different.append(f"{name}: interface: {difference}")
            result = compare_functions(theirs, bitcode, name, seeds=1, session=session, seconds=_SECONDS)
            outcome.run += result.outcome != "not run"
            outcome.same += result.outcome == "same"
            if result.outcome != "same":
                outcome.different.append(f"{name}: {result.outcome}: {result.detail}")


def _plain(value: object) -> object:
    """A value of metadata to compare: a dataclass by its fields, IR objects and names of local variables by nothing."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return {name: field for name, field in fields.items() if name not in ("function", "node", "symbol")}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def interface_difference(expected: EntryPoint, point: EntryPoint) -> str:
    """Where two entry points differ as their callers see them; "" if they do not."""
    left, right = _plain(expected), _plain(point)
    return _first(left, right, "")


def _first(left: object, right: object, place: str) -> str:
    """Where two values differ first; "" if nowhere."""
    if isinstance(left, dict) and isinstance(right, dict):
        for name in left:
            if text := _first(left[name], right.get(name), f"{place}.{name}"):
                return text
        return ""
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return next(
            (text for n, (a, b) in enumerate(zip(left, right, strict=True)) if (text := _first(a, b, f"{place}[{n}]"))),
            "",
        )
    return "" if left == right else f"{place.lstrip('.')}: {str(left)[:90]} is {str(right)[:90]}"


def entry_count(text: str) -> int:
    """How many entry points a source has, as far as its text says."""
    return len(_ENTRY.findall(text))


def files(paths: Iterable[Path], endings: tuple[str, ...]) -> Iterator[tuple[Path, int]]:
    """Files with entry points, and how many they have."""
    for top in paths:
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and (path.name.endswith(endings) or path == top):
                count = entry_count(path.read_text(encoding="utf-8", errors="replace"))
                if count:
                    yield path, count


def compile_file(given: tuple[str, int, tuple[str, ...], str]) -> Outcome:
    """Compile a file that nothing is known of."""
    path, count, folders, target = given
    outcome = Outcome("", path, count)
    try:
        options = CompileOptions(target=AirTarget(target), include_folders=folders, warnings=("-w",), seconds=120)
        compiled = compile_source(path, options)
        module = read_module(compiled.bitcode)
        entries = read_entry_points(module)
        outcome.functions = outcome.compiled = len(entries)
        outcome.verified = 0 if verify_module(module) else len(entries)
    except (MtlbError, OSError) as error:
        outcome.error = str(error)
    except Exception as error:
        outcome.error = f"bug: {type(error).__name__}: {error}"
    return outcome


# --- what is printed


def reason(error: str) -> str:
    """The class of an error: its first line without the place and without names."""
    first = next((line for line in error.splitlines() if "error" in line or "bug" in line), error.splitlines()[0])
    text = re.sub(r"^.*?(?:\d+:\d+|\.metal|\.msl): (?:error: )?", "", first)
    return text[:140]


def grouped(outcomes: Iterable[Outcome]) -> list[tuple[str, int, int, str]]:
    """Classes of errors: text, functions, files, one of the files; most functions first."""
    functions: Counter[str] = Counter()
    places: defaultdict[str, list[str]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.error:
            functions[reason(outcome.error)] += max(outcome.functions, 1)
            places[reason(outcome.error)].append(outcome.source)
    return [(text, count, len(places[text]), places[text][0]) for text, count in functions.most_common()]


def _shown(outcomes: Iterable[Outcome], *, details: bool) -> Iterator[Outcome]:
    """Print each as it comes."""
    for outcome in outcomes:
        state = f"{outcome.compiled}/{outcome.functions} interface {outcome.interface}"
        state += f" run {outcome.run} same {outcome.same}"
        print(
            f"{outcome.library}: {outcome.source}: {state} {reason(outcome.error) if outcome.error else ''}", flush=True
        )
        for text in outcome.different if details else ():
            print(f"    {text[:300]}")
        yield outcome


def _print(outcomes: list[Outcome]) -> None:
    print("\nerrors, by functions:")
    for text, count, number, place in grouped(outcomes):
        print(f"  {count:5} in {number:4} files  {text}  ({place})")
    names = ("functions", "compiled", "verified", "interface", "run", "same")
    total = {name: sum(getattr(outcome, name) for outcome in outcomes) for name in names}
    total["files"] = len(outcomes)
    total["files compiled"] = sum(not outcome.error for outcome in outcomes)
    print(json.dumps(total))


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("embedded", "files"))
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("-j", type=int, default=2, help="processes")
    parser.add_argument("-I", action="append", default=[], help="files: a folder of headers")
    parser.add_argument("--target", default="macos14", help="files: the target")
    parser.add_argument("--ending", action="append", default=[], help="files: what names end with")
    parser.add_argument("--only", default="", help="names with this in them alone")
    parser.add_argument("--sample", type=int, default=1, help="every n-th file alone")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--json", type=Path, help="write the outcomes to a file")
    argument = parser.parse_args(arguments)
    with ProcessPoolExecutor(argument.j) as pool:
        if argument.what == "embedded":
            units = [
                unit
                for path in argument.paths
                for unit in embedded(path)
                if argument.only in unit.library + unit.source
            ]
            outcomes = list(_shown(pool.map(measure, units[:: argument.sample]), details=argument.details))
        else:
            result = list(files(argument.paths, tuple(argument.ending) or (".metal", ".msl")))
            rows = [
                (str(path), n, tuple(argument.I), argument.target) for path, n in result if argument.only in str(path)
            ]
            outcomes = list(pool.map(compile_file, rows[:: argument.sample], chunksize=1))
    _print(outcomes)
    if argument.json:
        argument.json.write_text(
            json.dumps([dataclasses.asdict(outcome) for outcome in outcomes], indent=1), encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
