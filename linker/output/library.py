"""The last steps of every link: a function for each module, and the container's Library of them."""

from __future__ import annotations

from collections.abc import Sequence

from mtlb.air import Description
from mtlb.air.imports import DynamicImports, dynamic_imports
from mtlb.air.reflection.buffer import Reflection, build
from mtlb.base.classes import dataclass, field
from mtlb.base.errors import LinkError
from mtlb.base.toolchains import Layout
from mtlb.bitcode.symtab import hash_order
from mtlb.container import LibraryFunction, ReflectionEntry, SourceArchive, Sources, UuidPolicy
from mtlb.container.assemble import Producer, assemble
from mtlb.container.kinds import kind_of
from mtlb.edit import Library
from mtlb.ir import MDString, Module
from mtlb.ir.names import IDENT

from ..options import LinkOptions


@dataclass(frozen=True)
class LinkedModule:
    """One function of the new library, and the facts of its module that concern the whole library.

    `origin`: the input that it came from. `imports`: the symbols that its module imports from dynamic libraries.
    `warnings`: the unknown words of its metadata. `is_of_llvm_3_5`: compiled by Xcode 6 or 7. The module itself is not
    kept.
    """

    origin: str
    function: LibraryFunction = field(metadata={"key": None})  # stored results have it in their library
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
    stored = assemble(
        functions,
        producer,
        name=_name(producer, options),
        libraries=dict.fromkeys([*libraries, *[n for m in modules for n in m.imports.libraries]]),
        imported_symbols=[name for name in table if name in imported],
        sources=sources,
        uuid=uuid if options.has_uuid else None,
        has_nul_after_modules=all(module.is_of_llvm_3_5 for module in modules),
    )
    return Library.of(stored)


def _name(producer: Producer, options: LinkOptions) -> str | None:
    """The library's name in the dynamic header; None if there is none."""
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
