"""Restricts what a module may contain before LLVM reads it: only content of shaders, and only references that mtlb
provides.
`admit` checks everything in a module against lists of known content: instructions, constants, initializers, aliases
and attributes. It removes content that has no effect on a run (comdats, sections, hints, lists of used symbols), and
refuses content that no shader can contain. All names that the file defines get the prefix `OF_FILE`, so that they
cannot equal a name of the run-time or of the process. `seal` removes content that only readers of a file need.
The remaining code can only access memory incorrectly; the locks of the process limit that (locks.py)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from ..air.names import PREFIX
from ..base.errors import UnsupportedError
from ..ir import (
    Alias,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    Call,
    Constant,
    ConstantCode,
    Function,
    GlobalValue,
    InlineAsm,
    InstCode,
    Instruction,
    Linkage,
    MDNode,
    MetadataAsValue,
    MetadataCode,
    Module,
    Type,
    TypeCode,
    Value,
)
from ..ir.names import ASSUME, COMPILER_USED, GLOBAL_CTORS, INTRINSIC, LOOP, USED
from ..ir.uses import constants_of, named_by, reached_from
from .checks import place_of
from .edits import OF_FILE

_LISTS: Final = frozenset({USED, COMPILER_USED, "llvm.global.annotations"})  # for linkers and readers
_DEBUG: Final = "llvm.dbg."

_INSTRUCTIONS: Final = frozenset(
    {
        *(InstCode.ALLOCA, InstCode.ATOMICRMW, InstCode.BINOP, InstCode.BR, InstCode.CALL, InstCode.CAST),
        *(InstCode.CMP, InstCode.CMP2, InstCode.CMPXCHG, InstCode.EXTRACTELT, InstCode.EXTRACTVAL, InstCode.FENCE),
        *(InstCode.FREEZE, InstCode.GEP, InstCode.INSERTELT, InstCode.INSERTVAL, InstCode.LOAD, InstCode.LOADATOMIC),
        *(InstCode.PHI, InstCode.RET, InstCode.SELECT, InstCode.SHUFFLEVEC, InstCode.STORE, InstCode.STOREATOMIC),
        *(InstCode.SWITCH, InstCode.UNOP, InstCode.UNREACHABLE, InstCode.VSELECT),
    }
)
_DEBUG_RECORDS: Final = frozenset(code for code in InstCode if code.name.startswith("DEBUG_"))

_CONSTANTS: Final = frozenset(
    {
        *(ConstantCode.NULL, ConstantCode.UNDEF, ConstantCode.POISON, ConstantCode.INTEGER, ConstantCode.WIDE_INTEGER),
        *(ConstantCode.FLOAT, ConstantCode.AGGREGATE, ConstantCode.STRING, ConstantCode.CSTRING, ConstantCode.DATA),
        *(ConstantCode.CE_BINOP, ConstantCode.CE_UNOP, ConstantCode.CE_CAST, ConstantCode.CE_CMP, ConstantCode.CE_GEP),
        *(ConstantCode.CE_INBOUNDS_GEP, ConstantCode.CE_GEP_FLAGS, ConstantCode.CE_GEP_WITH_INRANGE),
        *(ConstantCode.CE_GEP_WITH_INRANGE_INDEX, ConstantCode.CE_SELECT, ConstantCode.CE_EXTRACTELT),
        *(ConstantCode.CE_INSERTELT, ConstantCode.CE_SHUFFLEVEC, ConstantCode.CE_SHUFVEC_EX),
    }
)

_TYPES_OF_SHADERS: Final = frozenset(
    {
        *(TypeCode.ARRAY, TypeCode.BFLOAT, TypeCode.DOUBLE, TypeCode.FLOAT, TypeCode.FUNCTION, TypeCode.HALF),
        *(TypeCode.INTEGER, TypeCode.LABEL, TypeCode.METADATA, TypeCode.OPAQUE, TypeCode.OPAQUE_POINTER),
        *(TypeCode.POINTER, TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED, TypeCode.VECTOR, TypeCode.VOID),
    }
)
_WIDEST: Final = 2048  # bits of an integer, elements of a vector: code for more takes LLVM minutes
_SPACES: Final = 16  # AIR has fewer; on x86-64 numbers from 256 on are segments, with other base addresses

_CONVENTIONS: Final = frozenset({0, 8, 9})  # C, fast, cold: from the code generator, not from an operating system

_INTRINSICS: Final = frozenset(
    f"{INTRINSIC}{name}"
    for name in (
        # memory that the caller names
        *("memcpy", "memmove", "memset", "lifetime.start", "lifetime.end", "invariant.start", "invariant.end"),
        *("launder.invariant.group", "strip.invariant.group", "experimental.noalias.scope.decl", "ptrmask"),
        # integers
        *("abs", "bitreverse", "bswap", "ctlz", "ctpop", "cttz", "fshl", "fshr", "smax", "smin", "umax", "umin"),
        *("sadd.sat", "ssub.sat", "sshl.sat", "uadd.sat", "usub.sat", "ushl.sat", "scmp", "ucmp"),
        *("sadd.with.overflow", "smul.with.overflow", "ssub.with.overflow"),
        *("uadd.with.overflow", "umul.with.overflow", "usub.with.overflow"),
        # floating-point numbers
        *("acos", "asin", "atan", "atan2", "canonicalize", "ceil", "copysign", "cos", "cosh", "exp", "exp10", "exp2"),
        *("fabs", "floor", "fma", "fmuladd", "fptosi.sat", "fptoui.sat", "frexp", "is.fpclass", "ldexp", "log"),
        *("log10", "log2", "maximum", "maximumnum", "maxnum", "minimum", "minimumnum", "minnum", "modf", "nearbyint"),
        *("pow", "powi", "rint", "round", "roundeven", "sin", "sincos", "sinh", "sqrt", "tan", "tanh", "trunc"),
        *("convert.from.fp16", "convert.to.fp16", "arithmetic.fence"),
        # vectors
        *(
            f"{room}vector.reduce.{name}"
            for room in ("", "experimental.")
            for name in (
                *("add", "and", "fadd", "fmax", "fmaximum", "fmin", "fminimum", "fmul", "mul", "or", "smax", "smin"),
                *("umax", "umin", "v2.fadd", "v2.fmul", "xor"),
            )
        ),
        *("vector.extract", "vector.insert", "vector.reverse"),
        # what the compiler knows or is told
        *("assume", "donothing", "expect", "expect.with.probability", "is.constant", "objectsize", "sideeffect"),
        *("annotation", "ptr.annotation", "var.annotation", "trap", "dbg.assign", "dbg.declare", "dbg.label"),
        *("dbg.value",),
    )
)
"""LLVM functions that compute or annotate, without the type suffix of their names."""
_TYPES: Final = re.compile(r"(?:\.(?:v\d+)?(?:i\d+|bf16|f\d+|[ap]\d+[\w.]*|s[l_][\w.]*))*")

_STRINGS: Final = frozenset(
    {
        *("approx-func-fp-math", "less-precise-fpmad", "no-infs-fp-math", "no-nans-fp-math", "no-signed-zeros-fp-math"),
        *("no-trapping-math", "unsafe-fp-math", "denormal-fp-math", "denormal-fp-math-f32"),
        *("disable-tail-calls", "min-legal-vector-width", "no-jump-tables"),
    }
)
"""Named attributes that are kept: none of them names a function, a processor or a processor feature."""

_REFUSED_ATTRIBUTES: Final = frozenset(
    {
        *(AttributeKind.FNRETTHUNK_EXTERN, AttributeKind.HYBRID_PATCHABLE, AttributeKind.IN_ALLOCA),
        *(AttributeKind.JUMP_TABLE, AttributeKind.NAKED, AttributeKind.NEST, AttributeKind.PREALLOCATED),
        *(AttributeKind.PRESPLIT_COROUTINE, AttributeKind.SAFESTACK, AttributeKind.SHADOW_CALL_STACK),
        *(AttributeKind.STACK_PROTECT, AttributeKind.STACK_PROTECT_REQ, AttributeKind.STACK_PROTECT_STRONG),
        *(AttributeKind.SWIFT_ASYNC, AttributeKind.SWIFT_ERROR, AttributeKind.SWIFT_SELF),
    }
)
_KNOWN_ATTRIBUTES: Final = frozenset(AttributeKind)

_ATTACHMENTS: Final = frozenset(
    {
        *("tbaa", "tbaa.struct", "fpmath", "range", "alias.scope", "noalias", "nontemporal", "nonnull", "noundef"),
        *("invariant.load", "invariant.group", "unpredictable", "prof", "llvm.access.group"),
        *("llvm.mem.parallel_loop_access", LOOP),
    }
)
"""Kinds of instruction metadata that are kept: none of them claims an alignment or a number of dereferenceable
bytes."""


def admit(module: Module, name: str, defined: Collection[str] = (), others: Collection[Function] = ()) -> None:
    """Check a module, which is changed: remove what a run does not need, and rename what it defines.
    `name`: the function to run, for messages; `defined`: names of functions that the module declares and the run
    defines; `others`: other entry points, which do not run.
    Raises UnsupportedError, with function and instruction, for content that no shader can have."""
    door = _Door(module, name, defined)
    door.take_out(others)
    door.look()
    for number, value in enumerate((*module.functions, *module.aliases)):
        if isinstance(value, Alias):
            value.name, value.linkage = f"mtlb.a{number}", Linkage.INTERNAL
        elif isinstance(value, Function) and (value.blocks or value.name in defined):
            value.name = f"{OF_FILE}{value.name}"


def seal(module: Module) -> None:
    """Remove what only readers of a file need: debug info, named metadata, and names of functions and values."""
    module.named_metadata = {}
    module.comdats = []
    module.source_filename = None
    kept = {number for number, name in module.metadata_kinds if name in _ATTACHMENTS}
    loop = module.kind_ids.get(LOOP)
    for number, function in enumerate(module.functions):
        function.metadata = []
        function.symbols = []
        if function.name.startswith(OF_FILE):
            function.name = f"{OF_FILE}{number}"
        for block in function.blocks:
            block.instructions = [item for item in block.instructions if not is_debug(item)]
            for instruction in block.instructions:
                instruction.debug_loc = None
                if instruction.metadata:
                    instruction.metadata = tuple(
                        (kind, node)
                        for kind, node in instruction.metadata
                        if kind in kept and not (kind == loop and _has_location(node))
                    )
    module.functions = [function for function in module.functions if not function.name.startswith(_DEBUG)]


def is_debug(instruction: Instruction) -> bool:
    """Whether it is used by debuggers only."""
    if instruction.code is not InstCode.CALL:
        return instruction.code in _DEBUG_RECORDS
    callee = instruction.operands[-1]
    return isinstance(callee, Function) and callee.name.startswith(_DEBUG)


def _has_location(node: MDNode) -> bool:
    return any(isinstance(field, MDNode) and field.code is MetadataCode.LOCATION for field in node.fields)


class _Door:
    def __init__(self, module: Module, name: str, defined: Collection[str]) -> None:
        self.module, self.name, self.defined = module, name, defined
        self.checked: set[Value] = set()  # constants that were checked
        self.types: set[Type] = set()  # types that were checked

    def refused(self, what: str) -> UnsupportedError:
        return UnsupportedError(f"function {self.name!a} can't be run: {what}")

    def take_out(self, others: Collection[Function]) -> None:
        """Remove what a run does not need: lists, content that only `others` use, and unreferenced declarations."""
        module = self.module
        if module.asm.strip("\0\n\t "):
            raise self.refused("the module has assembly of its own")
        module.asm = ""
        module.globals = [value for value in module.globals if value.name not in _LISTS]
        below = reached_from(others)
        above = reached_from(value for value in module.global_values() if value not in below)
        dropped = below - above
        module.globals = [variable for variable in module.globals if variable not in dropped]
        module.functions = [function for function in module.functions if function not in dropped]
        module.aliases = [alias for alias in module.aliases if alias not in dropped]
        module.symbols = [symbol for symbol in module.symbols if symbol not in dropped]
        named = {item for value in module.global_values() for item in named_by(value)}
        module.globals = [
            variable for variable in module.globals if variable.initializer is not None or variable in named
        ]
        module.functions = [function for function in module.functions if function.blocks or function in named]

    def look(self) -> None:
        """Check everything that remains."""
        module = self.module
        undefined = [value.name for value in module.globals if value.initializer is None]
        undefined += [
            function.name for function in module.functions if not (function.blocks or self.is_given(function.name))
        ]
        if undefined:
            names = ", ".join(f"{name:.200}" for name in sorted(undefined))
            raise UnsupportedError(f"function {self.name!a} uses functions that can't be run: {names}")
        for value in module.global_values():
            self.global_value(value)
            for part in constants_of(value):
                self.operand(part, partial(_named, value))
        for function in module.functions:
            function.attributes = self.attributes(function.attributes, partial(_named, function))
            for instruction in function.instructions():
                self.instruction(function, instruction)

    def is_given(self, name: str) -> bool:
        """Whether a declared function gets a definition, or is an LLVM function."""
        if name in self.defined:
            return True
        return _is_intrinsic(name) if name.startswith(INTRINSIC) else name.startswith(PREFIX)

    def global_value(self, value: GlobalValue) -> None:
        what = _named(value)
        self.type((value.type, value.value_type), partial(_named, value))
        if value.thread_local:
            raise self.refused(f"{what} is local to threads of a processor")
        if value.name.startswith(INTRINSIC) and value.name != GLOBAL_CTORS and not isinstance(value, Function):
            raise self.refused(f"{what} has a name of LLVM's")
        value.section, value.partition, value.comdat = "", "", None
        value.dll_storage = value.dso_local = 0
        if isinstance(value, Alias):
            if value.is_ifunc:
                raise self.refused(f"{what} is chosen by code when it is loaded")
        elif isinstance(value, Function):
            if value.personality is not None or value.prefix is not None or value.prologue is not None or value.gc:
                raise self.refused(f"{what} has a personality, data of its own or a garbage collector")
            if value.calling_convention not in _CONVENTIONS:
                raise self.refused(f"{what} has calling convention {value.calling_convention}")
            value.extra = ()
        else:
            value.metadata = []
            value.attributes, value.extra = (), ()  # type: ignore[attr-defined]  # a GlobalVariable

    def instruction(self, function: Function, instruction: Instruction) -> None:
        code, operands = instruction.code, instruction.operands
        if code is InstCode.CALL:
            callee = operands[-1]
            if isinstance(callee, InlineAsm):
                raise self.refused(self.at(function, instruction, "inline assembly"))
            is_intrinsic = isinstance(callee, Function) and callee.name.startswith(INTRINSIC)
            if not is_intrinsic and any(isinstance(operand, MetadataAsValue) for operand in operands):
                raise self.refused(self.at(function, instruction, "metadata as an argument"))
            if instruction.bundles and not (isinstance(callee, Function) and callee.name == ASSUME):
                tags = ", ".join(f"{bundle.tag!a:.60}" for bundle in instruction.bundles)
                raise self.refused(self.at(function, instruction, f"a call with operand bundles ({tags})"))
            if instruction.calling_convention not in _CONVENTIONS:
                what = f"a call with calling convention {instruction.calling_convention}"
                raise self.refused(self.at(function, instruction, what))
            assert isinstance(instruction, Call)
            if instruction.attributes:
                where = partial(self.at, function, instruction, "a call")
                instruction.attributes = self.attributes(instruction.attributes, where)
            if isinstance(callee, Function):
                operands = operands[:-1]
        elif code not in _INSTRUCTIONS and code not in _DEBUG_RECORDS:
            raise self.refused(self.at(function, instruction, f"an instruction {code.name}"))
        its = instruction.type if instruction.aux_type is None else instruction.aux_type
        self.type((instruction.type, its), partial(self.at, function, instruction, f"the type of {code.name}"))
        if code is InstCode.ALLOCA and not isinstance(operands[0], Constant):
            raise self.refused(self.at(function, instruction, "an alloca whose size is not a constant"))
        for operand in operands:
            if isinstance(operand, (Constant, GlobalValue, InlineAsm)) and operand not in self.checked:
                self.operand(operand, partial(self.at, function, instruction, f"an operand of {code.name}"))

    def at(self, function: Function, instruction: Instruction, what: str) -> str:
        return str(place_of(function, instruction, what))

    def operand(self, value: Value, where: Callable[[], str]) -> None:
        """Check a constant and all its operands; `where` describes its place in messages."""
        left = [value]
        while left:
            item = left.pop()
            if item in self.checked:
                continue
            self.checked.add(item)
            self.type((item.type,), where)
            if isinstance(item, Function):
                if not item.blocks and item.name not in self.defined:
                    raise self.refused(f"the address of {item.name!a:.200} is taken: {where()}")
            elif isinstance(item, InlineAsm):
                raise self.refused(f"inline assembly: {where()}")
            elif isinstance(item, Constant):
                if item.code not in _CONSTANTS:
                    raise self.refused(f"a constant {_code_name(item.code)}: {where()}")
                left.extend(item.operands)

    def type(self, types: tuple[Type, ...], where: Callable[[], str]) -> None:
        """Check types and their element types; `where` describes their place in messages."""
        left = [type_ for type_ in types if type_ not in self.types]
        while left:
            item = left.pop()
            if item in self.types:
                continue
            self.types.add(item)
            left.extend(item.elements)
            code = item.code
            if code not in _TYPES_OF_SHADERS:
                raise self.refused(f"type {code.name}: {where()}")
            if code in (TypeCode.INTEGER, TypeCode.VECTOR) and item.params[0] > _WIDEST:
                what = "an integer of" if code is TypeCode.INTEGER else "a vector of"
                raise self.refused(
                    f"{what} {item.params[0]} {'bits' if code is TypeCode.INTEGER else 'elements'}: {where()}"
                )
            if item.is_pointer and item.address_space >= _SPACES:
                raise self.refused(f"address space {item.address_space}: {where()}")

    def attributes(self, attributes: AttributeList, where: Callable[[], str]) -> AttributeList:
        """The attributes that are kept."""
        kept = []
        for group in attributes:
            for attribute in group.attributes:
                if isinstance(attribute.kind, int) and (
                    attribute.kind in _REFUSED_ATTRIBUTES or attribute.kind not in _KNOWN_ATTRIBUTES
                ):
                    words = next(
                        (kind.text for kind in AttributeKind if kind == attribute.kind), f"number {attribute.kind}"
                    )
                    raise self.refused(f"attribute {words}: {where()}")
            left = tuple(
                attribute
                for attribute in group.attributes
                if isinstance(attribute.kind, int) or attribute.kind in _STRINGS
            )
            if left or not group.attributes:
                kept.append(AttributeGroup(group.place, left, group.twin))
        return tuple(kept)


def _is_intrinsic(name: str) -> bool:
    """Whether it is a permitted LLVM intrinsic: a listed name, followed by types."""
    end = len(name)
    while end > len(INTRINSIC):
        if name[:end] in _INTRINSICS:
            return _TYPES.fullmatch(name, end) is not None
        end = name.rfind(".", 0, end)
    return False


def _named(value: GlobalValue) -> str:
    kind = "function" if isinstance(value, Function) else "alias" if isinstance(value, Alias) else "variable"
    return f"{kind} {value.name!a:.200}"


def _code_name(code: int) -> str:
    return next((item.name for item in ConstantCode if item == code), str(code))
