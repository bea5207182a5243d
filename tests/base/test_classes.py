"""`mtlb.base.classes` beside the standard library: the same declarations through both."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import os
import pickle
import subprocess
import sys
import typing
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from mtlb.base import classes
from mtlb.machinery.engine import is_compiled
from tests.conftest import ROOT

OURS: dict[str, Any] = {"dataclass": classes.dataclass, "field": classes.field, "NamedTuple": classes.NamedTuple}
STANDARD: dict[str, Any] = {
    "dataclass": dataclasses.dataclass,
    "field": dataclasses.field,
    "NamedTuple": typing.NamedTuple,
}


def declared(names: dict[str, Any], **options: bool) -> type[Any]:
    """A class with a field of each kind."""
    dataclass, field = names["dataclass"], names["field"]

    class Base:
        what: ClassVar[str] = "point"

        def __post_init__(self) -> None:
            object.__setattr__(self, "seen", True)

    @dataclass(**options)
    class Point(Base):
        x: int
        y: int = 2
        names: list[str] = field(default_factory=list, metadata={"key": "n"})
        hidden: int = field(default=7, compare=False, repr=False)
        seen: bool = field(init=False, default=False)

    return Point


def outcome(action: Callable[[], Any]) -> Any:
    """What an action returns, or the type of its error; the words about arguments are those of `inspect`."""
    try:
        return action()
    except Exception as error:
        return type(error).__name__, "" if isinstance(error, TypeError) else str(error)


def outcomes(names: dict[str, Any], **options: bool) -> list[Any]:
    """What instances of the class do."""
    cls = declared(names, **options)
    first, second = cls(x=1), cls(x=1, y=2, names=[], hidden=9)
    actions: list[Callable[[], Any]] = [
        lambda: repr(first) if options.get("repr", True) else None,
        lambda: first == second,
        lambda: first == cls(x=1, y=3),
        lambda: first == (1, 2),
        lambda: hash(first) if options.get("eq", True) else None,
        lambda: hash(cls(x=1, names=())) == hash(cls(x=1, names=(), hidden=4)),
        lambda: cls(x=1, names=()) in {cls(x=1, names=())},
        lambda: setattr(first, "x", 4),
        lambda: delattr(first, "y"),
        lambda: setattr(second, "other", 4) if not (options.get("slots") and options.get("frozen")) else None,
        lambda: (second.x, second.seen, second.names is not first.names, cls.what),
        lambda: cls(1, 2).y,
        lambda: cls(),
        lambda: cls(1, 2, [], 4, 5),
        lambda: cls(1, x=1),
        lambda: cls(x=1, z=1),
        lambda: cls(x=1, seen=True),
        lambda: cls.__match_args__,
        lambda: [(item.name, item.type, item.init, item.repr, item.compare) for item in dataclasses.fields(cls)],
        lambda: [(item.name, dict(item.metadata)) for item in dataclasses.fields(cls)],
        lambda: dataclasses.asdict(second),
        lambda: repr(dataclasses.replace(second, x=8)) if options.get("repr", True) else None,
        lambda: outcome(lambda: dataclasses.replace(second, seen=False))[0],
        lambda: dataclasses.is_dataclass(cls),
        lambda: [(p.name, p.kind, p.annotation) for p in inspect.signature(cls).parameters.values()],
        lambda: typing.get_type_hints(cls),
        lambda: "__dict__" in dir(second),
        lambda: copy.copy(second) == second,
    ]
    return [outcome(action) for action in actions]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"frozen": True},
        {"eq": False},
        {"slots": True},
        {"frozen": True, "slots": True},
        {"frozen": True, "kw_only": True},
        {"eq": False, "slots": True},
        {"eq": False, "repr": False},
    ],
    ids=str,
)
@pytest.mark.parametrize("shared", [classes._SHARED, 1])
def test_dataclasses_are_those_of_the_standard_library(
    options: dict[str, bool], shared: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Initialized by the shared function, and by that of later objects."""
    monkeypatch.setattr(classes, "_SHARED", shared)
    assert outcomes(OURS, **options) == outcomes(STANDARD, **options)


def test_a_class_with_an_init_of_its_own() -> None:
    def outcomes(names: dict[str, Any]) -> list[Any]:
        @names["dataclass"](frozen=True, init=False, repr=False)
        class Doubled:
            x: int
            y: int

            def __init__(self, half: int) -> None:
                object.__setattr__(self, "x", half * 2)
                object.__setattr__(self, "y", 0)

            def __repr__(self) -> str:
                return f"doubled {self.x}"

        first = Doubled(2)
        return [
            repr(first),
            first == Doubled(2),
            hash(first) == hash(Doubled(2)),
            str(inspect.signature(Doubled)),
            [item.name for item in dataclasses.fields(Doubled)],  # type: ignore[arg-type]
            outcome(lambda: Doubled(x=1, y=2)),  # type: ignore[call-arg]
            outcome(lambda: setattr(first, "x", 1)),
        ]

    assert outcomes(OURS) == outcomes(STANDARD)


@classes.dataclass(frozen=True, slots=True)
class Sent:
    number: int
    names: tuple[str, ...] = ()


@classes.dataclass(frozen=True, slots=True)
class Longer(Sent):
    more: int = 2


@dataclasses.dataclass(frozen=True)
class Standard(Sent):
    more: int = 1


class Pair(classes.NamedTuple):
    first: int
    second: str = "b"

    @property
    def both(self) -> str:
        return f"{self.first}{self.second}"


class Checked(Pair):
    def __new__(cls, first: int, second: str = "c") -> Checked:
        return super().__new__(cls, first + 1, second)


