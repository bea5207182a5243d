"""Rules on instructions: constructs of LLVM that Apple's GPU compilers do not take.

The counts are those of the 1,549 modules of Apple's that docs/air.md is based on; most of the effects were published by
those who write AIR with other compilers.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.metal import AddressSpace
from ...ir import (
    STRUCT_TYPES,
    CastOperator,
    Constant,
    ConstantCode,
    GepFlag,
    GlobalVariable,
    InstCode,
    Instruction,
    Type,
    TypeCode,
    Value,
    WrapFlag,
)
from ...ir.verify import verify_module
from .registry import ERROR, NOTE, PROVEN, SUSPECTED, WARNING, also, rule
from .subjects import (
    ATOMICS,
    CALLS,
    CASTS,
    COMPARISONS,
    GEPS,
    MEMORY,
    MODULE,
    OPERATORS,
    PHIS,
    UNREACHABLE,
    CodeSubject,
    ModuleSubject,
    counts_bytes,
    is_sampler,
)

_TO_OR_FROM_INTEGER = {
    int(CastOperator.FPTOUI): "fptoui",
    int(CastOperator.FPTOSI): "fptosi",
    int(CastOperator.UITOFP): "uitofp",
    int(CastOperator.SITOFP): "sitofp",
}
_FLOAT_CASTS = {int(CastOperator.FPTRUNC): "fptrunc", int(CastOperator.FPEXT): "fpext"}
_WIDTHS = frozenset({1, 8, 16, 32, 64})
_MOST_BITS = 64
_OR = 11


@rule(MODULE, "AIR061", "valid-ir", ERROR, PROVEN, "The module is valid LLVM IR",
      "LLVM's reader refuses the module: Unexpected bitcode file! or Failed to materializeAll.")  # fmt: skip
def _valid(module: ModuleSubject) -> Iterator[str]:
    yield from verify_module(module.module, shapes=module.shapes, sound=module.common.sound)[:8]


# --- flags -----------------------------------------------------------------------------------------------------------

_NEWER_FLAG = "flags that are newer than Apple's LLVM"


@rule(GEPS, "AIR062", "newer-flags", ERROR, PROVEN, "No instruction has flags that LLVM 17 and later added",
      "The reader takes them for something else or refuses the record: Failed to materializeAll.",
      cure="drops the flags, which are hints")  # fmt: skip
def _gep_flags(subject: CodeSubject) -> Iterator[str]:
    if subject.instruction.inbounds & ~GepFlag.INBOUNDS:
        yield f"getelementptr has {_NEWER_FLAG}{subject.where}"


@also(CASTS, "AIR062")
def _cast_flags(subject: CodeSubject) -> Iterator[str]:
    if subject.instruction.fast_flags:
        yield f"a cast has {_NEWER_FLAG}{subject.where}"


@also(COMPARISONS, "AIR062")
def _comparison_flags(subject: CodeSubject) -> Iterator[str]:
    instruction = subject.instruction
    if instruction.fast_flags and instruction.operands[0].type.scalar.code is TypeCode.INTEGER:
        yield f"icmp has {_NEWER_FLAG}{subject.where}"


@also(OPERATORS, "AIR062")
def _operator_flags(subject: CodeSubject) -> Iterator[str]:
    instruction = subject.instruction
    is_or = instruction.opcode == _OR and instruction.type.scalar.code is TypeCode.INTEGER
    if is_or and instruction.fast_flags & WrapFlag.DISJOINT:
        yield f"or has {_NEWER_FLAG}{subject.where}"


# --- casts -----------------------------------------------------------------------------------------------------------


@rule(CASTS, "AIR070", "number-conversion", ERROR, PROVEN,
      "Integers and floating-point numbers are converted by air.convert",
      "The GPU compiler dies on the instruction: XPC_ERROR_CONNECTION_INTERRUPTED.")  # fmt: skip
def _number_conversion(subject: CodeSubject) -> Iterator[str]:
    word = _TO_OR_FROM_INTEGER.get(subject.instruction.opcode)
    if word is not None:
        yield f"the instruction {word}{subject.where}"


@rule(CASTS, "AIR071", "vector-float-cast", ERROR, PROVEN,
      "Vectors of floating-point numbers are converted by air.convert",
      "The result is wrong, without an error.")  # fmt: skip
def _vector_cast(subject: CodeSubject) -> Iterator[str]:
    instruction = subject.instruction
    word = _FLOAT_CASTS.get(instruction.opcode)
    if word is not None and instruction.type.code is TypeCode.VECTOR:
        yield f"the instruction {word} on a vector{subject.where}"


@rule(CASTS, "AIR073", "bit-vector-cast", ERROR, PROVEN, "No vector of i1 is cast to an integer, or back",
      "The GPU compiler dies on the instruction: XPC_ERROR_CONNECTION_INTERRUPTED.")  # fmt: skip
def _bit_vectors(subject: CodeSubject) -> Iterator[str]:
    instruction = subject.instruction
    if instruction.opcode == CastOperator.BITCAST and (
        _is_bit_vector(instruction.type) or _is_bit_vector(instruction.operands[0].type)
    ):
        yield f"a bitcast of a vector of i1{subject.where}"


def _is_bit_vector(type_: Type) -> bool:
    return type_.code is TypeCode.VECTOR and type_.scalar.params == (1,) and type_.scalar.code is TypeCode.INTEGER


@rule(CASTS, "AIR080", "same-address-space", ERROR, PROVEN, "An addrspacecast goes to another address space",
      "Every reader refuses the module: Invalid cast, or Unexpected bitcode file!",
      cure="makes it a bitcast")  # fmt: skip
def _same_space(subject: CodeSubject) -> Iterator[str]:
    spaces = cast_spaces(subject.instruction)
    if spaces is not None and spaces[0] == spaces[1]:
        yield f"an addrspacecast within address space {spaces[0]}{subject.where}"


@rule(CASTS, "AIR082", "generic-pointer", WARNING, SUSPECTED, "No pointer is cast to address space 0",
      "There is no generic address space: what is read through the pointer is zero, without an error.")  # fmt: skip
def _generic_pointer(subject: CodeSubject) -> Iterator[str]:
    spaces = cast_spaces(subject.instruction)
    if spaces is not None and spaces[0] != spaces[1] and spaces[1] == AddressSpace.PRIVATE:
        yield f"an addrspacecast from address space {spaces[0]} to 0{subject.where}"


def cast_spaces(instruction: Instruction) -> tuple[int, int] | None:
    """The address spaces that an addrspacecast goes from and to; None for any other instruction."""
    source, target = instruction.operands[0].type.scalar, instruction.type.scalar
    if instruction.opcode != CastOperator.ADDRSPACECAST or not source.is_pointer or not target.is_pointer:
        return None
    return source.address_space, target.address_space


@rule(CASTS, "AIR060", "pointee", ERROR, SUSPECTED, "Pointers point at neither {} nor i1",
      "GPU compilers crash on textures through {}*, and on i1 in memory.")  # fmt: skip
def _pointee(subject: CodeSubject) -> Iterator[str]:
    type_ = subject.instruction.type
    if type_.code is TypeCode.POINTER:
        pointee = type_.pointee
        if pointee.code in STRUCT_TYPES and not pointee.elements:
            yield f"a cast to a pointer to an empty struct{subject.where}"
        elif pointee.code is TypeCode.INTEGER and pointee.params == (1,):
            yield f"a cast to a pointer to i1{subject.where}"


# --- memory ----------------------------------------------------------------------------------------------------------


@rule(ATOMICS, "AIR077", "atomic-instruction", ERROR, PROVEN, "Atomic operations are calls of air.atomic",
      "GPU compilers crash on atomic loads and stores (GPUCompiler.jl #904), macOS 27 aborts on a fence "
      "(Metal.jl #968).")  # fmt: skip
def _atomics(subject: CodeSubject) -> Iterator[str]:
    yield f"the instruction {subject.instruction.code.name.lower()}{subject.where}"


@rule(MEMORY, "AIR079", "memory-type", WARNING, SUSPECTED, "No i1 is loaded or stored",
      "Apple's compiler keeps bool in i8; the size of i1 in memory is nowhere defined.")  # fmt: skip
def _memory_type(subject: CodeSubject) -> Iterator[str]:
    instruction = subject.instruction
    type_ = instruction.type if instruction.code is InstCode.LOAD else instruction.operands[0].type
    if type_.scalar.code is TypeCode.INTEGER and type_.scalar.params == (1,):
        yield f"i1 in memory{subject.where}"


@rule(MEMORY, "AIR081", "unbound-pointer", ERROR, PROVEN, "Address space 0 is memory of the thread",
      "What is read through a pointer of another origin is zero, without an error.")  # fmt: skip
def _unbound_pointer(subject: CodeSubject) -> Iterator[str]:
    instruction = subject.instruction
    pointer = instruction.operands[-1]
    if pointer.type.is_pointer and pointer.type.address_space == AddressSpace.PRIVATE:
        origin = _foreign_origin(pointer)
        if origin:
            yield f"an access through address space 0 to what {origin} gave{subject.where}"


_FOREIGN = {int(CastOperator.ADDRSPACECAST): "addrspacecast", int(CastOperator.INTTOPTR): "inttoptr"}
_MOST_STEPS = 64


def is_foreign_origin(instruction: Instruction) -> bool:
    """Whether an instruction makes addresses of memory that is not of the thread (AIR081)."""
    return instruction.code is InstCode.CAST and instruction.opcode in _FOREIGN


def _foreign_origin(value: Value) -> str:
    """The cast that an address comes from, through addresses of its members; "" for memory of the thread."""
    for _ in range(_MOST_STEPS):
        if not isinstance(value, Instruction):
            return ""
        if value.code is InstCode.GEP:
            value = value.operands[0]
        elif value.code is InstCode.CAST:
            if value.opcode in _FOREIGN:
                return _FOREIGN[value.opcode]
            value = value.operands[0]
        else:
            return ""
    return ""


@rule(PHIS, "AIR069", "aggregate-phi", NOTE, SUSPECTED, "No phi is of a struct or array",
      "GPU compilers crash on them; Apple's compiler keeps members apart.")  # fmt: skip
def _aggregate_phi(subject: CodeSubject) -> Iterator[str]:
    code = subject.instruction.type.code
    if code in STRUCT_TYPES or code is TypeCode.ARRAY:
        yield f"a phi of a struct or array{subject.where}"


@rule(MEMORY, "AIR093", "aggregate-load", NOTE, SUSPECTED, "No struct or array is loaded as a whole",
      "GPU compilers take it apart, badly; Apple's compiler loads members.")  # fmt: skip
def _aggregate_load(subject: CodeSubject) -> Iterator[str]:
    instruction = subject.instruction
    code = instruction.type.code
    if instruction.code is InstCode.LOAD and (code in STRUCT_TYPES or code is TypeCode.ARRAY):
        yield f"a load of a struct or array{subject.where}"


@rule(GEPS, "AIR094", "byte-address-chain", NOTE, SUSPECTED, "An address in bytes is computed in one step",
      "GPU compilers see through fewer of such addresses: accesses are not merged.")  # fmt: skip
def _byte_chain(subject: CodeSubject) -> Iterator[str]:
    base = subject.instruction.operands[0]
    if counts_bytes(subject.instruction) and isinstance(base, Instruction) and counts_bytes(base):
        yield f"a getelementptr over i8 of another one{subject.where}"


_MOST_POINTER_PHIS = 63


@rule(PHIS, "AIR087", "pointer-phi", NOTE, SUSPECTED,
      "Phis of pointers are of addresses, and a block has 63 of them at most",
      "GPU compilers crash on others.")  # fmt: skip
def _pointer_phi(subject: CodeSubject) -> Iterator[str]:
    instruction = subject.instruction
    for operand in instruction.operands if instruction.type.is_pointer else ():
        if isinstance(operand, Constant) and operand.code in _NO_ADDRESS:
            yield f"a phi of pointers with {_NO_ADDRESS[ConstantCode(operand.code)]}{subject.where}"


_NO_ADDRESS = {ConstantCode.NULL: "null", ConstantCode.UNDEF: "undef", ConstantCode.POISON: "poison"}


@also(MODULE, "AIR087")
def _many_pointer_phis(module: ModuleSubject) -> Iterator[str]:
    if not any(first.code is InstCode.PHI and first.type.is_pointer for first in module.shapes.first.values()):
        return
    for function in module.module.functions:
        for block in function.blocks:
            count = 0
            for instruction in block.instructions:
                if instruction.code is not InstCode.PHI:
                    break
                count += instruction.type.is_pointer
            if count > _MOST_POINTER_PHIS:
                yield f"{count} phis of pointers in one block of @{function.name}"


# --- types -----------------------------------------------------------------------------------------------------------


@rule(OPERATORS, "AIR078", "number-type", ERROR, SUSPECTED, "Numbers are of types that the GPU has",
      "There is no double, and integers have 64 bits at most: the GPU compiler fails.")  # fmt: skip
def _operator_type(subject: CodeSubject) -> Iterator[str]:
    yield from _unknown_type(subject.instruction.type, subject)


@rule(OPERATORS, "AIR096", "odd-width", NOTE, SUSPECTED, "Integers have 1, 8, 16, 32 or 64 bits",
      "Apple's compiler makes others of a few switches alone.")  # fmt: skip
def _operator_width(subject: CodeSubject) -> Iterator[str]:
    yield from _odd_width(subject)


@also(CASTS, "AIR096")
def _cast_width(subject: CodeSubject) -> Iterator[str]:
    yield from _odd_width(subject)


@also(MEMORY, "AIR096")
def _loaded_width(subject: CodeSubject) -> Iterator[str]:
    yield from _odd_width(subject)


def _odd_width(subject: CodeSubject) -> Iterator[str]:
    scalar = subject.instruction.type.scalar
    if scalar.code is TypeCode.INTEGER and scalar.params[0] not in _WIDTHS and scalar.params[0] < _MOST_BITS:
        yield f"an integer of {scalar.params[0]} bits{subject.where}"


@also(CASTS, "AIR078")
def _cast_type(subject: CodeSubject) -> Iterator[str]:
    yield from _unknown_type(subject.instruction.type, subject)


@also(MEMORY, "AIR078")
def _loaded_type(subject: CodeSubject) -> Iterator[str]:
    yield from _unknown_type(subject.instruction.type, subject)


def _unknown_type(type_: Type, subject: CodeSubject) -> Iterator[str]:
    scalar = type_.scalar
    if scalar.code is TypeCode.DOUBLE:
        yield f"a double{subject.where}"
    elif scalar.code is TypeCode.INTEGER and scalar.params[0] > _MOST_BITS:
        yield f"an integer of {scalar.params[0]} bits{subject.where}"


# --- control flow and calls ------------------------------------------------------------------------------------------


@rule(UNREACHABLE, "AIR086", "unreachable", NOTE, SUSPECTED, "No block ends with unreachable",
      "A GPU that runs into it, with a part of its threads, hangs (Metal.jl #113, #433).")  # fmt: skip
def _unreachable(subject: CodeSubject) -> Iterator[str]:
    yield f"unreachable{subject.where}"


@rule(CALLS, "AIR063", "sampler-state", ERROR, PROVEN, "Samplers in the code are in !air.sampler_states",
      "The GPU compiler dies: XPC_ERROR_CONNECTION_INTERRUPTED.",
      cure="adds the samplers to the list")  # fmt: skip
def _sampler_state(subject: CodeSubject) -> Iterator[str]:
    for operand in subject.instruction.operands:
        variable = sampler_variable(operand)
        if variable is not None and variable not in subject.module.samplers:
            yield f"@{variable.name} is a sampler, and !air.sampler_states does not have it"


def sampler_variable(operand: Value) -> GlobalVariable | None:
    """The constant that a call passes as a sampler."""
    if not is_sampler(operand.type):
        return None
    while isinstance(operand, Constant) and operand.code in (ConstantCode.CE_CAST, ConstantCode.CE_GEP):
        operand = operand.operands[0]
    return operand if isinstance(operand, GlobalVariable) else None
