"""Code that `mtlb compile` and the stand-in for `metal` share: compilation to the requested product, messages, make
rules."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

import mtlb
from mtlb.base.errors import LinkError, MtlbError
from mtlb.base.strings import counted

from . import console
from . import io as files
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.metal import CompileOptions, SourceMessage
    from mtlb.metal.cache import CompileCache
    from mtlb.metal.compile import Preprocessed
    from mtlb.metal.driver import CompiledFile, Outcome


_MARKER = re.compile(r"# \d+ \"")


class Product(Enum):
    """The product for each source, and the suffix of its file name."""

    MODULE = ".air"
    TEXT = ".ll"
    PREPROCESSED = ".i"
    RULE = ".d"
    NOTHING = ""


class DependencyRule(NamedTuple):
    """The make rule that is written beside the output. `path`: of -MF. `targets`: as they are written in the rule."""

    path: str | None = None
    targets: tuple[str, ...] = ()
    with_systems: bool = True
    with_phony: bool = False

    def text(self, compiled: Sequence[Preprocessed | CompiledFile], output: str) -> str:
        """The rule for an output with these sources."""
        from mtlb.metal.driver import make_rule, rule_of_all

        targets = self.targets or (escaped_for_make(output),)
        return make_rule(rule_of_all(compiled), targets, with_systems=self.with_systems, with_phony=self.with_phony)

    def write(self, compiled: Sequence[Preprocessed | CompiledFile], output: str) -> None:
        """Write the rule to its file; without a name, the file is named after the output."""
        path = self.path or ("-" if output == files.STDIO else f"{os.path.splitext(output)[0]}.d")
        files.check_paths([name for source in compiled for name in source.dependencies], [output, path])
        files.write_output(path, self.text(compiled, output).encode("utf-8", "surrogateescape"))


@dataclass(frozen=True)
class CompileRun:
    """Sources and their compile options. `is_silent`: no warnings. `tells`: messages are printed as they occur."""

    sources: Sequence[str]
    options: CompileOptions
    jobs: int = 1
    cache: CompileCache | None = None
    is_silent: bool = False
    tells: bool = True
    outcomes: list[Outcome] = field(default_factory=list)

    def preprocess(self) -> list[Preprocessed]:
        """Preprocess each source. Errors are raised as they occur."""
        from mtlb.metal.driver import preprocess_source

        return [preprocess_source(name, self.options, _stdin(name)) for name in self.sources]

    def compile(self) -> list[CompiledFile]:
        """The modules, with warnings printed. If sources have errors, raises the first error after all sources are
        compiled."""
        from mtlb.metal.driver import CompiledFile, compile_file, compile_files

        if files.STDIO in self.sources:
            if len(self.sources) > 1:
                raise UsageError("stdin (-) must be the only source")
            outcomes = iter([compile_file(files.STDIO, self.options, self.cache, _stdin(files.STDIO))])
        else:
            outcomes = compile_files(self.sources, self.options, self.jobs, self.cache)  # type: ignore[assignment]
        compiled: list[CompiledFile] = []
        errors: list[MtlbError | OSError] = []
        with console.progress(f"compiling {_what(self.sources)}") as report:
            for number, outcome in enumerate(outcomes, 1):
                self.outcomes.append(outcome)
                report(number, len(self.sources))
                if isinstance(outcome, CompiledFile):
                    compiled.append(outcome)
                    self.tell(outcome)
                else:
                    errors.append(outcome)
        if errors:
            if self.tells:
                for error in errors[:-1]:
                    console.failure(error)
            raise errors[-1]
        return compiled

    def tell(self, outcome: CompiledFile) -> None:
        """Print the messages about a compiled source."""
        if not self.tells:
            return
        for message in () if self.is_silent else outcome.messages:
            console.source_message(str(message))
        for note in () if self.is_silent else outcome.notes:
            console.warn(note)
        kept = ", kept from before" if outcome.is_kept else ""
        name = files.shown(outcome.path)
        console.note(f"{name}: compiled with {outcome.compiler} for {self.options.target}{kept}")


def escaped_for_make(path: str) -> str:
    """A path escaped for make."""
    from mtlb.metal.driver import escaped_for_make

    return escaped_for_make(path)


def _what(sources: Sequence[str]) -> str:
    return files.shown(sources[0]) if len(sources) == 1 else counted(len(sources), "source")


def _stdin(name: str) -> bytes | None:
    return files.read_input(name) if name == files.STDIO else None


def make(
    run: CompileRun,
    product: Product,
    output: str | None,
    rule: DependencyRule | None,
    *,
    with_markers: bool = True,
) -> None:
    """Produce the product of each source, and write it: to `output`, otherwise to a file that is named after the
    source, or to stdout for preprocessor output and rules. `with_markers`: preprocessor output has line markers.
    Errors are raised as they occur."""
    if output is not None and len(run.sources) > 1 and product not in (Product.PREPROCESSED, Product.RULE):
        raise UsageError("-o names one output, but there are several sources: leave it out, or compile them one by one")
    if product in (Product.PREPROCESSED, Product.RULE):
        preprocessed = run.preprocess()
        text = "".join(source_text.text for source_text in preprocessed)
        if not with_markers:
            text = without_markers(text)
        if product is Product.RULE:
            rule = rule or DependencyRule()
            text = "".join(
                rule.text([source_text], f"{_stem(name)}.air")
                for source_text, name in zip(preprocessed, run.sources, strict=True)
            )
            output = output or rule.path
        elif rule is not None:
            rule.write(preprocessed, output or f"{_stem(run.sources[0])}.air")
        _write_text(output or files.STDIO, text)
        return
    for compiled in run.compile():
        path = output or f"{_stem(compiled.path)}{product.value}"
        text = module_text(compiled.bitcode) if product is Product.TEXT else ""
        if rule is not None:  # first: make takes an output without its rule for complete
            rule.write([compiled], path if product is not Product.NOTHING else f"{_stem(compiled.path)}.air")
        if product is Product.MODULE:
            files.write_output(path, compiled.bitcode)
        elif product is Product.TEXT:
            _write_text(path, text)


def without_markers(text: str) -> str:
    """Preprocessed text without line markers and empty lines."""
    return "".join(f"{line}\n" for line in text.splitlines() if line.strip() and not _MARKER.match(line))


def module_text(bitcode: bytes) -> str:
    """A module as LLVM assembly."""
    from mtlb.ir.text.printer import print_module

    return print_module(mtlb.read_module(bitcode))


def _stem(path: str) -> str:
    return "stdin" if path == files.STDIO else os.path.splitext(os.path.basename(path))[0]


def _write_text(path: str, text: str) -> None:
    data = text.encode("utf-8", "surrogateescape")
    if path == files.STDIO:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        files.write_output(path, data)


def library_of(compiled: Sequence[CompiledFile]) -> bytes:
    """The library with compiled modules: a Core Image library if each has Core Image kernels."""
    modules = [(f"{_stem(module.path)}.air", module.bitcode) for module in compiled]
    try:
        return mtlb.write(mtlb.link(modules).library)
    except LinkError:
        from mtlb.linker.inputs.linkage import CORE_IMAGE

        if not all(CORE_IMAGE in mtlb.read_module(data).named_metadata for _, data in modules):
            raise
        return mtlb.write(mtlb.link(modules, mtlb.LinkOptions(kind="core-image")).library)


# --- reports ---------------------------------------------------------------------------------------------------------


def _messages(outcome: Outcome) -> list[SourceMessage]:
    if isinstance(outcome, (MtlbError, OSError)):
        return list(getattr(outcome, "messages", ()))
    return outcome.messages


def as_json(run: CompileRun, output: str) -> dict[str, Any]:
    """The results for the sources, as JSON values."""
    sources = []
    for name, outcome in zip(run.sources, run.outcomes, strict=True):
        failed = isinstance(outcome, (MtlbError, OSError))
        messages = _messages(outcome)
        entry: dict[str, Any] = {
            "file": files.shown(name),
            "ok": not failed,
            "messages": [
                {
                    "file": message.file,
                    "line": message.line,
                    "column": message.column,
                    "level": message.level,
                    "text": message.text,
                }
                for message in messages
            ],
        }
        if isinstance(outcome, (MtlbError, OSError)):
            entry["error"] = str(outcome) if not messages else None
        else:
            entry |= {
                "compiler": outcome.compiler,
                "kept": outcome.is_kept,
                "dependencies": outcome.dependencies,
                "notes": outcome.notes,
                "size": len(outcome.bitcode),
            }
        sources.append(entry)
    ok = all(entry["ok"] for entry in sources)
    return {"schema": "mtlb.compile/1", "ok": ok, "output": files.shown(output) if ok else None, "sources": sources}


def located(run: CompileRun) -> list[tuple[str, int, int, str, str]]:
    """The messages about sources, for SARIF: file, line, column (0 for none), level, text."""
    places: list[tuple[str, int, int, str, str]] = []
    for name, outcome in zip(run.sources, run.outcomes, strict=True):
        messages = _messages(outcome)
        places += [(message.file, message.line, message.column, message.level, message.text) for message in messages]
        if isinstance(outcome, (MtlbError, OSError)) and not messages:
            places.append((files.shown(name), 0, 0, "error", str(outcome)))
        elif not isinstance(outcome, (MtlbError, OSError)):
            places += [(files.shown(name), 0, 0, "warning", note) for note in outcome.notes]
    return places
