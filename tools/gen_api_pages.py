"""The pages of the documentation site about the Python API: `pages()` gives their names and texts.

A page for each package that exports names, with a directive of mkdocstrings for each name. What several packages export
is documented once: on docs/library.md if `mtlb` itself has it, by the name to import, else where it is defined.
`face()` is the part of that page that tools/site_hooks.py puts at `MARK`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import checkout_links

ROOT = Path(__file__).resolve().parents[1]
FACES = ROOT / "docs/library.md"
MARK = "<!-- reference -->"
FACE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Files and bytes", ("open", "read", "write", "save")),
    ("Inspection", ("verify", "describe", "Finding")),
    ("Linking", ("link", "LinkOptions", "LinkResult", "pack")),
    ("Converting", ("convert_file", "compile", "Converted", "Compiled")),
    ("Function by function", ("LibraryBuilder",)),
    (
        "Libraries",
        ("Library", "LibraryFunction", "FileType", "FunctionType", "Platform", "Version", "Layout", "UuidPolicy"),
    ),
    ("Modules", ("read_module", "write_module", "Module")),
    ("Running", ("run",)),
    ("Errors", ("MtlbError", "FormatError", "BuildError", "LinkError", "UnsupportedError")),
    ("Tests", ("testing",)),
)
"""The names of `mtlb` by job, in the order of the page."""
OPTIONS = {
    "LibraryBuilder": ("inherited_members: true",),
    "Library": ("inherited_members: true",),
    "testing": ("show_root_heading: false", "members_order: source"),
}
ELSEWHERE = {"mtlb.emit": "builder-api.md"}
"""Packages whose names have a page that is made otherwise, with headings of their own."""
LEFT_OUT = ("mtlb.cli",)
"""The commands: docs/commands has them."""


class Exported(NamedTuple):
    """A name that a package exports. `path`: what mkdocstrings looks up: `mtlb.NAME`, or where it is defined."""

    package: str
    name: str
    path: str


def _defined(package: str, name: str, value: object) -> str:
    if (inspect.isclass(value) or inspect.isroutine(value)) and getattr(value, "__module__", "").startswith("mtlb."):
        return f"{value.__module__}.{value.__qualname__}"
    return f"{package}.{name}"


@cache
def exported() -> tuple[Exported, ...]:
    """Every name in the `__all__` of a package, `mtlb` first."""
    packages = [name for name, is_package in checkout_links.modules().items() if is_package]
    packages = [package for package in packages if not package.startswith(LEFT_OUT) and package not in ELSEWHERE]
    results = []
    faces: dict[str, str] = {}
    for package in ("mtlb", *sorted(packages)):
        module = import_module(package)
        for name in getattr(module, "__all__", ()):
            if name != "__version__":
                defined = _defined(package, name, getattr(module, name))
                if package == "mtlb":
                    faces[defined] = f"mtlb.{name}"
                results.append(Exported(package, name, faces.get(defined, defined)))
    return tuple(results)


def face() -> str:
    """The reference of `mtlb`: headings, and a directive of mkdocstrings for each name."""
    lines = []
    for title, names in FACE:
        lines += [f"## {title}", ""]
        for name in names:
            lines.append(f"::: mtlb.{name}")
            if name in OPTIONS:
                lines += ["    options:", *(f"      {option}" for option in OPTIONS[name])]
            lines.append("")
    return "\n".join(lines)


def pages() -> Iterator[tuple[str, str]]:
    """Path below docs/, without its suffix, and text of each page."""
    shown = {f"mtlb.{name}" for _, names in FACE for name in names}
    packages = list(dict.fromkeys(item.package for item in exported() if item.package not in ("mtlb", "mtlb.testing")))
    homes: dict[str, str] = {}
    for item in exported():
        if item.package in packages:
            defined_here = item.path.startswith(f"{item.package}.")
            if defined_here or item.path not in homes:
                homes[item.path] = item.package
    index = [
        "# Packages",
        "",
        f"What each package exports, from the docstrings. [Python API](../{FACES.name}) has what `import mtlb` gives.",
        "",
    ]
    for package in packages:
        module = import_module(package)
        file = package.removeprefix("mtlb.").replace(".", "-")
        summary = (module.__doc__ or "").strip().splitlines()[0]
        index.append(f"- [`{package}`]({file}.md): {summary}")
        lines = [f"# {package}", "", inspect.cleandoc(module.__doc__ or ""), ""]
        elsewhere = []
        for item in (item for item in exported() if item.package == package):
            if item.path in shown or homes[item.path] != package:
                elsewhere.append(f"[`{item.name}`][{item.path}]")
            else:
                lines += [
                    f"::: {item.path}",
                    "    options:",
                    "      heading_level: 2",
                    "      show_root_full_path: false",
                    "",
                ]
        if elsewhere:
            lines += ["## Also exported here", "", ", ".join(elsewhere), ""]
        yield f"packages/{file}", "\n".join(lines)
    index += [f"- [`{package}`](../{page}): a reference of its own" for package, page in ELSEWHERE.items()]
    yield "packages/README", "\n".join(index) + "\n"
