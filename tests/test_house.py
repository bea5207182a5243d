"""Imports between rooms point downwards, files are free of import circles, faces are used as such (docs/design.md §1).

Every import statement counts, inside functions and under TYPE_CHECKING as well: an import that is lazy for the sake of
start-up time is still a dependency.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import checkout_links
import pytest

import mtlb.container.library
import mtlb.edit.library
import mtlb.ir
from mtlb.air.builtins import ELSEWHERE, INPUTS, OUTPUTS
from mtlb.air.scopes import MemoryKind, MemoryOrder, ThreadScope
from mtlb.air.textures import HANDLES, SHAPES
from mtlb.air.types import NUMBERS
from tests.conftest import ROOT

# Top to bottom; rooms of one line do not import each other. The faces are mtlb itself and mtlb.testing.
# Files whose list of names is read: by generators and tests, or as the face's own names.
WITH_LISTS = ("mtlb.emit.names", "mtlb.base.errors", "mtlb.ir.opcodes", "mtlb.ir.type_rules")
ROOMS = (
    ("mtlb.__main__",),
    ("mtlb.cli",),
    ("mtlb", "mtlb.testing"),
    ("mtlb.attest", "mtlb.explore", "mtlb.prove", "mtlb.serve"),
    ("mtlb.linker", "mtlb.inspect", "mtlb.cpu", "mtlb.decompile"),
    ("mtlb.edit",),
    ("mtlb.metal",),
    ("mtlb.convert",),
    ("mtlb.direct3d",),
    ("mtlb.translate", "mtlb.runtime"),
    ("mtlb.emit",),
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
    actual = {}
    for base, top in ((ROOT, "mtlb"), (ROOT, "linker"), (ROOT, "cli")):
        for path in (base / top).rglob("*.py"):
            if path.relative_to(base / top).parts[0] in ("linker", "cli") and top == "mtlb":
                continue  # links that tools/checkout_links.py made
            parts = [*(() if top == "mtlb" else ("mtlb",)), *path.relative_to(base).with_suffix("").parts]
            actual[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return actual


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
    for node in nodes(tree):
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
            by_string = by_string or called(node) in (*BY_NAME, *FACES)
    if by_string:  # every string may be, or be part of a table of, what is imported
        package = package_of(importer)
        for node in nodes(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                place = node.value.partition(":")[0]
                up = max(len(place) - len(place.lstrip(".")), 1) - 1
                base = package.split(".")[: len(package.split(".")) - up]
                for name in (place, ".".join([*base, place.lstrip(".")])):
                    if name in files() and name != importer:
                        yield Import(importer, name, "", node.lineno, False)


BY_NAME = ("import_module", "__import__", "exec_module")
"""What imports a module by its name."""
FACES = ("lazy_names", "submodule")
"""What `machinery/lazy.py` makes of it."""


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def package_of(module: str) -> str:
    return module if files()[module].name == "__init__.py" else module.rpartition(".")[0]


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse(files()[module].read_text(encoding="utf-8"))


@cache
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """All nodes, in the order of `ast.walk`, which takes as long as parsing; most tests read those of every file."""
    return tuple(ast.walk(tree))


@cache
def imports() -> list[Import]:
    return [import_ for importer in sorted(files()) for import_ in imports_of(importer)]


def room_of(module: str) -> str:
    candidates = [room for room in LEVEL if module == room or (room != "mtlb" and module.startswith(f"{room}."))]
    assert candidates, f"{module} is in no room"
    return max(candidates, key=len)


def test_every_file_is_in_a_room() -> None:
    assert {room_of(module) for module in files()} == set(LEVEL)


def test_the_drawing_has_the_rooms_in_this_order() -> None:
    text = (ROOT / "docs/design.md").read_text(encoding="utf-8")
    drawing = text[text.index("## 1. Packages") : text.index("## 2.")]
    names = [room.removeprefix("mtlb.") for rooms in ROOMS for room in rooms]
    folders = [name for name in names if checkout_links.source(f"mtlb/{name}").is_dir()]
    drawn = re.findall(r"^ *(\w+)/ {2,}", drawing, re.MULTILINE)
    assert [name for name in drawn if name not in ("tools", "web", "tests")] == folders


@pytest.mark.long
def test_imports_point_downwards() -> None:
    wrong = []
    for import_ in imports():
        above, below = room_of(import_.importer), room_of(import_.imported)
        if above != below and LEVEL[above] >= LEVEL[below]:
            place = f"{files()[import_.importer].relative_to(ROOT)}:{import_.line}"
            wrong.append(f"{place}: {above} must not import {import_.imported}")
    assert wrong == []


# Top to bottom; files that are in no folder are a storey each.
STOREYS = ("", "link", "stored", "output", "program", "plan", "inputs", "like", "fields", "options")


def storey_of(module: str) -> str:
    return module.removeprefix("mtlb.linker").lstrip(".").partition(".")[0]


@pytest.mark.long
def test_storeys_of_the_linker_import_downwards() -> None:
    """`linker/link.py` has the story of a link; whatever it calls knows nothing of what comes after it."""
    inside = [
        import_ for import_ in imports() if room_of(import_.importer) == room_of(import_.imported) == "mtlb.linker"
    ]
    assert {storey_of(item.importer) for item in inside} | {storey_of(item.imported) for item in inside} == set(STOREYS)
    wrong = [
        f"{files()[item.importer].relative_to(ROOT)}:{item.line}: {item.imported}"
        for item in inside
        if STOREYS.index(storey_of(item.importer)) > STOREYS.index(storey_of(item.imported))
    ]
    assert wrong == []


def test_the_drawing_of_the_linker_has_its_storeys() -> None:
    folders = [name for name in STOREYS if (ROOT / "linker" / name / "__init__.py").exists() and name]
    assert f"{'/ '.join(folders)}/" in (ROOT / "docs/design.md").read_text(encoding="utf-8")


def test_the_lazy_face_alone_imports_by_name() -> None:
    """And it is given what is in the file of the caller: a name from elsewhere would be an arrow that nobody sees."""
    wrong = []
    for module in files():
        tree = parsed(module)
        for node in nodes(tree):
            name = getattr(node, "attr", getattr(node, "id", ""))
            if name in BY_NAME and module != "mtlb.machinery.lazy":
                wrong.append(f"{module}:{node.lineno}: {name}")  # type: ignore[attr-defined]
            if not isinstance(node, ast.Call) or called(node) not in FACES:
                continue
            first = ast.unparse(node.args[0])
            statements = [statement for statement in tree.body if not isinstance(statement, ast.FunctionDef)]
            top = {inner for statement in statements for inner in ast.walk(statement)}
            is_table = called(node) == "lazy_names" and first in ("globals()", "builtins.globals()")
            if not (is_table and node in top) and (called(node), first) != ("submodule", "__package__"):
                wrong.append(f"{module}:{node.lineno}: {ast.unparse(node)}")
    assert wrong == []


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("mtlb", "mtlb.linker.link"),
        ("mtlb.testing", "mtlb.container.parts"),  # "..container.parts" in a table
        ("mtlb.cpu", "mtlb.cpu.kernel"),
        ("mtlb.linker.plan.runtime", "mtlb.runtime"),  # inside of a function
    ],
)
def test_imports_that_come_late_are_seen(importer: str, imported: str) -> None:
    assert imported in {import_.imported for import_ in imports_of(importer)}


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one file, and files that import themselves (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    results = []

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
                results.append(sorted(component))

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return results


def test_no_file_is_part_of_a_circle() -> None:
    edges: dict[str, set[str]] = {module: set() for module in files()}
    for import_ in imports():
        edges[import_.importer].add(import_.imported)
    assert circles(edges) == []


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d", "a"}}) == [["b", "c"], ["d"]]


def test_several_rooms_use_what_base_has() -> None:
    """What one room uses alone belongs to that room."""
    users: dict[str, set[str]] = {module: set() for module in files() if room_of(module) == "mtlb.base"}
    for import_ in imports():
        if import_.imported in users and room_of(import_.importer) != "mtlb.base":
            users[import_.imported].add(room_of(import_.importer))
    assert [module for module, rooms in users.items() if len(rooms) < 2 and module != "mtlb.base"] == []


def test_what_ir_exports_is_imported_from_its_face() -> None:
    wrong = [
        f"{files()[import_.importer].relative_to(ROOT)}:{import_.line}: {import_.name} of {import_.imported}"
        for import_ in imports()
        if room_of(import_.imported) == "mtlb.ir" != room_of(import_.importer) and import_.imported != "mtlb.ir"
        if import_.name in mtlb.ir.__all__
    ]
    assert wrong == []


def test_folders_at_the_top_import_other_rooms_absolutely() -> None:
    """`from ..base` in linker/ would read as if the folder had a parent."""
    wrong = [
        f"{files()[import_.importer].relative_to(ROOT)}:{import_.line}: {import_.imported}"
        for import_ in imports()
        if room_of(import_.importer) in ("mtlb.linker", "mtlb.cli") and import_.relative
        if room_of(import_.imported) != room_of(import_.importer)
    ]
    assert wrong == []


@pytest.mark.long
def test_no_two_public_classes_have_one_name() -> None:
    """Private classes (`_X`) may share a name; generated ones count. One that adds to another may keep its name."""
    places: dict[str, list[str]] = {}
    for module, path in files().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(module)
    twice = {name: sorted(modules) for name, modules in places.items() if len(modules) > 1}
    assert twice == {"Library": ["mtlb.container.library", "mtlb.edit.library"]}
    assert issubclass(mtlb.edit.library.Library, mtlb.container.library.Library)


# --- private names ---------------------------------------------------------------------------------------------------

PYTHONS_OWN = frozenset(
    {
        "_asdict",
        "_exit",
        "_fields",
        "_fields_",
        "_getframe",
        "_processes",
        "_replace",
        "_result_queue",
        "_value2member_map_",
        "_writer",
    }
)
"""Names of the standard library that begin with an underscore."""


def foreign_names(tree: ast.Module) -> list[tuple[int, str]]:
    """The private names of other objects that a file reads though it gives them to none."""
    inside = nodes(tree)
    own = {node.name for node in inside if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    own |= {node.attr for node in inside if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    own |= {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return [
        (node.lineno, ast.unparse(node))
        for node in inside
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


def test_what_a_file_offers_has_no_underscore() -> None:
    """A list of the names says so again. Faces have one, and files that offer what they import."""
    again = []
    for module, path in files().items():
        tree = parsed(module)
        own = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        for node in tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            own |= {target.id for target in targets if isinstance(target, ast.Name)}
        listed = re.search(r"^__all__ = (\[.*?\])", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        names = set(ast.literal_eval(listed[1])) if listed and path.name != "__init__.py" else set()
        is_made = module.rpartition(".")[2].startswith("_")
        if names and names <= own and not is_made and module not in WITH_LISTS:
            again.append(module)
    assert again == []


def test_the_names_of_the_folders_are_refused() -> None:
    """tests/test_packaging.py tries it from a clone's root; this is quick."""
    for name in ("linker", "cli"):
        with pytest.raises(ImportError, match=f"import mtlb.{name}$"):
            exec(compile((ROOT / name / "__init__.py").read_text(encoding="utf-8"), name, "exec"), {"__name__": name})


