"""Work-group copies, `async_work_group_copy` and similar functions: each work-item copies a part of the elements.

`wait_group_events` is a barrier, after which all work-items see the copy; the event is null. The address spaces of the
pointers are inferred later, as for any other access. Source: OpenCL C 3.0, 6.15.11.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..ir import BasicBlock, BinaryOperator, Call, Function, Instruction, Predicate, Type, TypeCode, Value
from ..ir.type_rules import is_vector
from ..passes.rewriter import Rewriter
from .groups import barrier
from .opencl import MangledParameter, parameter_types

_COPY = re.compile(r"_Z\d+async_work_group_(strided_)?copy(P.*)")
_WAIT = re.compile(r"_Z\d+wait_group_events.*")
_ALIGNMENT_OF_BYTES = {1: 1, 2: 2, 4: 3, 8: 4}


def rule_copies(code: Rewriter, call: Instruction) -> Value | bool | None:
    """The replacement for a copy, or for waiting for a copy."""
    callee = call.operands[-1]
    if not isinstance(call, Call) or not isinstance(callee, Function):
        return None
    if _WAIT.fullmatch(callee.name):
        barrier(code)
        return True
    match = _COPY.fullmatch(callee.name)
    if match is None:
        return None
    parameters = parameter_types(match[2])
    target, source, number, *more = call.operands[:-1]
    integer = code.integer(code.i64, 1)
    stride = code.resized(more[0], code.i64) if match[1] else integer
    # The stride applies to the side in device memory: the source or the target.
    into_threadgroup = target.type.address_space == 3
    steps = (integer, stride) if into_threadgroup else (stride, integer)
    _copy(code, (target, source), number, _element(code, parameters[0]), steps)
    return code.null(call.type)


def _element(code: Rewriter, parameter: MangledParameter) -> Type:
    integers = {**dict.fromkeys("acbh", 8), **dict.fromkeys("st", 16), **dict.fromkeys("ij", 32)}
    scalar = {"f": code.f32, "Dh": code.f16, "d": code.context.type(TypeCode.DOUBLE)}.get(parameter.letter)
    scalar = scalar or code.context.integer_type(integers.get(parameter.letter, 64))
    return scalar if parameter.lanes == 1 else code.vector(scalar, parameter.lanes)


def _copy(
    code: Rewriter, pointers: tuple[Value, Value], number: Value, element: Type, steps: tuple[Value, Value]
) -> None:
    """Work-item n copies the elements n, n + size, n + 2 size, …"""
    wide = code.i64
    parts = [code.resized(part, wide) for part in code.elements(code.builtin("threads_per_threadgroup"))]
    every = code.binary(BinaryOperator.MUL, code.binary(BinaryOperator.MUL, parts[0], parts[1]), parts[2])
    first = code.resized(code.builtin("thread_index_in_threadgroup"), wide)
    count = code.resized(number, wide)
    before, loop, body, after = code.block, BasicBlock(), BasicBlock(), BasicBlock()
    code.branch(loop)
    code.begin(loop)
    index = code.phi(wide)
    code.branch_if(code.compare(Predicate.ICMP_ULT, index, count), body, after)
    code.begin(body)
    bits = element.scalar.params[0] if element.scalar.code is TypeCode.INTEGER else _BITS[element.scalar.code]
    alignment = _ALIGNMENT_OF_BYTES[bits // 8]

    def place(which: int) -> Callable[[int], Value]:
        start = code.binary(BinaryOperator.MUL, index, steps[which])
        address = code.gep(element, pointers[which], start, inbounds=0)
        return lambda n: code.gep(element.scalar, address, code.integer(wide, n), inbounds=0) if n else address

    target, source = place(0), place(1)
    for n in range(element.params[0] if is_vector(element) else 1):
        code.store(code.load(element.scalar, source(n), alignment), target(n), alignment)
    following = code.binary(BinaryOperator.ADD, index, every)
    end = code.block
    code.branch(loop)
    index.operands, index.blocks = (first, following), (before, end)
    code.begin(after)


_BITS = {TypeCode.HALF: 16, TypeCode.FLOAT: 32, TypeCode.DOUBLE: 64}
