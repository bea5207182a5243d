"""The cures of lint's rules: what `mtlb lint --fix` does about findings that have one cure (docs/editing.md §6).

A cure preserves the target, the AIR version and the results of the code. Everything that depends on the AIR version
gets Apple's form (docs/air.md §2). Rules with more than one possible fix have no cure in `mtlb.air.lint`, and none
here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..air import Description
from ..air.entry_points import EntryArgument, EntryPoint, read_entry_points
from ..air.entry_writer import EntryWriter
from ..air.facts import module_flag_names
from ..air.interface import flag_node, insert_list
from ..air.intrinsics import intrinsic
from ..air.lint.bitcode import newest_attribute
from ..air.lint.code import cast_spaces, sampler_variable
from ..air.lint.flags import wrong_behaviours
from ..air.lint.globals import unused_declarations
from ..air.lint.subjects import ModuleSubject
from ..air.lint.versions import newest_air_of, newest_language
from ..air.names import AIR_VERSION, LANGUAGE_VERSION, PREFIX, SAMPLER_STATE, SAMPLER_STATES
from ..air.reflection import buffer as airr
from ..air.versions import FRAME_POINTER, LIMITS, SDK_VERSION, WCHAR_SIZE, ModuleFlag, VersionFlag
from ..air.words import BUFFER_KINDS, ENTRY_LISTS
from ..base.errors import MtlbError
from ..base.features import BLEND_SOURCE_SINCE
from ..base.metal import AddressSpace
from ..base.versions import Version
from ..container import FunctionType, LibraryFunction, PublicMetadata, ReflectionEntry
from ..ir import (
    AIR_DATA_LAYOUT,
    AIR_DATA_LAYOUT_BEFORE_2_1,
    Attribute,
    AttributeForm,
    AttributeKind,
    AttributeList,
    BinaryOperator,
    Call,
    CastOperator,
    Constant,
    ConstantCode,
    DataLayout,
    Function,
    GepFlag,
    GlobalValue,
    GlobalVariable,
    InstCode,
    Instruction,
    Linkage,
    MDNode,
    MDString,
    Module,
    Type,
    TypeCode,
    WrapFlag,
)
from ..ir.names import DEBUG_INFO_VERSION, DWARF_VERSION, IDENT, MODULE_FLAGS
from ..passes.form.attributes import said_before, spread_convergent, with_kind
from ..passes.form.samplers import adopt_samplers

ModuleCure = Callable[[ModuleSubject], bool]
"""Fixes a module's violations of a rule in place; returns whether it changed. Raises MtlbError if it can't be fixed."""
ListedCure = Callable[[LibraryFunction, Description | None], bool]
"""Fixes a library's records of a function, given the description from its module (None: the module does not have
it)."""

# --- versions --------------------------------------------------------------------------------------------------------


def _air_version(subject: ModuleSubject) -> bool:
    triple = subject.triple
    air = triple and (triple.arch_version or newest_air_of(triple))
    if not air or subject.module.named_metadata.get(AIR_VERSION):
        return False
    writer = EntryWriter(subject.module)
    numbers = [writer.integer(number) for number in (air.major, air.minor, 0)]
    insert_list(subject.module, AIR_VERSION, [writer.node(numbers)])
    return True


def _missing_language(subject: ModuleSubject) -> bool:
    language = newest_language(subject.air) if subject.air is not None else None
    if language is None or subject.module.named_metadata.get(LANGUAGE_VERSION):
        return False
    insert_list(subject.module, LANGUAGE_VERSION, [_language_node(subject.module, "Metal", language)])
    return True


def _older_language(subject: ModuleSubject) -> bool:
    newest = newest_language(subject.air) if subject.air is not None else None
    nodes = subject.module.named_metadata.get(LANGUAGE_VERSION)
    if newest is None or subject.language is None or subject.language <= newest or not nodes:
        return False
    name = nodes[0].fields[0]
    assert isinstance(name, MDString)  # or the version could not be read
    nodes[0] = _language_node(subject.module, name.value, newest)
    return True


def _language_node(module: Module, name: str, version: Version) -> MDNode:
    writer = EntryWriter(module)
    return writer.node([writer.text(name), *(writer.integer(number) for number in (version.major, version.minor, 0))])


def _triple_version(subject: ModuleSubject) -> bool:
    air, triple = subject.air, subject.triple
    newest = newest_air_of(triple) if triple is not None else None
    if air is None or triple is None or triple.arch_version is None or newest is None or newest[:2] != air[:2]:
        return False
    subject.module.triple = str(replace(triple, arch=f"air64_v{air.major}{air.minor}"))
    return True


# --- module flags and lists ------------------------------------------------------------------------------------------


def _insert_flag(module: Module, flag: ModuleFlag, place: int) -> None:
    nodes = module.named_metadata.get(MODULE_FLAGS)
    if nodes is None:
        insert_list(module, MODULE_FLAGS, [flag_node(module, flag)])
    else:
        nodes.insert(place, flag_node(module, flag))


def _sdk_version(subject: ModuleSubject) -> bool:
    if subject.triple is None:
        return False
    version = subject.triple.version
    _insert_flag(subject.module, replace(SDK_VERSION.flag, value=version[: 3 if version.update else 2]), 0)
    return True


def _resource_limits(subject: ModuleSubject) -> bool:
    missing = _missing(subject, *LIMITS)
    for flag in missing:
        _insert_flag(subject.module, flag, len(subject.module.named_metadata.get(MODULE_FLAGS, ())))
    return bool(missing)


def _frame_pointer(subject: ModuleSubject) -> bool:
    missing = _missing(subject, FRAME_POINTER)
    names = [_name(node) for node in subject.module.named_metadata.get(MODULE_FLAGS, ())]
    first = (SDK_VERSION.flag.name, DWARF_VERSION, DEBUG_INFO_VERSION, WCHAR_SIZE.flag.name)  # in Apple's modules
    place = max((number for number, name in enumerate(names, 1) if name in first), default=0)
    for flag in missing:
        _insert_flag(subject.module, flag, place)
    return bool(missing)


def _missing(subject: ModuleSubject, *flags: VersionFlag) -> list[ModuleFlag]:
    names = module_flag_names(subject.module)
    return [flag.flag for flag in flags if flag.flag.name not in names and subject.since(flag.since)]


def _name(node: MDNode) -> str:
    name = node.fields[1] if len(node.fields) > 1 else None
    return name.value if isinstance(name, MDString) else ""


def _flag_behaviour(subject: ModuleSubject) -> bool:
    writer = EntryWriter(subject.module)
    wrong = {
        node: writer.node((writer.integer(behaviour), *node.fields[1:]))
        for node, _, _, behaviour in wrong_behaviours(subject)
    }
    nodes = subject.module.named_metadata.get(MODULE_FLAGS, [])
    nodes[:] = [wrong.get(node, node) for node in nodes]
    return bool(wrong)


def _ident(subject: ModuleSubject) -> bool:
    module = subject.module
    if not module.identification:
        return False
    writer = EntryWriter(module)
    insert_list(module, IDENT, [writer.node([writer.text(module.identification)])])
    return True


def _data_layout(subject: ModuleSubject) -> bool:
    if subject.module.data_layout != AIR_DATA_LAYOUT_BEFORE_2_1:
        return False
    subject.module.data_layout = AIR_DATA_LAYOUT
    return True


# --- entry points ----------------------------------------------------------------------------------------------------


def _entries(subject: ModuleSubject, change: Callable[[EntryPoint], bool]) -> bool:
    """Rewrite the nodes of entry points that `change` changed; returns whether there are any."""
    module = subject.module
    writer = EntryWriter(module)
    entries = iter(read_entry_points(module))
    done = False
    for name in ENTRY_LISTS:
        nodes = module.named_metadata.get(name, [])
        for number, entry in enumerate([next(entries) for _ in nodes]):
            if change(entry):
                nodes[number] = writer.entry(entry)
                done = True
    return done


def _parameter(entry: EntryPoint, argument: EntryArgument) -> Type | None:
    """The pointer type of an argument's parameter; None if it is not a pointer."""
    parameters = entry.function.value_type.parameters
    if argument.index is None or argument.index >= len(parameters) or not parameters[argument.index].is_pointer:
        return None
    return parameters[argument.index]


