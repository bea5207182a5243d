"""The builder of IR: every instruction with typed and with opaque pointers, positions, declarations."""

from __future__ import annotations

import pytest

from mtlb.ir import (
    Argument,
    AtomicOperation,
    BasicBlock,
    BinaryOperator,
    CastOperator,
    Context,
    DebugLoc,
    Function,
    InstCode,
    MDNode,
    MetadataCode,
    Module,
    Ordering,
    Predicate,
    TailKind,
    TypeCode,
    UnaryOperator,
    UnnamedAddr,
    parse,
)
from mtlb.ir.build import FunctionTable, IRBuilder
from mtlb.ir.verify import verify_module

ALL = {
    *(InstCode.UNOP, InstCode.BINOP, InstCode.CAST, InstCode.GEP, InstCode.VSELECT, InstCode.EXTRACTELT, InstCode.CMP2),
    *(InstCode.INSERTELT, InstCode.SHUFFLEVEC, InstCode.RET, InstCode.BR, InstCode.SWITCH, InstCode.FREEZE),
    *(InstCode.PHI, InstCode.ALLOCA, InstCode.LOAD, InstCode.STORE, InstCode.EXTRACTVAL, InstCode.INSERTVAL),
    *(InstCode.CALL, InstCode.CMPXCHG, InstCode.ATOMICRMW, InstCode.LOADATOMIC, InstCode.STOREATOMIC, InstCode.FENCE),
}
"""What the product makes, for AIR and for the CPU: no `unreachable`."""


class Made:
    """A module with one function of an i32, a float and a pointer to i32 in device memory, and its builder."""

    def __init__(self, *, opaque: bool = False) -> None:
        self.module = Module(Context(), triple="air64-apple-macosx14.0.0")
        self.b = b = IRBuilder(self.module.context, opaque=opaque)
        self.functions = FunctionTable(self.module, opaque=opaque)
        types = (b.i32, b.f32, b.pointer_to(b.i32, 1))
        self.function = self.functions.add(self.functions.new("f", b.function_type(b.void, types)))
        self.function.is_definition = True
        self.function.arguments = [Argument(type_, place) for place, type_ in enumerate(types)]
        self.entry = self.block()
        b.at_end(self.entry)

    def block(self) -> BasicBlock:
        result = BasicBlock()
        self.function.blocks.append(result)
        return result

    def lines(self) -> list[str]:
        """The body as text."""
        assert verify_module(self.module) == []
        text = self.module.text()
        assert parse(text).text() == text
        return [line.strip() for line in text[text.index("{") + 1 : text.index("\n}")].splitlines() if line]


def write_all(result: Made) -> None:
    b = result.b
    f32 = b.f32
    number, real, pointer = result.function.arguments
    wide = b.vector(b.i32, 2)
    b.unary(UnaryOperator.FNEG, real, 1)
    total = b.binary(BinaryOperator.ADD, number, b.integer(b.i32, -1))
    less = b.compare(Predicate.ICMP_SLT, total, number)
    b.compare(Predicate.FCMP_OLT, real, b.floating(f32, 0x3F800000), flags=1)
    b.select(less, total, number)
    assert b.cast(CastOperator.ZEXT, number, b.i32) is number
    b.bitcast(real, b.i32)
    b.resized(b.resized(b.resized(number, b.i64, signed=True), b.i16), b.i32)
    b.freeze(number)
    pair = b.insert_element(b.undef(wide), number, 0)
    pair = b.insert_element(pair, b.extract_element(pair, number), b.index(1))
    b.shuffle(pair, b.undef(wide), b.integer(wide, 1))
    struct = result.module.context.type(TypeCode.STRUCT_ANON, (0,), (b.i32, f32))
    b.extract_value(b.aggregate(struct, (number, real)), 1)
    memory = b.alloca(b.i32, 3)
    b.store(b.load(b.i32, memory, 3), b.gep(b.i32, pointer, number), 3, 1)
    order = Ordering.SEQ_CST
    b.fence(order)
    b.store_atomic(b.load_atomic(b.i32, pointer, order, alignment=3), pointer, order, alignment=3)
    b.atomic(AtomicOperation.ADD, pointer, number, order, alignment=3)
    b.compare_exchange(pointer, number, total, (order, order), alignment=3)
    callee = result.functions.declare("air.fma.f32", b.function_type(f32, (f32,) * 3))
    b.call(callee, (real,) * 3, 1, tail=TailKind.TAIL)
    b.call_pointer(callee.value_type, callee, (real,) * 3)
    loop, last, never = result.block(), result.block(), result.block()
    b.switch(number, never, [(b.integer(b.i32, 7), loop)])
    b.at_end(loop)
    b.phi(b.i32, (number, total), (result.entry, loop))
    b.branch_if(less, loop, last)
    b.at_end(last)
    b.ret()
    b.at_end(never)
    b.ret()


