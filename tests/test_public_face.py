"""Everything in `__all__` can be imported, has its name and a docstring; `import mtlb` stays cheap."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_origin
from uuid import UUID

import checkout_links
import gen_api_pages
import pytest

import mtlb
import mtlb.bitcode
import mtlb.container
import mtlb.convert
import mtlb.edit
import mtlb.inspect
import mtlb.linker
import mtlb.translate
from mtlb import emit
from mtlb.container.function_list import _CHECKS as _FUNCTION_CHECKS
from mtlb.container.library import _CHECKS
from mtlb.machinery.engine import is_compiled
from mtlb.testing import assert_metallib_equal
from tests.conftest import ROOT

MODULES = [name for name in checkout_links.modules() if name != "mtlb.__main__"]
FACES = (mtlb, mtlb.bitcode, mtlb.convert, mtlb.edit, mtlb.inspect, mtlb.translate)  # lazy ones


def test_what_a_module_exports_is_there_and_documented() -> None:
    is_documented = not is_compiled()  # mypyc keeps no docstrings; the source has them
    wrong = []
    for name in ("mtlb", *MODULES):
        module = importlib.import_module(name)
        if is_documented and not module.__doc__:
            wrong.append(f"{name} has no docstring")
        exported = getattr(module, "__all__", [])
        if len(set(exported)) < len(exported):
            wrong.append(f"{name}.__all__ has a name twice")
        wrong += [f"{name}.{item} is not there" for item in exported if not hasattr(module, item)]
        for item, value in ((item, getattr(module, item, None)) for item in exported if is_documented):
            # Python 3.10 takes an alias such as Callable[...] for a class.
            is_ours = get_origin(value) is None and (inspect.isclass(value) or inspect.isroutine(value))
            if is_ours and not inspect.getdoc(value):
                wrong.append(f"{name}.{item} has no docstring")
    assert wrong == []


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_no_exported_name_is_hidden_by_a_module(face: object) -> None:
    """A submodule that is imported becomes an attribute of its package, and a lazy name would give way to it."""
    package = face.__name__  # type: ignore[attr-defined]
    assert [name for name in face.__all__ if f"{package}.{name}" in MODULES] == []  # type: ignore[attr-defined]


def test_type_checkers_are_told_the_names_of_the_table() -> None:
    """The imports for them are those of `mtlb._PUBLIC`, in its order, each name as itself: so it is exported."""
    tree = ast.parse((ROOT / "mtlb/__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    assert [ast.unparse(node) for node in block.body] == [
        f"from {module} import {name} as {name}" for module, names in mtlb._PUBLIC.items() for name in names.split()
    ]
    assert list(mtlb._PUBLIC) == sorted(mtlb._PUBLIC)
    assert all(names.split() == sorted(names.split()) for names in mtlb._PUBLIC.values())


@pytest.mark.parametrize("module", mtlb._PUBLIC)
def test_public_names_are_the_names_of_what_they_are(module: str) -> None:
    for name in mtlb._PUBLIC[module].split():
        value = getattr(mtlb, name)
        assert name in mtlb.__all__ and getattr(importlib.import_module(module, "mtlb"), name) is value
        if name != "__version__":
            assert (value.__name__, value.__qualname__) == (name, name)
            assert value.__module__ == f"mtlb{module}" or module == ".ir"  # which is imported from its face


def test_the_reference_has_every_name_as_it_is_imported() -> None:
    assert (ROOT / "docs/library.md").read_text(encoding="utf-8").count(gen_api_pages.MARK) == 1
    shown = re.findall(r"^::: (\S+)$", gen_api_pages.face(), re.MULTILINE)
    assert sorted(shown) == sorted(
        [*(f"mtlb.{name}" for name in mtlb.__all__ if name != "__version__"), "mtlb.testing"]
    )


@pytest.mark.skipif(is_compiled(), reason="mypyc keeps no docstrings and no annotations")
@pytest.mark.parametrize(
    "name", ["convert_file", "open", "read", "save", "write", "verify", "describe", "link", "pack"]
)
def test_functions_of_the_face_say_what_they_raise(name: str) -> None:
    function = getattr(mtlb, name)
    assert "Error" in (function.__doc__ or "")
    signature = inspect.signature(function)
    assert all(p.annotation is not p.empty for p in signature.parameters.values())
    assert signature.return_annotation is not signature.empty


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="module 'mtlb' has no attribute 'opne'"):
        mtlb.opne  # type: ignore[attr-defined]  # noqa: B018
    assert set(mtlb.__all__) <= set(dir(mtlb))


def test_import_is_cheap() -> None:
    heavy = ("typer", "llvmlite", "cryptography", "mtlb.container", "mtlb.bitcode", "mtlb.linker")
    code = f"import sys, mtlb; print(*sorted(set({heavy!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "\n"


USE = """
import mtlb
from mtlb import emit
from mtlb.spirv import enumerants

