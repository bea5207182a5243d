"""The builder of libraries that takes any LLVM's modules: what Metal's loaders would not take is converted."""

from __future__ import annotations

from mtlb.air.interface import read_interface
from mtlb.base.errors import BuildError, FormatError, MtlbError
from mtlb.base.filekind import FileKind, sniff
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

    Modules with opaque pointers are converted (docs/convert.md) for the library's own target, and SPIR-V is translated
    (docs/spirv.md §7) that has the one entry point that the function is, and so are token
    programs of Direct3D. Arguments that are inconsistent, or that the
    container version can't express, raise BuildError. The result depends on the arguments alone.
    """

    @property
    def converted(self) -> list[str]:
        """What was converted, and the warnings of it, one line each."""
        lines: list[str] = vars(self).setdefault("_lines", [])
        return lines

    def build(self) -> Library:
        """The library. BuildError for functions and options that are inconsistent."""
        return Library.of(super().build())

    def _prepared(self, name: str, bitcode: bytes) -> bytes:
        kind = sniff(bitcode)
        if kind.is_shader:
            return self._converted(name, bitcode, f"it is {WORDS[kind]}")
        try:
            if not has_opaque_pointers(bitcode):
                return bitcode
        except FormatError:
            return bitcode  # no module that could be converted; `mtlb verify` says what is wrong with it
        return self._converted(name, bitcode, "it has opaque pointers")

    def _converted(self, name: str, data: bytes, reason: str) -> bytes:
        from mtlb.convert import convert_bytes  # which takes as long to import as all else

        target = ConvertTarget.of(self.platform, self.min_os)
        try:
            wanted = (name,) if sniff(data) is FileKind.DXBC else ()
            made = convert_bytes(name, data, ConvertOptions(target, entries=wanted))
        except MtlbError as error:
            raise BuildError(f"function {name!a} can't be converted: {error.reason}") from error
        if sniff(data) is FileKind.SPIRV:
            entries = [entry.function.name for entry in read_interface(made.module).entries]
            if entries != [name]:
                listed = ", ".join(map(ascii, entries)) or "none"
                raise BuildError(f"function {name!a}: the SPIR-V becomes a module with the entry points {listed}")
        self.converted.extend([f"{name}: converted for {target}: {reason}", *made.warnings])
        return made.bitcode
