"""Imports between rooms point downwards, files are free of import circles, faces are used as such (docs/design.md §1).

Every import statement counts, inside functions and under TYPE_CHECKING as well: an import that is lazy for the sake of
start-up time is still a dependency.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import checkout_links
import pytest

import mtlb.ir
from tests.conftest import ROOT

# Top to bottom; rooms of one line do not import each other. The faces are mtlb itself and mtlb.testing.
ROOMS = (
    ("mtlb.__main__",),
    ("mtlb.cli",),
    ("mtlb", "mtlb.testing"),
    ("mtlb.translate",),
    ("mtlb.runtime",),
    ("mtlb.emit", "mtlb.attest", "mtlb.explore"),
    ("mtlb.linker", "mtlb.inspect", "mtlb.edit", "mtlb.cpu"),
    ("mtlb.convert",),
    ("mtlb.passes",),
    ("mtlb.air",),
    ("mtlb.archives",),
    ("mtlb.container", "mtlb.dxbc", "mtlb.spirv"),
    ("mtlb.bitcode",),
    ("mtlb.ir",),
    ("mtlb.bitstream",),
    ("mtlb.machinery",),
    ("mtlb.base",),
    ("mtlb._version",),
)
LEVEL = {room: level for level, rooms in enumerate(ROOMS) for room in rooms}


class Import(NamedTuple):
    importer: str
    imported: str
    name: str
    line: int
    relative: bool

    def __str__(self) -> str:
        return f"{self.importer} -> {self.imported}"


@cache
def files() -> dict[str, Path]:
    """Every module of the package by its dotted name; linker/ and cli/ by the names under which they are imported."""
    found = {}
    for base, top in ((ROOT, "mtlb"), (ROOT, "linker"), (ROOT, "cli")):
        for path in (base / top).rglob("*.py"):
            if path.relative_to(base / top).parts[0] in ("linker", "cli") and top == "mtlb":
                continue  # links that tools/checkout_links.py made
            parts = [*(() if top == "mtlb" else ("mtlb",)), *path.relative_to(base).with_suffix("").parts]
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def resolve(importer: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = importer.split(".")
    if files()[importer].name != "__init__.py":
        package.pop()
    package = package[: len(package) - node.level + 1]
    return ".".join([*package, node.module] if node.module else package)


def imports_of(importer: str) -> Iterator[Import]:
    tree = parsed(importer)
    by_string = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in files():
                    yield Import(importer, alias.name, "", node.lineno, False)
        elif isinstance(node, ast.ImportFrom):
            module = resolve(importer, node)
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                target = inner if inner in files() else module
                if target in files():
                    yield Import(importer, target, alias.name, node.lineno, node.level > 0)
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            by_string = by_string or name in ("import_module", "__import__", "lazy_names")
    if by_string:  # a table of modules that are imported by name
        package = importer if files()[importer].name == "__init__.py" else importer.rpartition(".")[0]
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                place = node.value.partition(":")[0]
                for name in (place, f"{package}.{place.lstrip('.')}"):
                    if name in files() and name != importer:
                        yield Import(importer, name, "", node.lineno, False)


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse(files()[module].read_text(encoding="utf-8"))


@cache
def imports() -> list[Import]:
    return [one for importer in sorted(files()) for one in imports_of(importer)]


def room_of(module: str) -> str:
    candidates = [room for room in LEVEL if module == room or (room != "mtlb" and module.startswith(f"{room}."))]
    assert candidates, f"{module} is in no room"
    return max(candidates, key=len)


def test_every_file_is_in_a_room() -> None:
    assert {room_of(module) for module in files()} == set(LEVEL)


def test_the_drawing_has_the_rooms_in_this_order() -> None:
    text = (ROOT / "docs/design.md").read_text(encoding="utf-8")
    drawing = text[text.index("## 1. Rooms") : text.index("## 2.")]
    names = [room.removeprefix("mtlb.") for rooms in ROOMS for room in rooms]
    folders = [name for name in names if checkout_links.source(f"mtlb/{name}").is_dir()]
    drawn = re.findall(r"^ *(\w+)/ {2,}", drawing, re.MULTILINE)
    assert [name for name in drawn if name not in ("tools", "web", "tests")] == folders


@pytest.mark.long
def test_imports_point_downwards() -> None:
    wrong = []
    for one in imports():
        above, below = room_of(one.importer), room_of(one.imported)
        if above != below and LEVEL[above] >= LEVEL[below]:
            wrong.append(
                f"{files()[one.importer].relative_to(ROOT)}:{one.line}: {above} must not import {one.imported}"
            )
    assert wrong == []


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one file, and files that import themselves (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in sorted(edges[node]):
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            component = [stack.pop()]
            while component[-1] != node:
                component.append(stack.pop())
            if len(component) > 1 or node in edges[node]:
                found.append(sorted(component))

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return found


def test_no_file_is_part_of_a_circle() -> None:
    edges: dict[str, set[str]] = {module: set() for module in files()}
    for one in imports():
        edges[one.importer].add(one.imported)
    assert circles(edges) == []


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d", "a"}}) == [["b", "c"], ["d"]]


def test_what_ir_exports_is_imported_from_its_face() -> None:
    wrong = [
        f"{files()[one.importer].relative_to(ROOT)}:{one.line}: {one.name} of {one.imported}"
        for one in imports()
        if room_of(one.imported) == "mtlb.ir" != room_of(one.importer) and one.imported != "mtlb.ir"
        if one.name in mtlb.ir.__all__
    ]
    assert wrong == []


def test_folders_at_the_top_import_other_rooms_absolutely() -> None:
    """`from ..base` in linker/ would read as if the folder had a parent."""
    wrong = [
        f"{files()[one.importer].relative_to(ROOT)}:{one.line}: {one.imported}"
        for one in imports()
        if room_of(one.importer) in ("mtlb.linker", "mtlb.cli") and one.relative
        if room_of(one.imported) != room_of(one.importer)
    ]
    assert wrong == []


@pytest.mark.long
def test_no_two_public_classes_have_one_name() -> None:
    """Private classes (`_X`) may share a name; generated ones count."""
    places: dict[str, list[str]] = {}
    for module, path in files().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(module)
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


# --- private names ---------------------------------------------------------------------------------------------------

PYTHONS_OWN = frozenset(
    {"_asdict", "_exit", "_fields", "_fields_", "_getframe", "_processes", "_replace", "_value2member_map_"}
)
"""Names of the standard library that begin with an underscore."""


def foreign_names(tree: ast.Module) -> list[tuple[int, str]]:
    """The private names of other objects that a file reads though it gives them to none."""
    nodes = list(ast.walk(tree))
    own = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    own |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return [
        (node.lineno, ast.unparse(node))
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__")
        if node.attr not in own | PYTHONS_OWN and ast.unparse(node.value) not in ("self", "cls", "super()")
    ]


def test_files_leave_private_names_of_others_alone() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for module, path in files().items()
        for line, name in foreign_names(parsed(module))
    ]
    assert wrong == []


def test_private_names_of_others_are_found() -> None:
    text = "self._mine, one._given = one._taken, self._inherited\nprint(one._given, one._replace(), super()._base)"
    assert foreign_names(ast.parse(text)) == [(1, "one._taken")]


@pytest.mark.long
def test_the_package_does_not_import_its_tests() -> None:
    outside = {"tests", "fuzz", "bench", "tools", "examples", "linker", "cli"}
    wrong = []
    for module, path in files().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names = [node.module]
            wrong += [f"{module}: {name}" for name in names if name.partition(".")[0] in outside]
    assert wrong == []


def test_the_names_of_the_folders_are_refused() -> None:
    """tests/test_packaging.py tries it from a clone's root; this is quick."""
    for name in ("linker", "cli"):
        with pytest.raises(ImportError, match=f"import mtlb.{name}$"):
            exec(compile((ROOT / name / "__init__.py").read_text(encoding="utf-8"), name, "exec"), {"__name__": name})


