"""The files of the compiled engine (docs/engine.md) have no constructs that mypyc can't compile.

mypyc refuses some of it, and compiles the rest to something else than CPython does: it makes a list of a generator
expression at once, computes a `cached_property` anew at every access, and has no RecursionError.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import build_engine
import checkout_links
import pytest

from tests.conftest import ROOT

FILES = [checkout_links.source(name) for name in build_engine.compiled_files()]
CONSUMERS = frozenset({"all", "any", "dict", "frozenset", "list", "max", "min", "set", "sorted"})
CONSUMERS |= {"sum", "tuple", "extend", "join", "update", "union"}
"""What takes all of a generator at once, so that a list does as well, and mypyc does not warn."""


NOT_NATIVE = frozenset({"Enum", "IntEnum", "IntFlag", "NamedTuple", "Protocol"})
"""Bases whose classes mypyc leaves to Python."""

NAMES_OF_TABLES = ("mtlb/air/entry_points.py", "mtlb/air/reflection/buffer.py")
"""Where setattr takes the name of a field from a table, which gives that field's type too (tests/air/test_words.py)."""
VARYING_NAME = "setattr with a name that varies"


def name_of(node: ast.expr) -> str:
    """The last name of ``a``, ``a.b``, ``a[b]`` or ``a(b)``."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=inner) | ast.Call(func=inner):
            return name_of(inner)
    return ""


def has_fields(node: ast.ClassDef) -> bool:
    """A dataclass or NamedTuple."""
    return any(name_of(d) == "dataclass" for d in node.decorator_list) or any(
        name_of(b) == "NamedTuple" for b in node.bases
    )


def typing_only(tree: ast.Module) -> set[str]:
    """The names that are imported for annotations alone."""
    guarded = [node for node in ast.walk(tree) if isinstance(node, ast.If) and name_of(node.test) == "TYPE_CHECKING"]
    return {
        alias.asname or alias.name
        for block in guarded
        for node in ast.walk(block)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }


def in_fields(node: ast.ClassDef, forbidden: set[str]) -> Iterator[tuple[int, str]]:
    for field in node.body:
        if isinstance(field, ast.AnnAssign):
            names = {n.id for n in ast.walk(field.annotation) if isinstance(n, ast.Name)} & forbidden
            if isinstance(field.annotation, ast.Name) and field.annotation.id == "memoryview":  # in a union it is fine
                names.add("memoryview")
            for name in names:
                yield field.lineno, f"a field of type {name} in a dataclass or NamedTuple"


def in_attributes(node: ast.ClassDef) -> Iterator[tuple[int, str]]:
    for statement in node.body:
        if isinstance(statement, ast.Assign):
            if not isinstance(statement.targets[0], ast.Name):
                yield statement.lineno, "several attributes of a class in one assignment"
            elif isinstance(statement.value, (ast.Attribute, ast.Call)):
                yield statement.lineno, "an attribute of a class that is not a literal"


def obstacles(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and reason of everything that mypyc can't compile, or compiles to something else."""
    forbidden = typing_only(tree)
    consumed = set()  # generator expressions whose caller takes all of them
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if name_of(node.func) in CONSUMERS:
                consumed |= {id(argument) for argument in node.args}
            is_variable = len(node.args) > 1 and not isinstance(node.args[1], ast.Constant)
            if name_of(node.func) == "setattr" and is_variable:
                yield node.lineno, VARYING_NAME
            if isinstance(node.func, ast.Name) and node.func.id == "vars":
                yield node.lineno, "vars()"
        elif isinstance(node, ast.ClassDef):
            if has_fields(node):
                yield from in_fields(node, forbidden)
            if any(name_of(d) == "dataclass" for d in node.decorator_list) and "Generic" in map(name_of, node.bases):
                yield node.lineno, "a dataclass with a type parameter"
            elif not has_fields(node) and not any(name_of(b).endswith("Enum") for b in node.bases):
                yield from in_attributes(node)
            if any(isinstance(n, ast.FunctionDef) and n.name == "__new__" for n in node.body):
                yield node.lineno, "__new__"
        elif isinstance(node, ast.FunctionDef):
            if any(name_of(d) == "cached_property" for d in node.decorator_list):
                yield node.lineno, "cached_property"
        elif isinstance(node, ast.AugAssign):  # list += ...
            consumed.add(id(node.value))
        elif isinstance(node, ast.Compare):
            for searched in node.comparators:
                if isinstance(searched, ast.Tuple) and any(isinstance(item, ast.Starred) for item in searched.elts):
                    yield node.lineno, "a comparison with a tuple that has a star, at which mypyc fails"
        elif isinstance(node, ast.Name) and node.id == "RecursionError":
            yield node.lineno, "RecursionError"
    for node in ast.walk(tree):
        if isinstance(node, ast.GeneratorExp) and id(node) not in consumed:
            yield node.lineno, "a generator expression that is not taken at once"