size: int = emit.float4.size
op: enumerants.Op = enumerants.Op.OpFAdd
dim: str = enumerants.Dim.Dim2D.label
library = mtlb.open("x.metallib")
function: mtlb.LibraryFunction = library.functions["saxpy"]
some: list[mtlb.LibraryFunction] = library.functions[1:]
library.functions = [function, *some]
library.functions.append(function)
library.min_os = "17.0"
function.type = mtlb.FunctionType("kernel")
version: mtlb.Version = mtlb.Version("17.0")
result: mtlb.LinkResult = mtlb.link(["a.air"], platform="ios", min_os="17.0", like="old.metallib", has_uuid=False)
packed: mtlb.Library = mtlb.pack([("a.air", b"")], mtlb.LinkOptions(kind="dylib"), min_os=version)
builder = mtlb.LibraryBuilder(platform="macos", min_os=14)
builder.add("saxpy", "kernel", mtlb.convert_file("x.ll", "ios17").bitcode)
lines: list[str] = builder.converted
mtlb.save(mtlb.read(mtlb.write(builder.build())), "x")
try:
    mtlb.verify(library)
except (mtlb.FormatError, mtlb.MtlbError) as error:
    print(error.reason, mtlb.__version__)
"""
MISUSE = {
    'library: int = mtlb.open("x")': ("Library", "Library"),
    "mtlb.opne": ('has no attribute "opne"', '"opne" is not a known attribute'),
    'mtlb.link([], platfrom="ios")': ('argument "platfrom"', '"platfrom"'),
    "mtlb.link([], min_os=1.5)": ('"min_os" to "link" has incompatible type "float"', '"min_os"'),
    'mtlb.convert("x.ll")': ("Module not callable", '"convert" is not a known attribute'),
    "mtlb.emit.float5": ('has no attribute "float5"', '"float5" is not a known attribute'),
    "enumerants.Op.OpNope": ('has no attribute "OpNope"', 'attribute "OpNope"'),
    "mtlb.Version(b'17')": ('incompatible type "bytes"', '"major"'),
}
"""What a type checker has to refuse, and words of mypy's and pyright's messages about it."""
MISUSED = "\n".join(["import mtlb.emit; from mtlb.spirv import enumerants", *MISUSE])


def checked_types(tmp_path: Path, command: list[str], text: str) -> subprocess.CompletedProcess[str]:
    use = tmp_path / "use.py"
    use.write_text(text, encoding="utf-8")
    env = {**os.environ, "MYPYPATH": str(ROOT)}
    return subprocess.run([*command, str(use)], capture_output=True, text=True, cwd=tmp_path, env=env)


@pytest.mark.long
def test_mypy_sees_what_the_face_exports(tmp_path: Path) -> None:
    """Real types, and an error for a name or an argument that does not exist."""
    options = ["--config-file=", "--strict", "--follow-imports=silent", "--no-error-summary"]
    command = [sys.executable, "-m", "mypy", *options]
    done = checked_types(tmp_path, command, USE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = checked_types(tmp_path, command, MISUSED)
    lines = [line for line in done.stdout.splitlines() if ": error: " in line]
    for number, (line, (words, _)) in enumerate(zip(lines, MISUSE.values(), strict=True), 2):
        assert f"use.py:{number}:" in line and words in line


@pytest.mark.long
@pytest.mark.skipif(shutil.which("pyright") is None, reason="no pyright")
def test_pyright_sees_what_the_face_exports(tmp_path: Path) -> None:
    settings = {"extraPaths": [str(ROOT)], "include": ["use.py"], "typeCheckingMode": "strict"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = ["pyright", "--outputjson", "-p"]
    (tmp_path / "use.py").write_text(USE, encoding="utf-8")
    done = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, cwd=tmp_path)
    assert json.loads(done.stdout)["generalDiagnostics"] == []
    (tmp_path / "use.py").write_text(MISUSED, encoding="utf-8")
    done = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, cwd=tmp_path)
    texts: dict[int, str] = {}
    for diagnostic in json.loads(done.stdout)["generalDiagnostics"]:
        if diagnostic["severity"] == "error":
            texts[diagnostic["range"]["start"]["line"]] = (
                texts.get(diagnostic["range"]["start"]["line"], "") + diagnostic["message"]
            )
    for number, (_, words) in enumerate(MISUSE.values(), 1):
        assert words in texts[number]


# --- docstrings ------------------------------------------------------------------------------------------------------

_PACKAGES = [name.split(".")[1] for name, is_package in checkout_links.modules().items() if is_package]
ROOMS = sorted({checkout_links.source(f"mtlb/{name}") for name in _PACKAGES})


def exported(tree: ast.Module) -> set[str] | None:
    """The names in a module's `__all__`; None without one."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return None


