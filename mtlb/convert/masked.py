"""Masked vector loads and stores, and vectors of pointers, which AIR does not have.

A masked load or store, a gather, a scatter, an expanding load and a compressing store become loads and stores of single
elements, each in its own branch if the mask is not a constant. A vector of pointers becomes an address for each
element, computed at its use.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Final

from ..base.errors import UnsupportedError
from ..ir import (
    BasicBlock,
    Call,
    CastOperator,
    Constant,
    ConstantCode,
    DataLayout,
    Function,
    InstCode,
    Instruction,
    Predicate,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.type_rules import is_vector
from ..passes.rewriter import Rewriter, Rule, remove_unused
from .memory import call_alignments

_PREFIX = "llvm.masked."
_MOST_ROUNDS = 8
_LAYOUT = DataLayout()
_MADE_OF_ELEMENTS = (InstCode.GEP, InstCode.INSERTELT, InstCode.SHUFFLEVEC, InstCode.CAST, InstCode.VSELECT)


class MaskedExpansion:
    """Expands masked accesses and vectors of pointers in the functions of a module, which has neither in most cases:
    names of functions and types are looked at once, new ones when there are some.
    """

    def __init__(self, code: Rewriter) -> None:
        self.code = code
        self.names = 0  # that were looked at
        self.types = 0
        self.is_needed = False

    def expand(self, function: Function) -> None:
        """Expand them in a function, in place. UnsupportedError for a vector of pointers from an instruction that is
        not handled here.
        """
        if not self.may_be_needed() or not any(_is_of_interest(i) for i in function.instructions()):
            return
        for _ in range(_MOST_ROUNDS):
            if not self.code.run(function, _RULES):
                break
        remove_unused(function, (*_MADE_OF_ELEMENTS, InstCode.LOAD, InstCode.FREEZE), lambda i: _holds_pointers(i.type))

    def may_be_needed(self) -> bool:
        """Whether the module has functions of masked accesses, or its context vectors of pointers."""
        names, types = self.code.functions.by_name, self.code.context.literal_types()
        if not self.is_needed and len(names) > self.names:
            self.is_needed = any(name.startswith(_PREFIX) for name in islice(names, self.names, None))
        if not self.is_needed and len(types) > self.types:
            self.is_needed = any(map(_holds_pointers, types[self.types :]))
        self.names, self.types = len(names), len(types)
        return self.is_needed


def _holds_pointers(type_: Type) -> bool:
    return is_vector(type_) and type_.elements[0].is_pointer


def _is_of_interest(i: Instruction) -> bool:
    if isinstance(i, Call):
        return i.operands[-1].name.startswith(_PREFIX)
    return _holds_pointers(i.type) or any(_holds_pointers(operand.type) for operand in i.operands)


# --- elements --------------------------------------------------------------------------------------------------------


_SCALAR: Final = -1  # instead of the index of an element, for a scalar
_MOST_STEPS: Final = 1 << 16  # for one element: selects between selects of the same vectors double them


def _element(code: Rewriter, vector: Value, index: int) -> Value:
    """An element of a vector; the inserted value itself if an instruction that inserts it can be followed. An element
    of a vector of pointers is computed in the same way as the vector.
    """
    work: list[tuple[Value, int, bool]] = [(vector, index, False)]  # a value, and whether its operands are in `results`
    results: list[Value] = []
    steps = 0
    while work:
        value, index, has_operands = work.pop()
        if has_operands:
            assert isinstance(value, Instruction)
            count = len(value.operands)
            operands = results[-count:]
            del results[-count:]
            results.append(_of_operands(code, value, operands))
            continue
        steps += 1
        if steps > _MOST_STEPS:
            raise UnsupportedError(f"a vector of pointers that is computed in more than {_MOST_STEPS} steps")
        value, index = _followed(code, value, index)
        if index == _SCALAR:
            results.append(value)
        elif not _holds_pointers(value.type):
            results.append(code.extract_element(value, index))
        elif isinstance(value, Instruction) and value.code in _COMPUTING:
            work.append((value, index, True))
            for operand in reversed(value.operands):
                work.append((operand, index if is_vector(operand.type) else _SCALAR, False))
        else:
            element = code.constant_element(value, index)
            if element is None:
                reason = "a vector of pointers that is not built from pointers in this function"
                raise UnsupportedError(f"{reason}, which AIR does not support")
            results.append(element)
    return results[0]


def _followed(code: Rewriter, vector: Value, index: int) -> tuple[Value, int]:
    """The vector and the index in it that an element comes from, or the value that was inserted there and `_SCALAR`."""
    while index != _SCALAR and isinstance(vector, Instruction):
        if vector.code is InstCode.INSERTELT:
            place = constant_number(vector.operands[2])
            if place is None:
                break
            if place == index:
                return vector.operands[1], _SCALAR
            vector = vector.operands[0]
        elif vector.code is InstCode.SHUFFLEVEC:
            chosen = code.constant_element(vector.operands[2], index)
            left, right = vector.operands[:2]
            if chosen is None or chosen.code in (ConstantCode.UNDEF, ConstantCode.POISON):
                break
            count = left.type.params[0]
            place = constant_number(chosen) or 0
            vector, index = (left, place) if place < count else (right, place - count)
        else:
            break
    return vector, index


_COMPUTING: Final = (InstCode.GEP, InstCode.CAST, InstCode.VSELECT, InstCode.FREEZE)


def _of_operands(code: Rewriter, vector: Instruction, operands: list[Value]) -> Value:
    """An element of a vector of pointers, from the elements of the operands of the instruction."""
    if vector.code is InstCode.GEP:
        assert vector.aux_type is not None
        return code.gep(vector.aux_type, operands[0], *operands[1:], inbounds=vector.inbounds)
    if vector.code is InstCode.CAST:
        return code.cast(CastOperator(vector.opcode), operands[0], vector.type.elements[0])
    if vector.code is InstCode.VSELECT:
        return code.select(operands[0], operands[1], operands[2])
    return operands[0]


# --- branches --------------------------------------------------------------------------------------------------------


def _where(code: Rewriter, condition: Value, make: Callable[[], Value], other: Value | None) -> Value | None:
    """Emit `make` under a condition. `other` is the value where the condition is false; None if there is no value."""
    constant = constant_number(condition)
    if constant is not None or isinstance(condition, Constant):
        return make() if constant else other
    before, inside, after = code.block, BasicBlock(), BasicBlock()
    code.branch_if(condition, inside, after)
    code.begin(inside)
    result = make()
    end = code.block
    code.branch(after)
    code.begin(after)
    return None if other is None else code.phi(result.type, (result, other), (end, before))


def _alignment(number: int, index: int, size: int) -> int:
    """log2 plus one of the alignment of an element at an index from an aligned address."""
    while index * size % number:
        number >>= 1
    return number.bit_length()


class _Access:
    """The operands of a call: `pointer` (or a vector of them), `mask`, and the stored value, or the value of a load
    where the mask is false.

    LLVM up to 21 has the alignment as an operand, later versions as an attribute of the pointer.
    """

    def __init__(self, call: Call, values: list[Value]) -> None:
        callee = call.operands[-1]
        self.is_store = "store" in callee.name or "scatter" in callee.name
        rest = list(values)
        self.value = rest.pop(0) if self.is_store else None
        place = len(values) - len(rest)
        self.pointer = rest.pop(0)
        aligned = rest.pop(0) if len(rest) > (1 if self.is_store else 2) else None
        number = constant_number(aligned) if aligned is not None else None
        self.alignment = number or call_alignments(call, place + 1)[place]
        self.mask = rest[0]
        self.other = self.value if self.value is not None else rest[1]
        assert self.other is not None
        self.type = self.other.type
        self.element = self.type.elements[0]
        if self.element.code is TypeCode.INTEGER and self.element.params[0] % 8:
            raise UnsupportedError(f"a masked access to elements of {self.element.params[0]} bits")
        if len(self.type.params) > 1 and self.type.params[1]:
            raise UnsupportedError("a scalable vector, which AIR does not support")
        self.count = self.type.params[0]
        self.size = _LAYOUT.alloc_size(self.element)


def rule_call(code: Rewriter, call: Instruction) -> Value | bool | None:
    """The replacement for a call of `llvm.masked.*`."""
    assert isinstance(call, Call)
    callee = call.operands[-1]
    if not callee.name.startswith(_PREFIX):
        return None
    family = callee.name[len(_PREFIX) :].partition(".")[0]
    expand = _EXPANSIONS.get(family)
    if expand is None:
        raise UnsupportedError(f"{callee.name}, which AIR does not support")
    access = _Access(call, list(call.operands[:-1]))
    return expand(code, access)


def _in_a_row(code: Rewriter, access: _Access) -> Value | bool:
    """A masked load or store of consecutive elements."""
    bits = [code.constant_element(access.mask, index) for index in range(access.count)]
    if all(bit is not None and constant_number(bit) for bit in bits):
        if access.value is not None:
            code.store(access.value, access.pointer, access.alignment.bit_length())
            return True
        return code.load(access.type, access.pointer, access.alignment.bit_length())

    def place(index: int) -> Value:
        return code.gep(access.element, access.pointer, code.integer(code.i64, index)) if index else access.pointer

    def alignment(index: int) -> int:
        return _alignment(access.alignment, index, access.size)

    return _each(code, access, place, alignment)


def _anywhere(code: Rewriter, access: _Access) -> Value | bool:
    """A gather or a scatter: every element has its own address."""
    return _each(
        code, access, lambda index: _element(code, access.pointer, index), lambda _: access.alignment.bit_length()
    )


def _each(
    code: Rewriter, access: _Access, place: Callable[[int], Value], alignment: Callable[[int], int]
) -> Value | bool:
    result: Value = access.other
    for index in range(access.count):
        bit = _element(code, access.mask, index)
        other = _element(code, access.other, index)
        if access.value is not None:
            _where(code, bit, lambda i=index, v=other: code.store(v, place(i), alignment(i)), None)  # type: ignore[misc]
            continue
        loaded = _where(code, bit, lambda i=index: code.load(access.element, place(i), alignment(i)), other)  # type: ignore[misc]
        assert loaded is not None
        if loaded is not other:
            result = code.insert_element(result, loaded, index)
    return result if access.value is None else True


def _packed(code: Rewriter, access: _Access) -> Value | bool:
    """An expanding load or a compressing store: the selected elements are consecutive in memory."""
    place: Value = access.pointer
    alignment = _alignment(access.alignment, 1, access.size)
    result: Value = access.other
    for index in range(access.count):
        bit = _element(code, access.mask, index)
        other = _element(code, access.other, index)
        here = place
        if access.value is not None:
            _where(code, bit, lambda p=here, v=other: code.store(v, p, alignment), None)  # type: ignore[misc]
        else:
            loaded = _where(code, bit, lambda p=here: code.load(access.element, p, alignment), other)  # type: ignore[misc]
            assert loaded is not None
            result = code.insert_element(result, loaded, index)
        if index + 1 < access.count:
            step = code.resized(bit, code.i64)
            place = code.gep(access.element, place, step)
    return result if access.value is None else True


_EXPANSIONS: dict[str, Callable[[Rewriter, _Access], Value | bool]] = {
    "load": _in_a_row,
    "store": _in_a_row,
    "gather": _anywhere,
    "scatter": _anywhere,
    "expandload": _packed,
    "compressstore": _packed,
}


# --- other uses of vectors of pointers -------------------------------------------------------------------------------


def rule_extractelement(code: Rewriter, extract: Instruction) -> Value | None:
    """An element of a vector of pointers."""
    vector, place = extract.operands
    index = constant_number(place)
    if not _holds_pointers(vector.type):
        return None
    if index is None:
        raise UnsupportedError("a pointer extracted from a vector at a variable index")
    return _element(code, vector, index)


def rule_cast(code: Rewriter, cast: Instruction) -> Value | None:
    """A conversion of a vector of pointers to integers."""
    source = cast.operands[0]
    if not _holds_pointers(source.type) or _holds_pointers(cast.type):
        return None
    opcode = CastOperator(cast.opcode)
    numbers = [code.cast(opcode, _element(code, source, n), cast.type.elements[0]) for n in range(cast.type.params[0])]
    return code.joined(cast.type, numbers)


def rule_compare(code: Rewriter, compare: Instruction) -> Value | None:
    """A comparison of vectors of pointers."""
    left, right = compare.operands
    if not _holds_pointers(left.type):
        return None
    bits = [
        code.compare(Predicate(compare.predicate), _element(code, left, n), _element(code, right, n))
        for n in range(left.type.params[0])
    ]
    return code.joined(compare.type, bits)


def rule_store(code: Rewriter, store: Instruction) -> bool | None:
    """A store of a vector of pointers, element by element."""
    value, pointer = store.operands
    if not _holds_pointers(value.type):
        return None
    element = value.type.elements[0]
    size = _LAYOUT.alloc_size(element)
    whole_alignment = 1 << (store.alignment - 1) if store.alignment else size
    for index in range(value.type.params[0]):
        place = code.gep(element, pointer, code.integer(code.i64, index)) if index else pointer
        code.store(_element(code, value, index), place, _alignment(whole_alignment, index, size), store.is_volatile)
    return True


def rule_load(code: Rewriter, load: Instruction) -> Value | None:
    """A load of a vector of pointers, element by element; the vector is rebuilt for its users."""
    if not _holds_pointers(load.type):
        return None
    element, pointer = load.type.elements[0], load.operands[0]
    size = _LAYOUT.alloc_size(element)
    whole_alignment = 1 << (load.alignment - 1) if load.alignment else size
    parts = []
    for index in range(load.type.params[0]):
        place = code.gep(element, pointer, code.integer(code.i64, index)) if index else pointer
        parts.append(code.load(element, place, _alignment(whole_alignment, index, size), load.is_volatile))
    return code.joined(load.type, parts)


_RULES: dict[InstCode, Rule] = {
    InstCode.CALL: rule_call,
    InstCode.EXTRACTELT: rule_extractelement,
    InstCode.CAST: rule_cast,
    InstCode.CMP2: rule_compare,
    InstCode.STORE: rule_store,
    InstCode.LOAD: rule_load,
}