# --- one place for each name of metadata -----------------------------------------------------------------------------

NAMES = ("mtlb.ir.names", "mtlb.air.names")


def names_in(module: str) -> dict[str, str]:
    tree = parsed(module)
    found = [node for node in tree.body if isinstance(node, ast.AnnAssign)]
    return {ast.literal_eval(node.value): ast.unparse(node.target) for node in found if node.value is not None}


def strings_of(tree: ast.Module) -> Iterator[ast.Constant]:
    """The strings of a file that are neither documentation nor a part of a longer text."""
    skipped = set()
    strings = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped.update(map(id, node.values))
        elif isinstance(node, ast.Expr):
            skipped.add(id(node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.append(node)
    return (node for node in strings if id(node) not in skipped)


def test_names_of_metadata_are_said_once() -> None:
    """A typing error in one of these is silent: the metadata is simply not found."""
    homes = {name: module for module in NAMES for name in names_in(module)}
    assert len(homes) == sum(len(names_in(module)) for module in NAMES) > 40
    again = []
    for module, path in files().items():
        if module in NAMES or module.endswith("_vocabulary"):  # which is generated of what real modules have
            continue
        for node in strings_of(parsed(module)):
            if node.value in homes:
                again.append(f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r} is {homes[str(node.value)]}'s")
    assert again == []