def undocumented(tree: ast.Module | ast.ClassDef, names: set[str] | None, inside: str = "") -> Iterator[str]:
    """Public functions, classes and methods without a docstring; of a module with `__all__`, those that it lists."""
    for node in tree.body:
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) or node.name.startswith("_"):
            continue
        decorators = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
        if decorators & {"setter", "deleter", "overload"} or (names is not None and node.name not in names):
            continue
        if ast.get_docstring(node) is None:
            yield inside + node.name
        if isinstance(node, ast.ClassDef):
            yield from undocumented(node, None, f"{inside}{node.name}.")


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
@pytest.mark.long
def test_every_public_name_has_a_docstring(room: Path) -> None:
    results = []
    for path in sorted(room.rglob("*.py")):
        if path.name.startswith("_") and path.name != "__init__.py":
            continue  # private, or generated
        tree = ast.parse(path.read_text(encoding="utf-8"))
        results += [f"{path.relative_to(ROOT)}: {name}" for name in undocumented(tree, exported(tree))]
        assert ast.get_docstring(tree), path
    assert results == []


# --- arguments of the wrong type -------------------------------------------------------------------------------------

AIR = [str(path) for path in sorted((ROOT / "golden" / "air").glob("link_*.air"))]
WRONG: tuple[object, ...] = (1.5, [1], (1, 2, 3, 4), {1: 2}, object(), object, b"x", float("nan"))
BITCODE = (ROOT / "golden" / "air" / "saxpy.air").read_bytes()
TARGET = {"platform": "macos", "min_os": "14.0"}


def arguments(function: Callable[..., object]) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name != "self"]


def refused(name: str, call: Callable[..., object], value: object) -> None:
    """The call fails with a BuildError that names the wrong argument."""
    with pytest.raises(mtlb.BuildError) as caught:
        call(**{name: value})
    words = {"toolchain": "Apple build", "type": "function type"}.get(name, name).lower()
    words = "data type" if name in ("layer_type", "return_type") else words
    assert words.replace("_", " ") in caught.value.reason.lower().replace("_", " "), caught.value


@pytest.mark.parametrize("name", arguments(mtlb.LinkOptions))
def test_options_of_a_wrong_type_are_named(name: str) -> None:
    for value in WRONG:
        refused(name, mtlb.LinkOptions, value)


@pytest.mark.parametrize("name", arguments(mtlb.LibraryBuilder))
def test_arguments_of_a_builder_of_a_wrong_type_are_named(name: str) -> None:
    for value in WRONG:
        if (name, value) != ("uuid", b"x"):  # bytes, but not 16: an error of `build`
            refused(name, lambda **inputs: mtlb.LibraryBuilder(**{**TARGET, **inputs}), value)


