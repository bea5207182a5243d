"""The library builder that accepts modules from any LLVM: modules that Metal's loaders would refuse are converted."""

from __future__ import annotations

from mtlb.air.interface import Interface, read_interface
from mtlb.base.errors import BuildError, FormatError, MtlbError
from mtlb.base.filekind import FileKind, is_metal_source, sniff
from mtlb.bitcode import read_module
from mtlb.bitcode.probe import has_opaque_pointers
from mtlb.container import PlainLibraryBuilder
from mtlb.convert import ConvertOptions, ConvertTarget
from mtlb.convert.shaders import WORDS
from mtlb.edit import Library


class LibraryBuilder(PlainLibraryBuilder):
    """Collects functions and gives the library that Apple's linker would write for them.

    >>> builder = LibraryBuilder(platform="macos", min_os="15.0")
    >>> builder.add("saxpy", "kernel", bitcode)
    >>> mtlb.save(builder.build(), "out.metallib")

    Modules with opaque pointers are converted (docs/convert.md) for the library's own target; SPIR-V (docs/spirv.md §1)
    and shaders of Direct3D are translated, and Metal source is compiled, that have the one entry point that the
    function is. Arguments that are inconsistent, or that the container version can't express, raise BuildError. The
    result depends on the arguments alone.
    """

    @property
    def converted(self) -> list[str]:
        """Which functions were converted, and the warnings of the conversions, one line each."""
        lines: list[str] = vars(self).setdefault("_lines", [])
        return lines

    def build(self) -> Library:
        """The library. BuildError for functions and options that are inconsistent."""
        return Library.of(super().build())

    def _prepared(self, name: str, bitcode: bytes) -> bytes:
        kind = sniff(bitcode)
        if kind.is_shader:
            return self._converted(name, bitcode, f"it is {WORDS[kind]}")
        if is_metal_source("", bitcode):
            return self._compiled(name, bitcode)
        try:
            if not has_opaque_pointers(bitcode):
                return bitcode
        except FormatError:
            return bitcode  # not convertible; `mtlb verify` reports what is wrong with it
        return self._converted(name, bitcode, "it has opaque pointers")

    def _compiled(self, name: str, data: bytes) -> bytes:
        from mtlb.metal import CompileOptions
        from mtlb.metal.driver import compile_given

        target = ConvertTarget.of(self.platform, self.min_os)
        try:
            compiled = compile_given(f"{name}.metal", data, CompileOptions(target))
        except MtlbError as error:
            raise BuildError(f"function {name!a} can't be compiled: {error.reason}") from error
        _require_entry(name, "the Metal source", read_interface(read_module(compiled.bitcode)))
        self.converted.extend([f"{name}: compiled for {target}: it is Metal source", *compiled.warnings])
        return compiled.bitcode

    def _converted(self, name: str, data: bytes, reason: str) -> bytes:
        from mtlb.convert import convert_bytes  # imported here: it doubles the import time

        target = ConvertTarget.of(self.platform, self.min_os)
        try:
            entries = (name,) if sniff(data) is FileKind.DXBC else ()
            converted = convert_bytes(name, data, ConvertOptions(target, entries=entries))
        except MtlbError as error:
            raise BuildError(f"function {name!a} can't be converted: {error.reason}") from error
        if sniff(data) is FileKind.SPIRV:
            _require_entry(name, "the SPIR-V", read_interface(converted.module))
        self.converted.extend([f"{name}: converted for {target}: {reason}", *converted.warnings])
        return converted.bitcode


def _require_entry(name: str, what: str, interface: Interface) -> None:
    """BuildError for a module whose one entry point is not the function."""
    entries = [entry.function.name for entry in interface.entries]
    if entries != [name]:
        listed = ", ".join(map(ascii, entries)) or "none"
        raise BuildError(
            f"function {name!a}: {what} becomes a module with the entry points {listed}; a function needs exactly one"
        )
