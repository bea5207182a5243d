"""The type of stand-ins for Apple's tools, and the words of `--version` that build systems parse."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mtlb.base.toolchains import NEWEST_TOOLCHAIN

from .. import console
from .flags import Does, Flag, Given, parse

BUILD = f"{NEWEST_TOOLCHAIN} (metalfe-{NEWEST_TOOLCHAIN})"
LLVM_VERSION = f"Apple metal LLVM version {BUILD}"

_COMMON = (
    Flag(("version",), "Print the version and stop."),
    Flag(("help",), "Print this list and stop."),
)


@dataclass(frozen=True)
class Surroundings:
    """The environment of a tool: the environment variables, and the folder of the stand-ins if they are installed."""

    environment: Mapping[str, str]
    folder: str | None = None

    def find(self, name: str) -> str | None:
        """The path of a program: the stand-in's, otherwise the first in PATH; None if there is none."""
        if self.folder is not None and os.path.isfile(os.path.join(self.folder, name)):
            return os.path.join(self.folder, name)
        return shutil.which(name, path=self.environment.get("PATH", os.defpath))


@dataclass(frozen=True)
class Tool:
    """One of Apple's tools: its options, and the function that implements it and returns the exit code."""

    name: str
    summary: str
    usage: str
    flags: tuple[Flag, ...]
    run: Callable[[Given, Surroundings], int]
    version: str = LLVM_VERSION
    aliases: tuple[str, ...] = ()
    grouped: bool = False
    """Whether one-letter options may share a dash."""
    permissive: bool = False
    """Whether `run` handles options without a row."""
    ends_at_input: bool = False
    """Whether the first input ends the options: the words after it belong to another command."""

    def call(self, words: Sequence[str], context: Surroundings) -> int:
        """Run it with the words of a command line. Returns its exit code; UsageError, MtlbError and OSError are
        passed on."""
        options = parse(
            self.name,
            (*self.flags, *_COMMON),
            words,
            grouped=self.grouped,
            permissive=self.permissive,
            ends_at_input=self.ends_at_input,
        )
        if options.has("help"):
            console.out(self._help().rstrip("\n"))
            return 0
        if options.has("version"):
            from mtlb._version import __version__

            console.out(f"{self.version}\nmtlb {__version__} stands in for {self.name}")
            return 0
        return self.run(options, context)

    def _help(self) -> str:
        from ..help import plain_help

        sections = []
        for does in Does:
            rows = [(flag.spelling, flag.help) for flag in (*self.flags, *_COMMON) if flag.does is does]
            if rows:
                sections.append((f"Options ({does.value})", rows))
        prose = f"{self.summary} This is mtlb's stand-in for Apple's tool."
        return plain_help(f"{self.name} {self.usage}", prose, sections)