def _buffers(entry: EntryPoint) -> Iterator[tuple[EntryArgument, Type]]:
    for argument in entry.arguments:
        pointer = _parameter(entry, argument)
        if argument.kind in BUFFER_KINDS and pointer is not None:
            yield argument, pointer


def _buffer_size(subject: ModuleSubject) -> bool:
    return _entries(subject, _set_sizes)


def _set_sizes(entry: EntryPoint) -> bool:
    done = False
    layout = DataLayout()
    for argument, pointer in _buffers(entry):
        if argument.type_size is None and argument.type_align is not None and not pointer.is_opaque_pointer:
            pointee = pointer.pointee
            if layout.alignment(pointee) == argument.type_align:
                argument.type_size = layout.alloc_size(pointee)
                done = True
    return done


def _buffer_space(subject: ModuleSubject) -> bool:
    return _entries(subject, _set_spaces)


def _set_spaces(entry: EntryPoint) -> bool:
    done = False
    for argument, pointer in _buffers(entry):
        if argument.address_space != pointer.address_space:
            argument.address_space = pointer.address_space
            done = True
    return done


def _blend_source(subject: ModuleSubject) -> bool:
    index = 0 if subject.since(BLEND_SOURCE_SINCE) else None

    def change(entry: EntryPoint) -> bool:
        done = False
        for output in entry.outputs:
            if output.kind == "render_target" and (output.blend_source_index is None) != (index is None):
                output.blend_source_index = index
                done = True
        return done

    return _entries(subject, change)


