"""Compilation of sources for commands: uses the cache, and compiles several sources in parallel."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..base.errors import MtlbError
from ..machinery.parallel import in_executor, worker_processes
from .cache import CompileCache, default_compile_cache, key_of, program_state
from .compile import STDIN, Compilation, Preprocessed
from .messages import SourceMessage
from .options import CompileOptions


@dataclass(frozen=True)
class CompiledFile:
    """A compiled source. `bitcode`: the content of an `.air` file. `compiler`: the name of the compiler. `messages`:
    warnings with a place in the source, `notes`: other warnings. `dependencies`: the files that were read, the source
    first; `systems`: those from folders of -isystem. `is_kept`: the module came from the cache.
    """

    path: str
    bitcode: bytes
    compiler: str
    messages: list[SourceMessage] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    dependencies: list[str] = field(default_factory=list)
    systems: frozenset[str] = frozenset()
    is_kept: bool = False

    @property
    def warnings(self) -> list[str]:
        """Warnings for the user."""
        return [*map(str, self.messages), *self.notes]


def compile_file(
    path: str, options: CompileOptions, cache: CompileCache | None = None, data: bytes | None = None
) -> CompiledFile:
    """Compile a source, or take the module of an earlier compilation with the same content from `cache`.

    `data`: the text of a source that is not in a file. Raises what `compile_source` does.
    """
    compilation = Compilation(path, options, data, cache)
    preprocessed = compilation.start()
    key = "" if cache is None else _key(compilation, preprocessed)
    result = None if cache is None else cache.module(key)
    compiler = str(compilation.clang)
    if result is not None:
        messages = [SourceMessage(*message) for message in result[0]["messages"]]
        notes = result[0]["notes"]
        return CompiledFile(
            path, result[1], compiler, messages, notes, preprocessed.dependencies, preprocessed.systems, True
        )
    compiled = compilation.finish(preprocessed)
    data = compiled.bitcode
    if cache is not None:
        messages_ = [
            (message.file, message.line, message.column, message.level, message.text) for message in compiled.messages
        ]
        cache.keep_module(key, {"messages": messages_, "notes": compiled.converted.warnings}, data)
    return CompiledFile(
        path,
        data,
        compiler,
        compiled.messages,
        compiled.converted.warnings,
        preprocessed.dependencies,
        preprocessed.systems,
    )


def compile_given(place: str, data: bytes, options: CompileOptions | None = None) -> CompiledFile:
    """Compile the text `data`. If the file `place` has this text, compile that file, so that its headers are found."""
    is_file = os.path.isfile(place) and _is_same(place, data)
    return compile_file(place, options or CompileOptions(), default_compile_cache(), None if is_file else data)


def _is_same(path: str, data: bytes) -> bool:
    with open(path, "rb") as file:
        return file.read() == data


def _key(compilation: Compilation, preprocessed: Preprocessed) -> str:
    """The cache key of a source's module. It includes file names and columns, which appear in warnings, and recorded
    sources.
    """
    clang = compilation.clang
    contents = [b"" if compilation.data is None else compilation.data]
    for name in preprocessed.dependencies:
        if name != STDIN:
            with open(name, "rb") as file:
                contents.append(file.read())
    words = [repr(compilation.options), str(clang), program_state(clang.command), compilation.path, preprocessed.text]
    return key_of([*words, *preprocessed.dependencies, *contents])


Outcome = CompiledFile | MtlbError | OSError
"""A compiled source, or the error of its compilation."""


def compile_files(
    paths: Sequence[str], options: CompileOptions, jobs: int = 1, cache: CompileCache | None = None
) -> Iterator[Outcome]:
    """Compile sources in several processes; results are in the order of the sources. An error is returned, not raised,
    and does not stop the others.
    """
    count = min(jobs, len(paths))
    with worker_processes(count) as executor:
        yield from in_executor(partial(_outcome, options, cache), paths, executor)


def _outcome(options: CompileOptions, cache: CompileCache | None, path: str) -> Any:
    try:
        return compile_file(path, options, cache)
    except (MtlbError, OSError) as error:
        return error


def preprocess_source(path: str, options: CompileOptions, data: bytes | None = None) -> Preprocessed:
    """The preprocessed source: its own text, and only the macros of the standard library."""
    return Compilation(path, options, data).start()


def make_rule(
    compiled: Preprocessed | CompiledFile,
    targets: Sequence[str],
    *,
    with_systems: bool = True,
    with_phony: bool = False,
) -> str:
    """A make rule: `targets`, in the form to be written, depend on the files that were read.

    `with_systems`: include files from folders of -isystem. `with_phony`: add an empty rule for each file except the
    source, so that make does not fail if a file was removed.
    """
    read = [
        dependency
        for dependency in dict.fromkeys(compiled.dependencies)
        if with_systems or dependency not in compiled.systems
    ]
    read = [escaped_for_make(item) for item in read if item != STDIN]
    rule = " \\\n  ".join([f"{' '.join(targets)}:", *read]) + "\n"
    return rule + "".join(f"{item}:\n" for item in read[1:] if with_phony)


def rule_of_all(compiled: Sequence[Preprocessed | CompiledFile]) -> Preprocessed:
    """The files that all sources of one output read, combined."""
    read = list(dict.fromkeys(name for item in compiled for name in item.dependencies))
    return Preprocessed("", read, frozenset().union(*(item.systems for item in compiled)))


def escaped_for_make(path: str) -> str:
    """A path escaped for make."""
    return path.replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")
