"""Compile Metal source to a module of AIR: the sequence of steps (docs/metal.md §2)."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.resources import as_file, files
from pathlib import Path

from ..air.interface import reads_framebuffers
from ..air.names import SOURCES
from ..base.errors import BuildError, MtlbError, UnsupportedError, in_file
from ..base.versions import Version
from ..convert.checks import IMPORTED
from ..convert.pipeline import Converted
from ..ir import Instruction, MetadataCode, Module
from .backend import Backend
from .cache import CompileCache, default_compile_cache, key_of, program_state
from .clang import Clang, Finished, find_clang, run
from .debug_info import keep_functions
from .llvm_text import entry_symbols, export_symbols, name_instances
from .messages import (
    LOSSES,
    SourceColumns,
    SourceMessage,
    in_source_columns,
    read_messages,
    with_refused_conversions,
    with_texts,
)
from .names import LIBRARY
from .optimise import called_entries, optimise
from .options import CompileOptions
from .places import source_place
from .rewrite import SourceError, SourceTokens, Unit, rewrite, source_error
from .rewrite.expressions import cast_small_floats
from .rewrite.spaces import name_spaces
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
    "metal_curves",
    "metal_uniform",
    "metal_tessellation",
    "metal_command_buffer",
    "metal_visible_function_table",
    "metal_config",
    "metal_mesh",
    "metal_assert",
    "metal_imageblocks",
    "metal_pull_model",
    "metal_vertex_value",
    "metal_interpolate",
    "metal_initializer_list",
    "metal_tensor",
    "metal_quadgroup",
    "metal_work_distribution",
    "metal_cooperative_tensor",
    "MetalPerformancePrimitives/MetalPerformancePrimitives.h",
    "simd/simd.h",
    "simd/vector_types.h",
    "simd/matrix_types.h",
    "simd/types.h",
    "simd/base.h",
]
"""Names of the headers that sources include: all of them stand for the same standard library."""
_FRAMEWORKS = {
    "CoreImage/CIKernelMetalLib.h": "coreimage.h",
    "CoreImage/CoreImage.h": "coreimage.h",
    "MetalPerformanceShaders/MetalPerformanceShaders.h": "mps.h",
    "SceneKit/scn_metal": "scenekit.h",
    "SwiftUI/SwiftUI_Metal.h": "swiftui.h",
    "SwiftUI/SwiftUI.h": "swiftui.h",
    "TargetConditionals.h": "target_conditionals.h",
}
"""Headers with declarations or macros of their own, mapped to files of mtlb's, which are read like a user's headers.
That SwiftUI.h contains SwiftUI_Metal.h is from the sources of heestand-xyz/MetalUI."""

_ABSENT = {
    "RealityKit/RealityKit.h": "shaders of RealityKit call its own functions, which are not known to mtlb",
}
"""Headers of frameworks that mtlb does not have, with the reason for the message."""
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
    "-Wno-error=parentheses",
    "-Wno-c++11-narrowing",
    "-Wno-c99-designator",
    "-Wno-duplicate-decl-specifier",
    "-Wno-invalid-constexpr",
    "-Wno-undefined-internal",
    "-Wno-undefined-var-template",
    "-Wno-unused-value",
    "-Wno-vla-cxx-extension",
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
"""C++17 for a target whose ABI passes vectors and structs as AIR does, with Metal's floating-point rules."""
_PREPROCESS = ["-E", "-fms-extensions"]
"""With -fms-extensions, clang writes pragmas with their macros expanded: `#pragma unroll(BLOCK_SIZE / 8)`."""
_TENSORS = ("<metal>/MetalPerformancePrimitives/", "<metal>/metal_tensor")
_WITH_TENSORS = [
    "-std=c++23",
    "-fno-char8_t",
    "-Wno-ambiguous-reversed-operator",
    "-Wno-deprecated-anon-enum-enum-conversion",
    "-Wno-deprecated-comma-subscript",
    "-Wno-deprecated-enum-enum-conversion",
    "-Wno-deprecated-enum-float-conversion",
    "-Wno-deprecated-volatile",
]
"""C++20 for sources that include MetalPerformancePrimitives: their descriptors are classes as arguments of templates,
which Apple's compiler allows in Metal 4, and stock clang only in C++20.
"""
_QUIET = [
    *(item for item in _LANGUAGE if item.startswith("-Wno-")),
    "-Wno-unknown-warning-option",
    "-Wno-gnu-line-marker",
]
"""Options after a user's -Wall: they disable warnings about code of the rewriter and the library."""
_MATH = {
    "safe": (),
    "relaxed": ("-ffast-math", "-fhonor-nans", "-fhonor-infinities"),
    "fast": ("-ffast-math", "-D__FAST_MATH__=1"),
}
"""The flags of each mode of math, the strictest first.

A guess: with relaxed math `__FAST_MATH__` is not defined, and functions are those of fast math.
"""
_CONTRACTIONS = ("off", "on", "fast")
"""The values of -ffp-contract, the strictest first."""
_DEBUG_KINDS = {"all": "limited", "lines": "line-tables-only"}
"""Clang's own choice for NVPTX is directives alone, without variables and types, if it optimises."""
_POINTER = re.compile(r"'[^']*[*&][^']*'")
"""A type of a message that may have an address space."""
_SMALL_FLOATS = re.compile(r"cast from '.*(?:half|bfloat)'.* to '.*(?:half|bfloat)'.* is not allowed")
"""A cast between half and bfloat, which C++ does not have."""
_UNREADABLE = re.compile(r"(?i)\b(?:pch|ast) file\b|precompiled (?:header|file)")
_NOT_FOUND = re.compile(r"'([^']+)' file not found")
_MOST_TEXT = 16 << 20
"""The maximum size in bytes of a preprocessed source, as a limit for recursive macros and #include."""
_PASSES = 6
"""The time limit of LLVM's passes as a multiple of clang's. For a file of 1,620 kernels, MLX's quantized.metal, clang
takes 4 s and the passes 300 s, or more than 600 s on a busy machine.
"""
_APART = frozenset(STAGES) - {"visible", "stitchable", "intersection"}
"""Stages whose buffers an encoder binds, each to separate memory; other functions may be called with any pointers."""
_FUNCTION_NAME = re.compile(r"&\s*(?:::\s*)?(?:\w+\s*::\s*)*(\w+)")
_NOT_CALLED = ("kernel", "vertex", "fragment")
"""Stages whose functions no function calls."""
STDIN = "<stdin>"
"""The name of a source that is not in a file, as in clang's messages."""
_STDIN_IN_MESSAGES = re.compile(r"^((?:In file included from )?)<stdin>(?=:)", re.MULTILINE)
_STDIN_IN_LINES = re.compile(r'^(# \d+ ")<stdin>(?=")', re.MULTILINE)


