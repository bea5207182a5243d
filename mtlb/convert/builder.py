"""The builder of libraries that takes any LLVM's modules: what Metal's loaders would not take is converted."""

from __future__ import annotations

from ..base.errors import BuildError, FormatError, MtlbError
from ..bitcode.probe import has_opaque_pointers
from ..container import LibraryBuilder
from .options import ConvertOptions, ConvertTarget
from .pipeline import convert_bytes

__all__ = ["ConvertingBuilder"]


class ConvertingBuilder(LibraryBuilder):
    """A `LibraryBuilder` that converts modules with opaque pointers (docs/convert.md) for the library's own target.

    `converted` says what was converted, and the warnings of it, one line each.
    """

    converted: list[str]

    def _prepared(self, name: str, bitcode: bytes) -> bytes:
        try:
            if not has_opaque_pointers(bitcode):
                return bitcode
        except FormatError:
            return bitcode  # no module that could be converted; `mtlb verify` says what is wrong with it
        target = ConvertTarget.of(self.platform, self.min_os)
        try:
            made = convert_bytes(name, bitcode, ConvertOptions(target))
        except MtlbError as error:
            raise BuildError(f"function {name!a} can't be converted: {error.reason}") from error
        self.converted = getattr(self, "converted", [])
        self.converted += [f"{name}: converted for {target}: it has opaque pointers", *made.warnings]
        return made.bitcode
