"""What the module of a function says of it."""

from __future__ import annotations

from ..air import Description, describe_function
from ..air.reflection.json import reflection_json
from ..air.reflection.text import reflection_lines
from ..bitcode import read_module
from ..container import LibraryFunction

__all__ = ["description", "reflection_text"]


def description(function: LibraryFunction) -> Description:
    """The description of a function. FormatError or UnsupportedError for a module that can't be read or described."""
    return describe_function(read_module(function.module, bodies=False), function.name, function.type)


def reflection_text(function: LibraryFunction) -> str:
    """Its interface as lines of text, as `mtlb info --reflection` prints it. Raises what `description` does."""
    return "\n".join(reflection_lines(reflection_json(description(function)))) + "\n"