def _entry_linkage(subject: ModuleSubject) -> bool:
    done = False
    for entry in subject.entries:
        function = entry.function
        if function.is_definition and function.linkage in (Linkage.INTERNAL, Linkage.PRIVATE):
            function.linkage, function.dso_local = Linkage.EXTERNAL, 0
            done = True
    return done


def _calling_convention(subject: ModuleSubject) -> bool:
    changed = {entry.function for entry in subject.entries if entry.function.calling_convention}
    for function in changed:
        function.calling_convention = 0
    for call in _calls(subject.module) if changed else ():
        if call.operands[-1] in changed:
            call.set_fields(calling_convention=0)
    return bool(changed)


# --- code ------------------------------------------------------------------------------------------------------------


def _instructions(module: Module) -> Iterator[Instruction]:
    for function in module.functions:
        yield from function.instructions()


def _calls(module: Module) -> Iterator[Call]:
    for instruction in _instructions(module):
        if isinstance(instruction, Call):
            yield instruction


def _newer_flags(subject: ModuleSubject) -> bool:
    done = False
    for instruction in _instructions(subject.module):
        field, kept = "fast_flags", 0
        if instruction.code is InstCode.GEP:
            field, kept = "inbounds", instruction.inbounds & GepFlag.INBOUNDS
        elif instruction.code is InstCode.CMP2:
            if instruction.operands[0].type.scalar.code is not TypeCode.INTEGER:
                continue
        elif instruction.code is InstCode.BINOP:
            if instruction.opcode != BinaryOperator.OR or instruction.type.scalar.code is not TypeCode.INTEGER:
                continue
            kept = instruction.fast_flags & ~WrapFlag.DISJOINT
        elif instruction.code is not InstCode.CAST:
            continue
        if getattr(instruction, field) != kept:
            instruction.set_fields(**{field: kept})
            done = True
    return done


