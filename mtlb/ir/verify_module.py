"""The rules of LLVM's verifier for a module outside its instructions: globals, aliases, flags, intrinsics.

Source: LLVM's Verifier.cpp (visitGlobalValue, visitGlobalVariable, visitAliaseeSubExpr, visitModuleFlag,
visitIntrinsicCall) and Intrinsics.td for the shapes of intrinsics.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .globals import Alias, Function, GlobalValue, GlobalVariable
from .linkage import FlagBehaviour, Linkage
from .metadata import ConstantAsMetadata, MDNode, MDString, Metadata
from .module import Module
from .names import COMPILE_UNITS, COMPILER_USED, GLOBAL_CTORS, GLOBAL_DTORS, IDENT, INTRINSIC, MODULE_FLAGS, USED
from .opcodes import ConstantCode, MetadataCode, TypeCode
from .operators import CallingConvention, CastOperator
from .types import Type
from .values import Constant, Value
from .verify_code import is_first_class, is_sized

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_AGGREGATE: Final = ConstantCode.AGGREGATE
_APPENDING_LINKAGE: Final = Linkage.APPENDING
_ARRAY: Final = TypeCode.ARRAY
_CE_CAST: Final = ConstantCode.CE_CAST
_CE_GEP: Final = ConstantCode.CE_GEP
_CE_INBOUNDS_GEP: Final = ConstantCode.CE_INBOUNDS_GEP
_COMMON: Final = Linkage.COMMON
_COMPILE_UNIT: Final = MetadataCode.COMPILE_UNIT
_FUNCTION: Final = TypeCode.FUNCTION
_INTEGER: Final = TypeCode.INTEGER
_INTEGER_CONSTANT: Final = ConstantCode.INTEGER
_LABEL: Final = TypeCode.LABEL
_METADATA: Final = TypeCode.METADATA
_NODE: Final = MetadataCode.NODE
_NULL: Final = ConstantCode.NULL
_STRUCT_ANON: Final = TypeCode.STRUCT_ANON
_TOKEN: Final = TypeCode.TOKEN
_VOID: Final = TypeCode.VOID

_OF_DECLARATIONS: Final = frozenset({Linkage.EXTERNAL, Linkage.EXTERN_WEAK})
_NOT_OF_FUNCTIONS: Final = frozenset({Linkage.COMMON, Linkage.APPENDING})
_OF_ALIASES: Final = frozenset(Linkage) - {
    Linkage.APPENDING,
    Linkage.COMMON,
    Linkage.EXTERN_WEAK,
    Linkage.AVAILABLE_EXTERNALLY,
}
_MOST_ALIGNMENT: Final = 33
_NO_VALUES: Final = frozenset({TypeCode.VOID, TypeCode.LABEL, TypeCode.METADATA, TypeCode.TOKEN, TypeCode.FUNCTION})
_KERNELS: Final = frozenset({CallingConvention.SPIR_KERNEL})
_WITHOUT_VARARGS: Final = _KERNELS | {CallingConvention.FAST}


def global_problems(value: GlobalValue) -> Iterator[str]:
    """The problems of a global besides its operands. Of a function it looks at what `Sound.functions` has."""
    if value.is_declaration and value.linkage not in _OF_DECLARATIONS:
        yield f"it is declared with linkage {value.linkage.name.lower()}, which only definitions have"
    if value.linkage is _APPENDING_LINKAGE and not isinstance(value, GlobalVariable):
        yield "only variables have linkage appending"
    if isinstance(value, GlobalVariable):
        yield from _variable(value)
    elif isinstance(value, Function):
        yield from _function(value)
    elif isinstance(value, Alias):
        yield from _alias(value)


def _variable(value: GlobalVariable) -> Iterator[str]:
    type_ = value.value_type
    if type_.code in _NO_VALUES or (value.initializer is not None and not is_sized(type_)):
        yield "a variable of a type that memory can't hold"
    if not 0 <= value.alignment <= _MOST_ALIGNMENT:
        yield "an alignment of more than 4 GiB"
    if value.linkage is _APPENDING_LINKAGE and type_.code is not _ARRAY:
        yield "linkage appending, and it is not an array"
    if value.linkage is _COMMON:
        initializer = value.initializer
        if not isinstance(initializer, Constant) or initializer.code != _NULL:
            yield "linkage common, and it does not begin as zeros"
        if value.is_constant:
            yield "linkage common, and it is constant"
    if value.name in _STRUCTORS and not value.is_declaration:
        yield from _structors(value)
    elif value.name in _USED and not value.is_declaration:
        yield from _used(value)


_STRUCTORS: Final = frozenset({GLOBAL_CTORS, GLOBAL_DTORS})
_USED: Final = frozenset({USED, COMPILER_USED})


def _structors(value: GlobalVariable) -> Iterator[str]:
    if value.linkage is not _APPENDING_LINKAGE:
        yield "it needs linkage appending"
    row = value.value_type.elements[0] if value.value_type.code is _ARRAY else None
    members = row.elements if row is not None and row.code is _STRUCT_ANON else ()
    is_right = 2 <= len(members) <= 3 and members[0].params == (32,) and members[0].code is _INTEGER
    if not is_right or not all(member.is_pointer for member in members[1:]):
        yield "it is not an array of { i32, function, data }"


def _used(value: GlobalVariable) -> Iterator[str]:
    if value.linkage is not _APPENDING_LINKAGE:
        yield "it needs linkage appending"
    row = value.value_type.elements[0] if value.value_type.code is _ARRAY else None
    if row is None or not row.is_pointer:
        yield "it is not an array of pointers"
        return
    if not isinstance(value.initializer, Constant) or value.initializer.code != _AGGREGATE:
        yield "it is not a list of globals"
        return
    for member in value.initializer.operands:
        named = _stripped(member)
        if not isinstance(named, GlobalValue):
            yield "a member is not a global"
        elif not named.name:
            yield "a member has no name"


def _stripped(value: Value) -> Value:
    """The global that a constant points to, without casts and zero indices."""
    while isinstance(value, Constant):
        is_cast = value.code == _CE_CAST and value.params[0] in _POINTER_CASTS
        if not is_cast and value.code not in (_CE_GEP, _CE_INBOUNDS_GEP):
            break
        value = value.operands[0]
    return value


_POINTER_CASTS: Final = frozenset({int(CastOperator.BITCAST), int(CastOperator.ADDRSPACECAST)})


def _function(value: Function) -> Iterator[str]:
    type_ = value.value_type
    if type_.code is not _FUNCTION:
        return
    if value.linkage in _NOT_OF_FUNCTIONS:
        yield f"linkage {value.linkage.name.lower()}, which functions don't have"
    result, is_intrinsic = type_.result, value.name.startswith(INTRINSIC)
    if result.code in (_FUNCTION, _LABEL, _METADATA):
        yield "a function can't return a value of its result's type"
    if result.code is _TOKEN and not is_intrinsic:
        yield "only intrinsics return a token"
    for number, parameter in enumerate(type_.parameters):
        if not is_first_class(parameter) or parameter.code is _LABEL:
            yield f"parameter {number} has a type that can't have values"
        elif parameter.code in (_METADATA, _TOKEN) and not is_intrinsic:
            yield f"parameter {number} is of a type that only intrinsics take"
    if value.calling_convention in _KERNELS and result.code is not _VOID:
        yield "a kernel that returns a value"
    if value.calling_convention in _WITHOUT_VARARGS and type_.is_vararg and not value.is_declaration:
        yield "a calling convention without variable arguments"
    if is_intrinsic and not value.is_declaration:
        yield "an intrinsic with a body"


def _alias(value: Alias) -> Iterator[str]:
    if value.is_ifunc:
        return
    if value.linkage not in _OF_ALIASES:
        yield f"linkage {value.linkage.name.lower()}, which aliases don't have"
    if value.aliasee is None:
        yield "an alias of nothing"
        return
    if value.aliasee.type is not value.type:
        yield "its type differs from the type of its aliasee"
    seen: set[Value] = {value}
    target = _stripped(value.aliasee)
    while isinstance(target, Alias):
        if target in seen:
            yield "an alias of itself"
            return
        seen.add(target)
        if target.linkage in _WEAK_ALIASEES:
            yield "an alias of an alias that another module may replace"
        target = _stripped(target.aliasee) if target.aliasee is not None else value
    if isinstance(target, GlobalValue) and target.is_declaration:
        yield "an alias of a symbol that another module defines"
    elif not isinstance(target, (GlobalValue, Constant)):
        yield "an alias of something that is not a constant"


_WEAK_ALIASEES: Final = frozenset({Linkage.WEAK_ANY, Linkage.LINK_ONCE_ANY, Linkage.EXTERN_WEAK, Linkage.COMMON})


# --- named metadata --------------------------------------------------------------------------------------------------

_BEHAVIOURS: Final = frozenset(int(behaviour) for behaviour in FlagBehaviour)
_REQUIRE: Final = int(FlagBehaviour.REQUIRE)
_APPENDING: Final = frozenset({int(FlagBehaviour.APPEND), int(FlagBehaviour.APPEND_UNIQUE)})
_COMPARING: Final = frozenset({int(FlagBehaviour.MAX), int(FlagBehaviour.MIN)})


def named_metadata_problems(module: Module) -> Iterator[str]:
    """The problems of the metadata lists whose form LLVM defines."""
    for node in module.named_metadata.get(IDENT, ()):
        if node.code is not _NODE or [type(field) for field in node.fields] != [MDString]:
            yield "!llvm.ident: a node that is not a single string"
    for problem in flag_problems(module):
        yield f"!llvm.module.flags: {problem}"


def debug_problems(module: Module) -> Iterator[str]:
    """The problems of the list of compile units."""
    for node in module.named_metadata.get(COMPILE_UNITS, ()):
        # Before LLVM 3.7 all debug info was plain nodes; LLVM leaves it out.
        if node.code not in (_COMPILE_UNIT, _NODE):
            yield "!llvm.dbg.cu: a node that is not a compile unit"


def flag_problems(module: Module) -> Iterator[str]:
    """The problems of the module's flags."""
    flags: dict[str, Metadata | int | None] = {}
    required: list[tuple[MDString, Metadata | int | None]] = []
    for node in module.named_metadata.get(MODULE_FLAGS, ()):
        if node.code is not _NODE or len(node.fields) != 3:
            yield "a flag that does not have three operands"
            continue
        behaviour, name, value = node.fields
        number = _integer(behaviour)
        if number is None or number not in _BEHAVIOURS:
            yield "a flag whose behaviour is not a number from 1 to 8"
            continue
        if not isinstance(name, MDString):
            yield "a flag whose name is not a string"
            continue
        problem = _flag_value(number, value)
        if problem:
            yield f"{name.value!a}: {problem}"
        elif number == _REQUIRE:
            assert isinstance(value, MDNode)
            key, required_value = value.fields
            assert isinstance(key, MDString)
            required.append((key, required_value))
        elif name.value in flags:
            yield f"{name.value!a} is there twice"
        if number != _REQUIRE:
            flags.setdefault(name.value, value)
    for key, required_value in required:
        if key.value not in flags:
            yield f"{key.value!a} is required, and is not there"
        elif flags[key.value] is not required_value:
            yield f"{key.value!a} does not have the value that is required"


