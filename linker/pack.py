"""`mtlb link --pack`: finished modules into a library. The modules' bytes stay as they are.

The modules of an executable have one entry point each; a dynamic library and a Core Image library have one module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mtlb.air import describe
from mtlb.base.arguments import instance
from mtlb.base.errors import LinkError, UnsupportedError, in_file
from mtlb.base.filekind import FileKind, sniff
from mtlb.base.versions import Triple
from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import is_wrapped, wrap
from mtlb.container import Library
from mtlb.container.assemble import Producer
from mtlb.container.kinds import kind_of
from mtlb.ir import Module

from .conversion import converted_file
from .inputs import InputFile, InputLike
from .library import LinkedModule, library_of, target_for, version_reflection
from .linkage import refuse_entry_points
from .options import LinkOptions
from .whole import listed

__all__ = ["pack"]

_Packed = tuple[list[LinkedModule], Producer]


def pack(
    modules: Iterable[InputLike], options: LinkOptions | None = None, warn: Callable[[str], None] | None = None
) -> Library:
    """The library of finished modules, one entry point each, in this order: paths, pairs (name, bytes) or `InputFile`s.

    Name, kind, versions and all other tags come from each module's metadata. `warn` is called with each warning.

    Raises FormatError or UnsupportedError for a module that can't be read or has not exactly one entry point, LinkError
    for incompatible modules, BuildError for options that the format can't express.
    """
    options = LinkOptions() if options is None else instance("options", options, LinkOptions)
    if options.sources is not None:
        raise UnsupportedError("--pack takes modules without recorded sources; link their translation units instead")
    files = []
    for file in InputFile.all_of(modules):
        if sniff(file.data).is_module:
            data, lines = converted_file(file.name, file.data, options)
            for line in lines:
                if warn is not None:
                    warn(line)
            file = InputFile(file.name, data)
        files.append(file)
    linked, producer = (_pack_whole if kind_of(options.kind).shares_module else _pack_each)(files, options)
    library = library_of(linked, producer, options)
    if warn is not None:
        for module in linked:
            for warning in module.warnings:
                warn(f"{module.origin}: {warning}")
    return library


def _pack_each(files: Sequence[InputFile], options: LinkOptions) -> _Packed:
    """The functions of an executable: one of each module."""
    descriptions = []
    for file in files:
        with in_file(file.name):
            descriptions.append(describe(_read(file)))
    target = target_for([(file.name, d.triple) for file, d in zip(files, descriptions, strict=True)], options)
    producer = Producer(target, options.layout, options.toolchain)
    pairs = zip(files, descriptions, strict=True)
    return [LinkedModule.of(file.name, _module(file), description, producer) for file, description in pairs], producer


def _pack_whole(files: Sequence[InputFile], options: LinkOptions) -> _Packed:
    """The functions that a library lists of its one module; none without a module."""
    if len(files) > 1:
        what = options.kind.label.replace("-", " ")
        raise LinkError(f"a {what} has one module, which all its functions share; {len(files)} were given to pack")
    modules = [_read(file) for file in files]
    targets = []
    for file, module in zip(files, modules, strict=True):
        with in_file(file.name):
            targets.append((file.name, Triple.parse(module.triple)))
    producer = Producer(target_for(targets, options), options.layout, options.toolchain, options.kind)
    linked = []
    reflection = version_reflection(producer)
    for file, module in zip(files, modules, strict=True):
        data = _module(file)
        with in_file(file.name):
            refuse_entry_points(module, options.kind)
            for description in listed(module, producer):
                linked.append(LinkedModule.of(file.name, data, description, producer, reflection=reflection))
    return linked, producer


def _read(file: InputFile) -> Module:
    if sniff(file.data) is FileKind.METALLIB:
        raise LinkError(
            "is a library, and finished modules are packed: take them out with `mtlb extract`", file=file.name
        )
    return read_module(file.data, bodies=False, file=file.name)


def _module(file: InputFile) -> bytes:
    data = bytes(file.data)
    return data if is_wrapped(data) else wrap(data)