def _same_space(subject: ModuleSubject) -> bool:
    done = False
    for instruction in _instructions(subject.module):
        spaces = cast_spaces(instruction) if instruction.code is InstCode.CAST else None
        if spaces is not None and spaces[0] == spaces[1]:
            instruction.set_fields(opcode=int(CastOperator.BITCAST))
            done = True
    return done


def _convergent(subject: ModuleSubject) -> bool:
    module = subject.module
    together = {function for function in module.functions if function.is_declaration and _is_convergent(function)}
    for call in _calls(module):
        if call.operands[-1] in together:
            call.attributes = with_kind(call.attributes, AttributeKind.CONVERGENT)
    before = [function.attributes for function in module.functions]
    spread_convergent(module)
    return before != [function.attributes for function in module.functions]


def _is_convergent(function: Function) -> bool:
    row = intrinsic(function.name) if function.name.startswith(PREFIX) else None
    return row is not None and row.family.is_convergent


# --- attributes ------------------------------------------------------------------------------------------------------

_NO_HINTS = frozenset(
    {
        AttributeKind.STRICT_FP,
        AttributeKind.NO_MERGE,
        AttributeKind.NULL_POINTER_IS_VALID,
        AttributeKind.PRESPLIT_COROUTINE,
    }
)
"""Attributes that the behaviour of code depends on; so may attributes with a type."""


def _attribute_kinds(subject: ModuleSubject) -> bool:
    newest = newest_attribute(subject.air)
    if newest is None:
        return False
    module = subject.module
    done = False
    holders: list[Function | GlobalVariable | Call] = [*module.functions, *module.globals, *_calls(module)]
    for holder in holders:
        fitting = _fitting(holder.attributes, newest)
        if fitting != holder.attributes:
            holder.attributes = fitting
            done = True
    return done


def _fitting(attributes: AttributeList, newest: AttributeKind) -> AttributeList:
    """The attributes without hints newer than `newest`."""
    groups = []
    for group in attributes:
        kept: dict[int | str, Attribute] = {}
        for attribute in group.attributes:
            for fitting in _older(attribute, newest):
                kept.setdefault(fitting.kind, fitting)
        if tuple(kept.values()) != group.attributes:
            numbers = sorted(
                (hint for hint in kept.values() if isinstance(hint.kind, int)), key=lambda hint: int(hint.kind)
            )
            strings = [hint for hint in kept.values() if isinstance(hint.kind, str)]
            group = group._replace(attributes=(*numbers, *strings))
            if not kept:
                continue
        groups.append(group)
    return tuple(groups)


def _older(attribute: Attribute, newest: AttributeKind) -> list[Attribute]:
    kind = attribute.kind
    if isinstance(kind, str) or kind <= newest or kind in _NO_HINTS:
        return [attribute]
    if (before := said_before(attribute)) is not None:
        return before
    return [attribute] if attribute.form in (AttributeForm.TYPE, AttributeForm.EMPTY_TYPE) else []


# --- variables and declarations --------------------------------------------------------------------------------------


def _sampler_state(subject: ModuleSubject) -> bool:
    module = subject.module
    listed = list(subject.samplers)
    writer = EntryWriter(module)
    added: list[MDNode] = []
    for call in _calls(module):
        for operand in call.operands:
            variable = sampler_variable(operand)
            if variable is not None and variable not in listed and _is_sampler_value(variable):
                listed.append(variable)
                added.append(writer.node((writer.text(SAMPLER_STATE), writer.value(variable))))
    if added:
        insert_list(module, SAMPLER_STATES, [*module.named_metadata.get(SAMPLER_STATES, ()), *added])
    return bool(added)


def _is_sampler_value(variable: GlobalVariable) -> bool:
    """Whether it is a constant of the kind that the list may name: one that is defined elsewhere is not."""
    value = variable.initializer
    return isinstance(value, Constant) and value.type.code in (TypeCode.INTEGER, TypeCode.ARRAY)


