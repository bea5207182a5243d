"""`mtlb link --pack`: finished modules, one entry point each, into a library. The modules' bytes stay as they are.

`library_of` is the last step of every link: it makes the container's Library of modules and their descriptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mtlb.air import Description, describe
from mtlb.air.imports import DynamicImports, dynamic_imports
from mtlb.base.arguments import instance
from mtlb.base.errors import LinkError, UnsupportedError, in_file
from mtlb.base.releases import PLATFORM_SINCE
from mtlb.base.toolchains import container_version_for
from mtlb.base.versions import Triple
from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import is_wrapped, wrap
from mtlb.container import Library, LibraryFunction, ReflectionEntry, SourceArchive, Sources, UuidPolicy
from mtlb.container.assemble import Producer, assemble
from mtlb.container.target import Target
from mtlb.ir import MDString, Module

from .inputs import InputFile, InputLike
from .options import LinkOptions

__all__ = ["LinkedModule", "library_of", "pack", "target_for"]


@dataclass(frozen=True)
class LinkedModule:
    """One function of the new library, and the facts of its module that concern the whole library.

    `origin`: the input that it came from. `imports`: what its module takes from dynamic libraries. `warnings`: the
    unknown words of its metadata. `is_of_llvm_3_5`: compiled by Xcode 6 or 7. The module itself is not kept.
    """

    origin: str
    function: LibraryFunction
    imports: DynamicImports
    warnings: tuple[str, ...]
    is_of_llvm_3_5: bool

    @classmethod
    def of(
        cls,
        origin: str,
        module: bytes,
        description: Description,
        producer: Producer,
        *,
        dependency_files: Sequence[str] = (),
        source: SourceArchive | None = None,
    ) -> LinkedModule:
        """The function of `description`, in the form of `producer`. `module`: its bitcode, wrapped.

        FormatError or BuildError for metadata that the library can't record.
        """
        function = description.library_function(module, dependency_files)
        function.source = source
        if producer.reflection_version is not None:
            function.reflection = ReflectionEntry(description.reflection_buffer(producer.reflection_version))
        imports, warnings = dynamic_imports(description.module), tuple(description.warnings)
        return cls(origin, function, imports, warnings, _is_of_llvm_3_5(description.module))

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.function.name


def _is_of_llvm_3_5(module: Module) -> bool:
    """Whether Xcode 6's or 7's compiler made the module; `metallib` then puts a NUL after each (docs/format.md §17)."""
    idents = module.named_metadata.get("llvm.ident", ())
    strings = [operand.value for node in idents for operand in node.operands() if isinstance(operand, MDString)]
    return any(text.startswith("LLVM version 3.5") for text in strings)


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
    files = InputFile.all_of(modules)
    descriptions = [_describe(file) for file in files]
    target = target_for([(file.name, d.triple) for file, d in zip(files, descriptions, strict=True)], options)
    producer = Producer(target, options.layout, options.toolchain)
    linked = []
    for file, description in zip(files, descriptions, strict=True):
        data = bytes(file.data)
        linked.append(LinkedModule.of(file.name, data if is_wrapped(data) else wrap(data), description, producer))
    library = library_of(linked, producer, options)
    if warn is not None:
        for module in linked:
            for warning in module.warnings:
                warn(f"{module.origin}: {warning}")
    return library


def _describe(file: InputFile) -> Description:
    with in_file(file.name):
        return describe(read_module(file.data, bodies=False, file=file.name))


def target_for(targets: Sequence[tuple[str, Triple]], options: LinkOptions) -> Target:
    """Platform, OS and container version of a link of `targets` (input's name, its triple).

    Options that are not given are taken from the first input. An input for another platform, or for an OS that the
    target does not cover, is a LinkError; containers before 1.2.6 record no OS, so theirs may differ.
    """
    platform, min_os = options.platform, options.min_os
    if targets:
        first = targets[0][1]
        platform, min_os = platform or first.platform, min_os or first.version
    if platform is None or min_os is None:
        raise LinkError("no inputs to take the target from: give --platform and --min-os")
    for name, triple in targets:
        if triple.platform is not platform:
            raise _contradiction(name, triple, platform.label, targets, options.platform is not None)
    container = options.container_version or container_version_for(platform, min_os, options.layout, options.toolchain)
    for name, triple in targets if container >= PLATFORM_SINCE else ():
        given = options.min_os is not None
        if triple.version > min_os or (triple.version != min_os and not given):
            raise _contradiction(name, triple, f"{platform.label} {min_os}", targets, given)
    return Target(platform, min_os, container)


def _contradiction(
    name: str, triple: Triple, wanted: str, targets: Sequence[tuple[str, Triple]], given: bool
) -> LinkError:
    why = "as the options specify" if given else f"like {targets[0][0]}"
    return LinkError(f"built for {triple}, but the library is for {wanted}, {why}", file=name)


def library_of(
    modules: Sequence[LinkedModule], producer: Producer, options: LinkOptions, sources: Sources | None = None
) -> Library:
    """The library of `modules`, with the name and UUID that `options` ask for. LinkError for two of one name."""
    _refuse_duplicates(modules)
    name = options.library_name
    if name is None and options.has_library_name and producer.has_name:
        name = options.output or ""
    uuid = UuidPolicy.FROM_CONTENT if options.uuid is None else options.uuid.bytes
    return assemble(
        [module.function for module in modules],
        producer,
        name=name,
        libraries=dict.fromkeys(name for module in modules for name in module.imports.libraries),
        imported_symbols=dict.fromkeys(name for module in modules for name in module.imports.symbols),
        sources=sources,
        uuid=uuid if options.has_uuid else None,
        has_nul_after_modules=all(module.is_of_llvm_3_5 for module in modules),
    )


def _refuse_duplicates(modules: Sequence[LinkedModule]) -> None:
    origins: dict[str, str] = {}
    for module in modules:
        if module.name in origins:
            both = f"\n      {origins[module.name]}\n      {module.origin}"
            raise LinkError(f"duplicated symbol '{module.name}' in:{both}")
        origins[module.name] = module.origin