@dataclass
class Compiled:
    """A compiled source: the result of the conversion, messages, and the files that were read."""

    converted: Converted
    clang: Clang
    messages: list[SourceMessage] = field(default_factory=list)
    dependencies: list[str] = field(default_factory=list)
    unit: Unit | None = None

    @property
    def bitcode(self) -> bytes:
        """The bitcode of the module in a wrapper."""
        return self.converted.bitcode

    @property
    def warnings(self) -> list[str]:
        """Warnings for the user."""
        return [*map(str, self.messages), *self.converted.warnings]


@dataclass(frozen=True)
class Preprocessed:
    """A preprocessed source: the text and the files that were read, the source first. `systems`: the files from folders
    of -isystem.
    """

    text: str
    dependencies: list[str]
    systems: frozenset[str] = frozenset()


class Compilation:
    """The steps for one source. `data`: the text of a source that is not in a file. `cache`: where precompiled headers
    are kept."""

    def __init__(
        self, path: str, options: CompileOptions, data: bytes | None = None, cache: CompileCache | None = None
    ) -> None:
        if data is None:
            with open(path, "rb"):
                self.path = path
        else:
            self.path = STDIN if path in ("", "-") else path
        self.data = data
        self.options = options
        self.cache = cache
        self.clang = find_clang(options.clang)
        self.written = ""
        """The rewritten source, after `front_end`."""
        self.read: frozenset[str] = frozenset()
        """The files that the preprocessor read, after `preprocess`."""

    def run(self) -> Compiled:
        """Run all steps. SourceError with the compiler's messages for a source that has errors."""
        return self.finish(self.start())

    def start(self) -> Preprocessed:
        """Preprocess the source. Raises what `run` does."""
        with self.folders() as (folder, own):
            return self.preprocess(str(folder), self.stubs(folder, own), own)

    def finish(self, preprocessed: Preprocessed) -> Compiled:
        """Run the steps after the preprocessor. Raises what `run` does."""
        try:
            return self.steps(preprocessed)
        except SourceError as error:  # its text starts with the place in the source
            if error.messages:
                raise
            messages = read_messages(error.reason, "\0")
            read = SourceTokens(preprocessed.text, self.path, matched=False)
            raise self.failed(self.in_columns(messages, read), error.reason) from None
        except UnsupportedError as error:
            if error.refused is None:
                raise
            raise self.at_instruction(preprocessed, error) from None

    def at_instruction(self, preprocessed: Preprocessed, error: UnsupportedError) -> MtlbError:
        """The error with the place in the source of the instruction that it is about. Without debug info the source is
        compiled again, with the lines of instructions.
        """
        if not self.options.debug_info:
            try:
                self.options = replace(self.options, debug_info="lines")
                self.steps(preprocessed)
                return error
            except UnsupportedError as again:
                error = again
        instruction, reason = error.refused or (None, "")
        place = source_place(instruction) if isinstance(instruction, Instruction) else None
        if place is None:
            return error
        message = SourceMessage(*place, "error", reason)
        messages = self.in_columns([message], SourceTokens(self.written, self.path, matched=False))
        return self.failed(messages, reason)

    def steps(self, preprocessed: Preprocessed) -> Compiled:
        """The steps after the preprocessor."""
        with self.folders() as (folder, own):
            unit = rewrite(preprocessed.text, self.path, self.options.language, is_standard=bool(self.options.standard))
            ir, messages = self.front_end(unit, str(folder), own)
            self.written = unit.source.written()
        ir = name_instances(ir, IMPORTED)
        names = {n: ["", *_FUNCTION_NAME.findall(entry.function)][-1] for n, entry in enumerate(unit.entries)}
        self.check_calls(ir, unit, names)
        if self.options.debug_info:
            external = {item.number: item.name for item in unit.external}
            wrappers = {symbol: names[n] for n, symbol in entry_symbols(ir).items()}
            ir = keep_functions(ir, {**wrappers, **{symbol: external[n] for n, symbol in export_symbols(ir).items()}})
        with in_file(self.path):
            options = self.options
            seconds = _PASSES * options.seconds
            is_apart = all(entry.stage in _APART for entry in unit.entries)
            is_finite = self.math(unit) == "fast"
            # A guess: all vertex functions of a source with [[invariant]] keep their order, and the module says that
            # its math is not fast. Rive's libraries have both, function by function.
            is_invariant = bool(options.invariance and unit.invariant)
            module = optimise(
                ir,
                options.optimise,
                seconds=seconds,
                megabytes=options.megabytes,
                is_apart=is_apart,
                is_finite=is_finite,
                is_contracted=self.contraction(unit) == "on",
                exact=[n for n, entry in enumerate(unit.entries) if is_invariant and entry.stage == "vertex"],
            )
            columns = None
            if options.debug_info:
                columns = SourceColumns(SourceTokens(self.written, self.path, matched=False), self.lines)
            converted = Backend(module, unit, options, self.path, columns).finish()
        if self.options.records_sources:
            for name in preprocessed.dependencies:
                record_source(converted.module, name, "\n".join(self.lines(name)) + "\n")
        return Compiled(converted, self.clang, messages, preprocessed.dependencies, unit)

    def check_calls(self, ir: str, unit: Unit, names: dict[int, str]) -> None:
        """SourceError for an entry point that the source calls (specification, 5.1); visible functions may be."""
        entries = {n: entry for n, entry in enumerate(unit.entries) if entry.stage in _NOT_CALLED}
        called = {n: names[n] for n in entries}
        for number in called_entries(ir, called) if len(unit.entries) > 1 else ():
            entry = entries[number]
            raise source_error(entry.where, f"the {entry.stage} function '{entry.name}' is called by another function")

    @contextmanager
    def folders(self) -> Iterator[tuple[Path, Path]]:
        """A temporary folder, and the folder of mtlb's headers."""
        with (
            tempfile.TemporaryDirectory(prefix="mtlb-metal-") as folder,
            as_file(files(__package__) / "include") as own,
        ):
            yield Path(folder), own

    # --- clang

    def call(self, arguments: list[str], data: bytes = b"", most: int = 1 << 30) -> Finished:
        """Run clang in the current folder, to which paths in options are relative."""
        with in_file(self.path):
            return run(
                self.clang.command,
                arguments,
                data=data,
                seconds=self.options.seconds,
                megabytes=self.options.megabytes,
                most=most,
            )

    def math(self, unit: Unit | None) -> str:
        """The mode of floating-point math: that of the options, or a stricter one that a pragma of the source names.

        A pragma applies to the rest of its file, namespace or block (specification, 1.6.3). Here the strictest applies
        to the whole source: what it forbids, other modes allow and do not demand. The library's functions, which
        `-fmetal-math-fp32-functions` chooses, are the same (a guess), and so are metadata.
        """
        mode = ("relaxed" if self.options.relaxed_math else "fast") if self.options.fast_math else "safe"
        modes = [mode, *(unit.math_modes if unit else ())]
        return next(word for word in _MATH if word in modes)

    def contraction(self, unit: Unit | None) -> str:
        """The value of -ffp-contract: that of the options, or a stricter one of a pragma. Safe math has "on"."""
        pragmas = [*unit.contractions, *("on" for mode in unit.math_modes if mode == "safe")] if unit else []
        own = self.options.contract or ("fast" if self.options.fast_math else "on")
        return next(word for word in _CONTRACTIONS if word in (own, *pragmas))

    def flags(self, unit: Unit | None = None) -> list[str]:
        """The options of both clang runs; the second has the unit, whose pragmas may demand stricter math."""
        options = self.options
        # From clang 20 on all functions for NVPTX are convergent by default.
        plain = ["-Xclang", "-fno-convergent-functions"] if self.clang.version[0] >= 20 else []
        major, minor = options.language
        platform = "MACOS" if options.target.platform.name == "MACOS" else "IOS"
        math = self.math(unit)
        functions = options.fp32_functions or ("fast" if options.fast_math and math != "fast" else "")
        result = [*_LANGUAGE, *plain, *_MATH[math], f"-ffp-contract={self.contraction(unit)}"]
        result += [f"-D__MTL_MATH={functions}"] if functions else []
        # The specification, 1.6.2: __METAL__ is defined from Metal 3.0 on.
        result += ["-D__METAL__=1"] if major >= 3 else []
        result += [f"-D__METAL_VERSION__={major}{minor}0"]
        result += [f"-D__METAL_{platform}__=1"]
        result += ["-D__HAVE_BFLOAT__=1"] if (major, minor) >= (3, 1) else []
        # MetalPetal's functions with `[[color(0)]]` arguments need it. A guess: it is defined where they may be used.
        reads = reads_framebuffers(options.target.platform, Version(major, minor))
        return [*result, *(["-D__HAVE_COLOR_ARGUMENTS__=1"] if reads else [])]

    def stubs(self, folder: Path, own: Path) -> Path:
        """Write headers that define only the macros of the standard library."""
        where = folder / "include"
        for name in (*HEADERS, *_FRAMEWORKS):
            self.write_stub(where, name, name, own)
        return where

    def write_stub(self, stubs: Path, name: str, spelled: str, own: Path) -> None:
        """Write the header `name` of the library under the name that a source gives it."""
        path = stubs / spelled
        path.parent.mkdir(parents=True, exist_ok=True)
        own_file = own / "mtlb" / _FRAMEWORKS.get(name, "macros.h")
        path.write_text(f'#include "{own_file.as_posix()}"\n', encoding="utf-8")

    def preprocessed(self, arguments: list[str], stubs: Path, own: Path) -> Finished:
        """Run the preprocessor. A header of the library is found in any case of its letters, as on a Mac's volumes:
        Provenance-Emu/Provenance includes <simd/SIMD.h>.
        """
        names = {name.lower(): name for name in (*HEADERS, *_FRAMEWORKS)}
        while True:
            finished = self.call(arguments, self.data or b"", _MOST_TEXT)
            match = None if finished.succeeded else _NOT_FOUND.search(finished.messages)
            name = names.get(match[1].lower()) if match else None
            if match is None or name is None or (stubs / match[1]).exists():
                return finished
            self.write_stub(stubs, name, match[1], own)

    def preprocess(self, folder: str, stubs: Path, own: Path) -> Preprocessed:
        """The preprocessed source, and the files that it included, the source first."""
        depends = os.path.join(folder, "depends")
        options = self.options
        beside = os.path.dirname(self.path) or "."
        arguments = [
            *self.flags(),
            *(warning for warning in options.warnings if warning in ("-w", "-Werror")),
            *_PREPROCESS,
        ]
        arguments += [word for system_folder in options.system_folders for word in ("-isystem", system_folder)]
        arguments += ["-isystem", str(stubs), *(word for item in options.quote_folders for word in ("-iquote", item))]
        arguments += [f"-I{item}" for item in (beside, *options.include_folders)]
        arguments += ["-include", str(own / "mtlb" / "macros.h")]  # Apple's compiler imports them, says cristim/mslc
        arguments += [f"-D{define}" for define in options.defines] + [f"-U{item}" for item in options.undefines]
        arguments += options.macros
        arguments += [f"-fmacro-prefix-map={item}" for item in options.macro_maps]
        for include in options.includes:
            arguments += ["-include", include]
        words = ["-MD", "-MF", depends, "-MT", "x", "-" if self.data is not None else self.path]
        finished = self.preprocessed([*arguments, *words], stubs, own)
        if not finished.succeeded:
            said = self.named(_STDIN_IN_MESSAGES, finished.messages, self.path)
            for name, reason in _ABSENT.items():
                said = said.replace(f"'{name}' file not found", f"'{name}' file not found: {reason}")
            raise self.failed(read_messages(said, str(stubs)), said)
        named = Path(depends).read_text(encoding="utf-8", errors="surrogateescape")
        read = named.partition(":")[2].replace("\\\n", " ").replace("\\ ", "\0").split()
        ours = (folder, str(Path(folder).resolve()), own.as_posix(), str(own))
        kept = [word.replace("\0", " ") for word in read if not word.startswith(ours)]
        if self.options.hermetic:
            self.require_inside(kept)
        system = tuple(os.path.join(system_folder, "") for system_folder in options.system_folders)
        systems = frozenset(item for item in kept if system and item.startswith(system))
        self.read = frozenset(kept)
        text = finished.output.decode("utf-8", "surrogateescape")
        for include in (str(stubs), str(own)):  # makes the text independent of the folders' location
            text = text.replace(f'"{_in_quotes(include)}', f'"{LIBRARY}')
        text = self.named(_STDIN_IN_LINES, text, _in_quotes(self.path))
        return Preprocessed(text, kept, systems)

    def named(self, place: re.Pattern[str], text: str, name: str) -> str:
        """A text of clang's in which the name of standard input is replaced by the name of the source."""
        return text if self.data is None else place.sub(lambda result: f"{result[1]}{name}", text)

    def require_inside(self, names: list[str]) -> None:
        """BuildError for a file outside of all folders that the options name."""
        for name in names:
            if not self.is_inside(name):
                raise BuildError(
                    f"it includes {name}, which is in none of the folders of -I nor beside the source (--hermetic)",
                    file=self.path,
                )

    def is_inside(self, name: str) -> bool:
        """Whether a file is beside the source, or in a folder of an option."""
        options = self.options
        folders = (os.path.dirname(self.path), *options.include_folders, *options.quote_folders)
        real = os.path.realpath(name)
        return real in {os.path.realpath(item) for item in (self.path, *options.includes)} or any(
            os.path.commonpath([folder, real]) == folder
            for folder in (os.path.realpath(item or ".") for item in (*folders, *options.system_folders))
        )

    def front_end(self, unit: Unit, folder: str, own: Path) -> tuple[str, list[SourceMessage]]:
        """The IR of the rewritten source. SourceError with clang's messages."""
        arguments = self.flags(unit)
        if self.options.debug_info:
            kind = f"-debug-info-kind={_DEBUG_KINDS[self.options.debug_info]}"
            arguments += ["-g", "-Xclang", kind, "-Xclang", "-dwarf-version=4"]
        written = unit.source.written()
        arguments += _WITH_TENSORS if any(name in written for name in _TENSORS) else []
        # Not in `arguments`, on which a precompiled header depends: clang takes the warnings from the command line.
        warnings = [*LOSSES, *self.options.warnings, *_QUIET]
        words = [*warnings, "-S", "-emit-llvm", "-o", "-", "-"]
        if self.options.debug_info:
            library = f"-fdebug-prefix-map={own / 'mtlb'}={LIBRARY}"
            words = ["-Xclang", "-main-file-name", "-Xclang", self.path, library, *words]
        finished = self.with_header(arguments, words, written.encode("utf-8", "surrogateescape"), folder, own)
        messages = read_messages(finished.messages, str(own))
        if any(_SMALL_FLOATS.search(message.text) for message in messages) and cast_small_floats(unit):
            written = unit.source.written()
            finished = self.with_header(arguments, words, written.encode("utf-8", "surrogateescape"), folder, own)
            messages = read_messages(finished.messages, str(own))
        if any(_POINTER.search(message.text) for message in messages) and name_spaces(unit):
            named = unit.source.written().encode("utf-8", "surrogateescape")
            again = self.with_header(arguments, [*warnings, "-fsyntax-only", "-"], named, folder, own)
            messages = with_texts(messages, read_messages(again.messages, str(own)))
        messages = self.in_columns(messages, SourceTokens(written, self.path, matched=False))
        messages = with_refused_conversions(messages, self.lines, self.options.warnings)
        messages = [  # of an error in the header that no place of the source has led to
            replace(item, file=self.path, line=1, column=1) if item.file.startswith(str(own)) else item
            for item in messages
        ]
        if not finished.succeeded or any(message.level == "error" for message in messages):
            raise self.failed(messages, finished.messages)
        return finished.output.decode("utf-8", "surrogateescape"), messages

    def in_columns(self, messages: list[SourceMessage], read: SourceTokens) -> list[SourceMessage]:
        """Messages about tokens of a text, with the columns of the files that the tokens come from."""
        return in_source_columns(messages, SourceColumns(read, self.lines)) if messages else messages

    def with_header(self, arguments: list[str], words: list[str], data: bytes, folder: str, own: Path) -> Finished:
        """Run clang with mtlb's header before the source; with a cache, the header is precompiled for these options.

        For debug info it always is: with the header's text clang describes what the source does not use, too.
        """
        header = str(own / "mtlb" / "metal.h")
        cache = self.cache
        if cache is not None or self.options.debug_info:
            key = key_of([*arguments, header, str(self.clang), program_state(self.clang.command)])
            kept = None if cache is None else cache.header(key)
            path = kept or self.precompile(arguments, header, folder, key)
            if path is not None:
                finished = self.call([*arguments, "-include-pch", path, *words], data)
                if finished.succeeded or not _UNREADABLE.search(finished.messages):
                    return finished
                if cache is not None:
                    cache.drop_header(key)
        return self.call([*arguments, "-include", header, *words], data)

    def precompile(self, arguments: list[str], header: str, folder: str, key: str) -> str | None:
        """The path of the precompiled header, which the cache keeps, in `folder`; None if it can't be created."""
        path = Path(folder) / "metal.pch"
        main = str(Path(header).with_name("precompiled.h"))  # it must exist when the result is read
        language = ["-x", "c++-header", "-Xclang", "-fno-pch-timestamp"]
        if not self.options.debug_info:  # in which types would have fewer declarations
            # The templates that the header uses; otherwise every compilation instantiates them again, for 0.08 s.
            language.append("-fpch-instantiate-templates")
        try:
            finished = self.call([*arguments, *language, main, "-o", str(path)])
            if finished.succeeded:
                if self.cache is not None:
                    self.cache.keep_header(key, path.read_bytes())
                return str(path)
        except (BuildError, OSError):
            pass
        return None

    def lines(self, path: str) -> list[str]:
        """The lines of a file, or of the source if it is not in a file. None of a file that the compiler has not read
        and that is somewhere else: `#line` may name any file.
        """
        if path in (STDIN, self.path) and self.data is not None:
            return self.data.decode("utf-8", "replace").splitlines()
        return _lines(path) if path in self.read or self.is_inside(path) else []

    def failed(self, messages: list[SourceMessage], text: str) -> BuildError:
        """The error for a failed run."""
        if not messages:
            return BuildError(f"{self.clang} failed: {text.strip() or 'it said nothing'}", file=self.path)
        return SourceError("\n".join(_shown(message, self.lines(message.file)) for message in messages), messages)


