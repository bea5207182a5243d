"""The pure and the compiled engine: which of them runs, that both make the same, what is compiled (docs/engine.md)."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import build_backend
import build_engine
import checkout_links
import pytest

import mtlb.bitstream.codec
from mtlb.machinery.engine import engine, is_compiled
from tests.conftest import ROOT, shared_directory

compiled_only = pytest.mark.skipif(not is_compiled(), reason="the compiled engine is not installed here")


def run(*words: str, pure: bool = False) -> str:
    environment = {key: value for key, value in os.environ.items() if key != "MTLB_PURE"}
    environment |= {"MTLB_PURE": "1"} if pure else {}
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# --- which engine runs -----------------------------------------------------------------------------------------------


def test_what_is_said_is_what_runs() -> None:
    assert is_compiled() == mtlb.bitstream.codec.__file__.endswith(tuple(EXTENSION_SUFFIXES))
    assert ("compiled by mypyc " if is_compiled() else "pure Python") in engine()


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.long
def test_the_command_says_which_engine(pure: bool) -> None:
    first, second, third = run("-m", "mtlb", "--version", "-v", pure=pure).splitlines()
    assert first == f"mtlb {mtlb.__version__}" == run("-m", "mtlb", "--version", pure=pure).strip()
    assert second.startswith("engine: pure Python" if pure else "engine: ")
    assert third.startswith("Python 3.")


@pytest.mark.long
def test_only_the_version_has_more_to_say_before_a_command() -> None:
    done = subprocess.run([sys.executable, "-m", "mtlb", "-v", "nm"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and "put it after the command" in done.stderr


def test_pure_means_source_files_alone() -> None:
    """With MTLB_PURE no module of ours comes from an extension, installed or not."""
    code = "import sys, mtlb.linker, mtlb.inspect, mtlb.air; print(*{m.__file__ for n, m in sys.modules.items()"
    code += " if n.partition('.')[0] == 'mtlb' and m.__file__})"
    result = run("-c", code, pure=True).split()
    assert len(result) > 100 and all(name.endswith(".py") for name in result)


@pytest.mark.parametrize(("value", "forced"), [("", False), ("0", False), ("1", True)])
def test_values_of_the_variable(value: str, forced: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MTLB_PURE", value)
    assert not (forced and is_compiled())
    code = "import sys, mtlb; print('_SourceFinder' in str(sys.meta_path[0]))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == str(forced), done.stderr


# --- both make the same ----------------------------------------------------------------------------------------------


@compiled_only
@pytest.mark.long
def test_every_compiled_module_runs_compiled() -> None:
    names = [
        name.removesuffix(".py").replace("/", ".") for name in build_engine.compiled_files(engine().partition(" ")[0])
    ]
    code = f"import importlib; print(*[importlib.import_module(n).__file__ for n in {names}])"
    result = run("-c", code).split()
    assert len(result) == len(names) and all(name.endswith(tuple(EXTENSION_SUFFIXES)) for name in result)
    assert all(name.endswith(".py") for name in run("-c", code, pure=True).split())


@compiled_only
@pytest.mark.long
def test_outputs_of_both_engines_are_the_same() -> None:
    """One hash over what is made of the golden files, the corpus's where it is, and changed ones; errors too."""
    shared = ["--shared", str(shared_directory())] if shared_directory().joinpath("pairs").is_dir() else []
    compiled, pure = (run("-m", "fuzz.outputs", "--changed", "60", *shared, pure=pure) for pure in (False, True))
    assert compiled.partition(",")[0] == pure.partition(",")[0]
    assert "compiled by mypyc" in compiled and "pure Python" in pure


# --- the build -------------------------------------------------------------------------------------------------------


def test_the_table_of_what_is_compiled() -> None:
    compiled = build_engine.compiled_files()
    assert "mtlb/bitstream/codec.py" in compiled and "mtlb/bitcode/reader.py" in compiled
    for name, reason in build_engine.PURE.items():
        assert checkout_links.source(name).is_file() and name not in compiled and reason
    core = build_engine.compiled_files("core")
    assert set(core) < set(compiled) and "mtlb/bitcode/reader.py" in core
    assert not [name for name in core if name.startswith(build_engine._OUTSIDE_CORE)]


@pytest.mark.parametrize("words", [("nm",), ("verify",), ("rewrite", "-o", os.devnull)])
def test_commands_that_read_no_module_do_not_load_the_extension(words: tuple[str, ...]) -> None:
    compiled = {name.removesuffix(".py").replace("/", ".") for name in build_engine.compiled_files()}
    library = ROOT / "golden/apple/sdl2/render.metallib"
    command = [sys.executable, "-X", "importtime", "-m", "mtlb", words[0], str(library), *words[1:]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "mtlb.container.library" in imported and not compiled & imported


def test_mypy_is_required_only_for_the_compiled_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MTLB_ENGINE", raising=False)
    with build_backend._engine(None):
        assert build_backend._for_the_engine() == [] and build_engine.settings() == {}
    with build_backend._engine({"engine": "compiled", "--other": "x"}) as others:
        assert others == {"--other": "x"} and build_backend._for_the_engine() == [*build_engine.REQUIRES]
        (library,) = build_engine.settings()["ext_modules"]
        assert library.name == "mtlb._engine__mypyc"
    assert "MTLB_ENGINE" not in os.environ
    monkeypatch.setenv("MTLB_ENGINE", "compiled")
    assert build_engine.wanted() == "compiled"
    with build_backend._engine({"engine": "pure"}):
        assert build_engine.wanted() == "pure"
    with build_backend._engine({"engine": "core"}):
        assert build_backend._for_the_engine() == [*build_engine.REQUIRES]
    assert build_engine.wanted() == "compiled"


def test_an_unknown_engine_is_refused() -> None:
    with (
        pytest.raises(SystemExit, match="is 'cython'; it can be pure, core, compiled"),
        build_backend._engine({"engine": "cython"}),
    ):
        pass


def test_without_mypyc_the_build_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mypyc.build", None)
    with pytest.raises(SystemExit, match="built with mypyc: install 'mypy>="):
        build_engine._extensions()


@pytest.mark.long
def test_a_warning_of_mypyc_ends_the_build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It warns where compiled code would do something else: here a generator would become a list."""
    pytest.importorskip("mypyc")
    source = "def first(n: int) -> object:\n    return iter(i for i in range(n))\n"
    (tmp_path / "mtlb/room").mkdir(parents=True)
    (tmp_path / "mtlb/__init__.py").touch()
    (tmp_path / "mtlb/room/__init__.py").touch()
    (tmp_path / "mtlb/room/lazy.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(build_engine, "ROOT", tmp_path)
    monkeypatch.setattr(build_engine, "ROOMS", ("mtlb/room",))
    monkeypatch.setattr(build_engine, "FILES", ())
    monkeypatch.setattr(build_engine, "_READ", ())
    with pytest.raises(SystemExit, match="mypyc warned"):
        build_engine._extensions()
