"""Inputs that Metal's loaders would not take: they are converted first (docs/convert.md), or refused."""

from __future__ import annotations

from mtlb.base.errors import UnsupportedError, in_file
from mtlb.base.versions import Platform
from mtlb.bitcode import read_module
from mtlb.convert import Converted, ConvertOptions, ConvertTarget, convert_module, needs_conversion
from mtlb.ir import Module

from .options import LinkOptions

__all__ = ["converted", "converted_file", "told"]


def converted(module: Module, path: str, data: bytes | memoryview, base: int, options: LinkOptions) -> Converted | None:
    """What an input becomes; None if it is fit to be linked as it is.

    UnsupportedError, naming it, if it has to be converted and can't be, or must not.
    """
    reason = needs_conversion(module)
    if not reason:
        return None
    if not options.convert:
        raise UnsupportedError(f"{reason}, and is not to be converted (--no-convert)", file=path)
    target = None
    if not module.triple.startswith("air") and (options.platform is not None or options.min_os is not None):
        target = ConvertTarget.of(options.platform or Platform.MACOS, options.min_os)
    with in_file(path):
        return convert_module(read_module(data, file=path, base=base), ConvertOptions(target))


def converted_file(path: str, data: bytes | memoryview, options: LinkOptions) -> tuple[bytes | memoryview, list[str]]:
    """The bytes of a finished module, converted if need be, and what the user is told."""
    module = read_module(data, bodies=False, file=path)
    result = converted(module, path, data, 0, options)
    return (data, []) if result is None else (result.bitcode, told(result, path, needs_conversion(module)))


def told(result: Converted, path: str, reason: str) -> list[str]:
    """One line about a conversion, and its warnings."""
    return [f"{path}: converted for {result.target}: {reason}", *(f"{path}: {text}" for text in result.warnings)]
