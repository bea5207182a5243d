"""`mtlb.base.classes` beside the standard library: the same declarations through both."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
import typing
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from mtlb.base import classes
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
        names: list[str] = field(default_factory=list)
        hidden: int = field(default=7, compare=False, repr=False)
        seen: bool = field(init=False, default=False)
        last: int = field(default=3, kw_only=True)

    return Point


def outcome(action: Callable[[], Any]) -> Any:
    """What an action returns, or the type and the text of its error."""
    try:
        return action()
    except Exception as error:
        return type(error).__name__, str(error)


def told(names: dict[str, Any], **options: bool) -> list[Any]:
    """What instances of the class do."""
    cls = declared(names, **options)
    first, second = cls(1), cls(x=1, y=2, names=[], hidden=9)
    actions: list[Callable[[], Any]] = [
        lambda: repr(first) if options.get("repr", True) else None,
        lambda: first == second,
        lambda: first == cls(1, 3),
        lambda: first == (1, 2),
        lambda: hash(first) if options.get("eq", True) else None,
        lambda: hash(cls(1, names=())) == hash(cls(1, names=(), hidden=4)),
        lambda: cls(1, names=()) in {cls(1, names=())},
        lambda: setattr(first, "x", 4),
        lambda: delattr(first, "y"),
        lambda: setattr(second, "other", 4) if not (options.get("slots") and options.get("frozen")) else None,
        lambda: (second.x, second.seen, second.names is not first.names, cls.what),
        lambda: cls(),
        lambda: cls(1, 2, [], 4, 5),
        lambda: cls(1, last=9).last,
        lambda: cls.__match_args__,
        lambda: [(item.name, item.type, item.init, item.repr, item.compare) for item in dataclasses.fields(cls)],
        lambda: [item.name for item in classes.fields(second)],
        lambda: dataclasses.asdict(second),
        lambda: repr(classes.replace(second, x=8)) == repr(dataclasses.replace(second, x=8)),
        lambda: outcome(lambda: classes.replace(second, seen=False))[0],
        lambda: repr(vars(copy)["replace"](second, x=8)) if sys.version_info >= (3, 13) else None,
        lambda: (dataclasses.is_dataclass(cls), classes.is_dataclass(second), classes.is_dataclass(int)),
        lambda: str(inspect.signature(cls)).replace("<factory>", "<>").replace("<required>", "<>"),
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
        {"eq": False, "slots": True},
        {"eq": False, "repr": False},
    ],
    ids=str,
)
def test_dataclasses_are_those_of_the_standard_library(options: dict[str, bool]) -> None:
    assert told(OURS, **options) == told(STANDARD, **options)


@classes.dataclass(frozen=True, slots=True)
class Sent:
    number: int
    names: tuple[str, ...] = ()


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
    for value in (Sent(3, ("a",)), Standard(1, ("b",), 5), Pair(4), Pair(4, "x")):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    assert repr(Standard(1)) == "Standard(number=1, names=(), more=1)"
    assert [item.name for item in classes.fields(Standard)] == ["number", "names", "more"]


def test_what_is_refused() -> None:
    with pytest.raises(TypeError, match="is a dataclass of the standard library"):

        @classes.dataclass
        class Below(Standard):  # type: ignore[misc]
            pass

    with pytest.raises(ValueError, match="mutable default"):
        classes.dataclass(type("Wrong", (), {"__annotations__": {"names": "list[str]"}, "names": []}))


def test_named_tuples_are_those_of_the_standard_library() -> None:
    def told(base: Any) -> list[Any]:
        class Pair(base):  # type: ignore[misc]
            """Two."""

            first: int
            second: str = "b"

            def joined(self) -> str:
                return f"{self.first}{self.second}"

        pair = Pair(1)
        return [
            *(
                repr(pair),
                pair == (1, "b"),
                hash(pair),
                pair.joined(),
                pair.second,
                pair[0],
                Pair._fields,
                Pair.__doc__,
            ),
            *(
                Pair._fields,
                Pair._field_defaults,
                Pair.__match_args__,
                pair._asdict(),
                pair._replace(first=3),
                Pair._make("ab"),
            ),
            *(outcome(lambda: Pair._make("a")), outcome(lambda: pair._replace(third=3)), outcome(lambda: Pair())),
            *(outcome(lambda: setattr(pair, "first", 3))[0], outcome(lambda: setattr(pair, "other", 3))[0]),
            *([*inspect.signature(Pair).parameters], Pair.__mro__[1:], len(pair), [*pair], typing.get_type_hints(Pair)),
        ]

    ours, standard = told(classes.NamedTuple), told(typing.NamedTuple)
    assert ours == standard
    assert Pair(1).both == "1b" and Checked(1) == (2, "c") and isinstance(Checked(1), Pair)


LIBRARY = str(ROOT / "golden/lib/linked-air-lld.metallib")


@pytest.mark.parametrize(
    "words",
    [
        ("link", "-q", str(ROOT / "golden/air/saxpy.air"), "-o", "-"),
        *((name, LIBRARY) for name in ("nm", "verify", "lint")),
    ],
    ids=lambda words: words[0],
)
def test_short_commands_import_little(words: tuple[str, ...]) -> None:
    """What takes long to import, or compiles functions while it is imported, is not there after a short command."""
    script = f"""
import os, sys, typing
from mtlb.cli.main import run
sys.stdout = open(os.devnull, "w")
code = run({list(words)!r})
slow = sorted({{"dataclasses", "inspect", "typer", "uuid", "difflib"}} & set(sys.modules))
if {words[0]!r} == "link":
    slow += sorted({{"lzma", "bz2"}} & set(sys.modules))
    slow += [name for name, module in sys.modules.items()
             if name.startswith("mtlb.") and getattr(module, "NamedTuple", None) is typing.NamedTuple]
sys.exit(f"{{code}} {{slow}}" if code or slow else 0)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
