"""The options of `link` and `convert` for SPIR-V inputs."""

from __future__ import annotations

from typing import Annotated, Any

from mtlb.base.errors import BuildError
from mtlb.translate import ShaderOptions

from . import console
from . import io as files
from .groups import Before, OptionWords, Way
from .parameters import CommandOption
from .usage import UsageError, option_values


class _Words(OptionWords, options=ShaderOptions):
    """The options of a translation, as `mtlb.translate.ShaderOptions` declares them."""


class ShaderWords(_Words):
    """The options for SPIR-V on the command line."""

    print_bindings: Annotated[
        bool,
        CommandOption("--print-bindings", rich_help_panel="SPIR-V", help="Print the slots of all resources as JSON."),
        Before("flip_y"),
        Way.LINK,
    ] = False

    def check_printing(self, output: str | None) -> None:
        """UsageError if the bindings and the output would both go to stdout."""
        if self.print_bindings and output == files.STDIO:
            raise UsageError("--print-bindings prints on stdout: name the output with -o")

    def options(self) -> ShaderOptions:
        """The options of a translation. Raises UsageError for invalid values; errors in the bindings file name it."""
        values = self.options_set()
        if "bindings" in values:
            values["bindings"] = _bindings(values["bindings"])
        with option_values():
            return ShaderOptions(**values)


def _bindings(path: str) -> str:
    from mtlb.base.toml import toml_document

    with files.naming(path):
        try:
            text = files.read_input(path).decode("utf-8")
        except UnicodeDecodeError as error:
            raise BuildError(f"the bindings are not UTF-8 (byte {error.start})") from None
        toml_document(text, "the bindings are")
    return text


def print_bindings(slots: dict[str, list[dict[str, Any]]]) -> None:
    """The slots of the resources of each input."""
    listed = [{"file": path, "bindings": bindings} for path, bindings in slots.items()]
    console.print_json({"schema": "mtlb.bindings/1", "files": listed})