# --- one place for each name of metadata -----------------------------------------------------------------------------

NAMES = ("mtlb.ir.names", "mtlb.air.names")


def names_in(module: str) -> dict[str, str]:
    tree = parsed(module)
    bodies = [node for node in tree.body if isinstance(node, ast.AnnAssign)]
    return {ast.literal_eval(node.value): ast.unparse(node.target) for node in bodies if node.value is not None}


def strings_of(tree: ast.Module) -> Iterator[ast.Constant]:
    """The strings of a file that are neither documentation nor a part of a longer text."""
    skipped = set()
    strings = []
    for node in nodes(tree):
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
        if module in NAMES:
            continue
        for node in strings_of(parsed(module)):
            if node.value in homes:
                again.append(f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r} is {homes[str(node.value)]}'s")
    assert again == []


# --- one place for each table of AIR's facts -------------------------------------------------------------------------

FEATURES = "mtlb.base.features"


def integers(nodes: Iterable[ast.expr]) -> list[int]:
    return [node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is int]


def is_air_version(node: ast.AST) -> bool:
    """`Version(2, 3)`, `target.since(2, 3)`, `air < (2, 3)`: AIR is 1.x and 2.x, and no container has two numbers."""
    if isinstance(node, ast.Call) and len(node.args) == 2:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in ("Version", "since", "_since") and integers(node.args[:1]) in ([1], [2])
    if isinstance(node, ast.Compare):
        pairs = [
            comparator
            for comparator in node.comparators
            if isinstance(comparator, ast.Tuple) and integers(comparator.elts[:1]) in ([1], [2])
        ]
        return bool(pairs) and "air" in ast.unparse(node.left)
    return False