def record_source(module: Module, path: str, text: str) -> None:
    """Record a source in a module, as Apple's compiler does with -frecord-sources."""
    context = module.context
    node = context.node(MetadataCode.NODE, (context.string(path), context.string(text)))
    module.named_metadata.setdefault(SOURCES, []).append(node)


def _in_quotes(path: str) -> str:
    """A path quoted as the preprocessor does it."""
    return path.replace("\\", "\\\\").replace('"', '\\"')


def _lines(path: str) -> list[str]:
    try:
        is_file = os.path.isfile(path) and os.path.getsize(path) <= _MOST_TEXT
        return Path(path).read_text(encoding="utf-8", errors="replace").splitlines() if is_file else []
    except OSError:
        return []


_WIDEST = 160


def _shown(message: SourceMessage, lines: list[str]) -> str:
    """A message with its source line, or a part of a long line."""
    if not 0 < message.line <= len(lines):
        return str(message)
    text = lines[message.line - 1]
    at = min(message.column - 1, len(text))
    start = 0 if len(text) <= 2 * _WIDEST else max(at - _WIDEST, 0)
    part = text[start : start + 2 * _WIDEST]
    blanks = "".join("\t" if item == "\t" else " " for item in text[start:at])
    return f"{message}\n{part}\n{blanks}^"


def compile_source(path: str | os.PathLike[str], options: CompileOptions | None = None) -> Compiled:
    """Compile a file of Metal to a module of AIR.

    SourceError with the compiler's messages for a source that has errors; UnsupportedError if there is no clang, and
    for language features that are not supported yet.
    """
    return Compilation(os.fspath(path), options or CompileOptions(), cache=default_compile_cache()).run()
