"""What LLVMs other than Apple's number or write differently: attributes, flags, metadata kinds (docs/convert.md §5).

Properties that Apple's modules of an AIR version never have are removed. Attributes that combine several properties are
replaced by attributes for each property.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ...air.functions import STANDARD_STRINGS, STRINGS, string_attribute
from ...air.intrinsics import intrinsic
from ...air.names import PREFIX
from ...air.vocabulary import attribute_word, vocabulary
from ...base.errors import UnsupportedError
from ...base.metal import AddressSpace
from ...base.versions import Version
from ...ir import (
    AIR_DATA_LAYOUT,
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
    BinaryOperator,
    Call,
    CallingConvention,
    CastOperator,
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    Context,
    FlagBehaviour,
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
    TailKind,
    TypeCode,
    Value,
    era_for_air,
)
from ...ir.names import COMPILE_UNITS, IDENT, LOOP, MODULE_FLAGS
from ...ir.type_rules import takes_fast_flags
from ..rewriter import MAX_NESTING
from .attributes import ordered, said_before, spread_convergent, with_attributes, with_kind
from .difference import MODERN
from .header import give_header

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_BINOP: Final = InstCode.BINOP
_CALL: Final = InstCode.CALL
_CAST: Final = InstCode.CAST
_CE_BINOP: Final = ConstantCode.CE_BINOP
_CE_CAST: Final = ConstantCode.CE_CAST
_CE_GEP: Final = ConstantCode.CE_GEP
_CMP2: Final = InstCode.CMP2
_FUNCTION: Final = AttributePlace.FUNCTION
_GEP: Final = InstCode.GEP
_INBOUNDS: Final = int(GepFlag.INBOUNDS)
_INTEGER: Final = ConstantCode.INTEGER
_INTEGER_TYPE: Final = TypeCode.INTEGER
_OPAQUE_POINTER: Final = TypeCode.OPAQUE_POINTER
_OR: Final = BinaryOperator.OR
_PHI: Final = InstCode.PHI
_POINTER: Final = TypeCode.POINTER
_POISON: Final = ConstantCode.POISON
_PTRTOADDR: Final = CastOperator.PTRTOADDR
_PTRTOINT: Final = CastOperator.PTRTOINT
_RESULT: Final = AttributePlace.RESULT
_UNDEF: Final = ConstantCode.UNDEF
_VSELECT: Final = InstCode.VSELECT

_WITH_FLAGS: Final = {_GEP: 0, _CAST: 1, _PHI: 0, _VSELECT: 0, _CMP2: 1, _BINOP: 1}
"""Instructions other than calls that newer LLVMs give more flags, and the place of the flags in their numbers."""
_ATTACHED = frozenset(
    {"dbg", "tbaa", "tbaa.struct", "fpmath", "range", "alias.scope", "noalias", LOOP, "invariant.load"}
)
_KINDS = {int(kind): kind for kind in AttributeKind}
_NAMED = (MODULE_FLAGS, IDENT, COMPILE_UNITS, PREFIX, "llvm_utils.")
_ON_CALLS = frozenset(
    {AttributeKind.CONVERGENT, AttributeKind.NO_UNWIND, AttributeKind.MIN_SIZE, AttributeKind.OPTIMIZE_FOR_SIZE}
)
_NO_BUILTIN = (Attribute(AttributeForm.ENUM, AttributeKind.NO_BUILTIN), string_attribute("no-builtins"))
_HOST_FLAGS = frozenset(
    {"PIC Level", "PIE Level", "uwtable", "Code Model", "nvvm-reflect-ftz", "amdhsa_code_object_version"}
)
_QUIET_NAMED = frozenset({"nvvm.annotations", "nvvmir.version", "opencl.ocl.version", "opencl.spir.version", "numba"})


def adopt_form(module: Module, air: Version, *, is_foreign: bool = False) -> list[str]:
    """Bring `module` into the form of AIR version `air`, in place; returns warnings.

    `is_foreign`: the module was written for another target, so it also gets the attributes that Apple's compilers give.
    """
    return _Adoption(module, air, is_foreign).run()


class _Adoption:
    def __init__(self, module: Module, air: Version, is_foreign: bool) -> None:
        self.module = module
        self.context: Context = module.context
        self.air = air
        self.is_foreign = is_foreign
        self.warnings: list[str] = []
        self.lists: dict[tuple[int, bool], AttributeList] = {}  # by identity, which `seen` keeps
        self.seen: list[AttributeList] = []
        self.constants: dict[Constant, Value] = {}

    def undefined_at_first(self, variable: GlobalVariable) -> None:
        """Threadgroup memory starts undefined: Apple's compiler writes undef as its initializer in every AIR
        version.
        """
        value = variable.initializer
        is_poison = isinstance(value, Constant) and value.code == _POISON
        if value is not None and is_poison and variable.address_space == AddressSpace.THREADGROUP:
            variable.initializer = self.context.constant(value.type, _UNDEF)

    def run(self) -> list[str]:
        module = self.module
        give_header(module, self.air, self.kinds())
        self.named_metadata()
        spread_convergent(self.module)
        for variable in module.globals:
            variable.attributes = ()
            variable.extra = ()
            variable.dll_storage = 0
            variable.initializer = None if variable.initializer is None else self.value(variable.initializer)
            self.undefined_at_first(variable)
            self.common(variable)
        for function in module.functions:
            self.function(function)
        for alias in module.aliases:
            raise UnsupportedError(f"the alias @{alias.name}: AIR does not support aliases")
        module.comdats = []
        module.identification, module.epoch = "", 0
        module.data_layout = AIR_DATA_LAYOUT
        module.source_filename = module.source_filename or "converted"
        module.era = era_for_air(self.air[:2])
        module.wrapper = True
        module.raw = None
        if module.asm:
            raise UnsupportedError("module-level assembly")
        return self.warnings

    # --- metadata ----------------------------------------------------------------------------------------------------

    def kinds(self) -> list[str]:
        """Keep the attachment kinds that Apple's compilers use, renumbered as theirs; returns AIR's own kinds."""
        names = dict(self.module.metadata_kinds)
        metadata_kinds = era_for_air(self.air[:2]).metadata_kinds
        numbers = {name: number for number, name in enumerate(metadata_kinds)}
        extra = sorted(n for n in names.values() if n.startswith(PREFIX) and n not in numbers)
        numbers.update({name: len(metadata_kinds) + place for place, name in enumerate(extra)})

        kept = {
            kind: numbers[name]
            for kind, name in names.items()
            if name in numbers and (name in _ATTACHED or name.startswith(PREFIX))
        }
        for value in self.module.global_values():
            value.metadata = [(kept[kind], node) for kind, node in value.metadata if kind in kept]
        lists: dict[tuple[tuple[int, MDNode], ...], tuple[tuple[int, MDNode], ...]] = {}  # many instructions share one
        for function in self.module.functions:
            for instruction in function.instructions():
                if instruction.metadata:
                    attached = lists.get(instruction.metadata)
                    if attached is None:
                        attached = tuple([(kept[kind], node) for kind, node in instruction.metadata if kind in kept])
                        lists[instruction.metadata] = attached
                    instruction.metadata = attached
        return extra

    def named_metadata(self) -> None:
        """Keep the named metadata that a loader of AIR reads, and convert the module flags."""
        named = self.module.named_metadata
        dropped = [name for name in named if not name.startswith(_NAMED)]
        for name in dropped:
            del named[name]
        reports = [name for name in dropped if name not in _QUIET_NAMED]
        if reports:
            self.warnings.append(
                f"named metadata that AIR does not have is left out: {', '.join('!' + n for n in reports)}"
            )
        flags = named.get(MODULE_FLAGS)
        if flags is not None:
            named[MODULE_FLAGS] = [flag for flag in map(self.flag, flags) if flag is not None]

    def flag(self, node: MDNode) -> MDNode | None:
        """A module flag in the behaviours that AIR's readers support; None for a flag about a host."""
        fields = node.fields
        name = fields[1].value if len(fields) > 1 and isinstance(fields[1], MDString) else ""
        if name in _HOST_FLAGS:
            return None
        first = fields[0] if fields else None
        if isinstance(first, ConstantAsMetadata) and isinstance(first.value, Constant):
            behaviour = first.value.params[0] if first.value.params else 0
            if behaviour == FlagBehaviour.MIN:
                replaced = self.context.constant(first.value.type, _INTEGER, (int(FlagBehaviour.MAX),))
                return self.context.node(node.code, (self.context.value_metadata(replaced), *fields[1:]))
            if behaviour > FlagBehaviour.MIN:
                self.warnings.append(f"the module flag {name!a} of behaviour {behaviour} is left out")
                return None
        return node

    # --- globals -----------------------------------------------------------------------------------------------------

    def common(self, value: GlobalValue) -> None:
        value.comdat = None
        value.partition = ""
        value.dll_storage = 0
        if self.is_foreign and not value.linkage.is_local and value.linkage is not Linkage.APPENDING:
            value.dso_local = 0
            value.visibility = 0
        if self.is_foreign and value.linkage is Linkage.PRIVATE:
            value.linkage = Linkage.INTERNAL
        if value.linkage.is_local:
            value.dso_local = 1
        if self.is_foreign:
            value.section = value.section if value.section.startswith(PREFIX) else ""
        if value.thread_local:
            raise UnsupportedError(f"@{value.name} is thread-local, which AIR does not support")

    def function(self, function: Function) -> None:
        self.common(function)
        function.extra = ()
        function.gc = ""
        if function.personality is not None:
            function.personality = None
        if function.prefix is not None or function.prologue is not None:
            raise UnsupportedError(f"function {function.name!a} has data before its code, which AIR does not support")
        function.attributes = self.attributes(function.attributes, function.is_definition)
        if self.is_foreign:
            is_local = function.linkage.is_local
            is_called = is_local and function.is_definition and not function.section  # constructors have a section
            function.calling_convention = CallingConvention.FAST if is_called else 0
            function.unnamed_addr = 1 if is_local else 2
        for instruction in function.instructions():
            for operand in instruction.operands:
                if isinstance(operand, Constant) and operand.operands:  # others have no flags
                    instruction.operands = tuple([self.value(operand) for operand in instruction.operands])
                    break
            code = instruction.code
            if code is _CALL:
                if isinstance(instruction, Call):
                    self.call(instruction)
            elif code in _WITH_FLAGS and instruction.params and instruction.params[_WITH_FLAGS[code]]:
                self.flags(instruction)

    # --- instructions ------------------------------------------------------------------------------------------------

    @staticmethod
    def flags(i: Instruction) -> None:
        """Remove the flags that are newer than AIR from an instruction that has flags."""
        code = i.code
        if code is _GEP:
            if i.inbounds & ~_INBOUNDS:
                i.set_fields(inbounds=i.inbounds & _INBOUNDS)
        elif code is _CAST:
            i.set_fields(fast_flags=0)
        elif code is _PHI or code is _VSELECT:
            if not takes_fast_flags(i.type):
                i.set_fields(fast_flags=0)
        elif code is _CMP2:
            if i.operands[0].type.scalar.code in (_INTEGER_TYPE, _OPAQUE_POINTER, _POINTER):
                i.set_fields(fast_flags=0)
        elif code is _BINOP and i.params[0] == _OR:
            i.set_fields(fast_flags=0)

    def call(self, call: Call) -> None:
        call.attributes = self.attributes(call.attributes, False)
        call.bundles = ()
        if call.fast_flags and not takes_fast_flags(call.type):
            call.set_fields(fast_flags=0)  # LLVM 20 and later allow them on a struct of floats
        if call.tail_kind == TailKind.MUST_TAIL:
            call.set_fields(tail_kind=TailKind.TAIL)
        callee = call.operands[-1]
        if isinstance(callee, Function):
            if self.is_foreign:
                local = callee.linkage.is_local and callee.is_definition
                call.set_fields(calling_convention=CallingConvention.FAST if local else 0)
                if callee.is_definition:
                    call.attributes = _of_calls(call.attributes)
            if callee.name.startswith(PREFIX):
                result = intrinsic(callee.name)
                if result is not None and result.family.is_convergent:
                    call.attributes = with_kind(call.attributes, AttributeKind.CONVERGENT)

    def value(self, value: Value, depth: int = 0) -> Value:
        """A constant without the flags that are newer than AIR. UnsupportedError for one nested too deeply."""
        if not isinstance(value, Constant) or not value.operands:
            return value
        constant = self.constants.get(value)
        if constant is None:
            if depth > MAX_NESTING:
                raise UnsupportedError(f"constants nested more than {MAX_NESTING} deep")
            operands = tuple([self.value(operand, depth + 1) for operand in value.operands])
            params = value.params
            if value.code == _CE_GEP:
                params = (params[0] & _INBOUNDS, -1) if len(params) > 1 else params
            elif value.code == _CE_CAST:
                opcode = _PTRTOINT if params[0] == _PTRTOADDR else params[0]
                params = (opcode, 0)
            elif value.code == _CE_BINOP and params[0] == _OR:
                params = (params[0], 0)
            constant = value
            if operands != value.operands or params != value.params:
                constant = self.context.constant(value.type, value.code, params, operands, value.source_type)
            self.constants[value] = constant
        return constant

    # --- attributes --------------------------------------------------------------------------------------------------

    def attributes(self, attributes: AttributeList, is_definition: bool) -> AttributeList:
        key = (id(attributes), is_definition)
        result = self.lists.get(key)
        if result is None:
            self.seen.append(attributes)
            groups = [_adopted_group(group, self.air, self.is_foreign) for group in attributes]
            result = tuple([group for group in groups if group.attributes])
            if is_definition and self.is_foreign:
                result = self.with_standard_strings(result)
            self.lists[key] = result
        return result

    def with_standard_strings(self, attributes: AttributeList) -> AttributeList:
        """The attributes, with the strings that Apple's compilers give every function."""
        present = {a.kind for group in attributes if group.place == _FUNCTION for a in group.attributes}
        added = [string_attribute(key, value) for key, value in STANDARD_STRINGS.items() if key not in present]
        return with_attributes(attributes, added)


