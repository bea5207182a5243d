"""Checks for constructs without a form in AIR: before any other step, and again after all rewriting."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..air.intrinsics import intrinsic
from ..air.names import BOUND_AT_RUN_TIME, PREFIX
from ..air.symbols import is_intrinsic
from ..air.tensors import is_deferred_size
from ..air.words import ENTRY_LISTS
from ..base.errors import UnsupportedError
from ..base.features import MOST_THREADGROUP_BYTES
from ..base.metal import AddressSpace
from ..container import FunctionType
from ..ir import (
    Constant,
    ConstantAsMetadata,
    DataLayout,
    Function,
    GlobalValue,
    InlineAsm,
    InstCode,
    Instruction,
    Linkage,
    MDString,
    Module,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.names import IDENT
from ..ir.uses import named_by
from ..passes.rewriter import refused
from .arguments import is_empty

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_ALLOCA: Final = InstCode.ALLOCA
_CALL: Final = InstCode.CALL
_FUNCTION: Final = TypeCode.FUNCTION
_INTEGER: Final = TypeCode.INTEGER
_TARGET_TYPE: Final = TypeCode.TARGET_TYPE
_VECTOR: Final = TypeCode.VECTOR

_NAMES = {
    TypeCode.DOUBLE: "double, which Apple GPUs do not support",
    TypeCode.X86_FP80: "an 80-bit float",
    TypeCode.FP128: "a 128-bit float",
    TypeCode.PPC_FP128: "a 128-bit float",
    TypeCode.X86_MMX: "an MMX register",
    TypeCode.X86_AMX: "an AMX tile",
    TypeCode.TARGET_TYPE: "a type of another target",
    TypeCode.TOKEN: "a token",
}
_WIDEST = 64
_ENTRIES = [name for name, kind in ENTRY_LISTS.items() if kind not in (FunctionType.VISIBLE, FunctionType.EXTERN)]


def _reason(type_: Type, depth: int = 0) -> str:
    """The reason why AIR lacks a type; "" if AIR has it."""
    if type_.code in _NAMES:
        name = f" (target {type_.name!a})" if type_.code is _TARGET_TYPE else ""
        return _NAMES[type_.code] + name
    if type_.code is _INTEGER and type_.params[0] > _WIDEST:
        return f"i{type_.params[0]}: integers of AIR have at most {_WIDEST} bits"
    if type_.code is _VECTOR:
        if len(type_.params) > 1 and type_.params[1]:
            return "a scalable vector"
        if type_.scalar.is_pointer:
            return "a vector of pointers"
    if type_.is_pointer or depth > 8 or type_.code is _FUNCTION:
        return ""
    for element in type_.elements:
        if reason := _reason(element, depth + 1):
            return reason
    return ""


def _reason_of(fine: set[Type], type_: Type) -> str:
    """As `_reason`; a type that AIR has is added to the set."""
    reason = _reason(type_)
    if not reason:
        fine.add(type_)
    return reason


def check_read(module: Module) -> None:
    """Raise the error of the first function or variable of the module that could not be read, if there is any."""
    for value in module.global_values() if module.unread else ():
        if value in module.unread:
            raise module.unread[value]


def check_input(
    module: Module, *, is_foreign: bool = False, has_assembly: bool = False, may_recur: bool = False
) -> None:
    """Refuse constructs that no step rewrites. UnsupportedError with the function or variable.

    `is_foreign`: the module was compiled for another target, so empty assembly is rewritten. `has_assembly`: other
    assembly is rewritten too.
    """
    for alias in module.aliases:
        kind = "an ifunc" if alias.is_ifunc else "an alias"
        raise UnsupportedError(f"@{alias.name} is {kind}, which AIR does not support")
    for function in module.functions:
        for instruction in function.instructions():
            for operand in instruction.operands:
                if isinstance(operand, InlineAsm) and not has_assembly and not (is_foreign and is_empty(operand)):
                    raise refused(function, instruction, "inline assembly, which AIR does not support")
            if is_foreign and instruction.code is _ALLOCA and not _has_size(instruction.operands[0]):
                reason = "memory whose size is not a constant, which AIR has for tensors alone"
                raise refused(function, instruction, reason)
    if not may_recur and (roots := _roots(module)):
        check_recursion(module, roots)


def _has_size(count: Value) -> bool:
    """Whether the size of an alloca is a constant, also one that is known when the pipeline is built."""
    return constant_number(count) is not None or is_deferred_size(count)


def _roots(module: Module) -> list[Function]:
    """The functions that must not reach a recursion: entry points, and every function of a module compiled for another
    GPU.

    From Metal 2.4 on, functions of dynamic libraries and visible functions may be recursive: the program sets the depth
    of the stack for them (maxCallStackDepth). Modules from Apple's own compiler always pass: kernels of PyTorch for
    macOS 13 reach mutually recursive functions.
    """
    if not module.triple.startswith("air"):
        return module.functions
    idents = [field for node in module.named_metadata.get(IDENT, ()) for field in node.fields[:1]]
    if any(isinstance(ident, MDString) and ident.value.startswith("Apple ") for ident in idents):
        return []
    nodes = [node for name in _ENTRIES for node in module.named_metadata.get(name, ())]
    values = [field.value for node in nodes for field in node.fields[:1] if isinstance(field, ConstantAsMetadata)]
    return [value for value in values if isinstance(value, Function)]


def check_recursion(module: Module, roots: Iterable[Function]) -> None:
    """Refuse direct and indirect recursion that `roots` reach: a GPU has no call stack."""
    recursion = find_recursion(module, roots)
    if recursion is not None:
        circle, instruction = recursion
        words = " -> ".join(f"@{f.name}" for f in circle)
        callers = [f for f in circle if any(i is instruction for i in f.instructions())]
        raise refused(callers[0], instruction, f"recursion ({words}), which AIR does not support")


def find_recursion(module: Module, roots: Iterable[Function]) -> tuple[list[Function], Instruction] | None:
    """A cycle of calls that `roots` reach, with its first function repeated at the end, and the call that closes it."""
    calls: dict[Function, list[tuple[Function, Instruction]]] = {
        function: [
            (i.operands[-1], i)
            for i in function.instructions()
            if i.code is _CALL and isinstance(i.operands[-1], Function)
        ]
        for function in module.functions
    }
    done: set[Function] = set()
    for root in roots:
        path: list[Function] = []
        stack: list[tuple[Function, bool]] = [(root, False)]
        while stack:
            function, is_left = stack.pop()
            if is_left:
                path.pop()
                done.add(function)
                continue
            if function in done:
                continue
            path.append(function)
            stack.append((function, True))
            for callee, instruction in calls[function]:
                if callee in path:
                    return [*path[path.index(callee) :], callee], instruction
                if callee not in done:
                    stack.append((callee, False))
    return None


IMPORTED = "air.mtl_import."
"""The prefix for functions that another module defines, used while Metal source is compiled."""


def check_result(module: Module, *, is_foreign: bool = False, is_source: bool = False) -> list[str]:
    """Refuse types that AIR lacks and that legalisation left, too much threadgroup memory and, in a module for another
    target, calls of undefined functions. Returns warnings.

    `is_source`: the module comes from Metal source, where too much memory is only a warning: Apple's compiler accepts
    MLX's attention for a head size of 256, which uses 53,760 bytes, although no pipeline can be created from it.
    """
    for function in module.functions:
        for instruction in function.instructions() if is_foreign else ():
            callee = instruction.operands[-1] if instruction.code is _CALL else None
            if isinstance(callee, Function) and callee.section == BOUND_AT_RUN_TIME:
                continue
            if isinstance(callee, Function) and callee.is_declaration and not is_intrinsic(callee.name):
                reason = f"@{callee.name} is not defined, and no function of AIR is known to take its place"
                raise refused(function, instruction, reason)
            if isinstance(callee, Function) and _is_unknown(callee):
                raise refused(function, instruction, f"@{callee.name} is not a function of AIR that is known")
    fine: set[Type] = set()  # a module has few types
    for function in module.functions:
        for parameter in (function.value_type.result, *function.value_type.parameters):
            if parameter not in fine and (reason := _reason_of(fine, parameter)):
                raise refused(function, None, f"its type has {reason}")
        for instruction in function.instructions():
            reason = "" if instruction.type in fine else _reason_of(fine, instruction.type)
            for operand in instruction.operands:
                if operand.type not in fine and isinstance(operand, Constant):
                    reason = reason or _reason_of(fine, operand.type)
            aux_type = instruction.aux_type
            if aux_type is not None and aux_type not in fine and not reason and instruction.code is not _CALL:
                reason = _reason_of(fine, aux_type)
            if reason:
                raise refused(function, instruction, reason)
    for variable in module.globals:
        if reason := _reason_of(fine, variable.value_type):
            raise UnsupportedError(f"@{variable.name}: {reason}")
        of_thread = variable.address_space == AddressSpace.PRIVATE and variable.linkage != Linkage.APPENDING
        if of_thread and is_foreign and not variable.is_constant:
            reason = "is a writable variable, and AIR has no thread-private global variables"
            raise UnsupportedError(f"@{variable.name} {reason}")
    unknown = [] if is_foreign else [f.name for f in module.functions if _is_unknown(f)]
    warnings = [f"@{name} is not a function of AIR that is known: a loader may refuse the library" for name in unknown]
    return warnings + check_threadgroup_memory(module, is_source=is_source)


def _is_unknown(function: Function) -> bool:
    name = function.name
    is_ours = function.blocks or name.startswith(IMPORTED) or not name.startswith(PREFIX)
    return not is_ours and intrinsic(name) is None


def check_threadgroup_memory(module: Module, *, is_source: bool = False) -> list[str]:
    """Refuse entry points that use more threadgroup memory than exists, including memory of functions that they call.
    For Metal source this is a warning.
    """
    warnings: list[str] = []
    layout = DataLayout()
    shared = [variable for variable in module.globals if variable.address_space == AddressSpace.THREADGROUP]
    if sum([layout.alloc_size(variable.value_type) for variable in shared]) <= MOST_THREADGROUP_BYTES:
        return warnings  # whatever an entry point reaches
    for root in module.functions:
        if root.is_declaration or root.linkage.is_local:
            continue
        reached: set[GlobalValue] = {root}
        pending: list[Function] = [root]
        while pending:
            for result in named_by(pending.pop()):
                if result not in reached:
                    reached.add(result)
                    if isinstance(result, Function):
                        pending.append(result)
        used = sum([layout.alloc_size(variable.value_type) for variable in shared if variable in reached])
        if used > MOST_THREADGROUP_BYTES:
            reason = f"it uses {used} bytes of threadgroup memory, a GPU of Apple has {MOST_THREADGROUP_BYTES}"
            if not is_source:
                raise refused(root, None, reason)
            warnings.append(f"function {root.name!a}: {reason}: no pipeline can be made of it")
    return warnings
