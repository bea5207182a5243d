"""A project's settings for lint: a table in pyproject.toml, and a baseline of accepted findings."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any

from ..base.classes import dataclass, field
from ..base.errors import BuildError, FormatError, in_file
from ..base.findings import Finding, Severity
from ..base.toml import toml_document

BASELINE_SCHEMA = "mtlb.lint-baseline/1"
_MAX_SIZE = 64 << 20  # bytes of a settings file or a baseline
_CHUNK = 1 << 16
_KEYS = ("function", "message", "rule")
Key = tuple[str, str, str]
"""Rule, function ("" for the file as a whole), message."""


def key_of(finding: Finding) -> Key:
    """The key of a finding in a baseline: without its file, which may be renamed."""
    return finding.code, finding.function or "", finding.message


def checked_rules(names: Iterable[str]) -> list[str]:
    """The codes of rules; BuildError for one that there is not."""
    from ..air.lint import RULES

    codes = list(names)
    if unknown := [code for code in codes if code not in RULES]:
        raise BuildError(f"there is no rule {', '.join(unknown)}")
    return codes


def checked_levels(names: Iterable[str]) -> frozenset[str]:
    """The findings that fail a run: codes of rules, and severities including worse ones. Errors always fail it.
    BuildError for other words."""
    from ..air.lint import RULES

    levels = [severity.value for severity in Severity]
    failing = {levels[0]}
    for name in names:
        if name in levels:
            failing.update(levels[: levels.index(name) + 1])
        elif name in RULES:
            failing.add(name)
        else:
            choices = ", ".join(map(repr, levels))
            raise BuildError(f"{name!r} is not one of {choices}. Nor is it a rule, such as AIR008")
    return frozenset(failing)


@dataclass(frozen=True)
class LintSettings:
    """The table ``[tool.mtlb.lint]`` of a pyproject.toml: ``ignore``, ``fail-on``, ``baseline`` (beside that file)."""

    ignore: tuple[str, ...] = ()
    fail_on: tuple[str, ...] = ()
    baseline: str | None = None

    @classmethod
    def nearest(cls, directory: str) -> LintSettings:
        """The settings in the nearest pyproject.toml in `directory` or above; defaults if it has no such table.
        BuildError, which names the file, for an unknown key, rule or severity; OSError if it can't be read.
        """
        directory = os.path.abspath(directory)
        while not os.path.isfile(path := os.path.join(directory, "pyproject.toml")):
            parent = os.path.dirname(directory)
            if parent == directory:
                return cls()
            directory = parent
        with in_file(path):
            return cls._of(toml_document(_text(_held(path)), "the file is"), directory)

    @classmethod
    def _of(cls, document: dict[str, Any], directory: str) -> LintSettings:
        table: Any = document
        for name in ("tool", "mtlb", "lint"):
            table = table.get(name, {})
            if not isinstance(table, dict):
                raise BuildError(f"[tool.mtlb.lint]: {name} is not a table")
        if unknown := sorted(set(table) - {"ignore", "fail-on", "baseline"}):
            raise BuildError(f"[tool.mtlb.lint]: unknown key {', '.join(unknown)} (ignore, fail-on, baseline)")
        ignore, fail_on = _names(table, "ignore"), _names(table, "fail-on")
        baseline = table.get("baseline")
        if baseline is not None and not isinstance(baseline, str):
            raise BuildError("[tool.mtlb.lint]: baseline must be a path")
        try:
            checked_rules(ignore)
            checked_levels(fail_on)
        except BuildError as error:
            raise BuildError(f"[tool.mtlb.lint]: {error.reason}") from None
        return cls(ignore, fail_on, None if baseline is None else os.path.join(directory, baseline))


def _names(table: dict[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BuildError(f"[tool.mtlb.lint]: {key} must be a list of strings")
    return tuple(value)


@dataclass
class Baseline:
    """Accepted findings. `accepts` tests a finding; `gone` lists the accepted ones that did not occur."""

    keys: frozenset[Key] = frozenset()
    _seen: set[Key] = field(default_factory=set)

    @classmethod
    def read(cls, path: str) -> Baseline:
        """A file that `baseline_text` wrote; FormatError for another one, OSError if it can't be read."""
        with in_file(path):
            return cls.parse(_held(path))

    @classmethod
    def parse(cls, data: bytes) -> Baseline:
        """The bytes of such a file; FormatError for others."""
        try:
            document = json.loads(_text(data))
        except (ValueError, RecursionError) as error:
            raise FormatError(f"not a baseline of lint: {error}") from None
        if not isinstance(document, dict) or document.get("schema") != BASELINE_SCHEMA:
            raise FormatError(f"not a baseline of lint: the schema is not {BASELINE_SCHEMA}")
        entries = document.get("findings")
        if not isinstance(entries, list):
            raise FormatError("not a baseline of lint: findings is not a list")
        return cls(frozenset(map(_key, entries)))

    def accepts(self, finding: Finding) -> bool:
        """Whether the finding is in the baseline."""
        key = key_of(finding)
        if key not in self.keys:
            return False
        self._seen.add(key)
        return True

    @property
    def gone(self) -> list[Key]:
        """Entries that no finding matched."""
        return sorted(self.keys - self._seen)


def baseline_text(keys: Iterable[Key]) -> str:
    """The baseline that accepts findings of these keys: JSON, sorted, each once."""
    entries = [
        {"rule": rule, "function": function, "message": message} for rule, function, message in sorted(set(keys))
    ]
    return json.dumps({"schema": BASELINE_SCHEMA, "findings": entries}, indent=2) + "\n"


def _key(entry: Any) -> Key:
    if (
        not isinstance(entry, dict)
        or sorted(entry) != list(_KEYS)
        or not all(isinstance(v, str) for v in entry.values())
    ):
        raise FormatError("not a baseline of lint: an entry needs the texts rule, function and message")
    return entry["rule"], entry["function"], entry["message"]


def _held(path: str) -> bytes:
    """The bytes of a file of bounded size; FormatError for one that is larger."""
    data = bytearray()
    with open(path, "rb") as file:
        while len(data) <= _MAX_SIZE and (read := file.read(_CHUNK)):  # a whole read would take the limit at once
            data += read
    if len(data) > _MAX_SIZE:
        raise FormatError(f"the file is larger than {_MAX_SIZE} bytes")
    return bytes(data)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError("the file is not UTF-8", offset=error.start) from None