@lru_cache(maxsize=1024)
def _adopted_group(group: AttributeGroup, air: Version, is_foreign: bool) -> AttributeGroup:
    """The attributes of one place that an AIR version has; modules have the same ones."""
    kinds: dict[int | str, Attribute] = {}
    for attribute in group.attributes:
        for kept in _adopted(attribute, group.place, air, is_foreign):
            if isinstance(kept.kind, str) or not is_foreign or attribute_word(kept) in vocabulary(air):
                kinds.setdefault(kept.kind, kept)
    return AttributeGroup(group.place, ordered(list(kinds.values())), group.twin)


def _adopted(attribute: Attribute, place: int, air: Version, is_foreign: bool) -> list[Attribute]:
    """The attributes that replace one attribute; an empty list removes it."""
    kind = attribute.kind
    if isinstance(kind, str):
        return [attribute] if kind in STRINGS else []
    if (before := said_before(attribute)) is not None:
        return before
    if kind not in _KINDS:
        return []
    since = _KINDS[kind].air
    if since is None or (since >= MODERN and air < MODERN and kind != AttributeKind.INACCESSIBLE_MEM_ONLY):
        return []
    if kind == AttributeKind.RETURNED and is_foreign:
        return []
    if kind == AttributeKind.NO_UNDEF and place == _RESULT:
        return []  # Apple's compilers put it only on parameters
    return [attribute] if attribute.form in (AttributeForm.ENUM, AttributeForm.INT) else []


def _of_calls(attributes: AttributeList) -> AttributeList:
    """The attributes of a call of a function of the module. Apple's calls have few attributes about the function, and
    have them only together with `nobuiltin`.
    """
    kept = []
    for group in attributes:
        if group.place == _FUNCTION:
            own = [item for item in group.attributes if item.kind in _ON_CALLS]
            group = group._replace(attributes=ordered([*own, *_NO_BUILTIN]) if own else ())
        kept.append(group)
    return tuple([group for group in kept if group.attributes])