def _sampler_form(subject: ModuleSubject) -> bool:
    if subject.air is None:
        return False
    before = [variable.initializer for variable in subject.samplers]
    adopt_samplers(subject.module, subject.air)
    return before != [variable.initializer for variable in subject.samplers]


def _threadgroup_variable(subject: ModuleSubject) -> bool:
    module = subject.module
    done = False
    for variable in module.globals:
        value = variable.initializer
        if (
            variable.address_space == AddressSpace.THREADGROUP
            and isinstance(value, Constant)
            and value.code == ConstantCode.POISON
        ):
            variable.initializer = module.context.constant(value.type, ConstantCode.UNDEF)
            done = True
    return done


def _unused_declarations(subject: ModuleSubject) -> bool:
    module = subject.module
    gone: set[GlobalValue] = set(unused_declarations(subject))
    module.functions = [function for function in module.functions if function not in gone]
    module.symbols = [value for value in module.symbols if value not in gone]
    return bool(gone)


MODULE: dict[str, ModuleCure] = {
    "AIR004": _air_version,
    "AIR005": _missing_language,
    "AIR006": _older_language,
    "AIR002": _triple_version,
    "AIR007": _sdk_version,
    "AIR009": _frame_pointer,
    "AIR008": _resource_limits,
    "AIR014": _flag_behaviour,
    "AIR012": _ident,
    "AIR013": _data_layout,
    "AIR026": _buffer_size,
    "AIR027": _buffer_space,
    "AIR030": _blend_source,
    "AIR041": _attribute_kinds,
    "AIR042": _entry_linkage,
    "AIR043": _calling_convention,
    "AIR062": _newer_flags,
    "AIR063": _sampler_state,
    "AIR064": _sampler_form,
    "AIR076": _unused_declarations,
    "AIR080": _same_space,
    "AIR084": _threadgroup_variable,
    "AIR085": _convergent,
}
"""The cures of rules on modules by the rules' codes, in the order in which they are made.

AIR089, whose cure is in the file and not in the module, is not here.
"""

# --- what a library records ------------------------------------------------------------------------------------------


def _listed_version(function: LibraryFunction, description: Description | None) -> bool:
    if description is None:
        return False
    function.air_version = Version(*description.air_version[:2])
    function.language_version = Version(*description.language_version[:2])
    return True


def _listed_type(function: LibraryFunction, description: Description | None) -> bool:
    if description is None or description.type is function.type or function.type is FunctionType.UNQUALIFIED:
        return False
    function.type = description.type
    return True


def _listed_metadata(function: LibraryFunction, description: Description | None) -> bool:
    if description is None:
        return False
    function.tessellation, function.layer_type = description.tessellation, description.layer_type
    public = PublicMetadata(list(function.public_metadata.tags))  # functions may share a group
    public.vertex_attributes, public.function_constants = description.vertex_attributes, description.function_constants
    public.return_type, public.arguments = description.return_type, description.core_image_arguments
    function.public_metadata = public
    return True


def _reflection(function: LibraryFunction, description: Description | None) -> bool:
    entry = function.reflection
    if description is None or entry is None:
        return False
    try:
        version = airr.read(entry.buffer).version
    except MtlbError:  # a buffer of an unknown version: which version to write is undecidable
        return False
    buffer = description.reflection_buffer(version)
    function.reflection = ReflectionEntry(buffer, entry.tag, entry.aligned, entry.more_tags)
    return True


def _hash(function: LibraryFunction, _: Description | None) -> bool:
    function.stored_hash = None
    return True


LISTED: dict[str, ListedCure] = {
    "AIR050": _listed_version,
    "AIR051": _listed_type,
    "AIR052": _listed_metadata,
    "AIR053": _reflection,
    "AIR054": _hash,
}
"""The cures of rules on a library's records of a function."""