def test_what_came_with_an_air_version_is_said_once() -> None:
    """Rows of other tables are texts (`air/builtins.py`, `air/intrinsics.py`), or of LLVM's forms (`ir/eras.py`)."""
    homes = (FEATURES, "mtlb.air.intrinsics")
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for module, path in files().items()
        for node in nodes(parsed(module))
        if module not in homes and isinstance(node, (ast.Call, ast.Compare)) and is_air_version(node)
    ]
    assert wrong == []
    known = [item for item in ast.walk(parsed(FEATURES)) if is_air_version(item)]
    assert len(known) > 30
    seen = ast.parse("Version(2, 7); f.target.since(2, 7); code.air < (2, 7)")
    assert len([item for item in ast.walk(seen) if is_air_version(item)]) == 3


def test_versions_with_a_name_are_in_two_files() -> None:
    """AIR's in one, the container's in the other; constants of the linker say since which build of Apple's."""
    homes = (FEATURES, "mtlb.base.releases")
    wrong, known = [], 0
    for module in files():
        for node in parsed(module).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            names = [
                target.id
                for target in targets
                if isinstance(target, ast.Name) and re.search("_SINCE$|_UNTIL$", target.id)
            ]
            is_version = names and "Version" in ast.unparse(node)
            known += bool(is_version) and module in homes
            wrong += [f"{module}: {name}" for name in names if is_version and module not in homes]
    assert wrong == [] and known > 30