@cache
def classes(name: str) -> list[tuple[str, set[str], bool]]:
    """The classes of a file of the package, by a name as in `build_engine.FILES`, the last names of their bases, and
    whether Python's classes may inherit from them when they are compiled."""
    result = []
    for node in ast.parse(checkout_links.source(name).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            is_free = any(name_of(decorator) == "mypyc_attr" for decorator in node.decorator_list)
            result.append((node.name, set(map(name_of, node.bases)), is_free))
    return result


def wrong_bases(compiled: list[str]) -> list[str]:
    """The classes that stay Python, and inherit from one that is compiled: importing them fails."""
    native = {
        class_
        for name in compiled
        for class_, bases, is_free in classes(name)
        if not is_free and not bases & NOT_NATIVE
    }
    outside = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("mtlb/**/*.py")}
    for folder in checkout_links.FOLDERS:
        outside |= {f"mtlb/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob(f"{folder}/**/*.py")}
    result = []
    for name in sorted(outside - set(compiled)):
        own = classes(name)
        native_here = native - {class_ for class_, *_ in own}
        result += [f"{name}: {class_}" for class_, bases, _ in own if bases & native_here]
    return result


@pytest.mark.parametrize("engine", ["core", "compiled"])
@pytest.mark.long
def test_no_class_of_python_inherits_from_a_compiled_one(engine: str) -> None:
    assert wrong_bases(build_engine.compiled_files(engine)) == []
    without = [name for name in build_engine.compiled_files(engine) if name != "mtlb/ir/placeholders.py"]
    assert wrong_bases(without) == ["mtlb/ir/placeholders.py: ForwardValue", "mtlb/ir/placeholders.py: NodeReference"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
@pytest.mark.long
def test_can_be_compiled(path: Path) -> None:
    actual = sorted(obstacles(ast.parse(path.read_text(encoding="utf-8"))))
    if path.relative_to(ROOT).as_posix() in NAMES_OF_TABLES:
        actual = [(line, reason) for line, reason in actual if reason != VARYING_NAME]
    assert [f"{path.name}:{line}: {reason}" for line, reason in actual] == []


@pytest.mark.parametrize(
    "source",
    [
        "class A:\n    def __new__(cls): ...",
        "vars(x)",
        "class A:\n    @functools.cached_property\n    def b(self): ...",
        "take(x for x in y)",
        "next((x for x in y), None)",
        "z = (x for x in y)",
        "return_ = lambda: (x for x in y)",
        "class A(NamedTuple):\n    data: memoryview",
        "@dataclass(frozen=True)\nclass A:\n    data: memoryview",
        "if TYPE_CHECKING:\n    from a import B\nclass A(NamedTuple):\n    b: B",
        "setattr(a, name, 1)",
        "@dataclass(frozen=True)\nclass A(Generic[T]):\n    b: T",
        "class A(IntEnum):\n    def __new__(cls, value, text): ...",
        "bytes(x for x in y)",
        "[*(x for x in y)]",
        "e, f = (x for x in y)",
        "try: a()\nexcept (ValueError, RecursionError): b()",
        "for d in (x for x in y): ...",
        "if a in (None, *b): ...",
        "class A:\n    kind = Kind.FIRST",
        "class A:\n    a, b = 1, 2",
    ],
)
def test_obstacles_are_seen(source: str) -> None:
    assert list(obstacles(ast.parse(source)))


def test_what_is_fine_is_not_refused() -> None:
    source = "a = tuple(x for x in y)\nb.extend(x for x in y)\nc += (x for x in y)\n"
    source += "setattr(a, 'b', 1)\nclass A:\n    data: memoryview\n"
    source += "class B(NamedTuple):\n    data: bytes | memoryview\n"
    assert not list(obstacles(ast.parse(source)))
