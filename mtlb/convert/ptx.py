"""Inline PTX assembly with predicated memory accesses, as Triton writes masked loads and stores.

    mov.u32 $0, $1; @$3 ld.global.v2.b32 { $0, … }, [ $2 + 0 ];      @$2 st.global.b32 [ $1 + 4 ], { $0 };
    @$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;
    cp.async.cg.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x10, $2;      mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 …

A template of such instructions becomes a branch around plain loads and stores, and LLVM's atomic operations. An
asynchronous copy is executed immediately, which is one of the orders that the PTX ISA allows. Matrix products are
expanded by `tiles.py`. Any other template is refused.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..base.errors import UnsupportedError
from ..ir import (
    AtomicOperation,
    BasicBlock,
    BinaryOperator,
    Call,
    InlineAsm,
    Ordering,
    Predicate,
    Type,
    TypeCode,
    Value,
)
from ..passes.rewriter import Rewriter
from .tiles import multiply

_MOVE = re.compile(r"mov\.[ubf](\d+) (\$\d+), (\$\d+|0x[0-9a-fA-F]+|-?\d+)")
_ACCESS = re.compile(
    r"(?:@(!?)(\$\d+) )?(ld|st)(?:\.(?:volatile|relaxed|weak|gpu|sys))*\.(?:global|shared(?:::cta)?)"
    r"((?:\.[\w:]+)*?)(?:\.v(\d))?\.[ubf](\d+) (.*)"
)
_HOW = r"(?:\.(?:gpu|sys|cta|relaxed|acquire|release|acq_rel))*"
_ATOMIC = re.compile(
    rf"(?:@(!?)(\$\d+) )?atom{_HOW}\.(global|shared){_HOW}\.(\w+)\.([usbf])(\d+)"
    r" (\$\d+), ?(\[.*?\]), ?(\$\d+)(?:, ?(\$\d+))?"
)
_OPERATIONS = {
    ("add", "f"): AtomicOperation.FADD,
    ("min", "s"): AtomicOperation.MIN,
    ("max", "s"): AtomicOperation.MAX,
    ("min", "u"): AtomicOperation.UMIN,
    ("max", "u"): AtomicOperation.UMAX,
    **{("add", kind): AtomicOperation.ADD for kind in "usb"},
    **{("and", kind): AtomicOperation.AND for kind in "ub"},
    **{("or", kind): AtomicOperation.OR for kind in "ub"},
    **{("xor", kind): AtomicOperation.XOR for kind in "ub"},
    **{("exch", kind): AtomicOperation.XCHG for kind in "ub"},
}
_ORDERS = {
    "acquire": Ordering.ACQUIRE,
    "release": Ordering.RELEASE,
    "acq_rel": Ordering.ACQ_REL,
}
_COPY = re.compile(
    r"(?:@(!?)(\$\d+) )?cp\.async\.c[ag]\.shared(?:::cta)?\.global(?:\.L2::\w+)*"
    r" (\[.*?\]), ?(\[.*?\]), ?(0x[0-9a-fA-F]+|\d+)(?:, ?(\$\d+|0x[0-9a-fA-F]+|\d+))?"
)
_PRODUCT = re.compile(r"(mma\.sync\.\S+) \{(.*?)\}, ?\{(.*?)\}, ?\{(.*?)\}, ?\{(.*?)\}")
_WAITS = re.compile(r"cp\.async\.(?:commit_group|wait_all|wait_group \S+)")
_PLACE = re.compile(r"\[ ?(\$\d+)(?: ?\+ ?(-?\d+))? ?\]")
_HINTS = frozenset(
    {"", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "L1::evict_last", "L1::evict_first", "L1::no_allocate"}
)


class _Access(NamedTuple):
    is_load: bool
    condition: str
    is_negated: bool
    width: int
    registers: tuple[str, ...]
    pointer: str
    offset: int


def expand_ptx(code: Rewriter, call: Call, assembly: InlineAsm) -> Value | bool:
    """The replacement for a call of inline assembly. UnsupportedError for other templates."""
    outputs = sum(1 for constraint in assembly.constraints.split(",") if constraint.startswith("="))
    inputs = {f"${outputs + place}": value for place, value in enumerate(call.operands[:-1])}
    result = call.type
    types = _result_types(result, outputs)
    registers: dict[str, Value] = {}
    for instruction in _instructions(assembly.asm):
        move = _MOVE.fullmatch(instruction)
        if move is not None:
            target, source = move[2], move[3]
            place = int(target[1:])
            if place >= outputs:
                raise _unknown(instruction)
            registers[target] = _moved(code, source, types[place], inputs, registers)
            continue
        atomic = _ATOMIC.fullmatch(instruction)
        if atomic is not None:
            _atomic(code, atomic, types, inputs, registers)
            continue
        copy = _COPY.fullmatch(instruction)
        if copy is not None:
            _copy(code, copy, inputs)
            continue
        product = _PRODUCT.fullmatch(instruction)
        if product is not None:
            _product(code, product, types, inputs, registers)
            continue
        if _WAITS.fullmatch(instruction):
            continue
        access = _parsed(instruction)
        if access is None:
            raise _unknown(instruction)
        if access.is_load:
            _load(code, access, types, inputs, registers, instruction)
        else:
            _store(code, access, inputs, registers, instruction)
    if result.code is TypeCode.VOID:
        return True
    values = [registers.get(f"${place}") for place in range(outputs)]
    if any(value is None for value in values):
        raise UnsupportedError("inline PTX assembly that does not set its result")
    results = [value for value in values if value is not None]
    return results[0] if outputs == 1 else code.aggregate(result, results)


def _unknown(instruction: str) -> UnsupportedError:
    return UnsupportedError(f"inline assembly: the PTX instruction {instruction!r} has no form in AIR")


def _instructions(text: str) -> list[str]:
    return [result for part in text.split(";") if (result := " ".join(part.split()))]


def _result_types(result: Type, outputs: int) -> list[Type]:
    if outputs == 0:
        return []
    return [result] if outputs == 1 else list(result.elements)


def _moved(code: Rewriter, source: str, type_: Type, inputs: dict[str, Value], registers: dict[str, Value]) -> Value:
    if source.startswith("$"):
        value = registers.get(source) or inputs.get(source)
        if value is None:
            raise _unknown(f"mov {source}")
        return code.bitcast(value, type_)
    number = int(source, 0)
    if type_.code is TypeCode.INTEGER:
        return code.integer(type_, number)
    return code.bitcast(code.integer(code.context.integer_type(32), number), type_)


def _parsed(instruction: str) -> _Access | None:
    match = _ACCESS.fullmatch(instruction)
    if match is None or any(hint not in _HINTS for hint in match[4].split(".")):
        return None
    operands = match[7]
    place = _PLACE.search(operands)
    if place is None:
        return None
    rest = operands.replace(place[0], "")
    registers = tuple(re.findall(r"\$\d+", rest))
    if len(registers) != int(match[5] or 1) or re.sub(r"[\s{},$\d]", "", rest):
        return None
    return _Access(
        match[3] == "ld", match[2] or "", bool(match[1]), int(match[6]), registers, place[1], int(place[2] or 0)
    )


def _split(code: Rewriter, access: _Access, inputs: dict[str, Value], instruction: str) -> BasicBlock | None:
    """Branch around the following code if there is a predicate; returns the block after it."""
    if not access.condition:
        return None
    condition = inputs.get(access.condition)
    if condition is None:
        raise _unknown(instruction)
    inside, after = BasicBlock(), BasicBlock()
    if access.is_negated:
        code.branch_if(condition, after, inside)
    else:
        code.branch_if(condition, inside, after)
    code.begin(inside)
    return after


def _address(code: Rewriter, access: _Access, inputs: dict[str, Value], index: int, instruction: str) -> Value:
    pointer = inputs.get(access.pointer)
    if pointer is None or not pointer.type.is_pointer:
        raise _unknown(instruction)
    offset = access.offset + index * access.width // 8
    return code.gep(code.i8, pointer, code.integer(code.i64, offset)) if offset else pointer


def _load(
    code: Rewriter,
    access: _Access,
    types: list[Type],
    inputs: dict[str, Value],
    registers: dict[str, Value],
    instruction: str,
) -> None:
    before = code.block
    after = _split(code, access, inputs, instruction)
    alignment = (access.width // 8).bit_length()
    loaded: list[Value] = []
    for index, register in enumerate(access.registers):
        place = int(register[1:])
        if place >= len(types):
            raise _unknown(instruction)
        raw = code.load(
            code.context.integer_type(access.width), _address(code, access, inputs, index, instruction), alignment
        )
        type_ = types[place]
        fits = type_.code is not TypeCode.INTEGER or type_.params[0] == access.width
        loaded.append(code.bitcast(raw, type_) if fits else code.resized(raw, type_))
    if after is not None:
        inside = code.block
        code.branch(after)
        code.begin(after)
        for index, register in enumerate(access.registers):
            other = registers.get(register) or code.undef(types[int(register[1:])])
            loaded[index] = code.phi(other.type, (other, loaded[index]), (before, inside))
    registers.update(zip(access.registers, loaded, strict=True))


def _store(
    code: Rewriter, access: _Access, inputs: dict[str, Value], registers: dict[str, Value], instruction: str
) -> None:
    after = _split(code, access, inputs, instruction)
    alignment = (access.width // 8).bit_length()
    for index, register in enumerate(access.registers):
        value = registers.get(register) or inputs.get(register)
        if value is None:
            raise _unknown(instruction)
        type_ = code.context.integer_type(access.width)
        fits = value.type.code is not TypeCode.INTEGER or value.type.params[0] == access.width
        stored = code.bitcast(value, type_) if fits else code.resized(value, type_)
        code.store(stored, _address(code, access, inputs, index, instruction), alignment)
    if after is not None:
        code.branch(after)
        code.begin(after)


def _atomic(
    code: Rewriter, match: re.Match[str], types: list[Type], inputs: dict[str, Value], registers: dict[str, Value]
) -> None:
    """An atomic operation, as an LLVM instruction that another rule legalises."""
    instruction = match[0]
    negated, condition, _, name, kind, bits, target, address, *arguments = match.groups()
    place = _PLACE.fullmatch(address)
    operands = [registers.get(item) or inputs.get(item) for item in arguments if item is not None]
    index = int(target[1:])
    if place is None or index >= len(types) or any(value is None for value in operands):
        raise _unknown(instruction)
    access = _Access(True, condition or "", bool(negated), int(bits), (target,), place[1], int(place[2] or 0))
    before = code.block
    after = _split(code, access, inputs, instruction)
    pointer = _address(code, access, inputs, 0, instruction)
    order = next((order for word, order in _ORDERS.items() if f".{word}" in instruction), Ordering.MONOTONIC)
    type_ = types[index]
    width = access.width
    number = code.context.integer_type(width)
    if kind == "f":
        number = {16: code.f16, 32: code.f32}.get(width) or code.context.type(TypeCode.DOUBLE)
    values = [_as(code, value, number) for value in operands if value is not None]
    alignment = (width // 8).bit_length()
    if name == "cas" and len(values) == 2:
        failure = Ordering.ACQUIRE if order in (Ordering.ACQUIRE, Ordering.ACQ_REL) else Ordering.MONOTONIC
        pair = code.compare_exchange(pointer, values[0], values[1], (order, failure), alignment=alignment)
        old: Value = code.extract_value(pair, 0)
    else:
        operation = _OPERATIONS.get((name, kind))
        if operation is None or len(values) != 1:
            raise _unknown(instruction)
        old = code.atomic(operation, pointer, values[0], order, alignment=alignment)
    old = _as(code, old, type_)
    if after is not None:
        inside = code.block
        code.branch(after)
        code.begin(after)
        other = registers.get(target) or code.undef(type_)
        old = code.phi(type_, (other, old), (before, inside))
    registers[target] = old


def _copy(code: Rewriter, match: re.Match[str], inputs: dict[str, Value]) -> None:
    """`cp.async`: copies a number of bytes, word by word; the bytes past the last operand's value are zero."""
    instruction = match[0]
    negated, condition, target, source, size, arguments = match.groups()
    bytes_ = int(size, 0)
    places = [_PLACE.fullmatch(address) for address in (target, source)]
    if bytes_ not in (4, 8, 16) or not all(places):
        raise _unknown(instruction)
    to, origin = (
        _Access(True, condition or "", bool(negated), 32, (), place[1], int(place[2] or 0)) for place in places if place
    )
    count: Value | None = None
    if arguments is not None:
        register = inputs.get(arguments) if arguments.startswith("$") else code.integer(code.i32, int(arguments, 0))
        if register is None:
            raise _unknown(instruction)
        count = code.resized(register, code.i32)
    after = _split(code, to, inputs, instruction)
    for word in range(bytes_ // 4):
        address = _address(code, origin, inputs, word, instruction)
        value = _word(code, address, count, 4 * word)
        code.store(value, _address(code, to, inputs, word, instruction), 3)
    if after is not None:
        code.branch(after)
        code.begin(after)


def _word(code: Rewriter, address: Value, count: Value | None, start: int) -> Value:
    """A word from memory whose bytes from `count` on are zero; nothing is read if all of them are."""
    if count is None:
        return code.load(code.i32, address, 3)
    zero = code.integer(code.i32, 0)
    before, body, after = code.block, BasicBlock(), BasicBlock()
    left = code.binary(BinaryOperator.SUB, count, code.integer(code.i32, start))
    code.branch_if(code.compare(Predicate.ICMP_SGT, left, zero), body, after)
    code.begin(body)
    loaded = code.load(code.i32, address, 3)
    gap = code.binary(BinaryOperator.SHL, left, code.integer(code.i32, 3))
    gap = code.binary(BinaryOperator.SUB, zero, gap)
    gap = code.binary(BinaryOperator.AND, gap, code.integer(code.i32, 31))
    cut = code.binary(BinaryOperator.LSHR, code.integer(code.i32, -1), gap)
    cut = code.binary(BinaryOperator.AND, loaded, cut)
    whole = code.compare(Predicate.ICMP_SGE, left, code.integer(code.i32, 4))
    value, end = code.select(whole, loaded, cut), code.block
    code.branch(after)
    code.begin(after)
    return code.phi(code.i32, (zero, value), (before, end))


def _product(
    code: Rewriter, match: re.Match[str], types: list[Type], inputs: dict[str, Value], registers: dict[str, Value]
) -> None:
    """`mma.sync`: the registers of D, A, B and C."""
    lists = [[item.strip() for item in match[place].split(",")] for place in range(2, 6)]
    targets, *operands = lists
    rows = [[registers.get(name) or inputs.get(name) for name in names] for names in operands]
    if any(value is None for values in rows for value in values):
        raise _unknown(match[0])
    left, right, total = ([value for value in values if value is not None] for values in rows)
    result = multiply(code, match[1], left, right, total)
    if len(result) != len(targets):
        raise _unknown(match[0])
    for target, value in zip(targets, result, strict=True):
        place = int(target[1:])
        if place >= len(types):
            raise _unknown(match[0])
        registers[target] = code.bitcast(value, types[place])


def _as(code: Rewriter, value: Value, type_: Type) -> Value:
    """A register converted to another type: an integer is resized, other types keep their bits."""
    both = value.type.code is TypeCode.INTEGER and type_.code is TypeCode.INTEGER
    return code.resized(value, type_) if both else code.bitcast(value, type_)