def limits_in(module: str) -> Iterator[str]:
    """Numbers that code compares with, or that a constant or a table has."""
    for node in nodes(parsed(module)):
        expression: list[ast.expr | None] = []
        if isinstance(node, ast.Compare):
            expression = [node.left, *node.comparators]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            expression = [node.value]
        elif isinstance(node, ast.Dict):
            expression = [*node.values]
        for item in expression:
            if isinstance(item, (ast.Constant, ast.BinOp)) and ast.unparse(item) in (
                "31",
                "32 * 1024",
                "32768",
                "1024",
            ):
                yield f"{module}:{item.lineno}: {ast.unparse(item)}"


def test_limits_of_resources_are_said_once() -> None:
    rooms = [rooms for level, rooms in enumerate(ROOMS) if level <= LEVEL["mtlb.air"]]
    modules = [module for module in files() if any(room_of(module) in item for item in rooms)]
    # How many layouts of tables a writer looks at, how long a text of a property list may be.
    apart = {"mtlb.air.reflection.flatbuffer", "mtlb.inspect.plist"}
    assert [limit for module in modules if module not in apart for limit in limits_in(module)] == []
    assert len(list(limits_in(FEATURES))) == 4


BOOK = {
    "mtlb.air.types": {number.name for number in NUMBERS},
    "mtlb.air.types, words": {number.word for number in NUMBERS} | {number.short for number in NUMBERS},
    "mtlb.air.builtins": {name for _, name in (*INPUTS, *OUTPUTS)},
    "mtlb.air.builtins, elsewhere": {name for row in ELSEWHERE.values() for name in row if name},
    "mtlb.air.scopes": {item.name.lower() for enum in (MemoryKind, MemoryOrder, ThreadScope) for item in enum},
    "mtlb.air.textures": {*SHAPES, *(shape.word for shape in SHAPES.values())},
    "mtlb.air.textures, handles": set(HANDLES),
}
OTHER_TABLES = {
    "mtlb.air.intrinsics: mtlb.air.types, words",  # which overloads there are
    "mtlb.air.words: mtlb.air.textures, handles",  # the table that each counts its index in
    "mtlb.air.tensors: mtlb.air.types, words",  # the types of elements in names of functions for tensors
    "mtlb.air.textures: mtlb.air.types",  # those that textures are of
    "mtlb.cpu.library.meshes: mtlb.air.builtins",  # where the memory of a mesh has them
    "mtlb.inspect.demangle: mtlb.air.types",  # C++'s own types, by their letters
    "mtlb.decompile.entries: mtlb.air.builtins",  # what arguments are called whose names are stripped
    "mtlb.metal.describe: mtlb.air.builtins",  # Metal's words for them
    "mtlb.metal.rewrite.tokens: mtlb.air.types",  # the words of C++ that name a type
    "mtlb.metal.restrictions: mtlb.air.builtins",  # the tags that intersection functions need for them
    "mtlb.cpu.wrapper: mtlb.air.builtins",  # the field of a thread, and what it is by default
}