def _flag_value(behaviour: int, value: Metadata | int | None) -> str:
    if behaviour == _REQUIRE:
        is_pair = isinstance(value, MDNode) and value.code is _NODE and len(value.fields) == 2
        is_right = is_pair and isinstance(value, MDNode) and isinstance(value.fields[0], MDString)
        return "" if is_right else "a requirement that is not a name and a value"
    if behaviour in _APPENDING:
        return "" if isinstance(value, MDNode) else "the appended value is not a node"
    if behaviour in _COMPARING:
        return "" if _integer(value) is not None else "a value that is compared is not an integer"
    return ""


def _integer(value: Metadata | int | None) -> int | None:
    constant = value.value if isinstance(value, ConstantAsMetadata) else None
    if not isinstance(constant, Constant) or constant.type.code is not _INTEGER:
        return None
    return constant.params[0] if constant.code == _INTEGER_CONSTANT else 0


# --- intrinsics ------------------------------------------------------------------------------------------------------

# A shape: result, then parameters. T is the overloaded type, whose name ends the intrinsic's; "i" an integer or vector
# of them, "f" of floating-point numbers, as the first character after the name says; 1 is i1, 32 is i32.
_SHAPES: Final = {
    name: (kind, shape.split())
    for kind, names, shape in (
        ("f", "fabs sqrt floor ceil trunc rint nearbyint round roundeven canonicalize sin cos exp exp2 log log2 log10",
         "T T"),
        ("f", "minnum maxnum minimum maximum copysign pow", "T T T"),
        ("f", "fma fmuladd", "T T T T"),
        ("i", "ctpop bswap bitreverse", "T T"),
        ("i", "ctlz cttz abs", "T T 1"),
        ("i", "smin smax umin umax sadd.sat uadd.sat ssub.sat usub.sat sshl.sat ushl.sat", "T T T"),
        ("i", "fshl fshr", "T T T T"),
    )
    for name in names.split()
}  # fmt: skip
_FIXED: Final = {
    "assume": "v 1",
    "trap": "v",
    "debugtrap": "v",
    "donothing": "v",
    "dbg.declare": "v m m m",
    "dbg.value": "v m m m",
    "dbg.label": "v m",
    "dbg.assign": "v m m m m m m",
}


