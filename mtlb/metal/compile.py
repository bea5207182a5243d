"""Metal source to a module of AIR: the steps on one page (docs/metal.md §2)."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import as_file, files
from pathlib import Path

from ..air.names import SOURCES
from ..base.errors import BuildError, in_file
from ..convert.pipeline import Converted
from ..ir import MetadataCode, Module
from .backend import Backend
from .cache import CompileCache, default_compile_cache, key_of, program_state
from .clang import Clang, Finished, find_clang, run
from .messages import SourceMessage, in_source_columns, read_messages
from .optimise import optimise
from .options import CompileOptions
from .rewrite import SourceError, SourceTokens, Unit, rewrite
from .rewrite.unit import STAGES

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
    "-Wno-c99-designator",
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
    "-fno-crash-diagnostics",
]
"""C++17 for a target whose ABI passes vectors and structs as AIR does, and floats as Metal computes them."""
_QUIET = [*(one for one in _LANGUAGE if one.startswith("-Wno-")), "-Wno-unknown-warning-option", "-Wno-gnu-line-marker"]
"""After a user's -Wall: warnings about what the rewriter and the library write, or that clang does not know."""
_MATH = {
    "fast": ("-ffast-math", "-ffp-contract=fast", "-D__FAST_MATH__=1"),
    "relaxed": ("-ffast-math", "-fhonor-nans", "-fhonor-infinities", "-ffp-contract=fast", "-D__MTL_MATH=fast"),
    "safe": ("-ffp-contract=on",),
}
"""A guess: that with relaxed math `__FAST_MATH__` is not defined, and functions are those of fast math."""
_UNREADABLE = re.compile(r"(?i)\b(?:pch|ast) file\b|precompiled header")
_MOST_TEXT = 16 << 20
"""Bytes of a source after the preprocessor: more is a bomb of macros or #include."""
_PASSES = 6
"""How many times the limit of clang LLVM's passes may take: a file of 1,620 kernels, MLX's quantized.metal, takes clang
4 s and the passes 300 s alone, and more than 600 s beside other work.
"""
_APART = frozenset(STAGES) - {"visible", "stitchable", "intersection"}
"""Stages whose buffers an encoder binds, each to memory of its own; other functions are called with any pointers."""
_LIBRARY = "<metal>"
"""The folder of our headers, as the preprocessed source names it."""
STDIN = "<stdin>"
"""The name of a source that was not in a file, as clang calls it."""
_STDIN_IN_MESSAGES = re.compile(r"^((?:In file included from )?)<stdin>(?=:)", re.MULTILINE)
_STDIN_IN_LINES = re.compile(r'^(# \d+ ")<stdin>(?=")', re.MULTILINE)


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


@dataclass(frozen=True)
class Preprocessed:
    """A source after the preprocessor: the text, and the files that were read, the source first, with `systems` that
    came from folders of -isystem.
    """

    text: str
    dependencies: list[str]
    systems: frozenset[str] = frozenset()