def tables_in(tree: ast.Module) -> Iterator[tuple[int, set[str]]]:
    """The texts of each dict (keys or values), set, list and tuple, but for `__all__`: names of Python."""
    public = [node.value for node in tree.body if isinstance(node, ast.Assign) and "__all__" in ast.unparse(node)]
    for node in nodes(tree):
        if node in public:
            continue
        if isinstance(node, ast.Dict):
            parts = [[key for key in node.keys if key is not None], node.values]
        else:
            parts = [node.elts] if isinstance(node, (ast.Set, ast.List, ast.Tuple)) else []
        for part in parts:
            inner = [item.elts[0] if isinstance(item, ast.Tuple) and item.elts else item for item in part]
            yield (
                node.lineno,
                {item.value for item in inner if isinstance(item, ast.Constant) and type(item.value) is str},
            )


def test_tables_of_the_book_are_not_made_again() -> None:
    """A table of four or more words of one of the book's is that table again, or a choice out of it."""
    rooms = {room for level, rooms in enumerate(ROOMS) for room in rooms if level <= LEVEL["mtlb.air"]}
    again = {
        f"{module}: {book}"
        for module in files()
        if room_of(module) in rooms
        for _, texts in tables_in(parsed(module))
        for book, words in BOOK.items()
        if len(texts & words) >= 4 and module != book.partition(",")[0]
    }
    assert again == OTHER_TABLES


def test_barriers_and_fences_take_numbers_by_name() -> None:
    operations = {"wg.barrier", "simdgroup.barrier", "atomic.fence"}
    calls = [
        (module, node)
        for module in files()
        if LEVEL[room_of(module)] < LEVEL["mtlb.air"]
        for node in nodes(parsed(module))
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)
        if node.args[0].value in operations
    ]
    assert {node.args[0].value for _, node in calls if isinstance(node.args[0], ast.Constant)} == operations
    assert [f"{module}:{node.lineno}" for module, node in calls if integers(ast.walk(node))] == []  # type: ignore[arg-type]


LONGEST_COMMAND, LONGEST_FUNCTION = 80, 100
"""Lines from `def` on: a command is a page with its declarations, its help and its steps."""


def test_functions_fit_on_a_page() -> None:
    long = []
    for module in files():
        for node in nodes(parsed(module)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                is_command = node.name == "command" and room_of(module) == "mtlb.cli"
                if lines > (LONGEST_COMMAND if is_command else LONGEST_FUNCTION):
                    long.append(f"{module}.{node.name}: {lines} lines")
    assert long == []


# --- names that say something (docs/development.md §6) ---------------------------------------------------------------

EMPTY_WORDS = {"one", "found", "known", "made", "given", "wanted", "some", "told", "having"}
PUBLIC_NAMES = {
    "mtlb.inspect.promises": {"found"},
    "mtlb.inspect.diff": {"having"},
    "mtlb.ir.build": {"one"},
    "mtlb.ir.floats": {"one"},
}
"""Names that callers use, and the number one."""


def empty_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The lines and names of variables, parameters, functions, fields and modules' own names that say nothing."""
    for node in nodes(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            name = node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            name = node.attr
        elif isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            name = node.name
        else:
            continue
        if name.strip("_") in EMPTY_WORDS:
            yield node.lineno, name


def test_names_say_what_they_hold() -> None:
    empty = [
        f"{module}:{line}: {name}"
        for module in files()
        for line, name in empty_names(parsed(module))
        if name not in PUBLIC_NAMES.get(module, ())
    ]
    assert empty == []


def test_empty_names_are_seen() -> None:
    text = "def told(given: int) -> int:\n    _known, self.made = given, 1\n    return [one for one in found]"
    assert [name for _, name in empty_names(ast.parse(text))] == ["told", "given", "_known", "made", "one"]


def test_no_lazy_name_is_that_of_its_module() -> None:
    """An import of the module would replace the name: `from package import name` gives the module from then on."""
    wrong = []
    for path in ROOT.glob("mtlb/**/__init__.py"):
        pairs = re.findall(r'"(\w+)": "\.(\w+)"', path.read_text(encoding="utf-8"))
        wrong += [f"{path}: {name}" for name, home in pairs if name == home]
    assert wrong == []