def test_instances_are_pickled_and_inherited_from() -> None:
    for value in (Sent(3, ("a",)), Longer(1, ("b",), 5), Standard(1, ("b",), 5), Pair(4), Pair(4, "x")):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    assert repr(Standard(1)) == "Standard(number=1, names=(), more=1)"
    assert [item.name for item in classes.fields(Standard)] == ["number", "names", "more"]
    assert [item.name for item in classes.fields(Longer)] == ["number", "names", "more"]
    assert (Pair(1).both, Checked(1), isinstance(Checked(1), Pair)) == ("1b", (2, "c"), True)


def test_our_replace_takes_both_kinds() -> None:
    assert classes.replace(Longer(1), more=3) == Longer(1, (), 3)
    assert classes.replace(Standard(1), number=3) == Standard(3)


@pytest.mark.parametrize(
    ("base", "default", "words"),
    [
        (object, [], "mutable default"),
        (object, dataclasses.field(default=1), "use the field of mtlb.base.classes"),
        (Standard, 1, "is a dataclass of the standard library"),
    ],
    ids=("mutable", "field", "base"),
)
def test_declarations_that_are_refused(base: type, default: object, words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        classes.dataclass(type("Wrong", (base,), {"__annotations__": {"names": "list[str]"}, "names": default}))


@pytest.mark.parametrize(
    ("space", "words"),
    [
        ({}, "has no fields"),
        ({"__annotations__": {"first": "int", "second": "int"}, "first": 1}, "without a default follows"),
    ],
    ids=("none", "order"),
)
def test_named_tuples_that_are_refused(space: dict[str, Any], words: str) -> None:
    base: Any = classes._Base  # type: ignore[attr-defined, unused-ignore]
    with pytest.raises(TypeError, match=words):
        type(base)("Wrong", (base,), dict(space))


def test_named_tuples_are_those_of_the_standard_library() -> None:
    def results(base: Any) -> list[Any]:
        class Pair(base):  # type: ignore[misc]
            """Two."""

            first: int
            second: str = "b"

            def joined(self) -> str:
                return f"{self.first}{self.second}"

        pair = Pair(1)
        return [
            *(repr(pair), pair == (1, "b"), hash(pair), pair.joined(), pair.second, pair[0], Pair.__doc__),
            *(Pair._fields, Pair._field_defaults, Pair.__match_args__, pair._asdict(), pair._replace(first=3)),
            *(Pair._make("ab"), [*inspect.signature(Pair).parameters], len(pair), typing.get_type_hints(Pair)),
            *(outcome(lambda: Pair._make("a")), outcome(lambda: pair._replace(third=3))[0], outcome(lambda: Pair())),
            *(outcome(lambda: Pair(1, 2, 3)), outcome(lambda: Pair(third=3)), Pair(second=1, first=2)),
            *(outcome(lambda: setattr(pair, "first", 3))[0], outcome(lambda: setattr(pair, "other", 3))[0]),
        ]

    assert results(classes.NamedTuple) == results(typing.NamedTuple)


def test_arguments_that_do_not_fit_are_named() -> None:
    for action, words in (
        (lambda: Sent(), r"Sent.__init__\(\) missing a required argument: 'number'"),
        (lambda: Longer(1, second=2), r"Longer.__init__\(\) got an unexpected keyword argument 'second'"),  # type: ignore[call-arg]
    ):
        with pytest.raises(TypeError, match=words):
            action()


LIBRARY = str(ROOT / "golden/lib/linked-air-lld.metallib")
SLOW = {"dataclasses", "hashlib", "inspect", "typer", "rich", "click", "uuid"}
"""Modules that take longest to import, of those that some command needs."""
OF_FILES = {
    "json",
    "subprocess",
    "tempfile",
    "multiprocessing",
    "concurrent.futures",
    "pathlib",
    "threading",
    "platform",
}
OF_FILES |= {"platform", "logging", "bz2", "lzma", "zipfile"}
OF_OTHERS = {f"mtlb.{name}" for name in ("air.lint", "emit", "spirv", "inspect", "translate.hosts", "attest")}
OF_OTHERS |= {"mtlb.archives.universal", "mtlb.passes.form.older", "mtlb.linker.program.whole", "mtlb.convert.pipeline"}
OF_CONVERSIONS = {"difflib", "json", "mtlb.air.lint", "mtlb.convert.pipeline", "mtlb.dxbc", "mtlb.ir.text"}
SCRIPT = """
import os, sys
compiled = []
def watch(event, arguments):
    if event == "compile" and arguments[0] is not None and arguments[1] == "<string>":
        compiled.append(bytes(arguments[0])[:60])
sys.addaudithook(watch)
from mtlb.cli.main import run
out, sys.stdout = sys.stdout, open(os.devnull, "w")
code = run(sys.argv[1:])
print(code, len(compiled), *sys.modules, file=out)
"""


@pytest.mark.parametrize(
    ("words", "absent", "most"),
    [
        (("link", "-q", str(ROOT / "golden/air/saxpy.air"), "-o", os.devnull), SLOW | OF_FILES | OF_OTHERS, 60),
        (("link", "-q", str(ROOT / "golden/spirv/fragment.spv"), "-o", os.devnull), SLOW | OF_CONVERSIONS, 60),
        (("nm", LIBRARY), SLOW, 60),
        (("verify", LIBRARY), SLOW, 60),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_short_commands_import_and_compile_little(words: tuple[str, ...], absent: set[str], most: int) -> None:
    """`most`: how many texts are compiled; a link whose classes are the standard library's compiles 700. In the
    compiled engine named tuples are the standard library's, since mypyc names its metaclass."""
    command = [sys.executable, "-c", SCRIPT, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    code, count, *modules = done.stdout.split()
    assert code == "0", done.stderr
    assert sorted(absent & set(modules)) == []
    assert is_compiled() or int(count) <= most