@pytest.mark.parametrize("opaque", [False, True], ids=["typed", "opaque"])
def test_every_instruction(opaque: bool) -> None:
    result = Made(opaque=opaque)
    write_all(result)
    assert {instruction.code for instruction in result.function.instructions()} == ALL
    address, device = ("ptr", "ptr addrspace(1)") if opaque else ("i32*", "i32 addrspace(1)*")
    ones = "splat (i32 1)" if opaque else "<i32 1, i32 1>"
    lines = result.lines()
    for line in (
        "%4 = fneg fast float %1",
        "%5 = add i32 %0, -1",
        "%7 = fcmp fast olt float %1, 1.000000e+00",
        "%15 = extractelement <2 x i32> %14, i32 %0",
        f"%17 = shufflevector <2 x i32> %16, <2 x i32> undef, <2 x i32> {ones}",
        "%20 = extractvalue { i32, float } %19, 1",
        "%21 = alloca i32, align 4",
        f"%22 = load i32, {address} %21, align 4",
        f"%23 = getelementptr inbounds i32, {device} %2, i32 %0",
        f"store volatile i32 %22, {device} %23, align 4",
        f"store atomic i32 %24, {device} %2 seq_cst, align 4",
        f"%25 = atomicrmw add {device} %2, i32 %0 seq_cst, align 4",
        f"%26 = cmpxchg {device} %2, i32 %0, i32 %5 seq_cst seq_cst, align 4",
        "%27 = tail call fast float @air.fma.f32(float %1, float %1, float %1)",
        "br i1 %6, label %29, label %31",
    ):
        assert line in lines, "\n".join(lines)


def test_constants() -> None:
    b = IRBuilder(Context())
    assert b.integer(b.i8, 255) is b.integer(b.i8, -1)
    assert b.integer(b.i8, 255).params == (-1,)
    assert b.integer(b.i8, 256) is b.null(b.i8)
    assert b.integer(b.vector(b.i16, 3), -2).params == (0xFFFE,) * 3
    bits = b.integer(b.vector(b.i1, 2), 1)
    assert bits.operands == (b.integer(b.i1, 1),) * 2
    floats = b.vector(b.f32, 2)
    assert b.floating(floats, 1).params == (1, 1) and b.floating(floats, 0) is b.null(floats)
    assert b.like(floats, b.i8) is b.vector(b.i8, 2) and b.like(b.i32, b.i8) is b.i8


def test_positions() -> None:
    result = Made()
    b, number = result.b, result.function.arguments[0]
    first = b.binary(BinaryOperator.ADD, number, number)
    end = b.ret()
    b.before(result.entry, end)
    b.binary(BinaryOperator.SUB, number, number)
    b.binary(BinaryOperator.MUL, number, number)  # behind the last one
    with b.kept_position():
        b.before(result.entry, first)
        b.binary(BinaryOperator.AND, number, number)
        b.at_start(result.entry)
        b.binary(BinaryOperator.OR, number, number)
    b.binary(BinaryOperator.XOR, number, number)
    assert [line.split()[2] for line in result.lines()[:-1]] == ["or", "and", "add", "sub", "mul", "xor"]


def test_the_start_is_behind_the_phis() -> None:
    result = Made()
    b, number = result.b, result.function.arguments[0]
    loop = result.block()
    b.branch(loop)
    b.at_end(loop)
    b.phi(b.i32, (number, number), (result.entry, loop))
    b.branch(loop)
    b.at_start(loop)
    b.freeze(number)
    assert [instruction.code.name for instruction in loop.instructions] == ["PHI", "FREEZE", "BR"]


def test_instructions_are_collected() -> None:
    result = Made()
    b, number = result.b, result.function.arguments[0]
    end = b.ret()
    actual = b.collect()
    first = b.freeze(number)
    b.before_end(result.entry)
    second = b.freeze(number)
    b.collect(actual)
    third = b.freeze(number)
    assert (actual, result.entry.instructions, b.block) == ([first, third], [second, end], result.entry)


def test_new_instructions_get_the_source_line() -> None:
    result = Made()
    b, number = result.b, result.function.arguments[0]
    here, other = (DebugLoc(line, 1, MDNode(MetadataCode.NODE), None) for line in (1, 2))
    b.debug_loc = here
    item = b.freeze(number)
    two = item.copy()
    two.debug_loc = other
    b.insert(two)
    with b.kept_position():
        b.debug_loc = other
    assert (item.debug_loc, two.debug_loc, b.debug_loc) == (here, other, here)


def test_functions_are_declared_once() -> None:
    result = Made()
    b, functions = result.b, result.functions
    type_ = b.function_type(b.void, ())
    declared = functions.declare("g", type_)
    assert declared.is_declaration and declared.unnamed_addr == UnnamedAddr.LOCAL
    assert functions.declare("g", b.function_type(b.i32, ())) is declared
    assert result.module.functions == [result.function, declared]
    assert FunctionTable(result.module).declare("f", type_) is result.function


def test_a_call_has_the_convention_of_its_callee() -> None:
    result = Made()
    b = result.b
    callee: Function = result.functions.declare("g", b.function_type(b.void, ()))
    callee.calling_convention = 8
    assert b.call(callee, ()).calling_convention == 8
