"""The functions of a library, each described from its module."""

from __future__ import annotations

from collections.abc import Iterator

from ..bitcode import read_module
from ..bitcode.ir import Module
from ..container import Library
from ..errors import MtlbError
from .describe import Description, describe_function

__all__ = ["describe_library"]


def describe_library(library: Library) -> Iterator[Description]:
    """One description per function, in the library's order; a module that functions share is read once.

    FormatError or UnsupportedError, naming the function, for a module that can't be read or described.
    """
    shared: tuple[object, Module] | None = None
    for function in library.functions:
        data = function.module
        try:
            if shared is None or shared[0] is not data:
                shared = data, read_module(data, bodies=False)
            yield describe_function(shared[1], function.name, function.type)
        except MtlbError as error:
            error.reason = f"function {function.name!a}: {error.reason}"
            raise