def intrinsic_problem(name: str, type_: Type) -> str:
    """The problem of the type of a called intrinsic `llvm.*`, or ""; "" for one that is not in the list.

    The types that its name ends with are not compared: LLVM's readers give it the right name.
    """
    short = name.removeprefix(INTRINSIC)
    fixed = _FIXED.get(short)
    if fixed is not None:
        return (
            "" if _fits(type_, fixed.split(), None) else "an intrinsic that is declared with another type than it has"
        )
    base = short.rpartition(".")[0]
    row = _SHAPES.get(base)
    if row is None:
        return "an intrinsic without the type that its name ends with" if short in _SHAPES else ""
    kind, shape = row
    overloaded = type_.result
    if not (overloaded.is_floating if kind == "f" else overloaded.scalar.code is _INTEGER):
        return "an intrinsic that is declared with another type than it has"
    if not _fits(type_, shape, overloaded):
        return "an intrinsic that is declared with another type than it has"
    return ""


def _fits(type_: Type, shape: list[str], overloaded: Type | None) -> bool:
    if type_.is_vararg or len(type_.elements) != len(shape):
        return False
    return all(_is(element, word, overloaded) for element, word in zip(type_.elements, shape, strict=True))


def _is(type_: Type, word: str, overloaded: Type | None) -> bool:
    if word == "T":
        return type_ is overloaded
    if word == "v":
        return type_.code is _VOID
    if word == "m":
        return type_.code is _METADATA
    return type_.code is _INTEGER and type_.params == (int(word),)