class Compilation:
    """The steps for one source. `data`: its text, of a source that is in no file."""

    def __init__(self, path: str, options: CompileOptions, data: bytes | None = None) -> None:
        if data is None:
            with open(path, "rb"):
                self.path = path
        else:
            self.path = STDIN if path in ("", "-") else path
        self.data = data
        self.options = options
        self.clang = find_clang(options.clang)

    def run(self) -> Compiled:
        """All steps. SourceError with the compiler's messages for a source that has errors."""
        return self.finish(self.start())

    def start(self) -> Preprocessed:
        """The first step. Errors as `run` has them."""
        with self.folders() as (folder, own):
            return self.preprocess(str(folder), self.stubs(folder, own), own)

    def finish(self, preprocessed: Preprocessed) -> Compiled:
        """The steps after the first. Errors as `run` has them."""
        try:
            return self.steps(preprocessed)
        except SourceError as error:  # with the line that it is about
            if error.messages:
                raise
            messages = read_messages(error.reason, "\0", {})
            read = SourceTokens(preprocessed.text, self.path, matched=False)
            raise self.failed(self.in_columns(messages, read), error.reason) from None

    def steps(self, preprocessed: Preprocessed) -> Compiled:
        """The steps after the first."""
        with self.folders() as (folder, own):
            unit = rewrite(preprocessed.text, self.path, self.options.language)
            ir, messages = self.front_end(unit, str(folder), own)
        with in_file(self.path):
            options = self.options
            seconds = _PASSES * options.seconds
            is_apart = all(one.stage in _APART for one in unit.entries)
            module = optimise(ir, options.optimise, seconds=seconds, megabytes=options.megabytes, is_apart=is_apart)
            converted = Backend(module, unit, options, self.path).finish()
        if self.options.records_sources:
            for name in preprocessed.dependencies:
                record_source(converted.module, name, "\n".join(self.lines(name)) + "\n")
        return Compiled(converted, self.clang, messages, preprocessed.dependencies, unit)

    @contextmanager
    def folders(self) -> Iterator[tuple[Path, Path]]:
        """A temporary folder, and that of our headers."""
        with (
            tempfile.TemporaryDirectory(prefix="mtlb-metal-") as folder,
            as_file(files(__package__) / "include") as own,
        ):
            yield Path(folder), own

    # --- clang

    def call(self, arguments: list[str], data: bytes = b"", most: int = 1 << 30) -> Finished:
        """Run clang in the current folder, to which paths of options are relative."""
        with in_file(self.path):
            return run(
                self.clang.command,
                arguments,
                data=data,
                seconds=self.options.seconds,
                megabytes=self.options.megabytes,
                most=most,
            )

    def flags(self) -> list[str]:
        """What both runs have in common."""
        options = self.options
        # From 20 on all functions for NVPTX are convergent unless one says otherwise.
        plain = ["-Xclang", "-fno-convergent-functions"] if self.clang.version[0] >= 20 else []
        major, minor = options.language
        platform = "MACOS" if options.target.platform.name == "MACOS" else "IOS"
        math = ("relaxed" if options.relaxed_math else "fast") if options.fast_math else "safe"
        made = [
            *_LANGUAGE,
            *plain,
            *(flag for flag in _MATH[math] if not (options.fp32_functions and "__MTL_MATH" in flag)),
        ]
        made += [f"-D__MTL_MATH={options.fp32_functions}"] if options.fp32_functions else []
        made += [f"-ffp-contract={options.contract}"] if options.contract else []
        made += ["-D__METAL__=1", f"-D__METAL_VERSION__={major}{minor}0"]
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

    def preprocess(self, folder: str, stubs: Path, own: Path) -> Preprocessed:
        """The source after the preprocessor, and the files that it included, the source first."""
        depends = os.path.join(folder, "depends")
        options = self.options
        beside = os.path.dirname(self.path) or "."
        arguments = [*self.flags(), *(one for one in options.warnings if one in ("-w", "-Werror")), "-E"]
        arguments += [word for one in options.system_folders for word in ("-isystem", one)]
        arguments += ["-isystem", str(stubs), *(word for one in options.quote_folders for word in ("-iquote", one))]
        arguments += [f"-I{one}" for one in (beside, *options.include_folders)]
        arguments += [f"-D{one}" for one in options.defines] + [f"-U{one}" for one in options.undefines]
        arguments += options.macros
        for one in options.includes:
            arguments += ["-include", one]
        words = ["-MD", "-MF", depends, "-MT", "x", "-" if self.data is not None else self.path]
        finished = self.call([*arguments, *words], self.data or b"", _MOST_TEXT)
        if not finished.succeeded:
            said = self.named(_STDIN_IN_MESSAGES, finished.messages, self.path)
            raise self.failed(read_messages(said, str(stubs), {}), said)
        named = Path(depends).read_text(encoding="utf-8", errors="surrogateescape")
        read = named.partition(":")[2].replace("\\\n", " ").replace("\\ ", "\0").split()
        ours = (folder, str(Path(folder).resolve()), own.as_posix(), str(own))
        kept = [word.replace("\0", " ") for word in read if not word.startswith(ours)]
        if self.options.hermetic:
            self.require_inside(kept)
        system = tuple(os.path.join(one, "") for one in options.system_folders)
        systems = frozenset(one for one in kept if system and one.startswith(system))
        text = finished.output.decode("utf-8", "surrogateescape")
        for one in (str(stubs), str(own)):  # so that the text does not depend on where they are
            text = text.replace(f'"{_in_quotes(one)}', f'"{_LIBRARY}')
        text = self.named(_STDIN_IN_LINES, text, _in_quotes(self.path))
        return Preprocessed(text, kept, systems)

    def named(self, place: re.Pattern[str], text: str, name: str) -> str:
        """A text of clang's with the name of a source that it read from the standard input."""
        return text if self.data is None else place.sub(lambda found: f"{found[1]}{name}", text)

    def require_inside(self, names: list[str]) -> None:
        """BuildError for a file that is below none of the folders that the options name."""
        options = self.options
        given = [os.path.dirname(self.path), *options.include_folders, *options.quote_folders, *options.system_folders]
        folders = [os.path.realpath(one or ".") for one in given]
        own = {os.path.realpath(one) for one in (self.path, *options.includes)}
        for name in names:
            real = os.path.realpath(name)
            if real not in own and not any(os.path.commonpath([one, real]) == one for one in folders):
                raise BuildError(
                    f"it includes {name}, which is in none of the folders of -I nor beside the source (--hermetic)",
                    file=self.path,
                )

    def front_end(self, unit: Unit, folder: str, own: Path) -> tuple[str, list[SourceMessage]]:
        """The IR of the rewritten source. SourceError with clang's messages."""
        arguments = [*self.flags(), *self.options.warnings, *_QUIET]
        if self.options.debug_info:
            arguments += ["-g" if self.options.debug_info == "all" else "-gline-tables-only"]
        written = unit.source.written()
        words = ["-S", "-emit-llvm", "-o", "-", "-"]
        finished = self.with_header(arguments, words, written.encode("utf-8", "surrogateescape"), folder, own)
        messages = read_messages(finished.messages, str(own), {})
        messages = self.in_columns(messages, SourceTokens(written, self.path, matched=False))
        if not finished.succeeded:
            raise self.failed(messages, finished.messages)
        return finished.output.decode("utf-8", "surrogateescape"), messages

    def in_columns(self, messages: list[SourceMessage], read: SourceTokens) -> list[SourceMessage]:
        """Messages about the tokens of a text, with the columns of the files that they are of."""
        return in_source_columns(messages, read, {one: self.lines(one) for one in {one.file for one in messages}})

    def with_header(self, arguments: list[str], words: list[str], data: bytes, folder: str, own: Path) -> Finished:
        """Run clang with our header before the source, as it was read once for these options if there is a cache."""
        header = str(own / "mtlb" / "metal.h")
        cache = default_compile_cache()
        if cache is not None:
            key = key_of([*arguments, header, str(self.clang), program_state(self.clang.command)])
            path = cache.header(key) or self.precompile(arguments, header, folder, cache, key)
            if path is not None:
                finished = self.call([*arguments, "-include-pch", path, *words], data)
                if finished.succeeded or not _UNREADABLE.search(finished.messages):
                    return finished
                cache.drop_header(key)
        return self.call([*arguments, "-include", header, *words], data)

    def precompile(self, arguments: list[str], header: str, folder: str, cache: CompileCache, key: str) -> str | None:
        """The path of the header as clang has read it; None if that can't be made or kept."""
        made = Path(folder) / "metal.pch"
        main = str(Path(header).with_name("precompiled.h"))  # which must be there when the result is read
        language = ["-x", "c++-header", "-Xclang", "-fno-pch-timestamp"]
        try:
            finished = self.call([*arguments, *language, main, "-o", str(made)])
            if finished.succeeded:
                cache.keep_header(key, made.read_bytes())
                return cache.header(key)
        except (BuildError, OSError):
            pass
        return None

    def lines(self, path: str) -> list[str]:
        """The lines of a file, or of the source if it is in none."""
        if path in (STDIN, self.path) and self.data is not None:
            return self.data.decode("utf-8", "replace").splitlines()
        return _lines(path)

    def failed(self, messages: list[SourceMessage], text: str) -> BuildError:
        """The error of a run that failed."""
        if not messages:
            return BuildError(f"{self.clang} failed: {text.strip() or 'it said nothing'}", file=self.path)
        return SourceError("\n".join(_shown(one, self.lines(one.file)) for one in messages), messages)


