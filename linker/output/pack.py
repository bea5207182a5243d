"""`mtlb link --pack`: finished modules into a library. The modules' bytes are not changed.

The modules of an executable have one entry point each; a dynamic library and a Core Image library have one module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from mtlb.air import describe
from mtlb.base.classes import NamedTuple
from mtlb.base.digest import sha256
from mtlb.base.errors import LinkError, MtlbError, UnsupportedError, in_file
from mtlb.base.filekind import FileKind, is_metal_source, sniff
from mtlb.base.releases import check_os
from mtlb.base.versions import Triple
from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import is_wrapped, wrap
from mtlb.container.assemble import Producer
from mtlb.container.kinds import kind_of
from mtlb.edit import Library
from mtlb.ir import Module
from mtlb.machinery.parallel import in_executor

from ..inputs.conversion import converted_file
from ..inputs.files import InputFile, InputLike
from ..inputs.linkage import refuse_entry_points
from ..like import LikeLibrary, given_options, with_toolchain
from ..options import LinkOptions
from ..plan.targets import target_for
from ..program.whole import listed
from .library import LinkedModule, library_of, version_reflection

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import Unpack

    from ..fields import LinkFields

_Packed = tuple[list[LinkedModule], Producer]
_TASK = 64  # files described per worker task


def pack(
    modules: Iterable[InputLike],
    options: LinkOptions | None = None,
    warn: Callable[[str], None] | None = None,
    *,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    like: LikeLibrary | None = None,
    **fields: Unpack[LinkFields],
) -> Library:
    """The library of finished modules, one entry point each, in this order: paths, pairs (name, bytes) or `InputFile`s.

    Name, kind, versions and all other tags come from each module's metadata. `warn` is called with each warning.
    `executor`: any that is to describe the modules, as `link` takes it; `progress` is called with (files done, in all).
    `like` and `fields`: as `link` takes them.

    Raises FormatError or UnsupportedError for a module that can't be read or has not exactly one entry point, LinkError
    for incompatible modules, BuildError for options that the format can't express, TypeError for a keyword that is
    not a field.
    """
    files = InputFile.all_of(modules)
    options = given_options("pack", options, like, [file.name for file in files], {**fields})
    if options.sources is not None:
        raise UnsupportedError("--pack takes modules without recorded sources; link their translation units instead")
    options = with_toolchain(options, (file.data for file in files if sniff(file.data).is_module))
    tell = warn or (lambda line: None)
    if options.shader.bindings:
        from mtlb.translate import check_bindings

        check_bindings(((file.name, file.data) for file in files), options.shader)
    if kind_of(options.kind).shares_module:
        linked, producer = _pack_whole([_converted(file, options, tell) for file in files], options)
    else:
        linked, producer = _pack_each(files, options, tell, executor, progress)
    target = producer.target
    if options.min_os is not None and (doubt := check_os(target.platform, target.min_os)) is not None:
        tell(doubt)
    library = library_of(linked, producer, options)
    for module in linked:
        for warning in module.warnings:
            tell(f"{module.origin}: {warning}")
    return library


def _converted(file: InputFile, options: LinkOptions, warn: Callable[[str], None]) -> InputFile:
    """The file, converted if necessary."""
    data = file.data
    kind = sniff(data)
    if not kind.is_module and not kind.is_shader and not is_metal_source(file.name, data):
        return InputFile(file.name, data)
    data, lines = converted_file(file.name, data, options)
    for line in lines:
        warn(line)
    return InputFile(file.name, data)


class _Described(NamedTuple):
    """A function, the file's digest, and messages. The module is included only if it is not the file's own bytes."""

    linked: LinkedModule
    triple: Triple
    digest: bytes
    lines: list[str]


def _pack_each(
    files: Sequence[InputFile],
    options: LinkOptions,
    warn: Callable[[str], None],
    executor: Executor | None,
    progress: Callable[[int, int], None] | None,
) -> _Packed:
    """The functions of an executable, one per module. Only the modules' bytes are kept in memory."""
    targets = []
    if files:
        first = _converted(files[0], options, lambda line: None)
        with in_file(first.name):
            targets = [(first.name, describe(_read(first)).triple)]
    producer = Producer(target_for(targets, options), options.layout, options.build)
    tasks = ((files[start : start + _TASK], options, producer) for start in range(0, len(files), _TASK))
    described_files = (described for batch in in_executor(_describe_batch, tasks, executor) for described in batch)
    targets, linked = [], []
    for number, (file, described) in enumerate(zip(files, described_files, strict=True), 1):
        for line in described.lines:
            warn(line)
        function = described.linked.function
        if not function.module:
            data = bytes(file.data)
            if sha256(data) != described.digest:
                raise MtlbError("the file changed while it was being packed", file=file.name)
            function.module = data if is_wrapped(data) else wrap(data)
        targets.append((file.name, described.triple))
        linked.append(described.linked)
        if progress is not None:
            progress(number, len(files))
    target_for(targets, options)
    return linked, producer


def _describe_batch(task: tuple[Sequence[InputFile], LinkOptions, Producer]) -> list[_Described]:
    files, options, producer = task
    return [_describe(file, options, producer) for file in files]


def _describe(file: InputFile, options: LinkOptions, producer: Producer) -> _Described:
    lines: list[str] = []
    data = file.data
    packed = _converted(InputFile(file.name, data), options, lines.append)
    with in_file(file.name):
        description = describe(_read(packed))
    linked = LinkedModule.of(file.name, b"" if packed.data is data else _module(packed), description, producer)
    return _Described(linked, description.triple, sha256(data), lines)


def _pack_whole(files: Sequence[InputFile], options: LinkOptions) -> _Packed:
    """The functions of its one module that a library lists; none without a module."""
    if len(files) > 1:
        what = options.kind.label.replace("-", " ")
        raise LinkError(
            f"a {what} has one module, which all its functions share, but there are {len(files)} files to pack"
        )
    modules = [_read(file) for file in files]
    targets = []
    for file, module in zip(files, modules, strict=True):
        with in_file(file.name):
            targets.append((file.name, Triple.parse(module.triple)))
    producer = Producer(target_for(targets, options), options.layout, options.build, options.kind)
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
            "is a library, and --pack takes finished modules: extract them with `mtlb extract`", file=file.name
        )
    return read_module(file.data, bodies=False, file=file.name)


def _module(file: InputFile) -> bytes:
    data = bytes(file.data)
    return data if is_wrapped(data) else wrap(data)
