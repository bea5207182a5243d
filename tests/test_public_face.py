"""Everything in `__all__` can be imported and has a docstring; `import mtlb` stays cheap."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mtlb
import mtlb.bitcode
import mtlb.inspect
import mtlb.linker
from tests.conftest import ROOT

MODULES = sorted(m.name for m in pkgutil.walk_packages(mtlb.__path__, "mtlb.") if m.name != "mtlb.__main__")
FACES = (mtlb, mtlb.bitcode, mtlb.inspect)  # lazy ones


@pytest.mark.parametrize("name", ["mtlb", *MODULES])
def test_what_a_module_exports_is_there_and_documented(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    exported = getattr(module, "__all__", [])
    assert len(set(exported)) == len(exported)
    for one in exported:
        value = getattr(module, one)
        if inspect.isclass(value) or inspect.isroutine(value):
            assert inspect.getdoc(value), f"{name}.{one} has no docstring"


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_no_exported_name_is_hidden_by_a_module(face: object) -> None:
    """A submodule that is imported becomes an attribute of its package, and a lazy name would give way to it."""
    package = face.__name__  # type: ignore[attr-defined]
    assert [name for name in face.__all__ if f"{package}.{name}" in MODULES] == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["open", "read", "save", "write", "verify", "describe", "link", "pack"])
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
    heavy = ("typer", "llvmlite", "flatbuffers", "cryptography", "mtlb.container", "mtlb.bitcode", "mtlb.linker")
    code = f"import sys, mtlb; print(*sorted(set({heavy!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "\n"


def test_type_checkers_see_what_the_face_exports(tmp_path: Path) -> None:
    """Real types, and an error for a name that does not exist."""
    use = tmp_path / "use.py"
    use.write_text("import mtlb\nlibrary: int = mtlb.open('x')\nmtlb.opne\nmtlb.save(mtlb.read(b''), 'x')\n")
    options = ["--config-file=", "--follow-imports=silent", "--no-error-summary"]
    command = [sys.executable, "-m", "mypy", *options, str(use)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env={"MYPYPATH": str(ROOT)})
    lines = done.stdout.splitlines()
    assert len(lines) == 2, done.stdout + done.stderr
    assert 'expression has type "Library"' in lines[0] and 'has no attribute "opne"' in lines[1]


# --- docstrings ------------------------------------------------------------------------------------------------------

ROOMS = sorted(path for path in (ROOT / "mtlb").iterdir() if (path / "__init__.py").exists())


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
def test_every_public_name_has_a_docstring(room: Path) -> None:
    found = []
    for path in sorted(room.rglob("*.py")):
        if path.name.startswith("_") and path.name != "__init__.py":
            continue  # private, or generated
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [f"{path.relative_to(ROOT)}: {name}" for name in undocumented(tree, exported(tree))]
        assert ast.get_docstring(tree), path
    assert found == []