def record_source(module: Module, path: str, text: str) -> None:
    """Record a source in a module, as Apple's compiler does with -frecord-sources."""
    context = module.context
    node = context.node(MetadataCode.NODE, (context.string(path), context.string(text)))
    module.named_metadata.setdefault(SOURCES, []).append(node)


def _in_quotes(path: str) -> str:
    """A path as the preprocessor writes it."""
    return path.replace("\\", "\\\\").replace('"', '\\"')


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


_WIDEST = 160


def _shown(message: SourceMessage, lines: list[str]) -> str:
    """A message with the line that it is about, or the part of a long one."""
    if not 0 < message.line <= len(lines):
        return str(message)
    text = lines[message.line - 1]
    at = min(message.column - 1, len(text))
    start = 0 if len(text) <= 2 * _WIDEST else max(at - _WIDEST, 0)
    part = text[start : start + 2 * _WIDEST]
    blanks = "".join("\t" if one == "\t" else " " for one in text[start:at])
    return f"{message}\n{part}\n{blanks}^"


def compile_source(path: str | os.PathLike[str], options: CompileOptions | None = None) -> Compiled:
    """Compile a file of Metal to a module of AIR.

    SourceError with the compiler's messages for a source that has errors; UnsupportedError if there is no clang, and
    for what is not compiled yet.
    """
    return Compilation(os.fspath(path), options or CompileOptions()).run()
