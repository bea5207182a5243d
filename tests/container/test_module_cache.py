"""A module that functions share is read once, in any order of the functions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mtlb
from bench.generated import many_kernels
from mtlb.air import EntryPoint, describe_library
from mtlb.air.entry_points import _Parser
from mtlb.air.lint import lint_library
from mtlb.base import digest
from mtlb.base.errors import FormatError
from mtlb.bitstream.stream import Stream
from mtlb.container import FunctionType, Library, LibraryFunction, read, write
from mtlb.container.module_cache import ModuleCache, by_module
from mtlb.inspect import diff_libraries, floor
from mtlb.machinery.engine import is_compiled
from tests.cli.invoke import invoke
from tests.inspect.libraries import function, library

SMALL, LARGE = 6, 60


def in_turn(count: int, *, names: str = "kernel_{}") -> Library:
    """`count` functions that alternate between two modules, which Apple's tools never write."""
    modules = many_kernels(SMALL), many_kernels(SMALL + 1)
    functions = [function(names.format(number), data=modules[number % 2]) for number in range(count)]
    return read(write(library(*functions)))


def needs_calls_of_python() -> None:
    if is_compiled():
        pytest.skip("compiled code calls its own functions, whatever is put in their place")


def counted(monkeypatch: pytest.MonkeyPatch, run: Callable[[], object]) -> tuple[int, int]:
    """How many streams of bitcode `run` opens, and how many modules it hashes."""
    needs_calls_of_python()
    opened = hashed = 0
    open_stream, create_hash = Stream.__init__, digest._hashes.new

    def opening(self: Stream, *args: object, **more: object) -> None:
        nonlocal opened
        opened += 1
        open_stream(self, *args, **more)  # type: ignore[arg-type]

    class Hashing:
        def __init__(self, name: str, size: int) -> None:
            self.function = create_hash(name, size)
            self.digest = self.function.digest

        def update(self, data: bytes | memoryview) -> None:
            nonlocal hashed
            hashed += bytes(data[:4]) == b"\xde\xc0\x17\x0b"
            self.function.update(data)

    with monkeypatch.context() as patched:
        patched.setattr(Stream, "__init__", opening)
        patched.setattr(digest._hashes, "new", Hashing)
        run()
    return opened, hashed


LOOKING: dict[str, Callable[[Library], object]] = {
    "lint": lambda actual: list(lint_library(actual)),
    "describe": lambda actual: list(describe_library(actual)),
    "floor": floor,
}


@pytest.mark.parametrize("name", LOOKING)
def test_libraries_in_turn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = in_turn(SMALL, names="kernel_0"), in_turn(LARGE, names="kernel_0")
    look = LOOKING[name]
    assert counted(monkeypatch, lambda: look(few)) == counted(monkeypatch, lambda: look(many))


def test_diff_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pair differs, by one of two modules."""
    counts = []
    for count in (SMALL, LARGE):
        old, new = in_turn(count), in_turn(count)
        new.functions = [*new.functions[1:], new.functions[0]]
        for before, after in zip(old.functions, new.functions, strict=True):
            before.name = after.name
        counts.append(counted(monkeypatch, lambda: diff_libraries(old, new)))  # noqa: B023
    assert counts[0] == counts[1] == (4, 4)


COMMANDS = [
    "bcanalyze",
    "check",
    "doctor",
    "info",
    "info -r",
    "lint",
    "nm",
    "report -o {out}",
    "rewrite --modules -o {out}",
    "size",
    "verify",
    "verify --modules",
    "extract -d {out}",
]


@pytest.mark.parametrize("command", ["lint", "info -r", "report -o {out}"])
def test_entry_points_of_a_shared_module_are_read_once(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module with as many entry points as there are functions: work must not grow with their product."""
    needs_calls_of_python()
    parse = _Parser.entry
    parsed = 0

    def counting(self: _Parser, *args: Any) -> EntryPoint:
        nonlocal parsed
        parsed += 1
        return parse(self, *args)

    monkeypatch.setattr(_Parser, "entry", counting)
    module = many_kernels(SMALL)
    path = tmp_path / "x.metallib"
    path.write_bytes(write(library(*(function(f"kernel_{number}", data=module) for number in range(SMALL)))))
    run(path, command, tmp_path)
    assert parsed in (SMALL, 2 * SMALL)  # a report has interfaces and what lint finds


def run(path: Path, command: str, folder: Path) -> None:
    name, *options = command.format(out=folder / f"{path.stem}.out").split()
    assert invoke(name, path, *options).code in (0, 1)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_in_turn(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = []
    for count in (SMALL, LARGE):
        path = tmp_path / f"{count}.metallib"
        path.write_bytes(write(in_turn(count, names="kernel_0" if command == "info -r" else "kernel_{}")))
        numbers.append(counted(monkeypatch, lambda: run(path, command, tmp_path)))  # noqa: B023
    assert numbers[0] == numbers[1]
    assert command in ("nm", "size", "extract -d {out}") or sum(numbers[0])


# --- the cache itself -------------------------------------------------------------------------------------------------


def three() -> list[LibraryFunction]:
    """a and c share a module."""
    shared, own = bytes(16), bytes(range(16))
    return [LibraryFunction(n, FunctionType.KERNEL, m) for n, m in (("a", shared), ("b", own), ("c", shared))]


def test_by_module() -> None:
    assert [[f.name for f in group] for group in by_module(three())] == [["a", "c"], ["b"]]


def test_each_module_is_read_once() -> None:
    asked: list[str] = []

    def look(function: LibraryFunction) -> str:
        asked.append(function.name)
        return function.name

    functions = three()
    cache = ModuleCache(functions, look)
    assert [cache(function) for function in functions] == ["a", "b", "a"]
    assert asked == ["a", "b"]


def test_results_go_with_the_last_function() -> None:
    alive: list[object] = []

    class Result:
        def __init__(self) -> None:
            alive.append(self)

        def __del__(self) -> None:
            gone.append(self)

    gone: list[object] = []
    functions = three()
    cache = ModuleCache(functions, lambda function: Result())
    for item, freed in zip(functions, (0, 1, 2), strict=True):
        cache(item)
        alive.clear()
        assert len(gone) == freed


def test_what_was_raised_is_raised_again() -> None:
    tried = 0

    def fail(function: LibraryFunction) -> None:
        nonlocal tried
        tried += 1
        raise FormatError("broken", offset=3)

    functions = three()
    cache = ModuleCache(functions, fail)
    for item in functions:
        with pytest.raises(FormatError, match="broken"):
            cache(item)
    assert tried == 2


def test_nothing_is_a_result() -> None:
    asked: list[str] = []
    functions = three()
    cache = ModuleCache(functions, lambda function: asked.append(function.name))
    for item in functions:
        assert cache(item) is None  # type: ignore[func-returns-value]
    assert asked == ["a", "b"]


def test_a_module_outside_of_the_file_is_an_error_on_access() -> None:
    data = bytearray(write(library(function("a"), function("b"))))
    at = data.index(b"OFFT", data.index(b"OFFT") + 1) + 6 + 16  # the module's offset of the second
    data[at : at + 8] = (1 << 40).to_bytes(8, "little")
    functions = mtlb.read(bytes(data)).functions
    cache = ModuleCache(functions, lambda function: function.name)
    assert cache(functions[0]) == "a"
    with pytest.raises(FormatError):
        cache(functions[1])
