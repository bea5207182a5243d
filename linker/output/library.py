"""The last steps of every link: the target, a function for each module, and the container's Library of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mtlb.air import Description
from mtlb.air.imports import DynamicImports, dynamic_imports
from mtlb.air.reflection.buffer import Reflection, build
from mtlb.base.errors import LinkError
from mtlb.base.releases import PLATFORM_SINCE, check_os
from mtlb.base.toolchains import Layout, container_version_for
from mtlb.base.versions import Platform, Triple, Version
from mtlb.bitcode.symtab import hash_order
from mtlb.container import Library, LibraryFunction, ReflectionEntry, SourceArchive, Sources, UuidPolicy
from mtlb.container.assemble import Producer, assemble
from mtlb.container.kinds import kind_of
from mtlb.container.target import Target
from mtlb.ir import MDString, Module
from mtlb.ir.names import IDENT

from ..options import LinkOptions

__all__ = ["LinkedModule", "library_of", "target_for", "version_reflection"]


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
        reflection: ReflectionEntry | None = None,
    ) -> LinkedModule:
        """The function of `description`, in the form of `producer`. `module`: its bitcode, wrapped.

        `reflection`: the entry that the functions of one module share.

        FormatError or BuildError for metadata that the library can't record.
        """
        function = description.library_function(module, dependency_files)
        function.source = source
        function.reflection = reflection
        if producer.reflection_version is not None and reflection is None:
            function.reflection = ReflectionEntry(description.reflection_buffer(producer.reflection_version))
        imports, warnings = dynamic_imports(description.module), tuple(description.warnings)
        return cls(origin, function, imports, warnings, _is_of_llvm_3_5(description.module))

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.function.name


def version_reflection(producer: Producer) -> ReflectionEntry | None:
    """The reflection of a module that several functions share: the version alone. None where there is no reflection."""
    version = producer.reflection_version
    return None if version is None else ReflectionEntry(build(Reflection(version)))


def _is_of_llvm_3_5(module: Module) -> bool:
    """Whether Xcode 6's or 7's compiler made the module; `metallib` then puts a NUL after each (docs/format.md §17)."""
    idents = module.named_metadata.get(IDENT, ())
    strings = [operand.value for node in idents for operand in node.operands() if isinstance(operand, MDString)]
    return any(text.startswith("LLVM version 3.5") for text in strings)


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
        raise LinkError(
            "there is no module to take the target from: give --platform and --min-os (of an archive, members "
            "are linked that have an entry point or that others need; --whole-archive takes all)"
        )
    if options.min_os is not None:
        check_os(platform, min_os)
    for name, triple in targets:
        if triple.platform is not platform:
            raise _contradiction(name, triple, platform, None, targets, options.platform is not None)
    container = options.container_version or container_version_for(platform, min_os, options.layout, options.build)
    for name, triple in targets if container >= PLATFORM_SINCE else ():
        given = options.min_os is not None
        if triple.version > min_os or (triple.version != min_os and not given):
            raise _contradiction(name, triple, platform, min_os, targets, given)
    return Target(platform, min_os, container)


def _contradiction(
    name: str,
    triple: Triple,
    platform: Platform,
    min_os: Version | None,
    targets: Sequence[tuple[str, Triple]],
    given: bool,
) -> LinkError:
    """An input is not for the platform, or not for the OS (None: whatever it is), of the library."""
    why = "as the options specify" if given else f"like {targets[0][0]}"
    wanted = platform.display if min_os is None else f"{platform.display} {min_os}"
    cure = f". {_RETARGET.format(platform.label)}" if given and triple.platform is not platform else ""
    return LinkError(f"built for {triple}, but the library is for {wanted}, {why}{cure}", file=name)


_RETARGET = "Link for the platform that it was built for: `mtlb retarget --platform {}` then makes a library for that"


def library_of(
    modules: Sequence[LinkedModule],
    producer: Producer,
    options: LinkOptions,
    sources: Sources | None = None,
    *,
    libraries: Sequence[str] = (),
    table: Sequence[str] | None = None,
) -> Library:
    """The library of `modules`, with the name and UUID that `options` ask for. LinkError for two of one name.

    `libraries`: install names of the dynamic libraries that are linked, whether or not a module uses them; those that
    modules name are linked in any case. `table`: the linker's symbols in their order; by default what the modules show.
    """
    _refuse_duplicates(modules)
    functions = [module.function for module in modules]
    if kind_of(producer.file_type).shares_module and options.layout is not Layout.AIR_LLD:
        for function in functions[1:]:  # `metallib` stores one group for them, seen in a library of four functions
            if function.private_metadata.tags == functions[0].private_metadata.tags:
                function.private_metadata = functions[0].private_metadata
    imported = dict.fromkeys([name for module in modules for name in module.imports.symbols])
    if table is None:
        table = hash_order(dict.fromkeys([n for m in modules for n in (m.name, *m.imports.symbols)]))
    uuid = UuidPolicy.FROM_CONTENT if options.uuid is None else options.uuid.bytes
    return assemble(
        functions,
        producer,
        name=_name(producer, options),
        libraries=dict.fromkeys([*libraries, *[n for m in modules for n in m.imports.libraries]]),
        imported_symbols=[name for name in table if name in imported],
        sources=sources,
        uuid=uuid if options.has_uuid else None,
        has_nul_after_modules=all(module.is_of_llvm_3_5 for module in modules),
    )


def _name(producer: Producer, options: LinkOptions) -> str | None:
    """What the dynamic header says that the library is called; None for none."""
    if options.install_name is not None:
        return options.install_name
    if options.library_name is not None or not (options.has_library_name and producer.has_name):
        return options.library_name
    return "" if kind_of(producer.file_type).default_name == "" else options.output or ""


def _refuse_duplicates(modules: Sequence[LinkedModule]) -> None:
    origins: dict[str, str] = {}
    for module in modules:
        if module.name in origins:
            both = f"\n      {origins[module.name]}\n      {module.origin}"
            raise LinkError(f"duplicated symbol '{module.name}' in:{both}")
        origins[module.name] = module.origin