@pytest.mark.parametrize("name", arguments(mtlb.LibraryBuilder.add))
def test_facts_of_a_function_of_a_wrong_type_are_named(name: str) -> None:
    def add(**given: object) -> None:
        facts: dict[str, Any] = {"name": "f", "type": "kernel", "bitcode": BITCODE, **given}
        mtlb.LibraryBuilder(platform="macos", min_os=14).add(**facts)

    for value in WRONG:
        if (name, value) not in (("reflection", b"x"), ("bitcode", b"x")):
            refused(name, add, value)
    if name == "bitcode":
        with pytest.raises(mtlb.BuildError, match="function 'f': the module is not bitcode"):
            add(bitcode=b"x")


@pytest.mark.parametrize("function", [mtlb.link, mtlb.pack], ids=["link", "pack"])
def test_inputs_of_a_wrong_type_are_refused(function: Callable[..., object]) -> None:
    data = Path(AIR[0]).read_bytes()
    for inputs in (AIR[0], Path(AIR[0]), data, None, 1):  # one input is not a list of inputs
        with pytest.raises(mtlb.BuildError, match=r"inputs is .*expected a list"):
            function(inputs)
    for item in (data, None, 1, [], (AIR[0],), (AIR[0], data, 1), (1, data), (AIR[0], "text")):
        with pytest.raises(mtlb.BuildError, match="input"):
            function([item])
    for options in ({"platform": "macos"}, "macos", 1):
        with pytest.raises(mtlb.BuildError, match=r"options is .*expected LinkOptions"):
            function(AIR, options)


@pytest.mark.parametrize("name", ["open", "read", "verify", "describe", "write"])
def test_what_is_no_file_is_refused(name: str) -> None:
    wrong = [None, 1, [], {}, object(), ("name", b"x")]
    wrong += {"open": [b"MTLB"], "read": ["path", Path("path")], "write": [b"MTLB", "path"]}.get(name, [])
    for value in wrong:
        with pytest.raises(mtlb.BuildError, match=r" is .*; expected "):
            getattr(mtlb, name)(value)


def test_what_is_no_path_is_no_place_to_save(tmp_path: Path) -> None:
    library = mtlb.link(AIR).library
    for path in (None, 1, b"x", []):
        with pytest.raises(mtlb.BuildError, match=r"path is .*expected"):
            mtlb.save(library, path)  # type: ignore[arg-type]
    with pytest.raises(mtlb.BuildError, match=r"library is .*expected Library"):
        mtlb.save(b"MTLB", tmp_path / "x")  # type: ignore[arg-type]
    with pytest.raises(mtlb.BuildError, match="golden is"):
        assert_metallib_equal(library, b"MTLB")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


FIELDS = sorted({name for name in _CHECKS if name != "stored_reflections"})


@pytest.mark.parametrize("name", FIELDS)
def test_fields_of_a_library_that_are_set_to_a_wrong_type_are_named(name: str) -> None:
    library = mtlb.link(AIR).library
    before = mtlb.write(library)
    for value in (1.5, {1}, object(), *([] if name == "name" else ["text"])):
        with pytest.raises(mtlb.BuildError, match=f"the library: {name}"):
            setattr(library, name, value)
    assert mtlb.write(library) == before


def test_every_field_of_a_library_is_checked() -> None:
    library = mtlb.link(AIR).library
    assert {name for name in vars(library) if not name.startswith("_")} <= set(_CHECKS)
    with pytest.raises(AttributeError, match="no field 'min_osx'"):
        library.min_osx = "14.0"  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", sorted(_FUNCTION_CHECKS))
def test_fields_of_a_function_that_are_set_to_a_wrong_type_are_named(name: str) -> None:
    library = mtlb.link(AIR).library
    before = mtlb.write(library)
    for value in (1.5, 3j, object()):
        with pytest.raises(mtlb.BuildError, match=rf"function '.*': {name}"):
            setattr(library.functions[0], name, value)
    assert mtlb.write(library) == before


