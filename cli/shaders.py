"""The options of `link` and `convert` about inputs of SPIR-V."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from functools import partial, wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mtlb.base.errors import BuildError

from . import console
from . import io as files
from .arguments import Role
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.translate import ShaderOptions

__all__ = ["ShaderWords", "print_bindings", "takes_shaders"]

_option = partial(typer.Option, rich_help_panel="SPIR-V")


class PointSize(str, Enum):
    """`mtlb.translate.POINT_SIZES`."""

    KEEP = "keep"
    FORCE = "force"
    DROP = "drop"


@dataclass(frozen=True)
class ShaderWords:
    """What the command line says of SPIR-V: a field for each option, which `takes_shaders` gives a command."""

    bindings: Annotated[
        str | None,
        _option(
            metavar="FILE", show_default="as Naga does", help="Which slots resources get (TOML, docs/spirv.md §8)."
        ),
        Role.READ,
    ] = None
    print_bindings: Annotated[bool, _option("--print-bindings", help="Print as JSON which slots resources got.")] = (
        False
    )
    flip_y: Annotated[bool, _option("--flip-y", help="Give the y of positions the other sign.")] = False
    fix_depth: Annotated[bool, _option("--fix-depth", help="Take depths from -1…1, as OpenGL has it, to 0…1.")] = False
    point_size: Annotated[
        PointSize,
        _option(help="The size of points: as the shader writes it, 1 where it writes none, or left out."),
    ] = PointSize.KEEP
    fast_math: Annotated[
        bool, _option("--fast-math", help="Assume that floating-point values are neither NaN nor infinite.")
    ] = False
    entry_names: Annotated[
        str,
        _option(
            metavar="PATTERN",
            help="What entry points are called, of {entry}, {file} and {stage}; {file}_{entry} tells apart those of "
            "several files.",
        ),
    ] = "{entry}"

    def check_printing(self, output: str | None) -> None:
        """UsageError if the bindings and the output would both go to stdout."""
        if self.print_bindings and output == files.STDIO:
            raise UsageError("--print-bindings prints on stdout: name the output with -o")

    def options(self) -> ShaderOptions:
        """The options of a translation. UsageError for values that they can't have; errors of the file name it."""
        from mtlb.base.toml import toml_document
        from mtlb.translate import ShaderOptions

        text = ""
        if self.bindings is not None:
            with files.naming(self.bindings):
                try:
                    text = files.read_input(self.bindings).decode("utf-8")
                except UnicodeDecodeError as error:
                    raise BuildError(f"the bindings are not UTF-8 (byte {error.start})") from None
                toml_document(text, "the bindings are")
        with option_values():
            return ShaderOptions(
                self.flip_y, self.fix_depth, self.point_size.value, self.fast_math, self.entry_names, text
            )


def takes_shaders(command: Callable[..., None]) -> Callable[..., None]:
    """A command with a parameter `spirv`, a `ShaderWords`, that has the options of its fields in that place."""
    names = [field.name for field in fields(ShaderWords)]

    @wraps(command)
    def taking(**values: Any) -> None:
        words = ShaderWords(**{name: values.pop(name) for name in names})
        command(**values, spirv=words)

    options = inspect.signature(ShaderWords).parameters.values()
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        parameters += options if parameter.name == "spirv" else [parameter]
    # get_type_hints would hide Annotated behind Optional where the default is None, in Python 3.10.
    hints = inspect.get_annotations(command, eval_str=True) | inspect.get_annotations(ShaderWords, eval_str=True)
    hints = {one.name: hints[one.name] for one in parameters}
    taking.__annotations__ = {**hints, "return": None}
    taking.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [one.replace(annotation=hints[one.name], kind=one.KEYWORD_ONLY) for one in parameters]
    )
    return taking


def print_bindings(found: dict[str, list[dict[str, Any]]]) -> None:
    """The slots of the resources of each input."""
    listed = [{"file": path, "bindings": bindings} for path, bindings in found.items()]
    console.print_json({"schema": "mtlb.bindings/1", "files": listed})
