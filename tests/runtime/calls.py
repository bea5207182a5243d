"""Kernels that call functions of the run-time library: linked with it, and run on the host."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from mtlb import emit
from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import unwrap
from mtlb.emit import Builder, Scalar, Type, Value, Vector, u8, u16, u32, u64
from mtlb.linker import LinkOptions, LinkResult, link
from tests.convert.cpu import Program, bodies

_WORDS = {8: u8, 16: u16, 32: u32, 64: u64}


def lanes(type: Type) -> int:
    return type.count if isinstance(type, Vector) else 1


def _element(type: Type) -> Scalar:
    element = type.element if isinstance(type, Vector) else type
    assert isinstance(element, Scalar)
    return element


def _read(b: Builder, words: Value, first: Value, type: Type) -> Value:
    """A value of which each element is one word of 64 bits."""
    element = _element(type)
    parts = []
    for place in range(lanes(type)):
        word = b.resize(words[first + place].load(), element.bits)
        parts.append(b.bitcast(word, element) if element.is_float else b.convert(word, element))
    return b.vector(*parts) if isinstance(type, Vector) else parts[0]


def _write(b: Builder, words: Value, first: Value, value: Value) -> None:
    element = _element(value.type)
    for place in range(lanes(value.type)):
        part = b.extract(value, place) if isinstance(value.type, Vector) else value
        if element.is_float:
            part = b.bitcast(part, _WORDS[element.bits])
        words[first + place].store(b.resize(b.convert(part, _WORDS[element.bits]), 64))


def caller(name: str, result: Type, parameters: Sequence[Type], rows: int, target: str = "ios17") -> emit.Module:
    """A module with a kernel `k` that calls a function for each row of its first buffer. A pointer gets a variable,
    whose value follows the result in the second buffer."""
    m = emit.Module(target, "caller", fast_math=False)
    callee = m.declare(name, result, list(parameters))
    k = m.kernel("k")
    inputs, out = k.buffer("given", u64, 0, "read"), k.buffer("out", u64, 1)
    b = k.entry()
    values = [parameter for parameter in parameters if not isinstance(parameter, emit.Pointer)]
    places = [parameter.pointee for parameter in parameters if isinstance(parameter, emit.Pointer)]
    row, made = sum(map(lanes, values)), lanes(result) + sum(map(lanes, places))
    variables = [b.variable(place) for place in places]
    with b.for_range(b.const(u32, rows)) as loop:
        at = loop.index * row
        arguments: list[Value] = []
        for parameter in parameters:
            if isinstance(parameter, emit.Pointer):
                arguments.append(variables[0])
                continue
            arguments.append(_read(b, inputs, at, parameter))
            at = at + lanes(parameter)
        to = loop.index * made
        _write(b, out, to, b.call(callee, *arguments, result=result))
        for variable in variables:
            _write(b, out, to + lanes(result), variable.load())
    b.ret()
    return m


def linked(module: emit.Module, **options: bool) -> LinkResult:
    return link([("caller.air", module.air_bytes())], LinkOptions(**options))


def run(name: str, result: Type, parameters: Sequence[Type], rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """What a function makes of each row: the bits of each element of the arguments in, those of the results out."""
    module = caller(name, result, parameters, len(rows))
    done = linked(module)
    assert done.runtime == (name,)
    code = bytes(done.library.functions[0].module)
    made = lanes(result) + sum(
        lanes(parameter.pointee) for parameter in parameters if isinstance(parameter, emit.Pointer)
    )
    data = struct.pack(f"<{sum(map(len, rows))}Q", *(word for row in rows for word in row))
    program = Program(bytes(unwrap(code)), bodies(read_module(code), module.target.air))
    words = struct.unpack(f"<{made * len(rows)}Q", program.call("k", data, 8 * made * len(rows)))
    return [list(words[n : n + made]) for n in range(0, len(words), made)]


__all__ = ["caller", "lanes", "linked", "run"]
