"""The options of `link` and `convert` about inputs of SPIR-V."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mtlb.base.errors import BuildError

from . import console
from . import io as files
from .arguments import Role
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.convert import ShaderOptions

__all__ = [
    "Bindings",
    "EntryNames",
    "FastMath",
    "FixDepth",
    "FlipY",
    "PointSize",
    "PointSizes",
    "PrintBindings",
    "check_printing",
    "print_bindings",
    "shader_options",
]

_PANEL = "SPIR-V"


class PointSize(str, Enum):
    """`mtlb.convert.POINT_SIZES`."""

    KEEP = "keep"
    FORCE = "force"
    DROP = "drop"


Bindings = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        show_default="as Naga does",
        help="Which slots resources get (TOML, docs/spirv.md §8).",
        rich_help_panel=_PANEL,
    ),
    Role.READ,
]
PrintBindings = Annotated[
    bool, typer.Option("--print-bindings", help="Print as JSON which slots resources got.", rich_help_panel=_PANEL)
]
FlipY = Annotated[
    bool, typer.Option("--flip-y", help="Give the y of positions the other sign.", rich_help_panel=_PANEL)
]
FixDepth = Annotated[
    bool, typer.Option("--fix-depth", help="Take depths from -1…1, as OpenGL has it, to 0…1.", rich_help_panel=_PANEL)
]
PointSizes = Annotated[
    PointSize,
    typer.Option(
        "--point-size",
        help="The size of points: as the shader writes it, 1 where it writes none, or left out.",
        rich_help_panel=_PANEL,
    ),
]
FastMath = Annotated[
    bool,
    typer.Option(
        "--fast-math",
        help="Assume that floating-point values are neither NaN nor infinite.",
        rich_help_panel=_PANEL,
    ),
]
EntryNames = Annotated[
    str,
    typer.Option(
        metavar="PATTERN",
        help="What entry points are called, of {entry}, {file} and {stage}; {file}_{entry} tells apart those of "
        "several files.",
        rich_help_panel=_PANEL,
    ),
]


def shader_options(
    bindings: str | None, flip_y: bool, fix_depth: bool, point_size: PointSize, fast_math: bool, entry_names: str
) -> ShaderOptions:
    """The options of a translation. UsageError for values that they can't have; errors of the file name it."""
    from mtlb.base.toml import toml_document
    from mtlb.convert import ShaderOptions

    text = ""
    if bindings is not None:
        with files.naming(bindings):
            try:
                text = files.read_input(bindings).decode("utf-8")
            except UnicodeDecodeError as error:
                raise BuildError(f"the bindings are not UTF-8 (byte {error.start})") from None
            toml_document(text, "the bindings are")
    with option_values():
        return ShaderOptions(text, flip_y, fix_depth, point_size.value, fast_math, entry_names)


def check_printing(print_bindings: bool, output: str | None) -> None:
    """UsageError if the bindings and the output would both go to stdout."""
    if print_bindings and output == files.STDIO:
        raise UsageError("--print-bindings prints on stdout: name the output with -o")


def print_bindings(found: dict[str, list[dict[str, Any]]]) -> None:
    """The slots of the resources of each input."""
    listed = [{"file": path, "bindings": bindings} for path, bindings in found.items()]
    console.print_json({"schema": "mtlb.bindings/1", "files": listed})
