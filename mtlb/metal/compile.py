"""Metal source to a module of AIR: the steps on one page (docs/metal.md §2)."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field
from importlib.resources import as_file, files
from pathlib import Path

from ..air.names import SOURCES
from ..base.errors import BuildError, in_file
from ..convert.pipeline import Converted
from ..ir import MetadataCode, Module
from .backend import Backend
from .clang import Clang, Finished, find_clang, run
from .messages import SourceMessage, in_source_columns, read_messages
from .optimise import optimise
from .options import CompileOptions
from .rewrite import SourceError, SourceTokens, Unit, rewrite

HEADERS = [
    "metal_stdlib",
    "metal_math",
    "metal_atomic",
    "metal_simdgroup",
    "metal_simdgroup_matrix",
    "metal_common",
    "metal_texture",
    "metal_matrix",
    "metal_geometric",
    "metal_graphics",
    "metal_compute",
    "metal_integer",
    "metal_relational",
    "metal_types",
    "metal_limits",
    "metal_pack",
    "metal_array",
    "metal_type_traits",
    "metal_numeric",
    "metal_logging",
    "metal_raytracing",
    "metal_uniform",
    "metal_tessellation",
    "metal_command_buffer",
    "metal_visible_function_table",
    "metal_config",
    "metal_mesh",
    "metal_assert",
    "metal_imageblocks",
    "metal_pull_model",
    "metal_interpolate",
    "metal_initializer_list",
    "metal_tensor",
    "metal_quadgroup",
    "metal_work_distribution",
    "simd/simd.h",
    "simd/vector_types.h",
    "simd/matrix_types.h",
    "simd/types.h",
    "simd/base.h",
    "TargetConditionals.h",
]
"""Names of headers that sources include: all of them are the one standard library."""

_LANGUAGE = [
    "-x",
    "c++",
    "-std=c++17",
    "--target=nvptx64-nvidia-cuda",
    "-nogpulib",
    "-fdeclspec",
    "-ffreestanding",
    "-nostdinc",
    "-fsigned-char",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-threadsafe-statics",
    "-Wno-c++11-narrowing",
    "-Wno-duplicate-decl-specifier",
    "-Wno-undefined-internal",
    "-Wno-undefined-var-template",
    "-Wno-unused-value",
    "-Wno-invalid-offsetof",
    "-Wno-nan-infinity-disabled",
    "-Wno-elaborated-enum-base",
    "-Xclang",
    "-cl-single-precision-constant",
    "-O2",
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-math-errno",
    "-Xclang",
    "-fbfloat16-excess-precision=none",
    "-Xclang",
    "-ffloat16-excess-precision=none",
    "-fno-color-diagnostics",
    "-fno-caret-diagnostics",
    "-fno-diagnostics-show-option",
    "-fno-elide-type",
    "-ferror-limit=20",
]
"""C++17 for a target whose ABI passes vectors and structs as AIR does, and floats as Metal computes them."""
_MATH = {
    True: ("-ffast-math", "-ffp-contract=fast", "-D__FAST_MATH__=1"),
    False: ("-ffp-contract=on",),
}


@dataclass
class Compiled:
    """A source that was compiled: the module, as a conversion gives it, messages, and the files that were read."""

    converted: Converted
    clang: Clang
    messages: list[SourceMessage] = field(default_factory=list)
    dependencies: list[str] = field(default_factory=list)
    unit: Unit | None = None

    @property
    def bitcode(self) -> bytes:
        """The module as a file."""
        return self.converted.bitcode

    @property
    def warnings(self) -> list[str]:
        """What the user should know."""
        return [*map(str, self.messages), *self.converted.warnings]


class Compilation:
    """The steps for one source."""

    def __init__(self, path: str, options: CompileOptions) -> None:
        with open(path, "rb"):
            self.path = path
        self.options = options
        self.clang = find_clang(options.clang)

    def run(self) -> Compiled:
        """All steps. SourceError with the compiler's messages for a source that has errors."""
        try:
            return self.steps()
        except SourceError as error:  # with the line that it is about
            raise self.failed(read_messages(error.reason, "\0", {}), error.reason) from None

    def steps(self) -> Compiled:
        """All steps."""
        with (
            tempfile.TemporaryDirectory(prefix="mtlb-metal-") as folder,
            as_file(files(__package__) / "include") as own,
        ):
            stubs = self.stubs(Path(folder), own)
            text, dependencies = self.preprocess(folder, stubs, own)
            unit = rewrite(text, self.path)
            ir, messages = self.front_end(unit, folder, own)
        with in_file(self.path):
            converted = Backend(optimise(ir, self.options.optimise), unit, self.options).finish()
        if self.options.records_sources:
            for name in dependencies:
                record_source(converted.module, name, "\n".join(_lines(name)) + "\n")
        return Compiled(converted, self.clang, messages, dependencies, unit)

    # --- clang

    def start(self, arguments: list[str], data: bytes = b"") -> Finished:
        """Run clang in the current folder, to which paths of options are relative."""
        return run(
            self.clang.command,
            arguments,
            data=data,
            seconds=self.options.seconds,
            megabytes=self.options.megabytes,
        )

    def flags(self) -> list[str]:
        """What both runs have in common."""
        options = self.options
        major, minor = options.language
        platform = "MACOS" if options.target.platform.name == "MACOS" else "IOS"
        made = [*_LANGUAGE, *_MATH[options.fast_math], "-D__METAL__=1", f"-D__METAL_VERSION__={major}{minor}0"]
        made += (
            [f"-D__METAL_{platform}__=1", "-D__HAVE_BFLOAT__=1"]
            if (major, minor) >= (3, 1)
            else [f"-D__METAL_{platform}__=1"]
        )
        return made

    def stubs(self, folder: Path, own: Path) -> Path:
        """Headers that define the macros of the standard library and nothing else."""
        where = folder / "include"
        for name in HEADERS:
            path = where / name
            path.parent.mkdir(parents=True, exist_ok=True)
            macros = "target_conditionals.h" if name == "TargetConditionals.h" else "macros.h"
            path.write_text(f'#include "{(own / "mtlb" / macros).as_posix()}"\n', encoding="utf-8")
        return where

    def preprocess(self, folder: str, stubs: Path, own: Path) -> tuple[str, list[str]]:
        """The source after the preprocessor, and the files that it included, the source first."""
        depends = os.path.join(folder, "depends")
        beside = os.path.dirname(self.path) or "."
        arguments = [*self.flags(), "-E", "-isystem", str(stubs), f"-I{beside}"]
        arguments += [f"-I{one}" for one in self.options.include_folders]
        arguments += [f"-D{one}" for one in self.options.defines] + [f"-U{one}" for one in self.options.undefines]
        for one in self.options.includes:
            arguments += ["-include", one]
        finished = self.start([*arguments, "-MD", "-MF", depends, "-MT", "x", self.path])
        if not finished.succeeded:
            raise self.failed(read_messages(finished.messages, str(stubs), {}), finished.messages)
        named = Path(depends).read_text(encoding="utf-8", errors="surrogateescape")
        words = named.partition(":")[2].replace("\\\n", " ").replace("\\ ", "\0").split()
        ours = (folder, str(Path(folder).resolve()), own.as_posix(), str(own))
        kept = [word.replace("\0", " ") for word in words if not word.startswith(ours)]
        return finished.output.decode("utf-8", "surrogateescape"), kept

    def front_end(self, unit: Unit, folder: str, own: Path) -> tuple[str, list[SourceMessage]]:
        """The IR of the rewritten source. SourceError with clang's messages."""
        header = own / "mtlb" / "metal.h"
        arguments = [*self.flags(), *self.options.warnings, "-include", str(header)]
        if self.options.debug_info:
            arguments += ["-g" if self.options.debug_info == "all" else "-gline-tables-only"]
        written = unit.source.written()
        finished = self.start(
            [*arguments, "-S", "-emit-llvm", "-o", "-", "-"], written.encode("utf-8", "surrogateescape")
        )
        messages = read_messages(finished.messages, str(own), {})
        if messages:
            named = {one.file for one in messages}
            messages = in_source_columns(
                messages, SourceTokens(written, self.path), {one: _lines(one) for one in named}
            )
        if not finished.succeeded:
            raise self.failed(messages, finished.messages)
        return finished.output.decode("utf-8", "surrogateescape"), messages

    def failed(self, messages: list[SourceMessage], text: str) -> BuildError:
        """The error of a run that failed."""
        if not messages:
            return BuildError(f"{self.clang} failed: {text.strip() or 'it said nothing'}", file=self.path)
        return SourceError("\n".join(_shown(one) for one in messages))


def record_source(module: Module, path: str, text: str) -> None:
    """Record a source in a module, as Apple's compiler does with -frecord-sources."""
    context = module.context
    node = context.node(MetadataCode.NODE, (context.string(path), context.string(text)))
    module.named_metadata.setdefault(SOURCES, []).append(node)


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _shown(message: SourceMessage) -> str:
    """A message with the line that it is about."""
    lines = _lines(message.file)
    if not 0 < message.line <= len(lines):
        return str(message)
    text = lines[message.line - 1]
    blanks = "".join("\t" if one == "\t" else " " for one in text[: message.column - 1])
    return f"{message}\n{text}\n{blanks}^"


def compile_source(path: str | os.PathLike[str], options: CompileOptions | None = None) -> Compiled:
    """Compile a file of Metal to a module of AIR.

    SourceError with the compiler's messages for a source that has errors; UnsupportedError if there is no clang, and
    for what is not compiled yet.
    """
    return Compilation(os.fspath(path), options or CompileOptions()).run()