def test_an_order_without_the_tag_of_places_is_refused() -> None:
    library = mtlb.link(AIR).library
    library.functions[0].tag_order = ("NAME", "TYPE")
    with pytest.raises(mtlb.BuildError, match="OFFT"):
        mtlb.write(library)


def test_every_way_to_say_a_target_means_the_same() -> None:
    expected = mtlb.write(
        mtlb.link(AIR, mtlb.LinkOptions(platform=mtlb.Platform.MACOS, min_os=mtlb.Version(14))).library
    )
    for platform, min_os in (("macos", "14"), ("macOS", 14), (1, "14.0"), ("MACOS", (14, 0)), ("macos", "14.0.0")):
        options = mtlb.LinkOptions(platform=platform, min_os=min_os, layout="air-lld")
        assert mtlb.write(mtlb.link(AIR, options).library) == expected
    text = "00112233-4455-6677-8899-aabbccddeeff"
    library = mtlb.LibraryBuilder(platform="macos", min_os="14.0", uuid=text).build()
    assert library.uuid == UUID(text).bytes == mtlb.link(AIR, mtlb.LinkOptions(uuid=text)).library.uuid


def test_a_description_is_printed_on_a_page() -> None:
    assert all(len(repr(description.module)) < 200 for description in mtlb.describe(AIR[0]))
    assert len(repr(mtlb.link(AIR).functions[0].linked.function)) < 200


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "golden").symlink_to(ROOT / "golden")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/library.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 5
    for block in blocks:
        exec(compile(block, "docs/library.md", "exec"), names)
    assert [path.name for path in sorted(tmp_path.glob("*.metallib"))] == [
        "axpy-ios.metallib",
        "axpy.metallib",
        "linked.metallib",
        "saxpy.metallib",
    ]
    assert [function.name for function in mtlb.open("axpy-ios.metallib")] == ["axpy"]
    assert mtlb.verify("axpy-ios.metallib", modules=True) == []


def test_every_library_that_users_get_can_be_edited(tmp_path: Path) -> None:
    """Also a copy and what is unpickled; of another one `Library.of` makes one, which owns the file."""
    path = tmp_path / "x.metallib"
    builder = mtlb.LibraryBuilder(**TARGET)
    builder.add("saxpy", "kernel", BITCODE)
    built = builder.build()
    mtlb.save(built, path)
    opened, plain = mtlb.open(path), mtlb.container.read(path.read_bytes())
    linked, packed = mtlb.link(AIR).library, mtlb.pack([("saxpy.air", BITCODE)])
    assert isinstance(copy.copy(opened), mtlb.Library)
    copies = (copy.deepcopy(opened), pickle.loads(pickle.dumps(opened)))
    for library in (built, opened, mtlb.read(path.read_bytes()), linked, packed, *copies, mtlb.Library.of(plain)):
        assert isinstance(library, mtlb.Library)
        name = library.functions[0].name
        library.rename(name, "renamed")
        assert "renamed" in library and name not in library
        assert mtlb.verify(library, modules=True) == []
    assert type(plain) is mtlb.container.Library and not hasattr(plain, "rename")
    assert mtlb.Library.of(opened) is opened
    plain = mtlb.container.open(path)
    with mtlb.Library.of(plain) as library:
        assert not library.is_changed and library._file is plain._file is not None
    assert library._file is None


def test_modules_in_memory_are_linked() -> None:
    path = ROOT / "golden/air/saxpy.air"
    module = mtlb.read_module(path.read_bytes())
    assert mtlb.write(mtlb.link([module]).library) == mtlb.write(mtlb.link([path]).library)
    result = emit.Module("macos14", "empty")
    result.kernel("nothing").entry().ret()
    assert mtlb.write(mtlb.link([result]).library) == mtlb.write(mtlb.link([("empty.air", result.air_bytes())]).library)
    with pytest.raises(mtlb.BuildError, match="inputs is"):
        mtlb.link(result)  # type: ignore[arg-type]
    with pytest.raises(mtlb.BuildError, match="inputs is"):
        mtlb.link(module)  # type: ignore[arg-type]
