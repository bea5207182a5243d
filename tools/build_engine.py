"""What the compiled engine is made of, for setup.py: the modules that mypyc compiles, and how (docs/engine.md).

All of them are one extension with a private name, `mtlb._engine__mypyc`. Beside each source file stands a small one,
which only names its part of it; the source files are installed too.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path
from typing import Any

import checkout_links
from setuptools import Extension
from setuptools.command.build_ext import build_ext

__all__ = [
    "CORE",
    "ENGINES",
    "FILES",
    "MYPY",
    "PURE",
    "REQUIRES",
    "ROOMS",
    "BuildEngine",
    "compiled_files",
    "settings",
    "wanted",
]

ROOT = Path(__file__).resolve().parent.parent
MYPY = "mypy>=2.4.1,<2.5"
"""What compiles the engine. Another mypyc may compile otherwise: it is tried, then named."""

REQUIRES = (MYPY, "pybind11>=2.13")
"""What a build of the compiled engine requires. Of pybind11 it takes the help to compile several files at a time."""

ROOMS = (
    *("mtlb/bitstream", "mtlb/bitcode", "mtlb/ir", "mtlb/air", "mtlb/passes", "mtlb/linker"),
    *("mtlb/emit", "mtlb/spirv", "mtlb/translate"),
)
"""Folders whose files are compiled, those in folders below too."""

CORE = ("mtlb/bitstream", "mtlb/ir", "mtlb/bitcode")
"""The rooms of the core alone: two fifths of the build, and most of what it gains (docs/engine.md §5)."""

_OUTSIDE_CORE = (
    "mtlb/convert/",  # what reads and builds instructions for it is outside
    "mtlb/ir/mapper.py",  # classes of rooms outside of the core inherit from this one's
    "mtlb/ir/text/",  # no link reads or writes text
    "mtlb/bitstream/analyze.py",  # for people
    "mtlb/bitcode/names.py",  # of records, for people
    *(f"mtlb/bitcode/records/{name}.py" for name in ("attributes", "constants", "instructions", "metadata")),
    *(f"mtlb/bitcode/records/{name}.py" for name in ("module", "row", "types")),  # tables that code is generated from
)
"""Files and folders that are not in the core."""

_OF_CONVERSIONS = ("casts", "checks", "control", "declared", "legalise", "masked", "memory", "pointees", "pointer_uses")
_OF_CONVERSIONS += ("pointers", "prune", "strides", "widths")

FILES: tuple[str, ...] = tuple(f"mtlb/convert/{name}.py" for name in _OF_CONVERSIONS)
"""Files of other folders that are compiled: of conversions, what looks at every instruction of every module."""

_ENUM = "enums whose members have attributes: mypyc can't compile `__new__` of an enum"
_SENT = "a frozen class of it goes to other processes: mypyc's can be pickled, but not unpickled"
_RECORDED = "records of it are written to files by their annotations, of which mypyc keeps the outermost class alone"
_BASE = "its class is the base of classes that stay Python, which mypyc's can't be"
_CACHED = "its classes compute properties once, which mypyc's do at every access"
_ATTRIBUTES = "its classes have attributes with values that mypyc does not take in a class"
_TABLES = "tables and enums that are made when it is imported"
_PEOPLE = "for people: next to no time is spent in it"
_WITHOUT_MODULES = "commands that read no module import it, and need not load the extension, which takes 2 to 10 ms"
_OUTSIDE = "takes what users give, reads or writes: next to no time of a link is spent in it"

PURE = {
    "mtlb/bitstream/wrapper.py": _WITHOUT_MODULES,
    "mtlb/ir/operators.py": _ENUM,
    "mtlb/ir/attributes.py": _ENUM,
    "mtlb/air/reflection/schema.py": _ENUM,
    "mtlb/emit/entry.py": _ATTRIBUTES,
    "mtlb/emit/stages.py": _ATTRIBUTES,
    "mtlb/emit/operands.py": "its classes are what users pass: another object is an error of ours, not a TypeError",
    "mtlb/emit/types.py": _BASE,
    "mtlb/emit/library.py": _BASE,
    "mtlb/emit/module.py": _BASE,
    "mtlb/spirv/_grammar.py": _TABLES,
    "mtlb/spirv/enumerants.py": _TABLES,
    "mtlb/spirv/friendly.py": _PEOPLE,
    "mtlb/spirv/grammar.py": _CACHED,
    "mtlb/spirv/listing.py": _PEOPLE,
    "mtlb/spirv/literals.py": _PEOPLE,
    "mtlb/spirv/published.py": _TABLES,
    "mtlb/spirv/rules/problem.py": "its class inherits from str",
    "mtlb/translate/geometry.py": _ATTRIBUTES,
    "mtlb/translate/hosts.py": _OUTSIDE,
    "mtlb/translate/layout.py": "a field of a base dataclass is declared again, which dataclasses take for a default",
    "mtlb/translate/meshes.py": _BASE,
    "mtlb/translate/patches.py": _ATTRIBUTES,
    "mtlb/translate/bindings.py": _OUTSIDE,
    "mtlb/translate/options.py": _OUTSIDE,
    "mtlb/translate/pipeline_layout.py": _OUTSIDE,
    "mtlb/translate/samplers.py": _OUTSIDE,
    "mtlb/translate/shader.py": _OUTSIDE,
    "mtlb/translate/translation.py": _OUTSIDE,
    "mtlb/air/imports.py": _RECORDED,
    "mtlb/air/compilers.py": _OUTSIDE,
    "mtlb/air/origin.py": _OUTSIDE,
    "mtlb/air/reflection/text.py": _PEOPLE,
    "mtlb/air/target.py": _OUTSIDE,
    "mtlb/passes/form/difference.py": "its class is a dataclass with a type parameter, which fails at import",
    "mtlb/linker/builder.py": _OUTSIDE,
    "mtlb/linker/fields.py": _OUTSIDE,
    "mtlb/linker/inputs/conversion.py": _OUTSIDE,
    "mtlb/linker/inputs/files.py": _OUTSIDE,
    "mtlb/linker/inputs/load.py": _OUTSIDE,
    "mtlb/linker/like.py": _OUTSIDE,
    "mtlb/linker/link.py": _OUTSIDE,
    "mtlb/linker/options.py": _OUTSIDE,
    "mtlb/linker/output/assemble.py": _OUTSIDE,
    "mtlb/linker/output/library.py": _SENT,
    "mtlb/linker/output/pack.py": _OUTSIDE,
    "mtlb/linker/output/report.py": _OUTSIDE,
    "mtlb/linker/output/result.py": _SENT,
    "mtlb/linker/output/sources.py": _OUTSIDE,
    "mtlb/linker/plan/imports.py": _SENT,
    "mtlb/linker/plan/runtime.py": _OUTSIDE,
    "mtlb/linker/plan/rows.py": _RECORDED,
    "mtlb/linker/plan/shard.py": _SENT,
    "mtlb/linker/plan/targets.py": _OUTSIDE,
    "mtlb/linker/plan/work.py": _OUTSIDE,
    "mtlb/linker/stored/codec.py": _OUTSIDE,
    "mtlb/linker/stored/plan.py": _OUTSIDE,
    "mtlb/linker/stored/records.py": _OUTSIDE,
}
"""Files in them that stay Python, and why. `__init__.py` only names what the files have, and stays Python too."""

_READ = ("mtlb/base", "mtlb/container", "mtlb/machinery/engine.py")
"""Folders and files whose types the compiled files use; they are not compiled themselves."""

_GROUP = "mtlb._engine"
_LIBRARY = f"{_GROUP}__mypyc"
_HEADERS = tuple(f"__native{word}_{_GROUP.rpartition('.')[2]}.h" for word in ("", "_internal"))
"""What every C file of the group includes first: 2 MB, which take a third of its time at level 0."""
_OPTIONS = (
    "--config-file=",
    "--strict",
    "--follow-imports=skip",  # of other rooms nothing is needed, and llvmlite and numpy are not there
    "--always-true=COMPILED",
    "--no-warn-unused-ignores",
    "--disable-error-code=no-any-return",
    "--disable-error-code=misc",
    "--disable-error-code=untyped-decorator",
)


ENGINES = ("pure", "core", "compiled")


def wanted() -> str:
    """The engine that MTLB_ENGINE, which the build back end sets too, asks for: one of `ENGINES`."""
    value = os.environ.get("MTLB_ENGINE", "pure")
    if value not in ENGINES:
        raise SystemExit(f"mtlb: error: the engine to be built is {value!r}; it can be {', '.join(ENGINES)}")
    return value


def _files(places: tuple[str, ...]) -> list[str]:
    """The source files in these folders and below them; a place may also be a file."""
    results = []
    for place in places:
        top = checkout_links.source(place, ROOT)
        paths = [top] if place.endswith(".py") else top.rglob("*.py")
        results += [Path(place, path.relative_to(top)).as_posix() for path in paths]
    return sorted(results)


def _rooms(engine: str) -> tuple[str, ...]:
    return CORE if engine == "core" else ROOMS


def compiled_files(engine: str = "compiled") -> list[str]:
    """The source files that are compiled for an engine, relative to the root of the repository."""
    rooms, outside = _rooms(engine), _OUTSIDE_CORE if engine == "core" else ()
    names = [name for name in _files((*rooms, *FILES)) if name not in PURE and not name.endswith("/__init__.py")]
    return [name for name in names if not name.startswith(outside)]


def _missing() -> SystemExit:
    needed = " ".join(f"'{item}'" for item in REQUIRES)
    return SystemExit(f"mtlb: error: the compiled engine is built with mypyc: install {needed}")


def _extensions() -> list[Extension]:
    """The extensions, with their C files written below build/. SystemExit for a warning of mypyc.

    mypyc only warns where the compiled code would do something else than Python's: "Treating generator comprehension as
    list". MTLB_ENGINE_OPT is how much the C compiler optimizes: 0 to 3.
    """
    try:
        from mypyc.build import mypycify
    except ImportError:
        raise _missing() from None
    files = compiled_files(wanted())
    others = [name for name in _files((*_rooms(wanted()), *FILES, *_READ)) if name not in files]
    sources = [*files, *(stub if (ROOT / (stub := f"{name}i")).exists() else name for name in others)]
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            extensions = mypycify(
                [*_OPTIONS, *sources],
                only_compile_paths=files,
                opt_level=os.environ.get("MTLB_ENGINE_OPT", "3"),
                debug_level="0",
                multi_file=True,
                group_name=_GROUP,
                target_dir="build/engine",
            )
    finally:
        print(said.getvalue(), end="", flush=True)
    if "warning:" in said.getvalue():
        raise SystemExit("mtlb: error: mypyc warned: the compiled engine would not do what the source says")
    # The headers of a group with a dotted name are in a folder of their own.
    extensions[0].include_dirs.append(os.path.join("build/engine", *_GROUP.split(".")[:-1]))
    if os.name == "posix":
        # Calls inside of the extension are direct, and inlined: nobody else looks for its functions by name.
        for extension in extensions:  # which share one list of arguments
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    return extensions


class BuildEngine(build_ext):
    """Makes the extensions when they are built, and not before: what only asks for metadata has no mypyc.

    Beside the main one it writes which mypyc made it.
    """

    def run(self) -> None:
        self.distribution.ext_modules = _extensions()
        self.swig_opts = None  # as it was: what finalized the command did so with other extensions
        self.finalize_options()
        try:
            from pybind11.setup_helpers import ParallelCompile
        except ImportError:
            raise _missing() from None
        with ParallelCompile("MTLB_ENGINE_JOBS"):  # by default as many as there are cores
            super().run()
        library = Path(self.get_ext_fullpath(_LIBRARY))
        text = f'"""Written by the build."""\n\nMYPYC = "{version("mypy")}"\nENGINE = "{wanted()}"\n'
        library.with_name("_engine_build.py").write_text(text, encoding="utf-8")

    def build_extensions(self) -> None:
        if sys.platform == "linux":
            self._precompile_headers()
        super().build_extensions()

    def _precompile_headers(self) -> None:
        """Have the C compiler read `_HEADERS` once. The header without the precompiled one means the same."""
        library, compiler = self.extensions[0], self.compiler
        header = Path("build/engine/headers.h")
        header.write_text("".join(f'#include "{name}"\n' for name in _HEADERS), encoding="utf-8")
        folders = [f"-I{name}" for name in (*library.include_dirs, *compiler.include_dirs)]
        words = ["-x", "c-header", str(header), "-o", f"{header}.gch"]
        compiler.spawn([*compiler.compiler_so, *folders, *library.extra_compile_args, *words])
        library.extra_compile_args = [*library.extra_compile_args, "-include", str(header)]

    def copy_extensions_to_source(self) -> None:
        """A build in place. What an earlier one left beside a file that is no longer compiled would be imported."""
        for name in ("mtlb", *checkout_links.FOLDERS):
            for path in (ROOT / name).rglob("*" + str(sysconfig.get_config_var("EXT_SUFFIX"))):
                path.unlink()
        super().copy_extensions_to_source()


def settings() -> dict[str, Any]:
    """What setup() needs for the engine that is wanted: nothing for the pure one."""
    if wanted() == "pure":
        return {}
    # An extension, so that the wheel is one for this platform; its sources are known when it is built.
    return {"ext_modules": [Extension(_LIBRARY, [])], "cmdclass": {"build_ext": BuildEngine}}
