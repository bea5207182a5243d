"""The module reader, on modules that llvmlite assembles and (where the corpus is there) on Apple's."""

from __future__ import annotations

import random

import pytest

from mtlb.base.errors import FormatError, MtlbError, UnsupportedError
from mtlb.bitcode import read_module
from mtlb.bitcode.decoding import build_in_order, signed
from mtlb.bitstream.wrapper import unwrap, wrap
from mtlb.ir import (
    BlockInstruction,
    Call,
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    Context,
    Function,
    InstCode,
    Instruction,
    Linkage,
    LocalAsMetadata,
    MDNode,
    MDString,
    MetadataCode,
    Module,
    TypeCode,
    make_instruction,
)
from tests.assembled import assemble

KERNEL = """
target triple = "air64-apple-macosx14.0.0"
source_filename = "k.metal"
%pair = type { i32, float }
@table = internal addrspace(2) constant [3 x i32] [i32 1, i32 -2, i32 3], align 4
@text = private constant [3 x i8] c"hi\\00"
@same = alias i32, ptr addrspace(2) @table

declare void @air.barrier(i32, i32) #0

define void @k(ptr addrspace(1) "air-buffer-no-alias" %out, i32 %id) {
entry:
  %small = icmp ult i32 %id, 3
  br i1 %small, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw nsw i32 %i, 1
  %p = getelementptr inbounds %pair, ptr addrspace(1) %out, i32 %i, i32 1
  %v = load float, ptr addrspace(1) %p, align 4
  %w = fmul fast float %v, %v
  store float %w, ptr addrspace(1) %p, align 4
  call void @air.barrier(i32 1, i32 2) #0
  %again = icmp ult i32 %next, %id
  br i1 %again, label %loop, label %done
done:
  switch i32 %id, label %end [ i32 7, label %end
                               i32 9, label %other ]
other:
  br label %end
end:
  ret void
}

attributes #0 = { convergent nounwind "frame-pointer"="all" }
!air.kernel = !{!0}
!air.version = !{!3}
!0 = !{ptr @k, !1, !2}
!1 = !{}
!2 = !{!4}
!3 = !{i32 2, i32 6, i32 0}
!4 = distinct !{i32 0, !"air.buffer", !"x\\FF", null, !4}
"""


@pytest.fixture(scope="module")
def bitcode() -> bytes:
    return assemble(KERNEL.encode())


@pytest.fixture(scope="module")
def module(bitcode: bytes) -> Module:
    return read_module(bitcode)


def kernel(module: Module) -> Function:
    function = module.function("k")
    assert function is not None
    return function


def test_module_facts(module: Module) -> None:
    assert module.triple == "air64-apple-macosx14.0.0"
    assert module.version == 2 and module.identification and module.source_filename == "k.metal"
    assert [g.name for g in module.globals] == ["table", "text"]
    assert [f.name for f in module.functions] == ["air.barrier", "k"]
    assert [a.name for a in module.aliases] == ["same"] and module.aliases[0].aliasee is module.globals[0]
    table, characters = module.globals
    assert table.linkage is Linkage.INTERNAL and table.is_constant and table.address_space == 2
    assert table.alignment == 3  # log2(4) + 1
    assert isinstance(table.initializer, Constant) and table.initializer.params == (1, 0xFFFFFFFE, 3)
    # A CSTRING record is read as DATA with the final 0.
    assert isinstance(characters.initializer, Constant)
    assert (characters.initializer.code, characters.initializer.params) == (ConstantCode.DATA, (104, 105, 0))


def test_types_and_attributes(module: Module) -> None:
    gep = next(i for i in kernel(module).instructions() if i.code is InstCode.GEP)
    assert gep.aux_type is not None and gep.aux_type.name == "pair" and gep.aux_type.is_identified
    assert [t.code for t in gep.aux_type.elements] == [TypeCode.INTEGER, TypeCode.FLOAT]
    barrier = module.functions[0]
    assert barrier.is_declaration and not barrier.blocks
    (group,) = barrier.attributes
    assert group.place == 0xFFFFFFFF and (4, "frame-pointer", "all") in group.attributes
    call = next(i for i in kernel(module).instructions() if i.code is InstCode.CALL)
    assert call.callee is barrier and call.attributes == barrier.attributes


def test_instructions_have_room_for_what_they_can_have(module: Module) -> None:
    classes = {InstCode.CALL: Call, InstCode.BR: BlockInstruction, InstCode.SWITCH: BlockInstruction}
    classes[InstCode.PHI] = BlockInstruction
    for instruction in kernel(module).instructions():
        assert type(instruction) is classes.get(instruction.code, Instruction)
    with pytest.raises(ValueError, match="RET has no blocks"):
        make_instruction(InstCode.RET, module.context.type(TypeCode.VOID), blocks=kernel(module).blocks)


def test_instructions_are_resolved(module: Module) -> None:
    entry, loop, done, other, end = kernel(module).blocks
    assert [b.name for b in (entry, loop, done, other, end)] == ["entry", "loop", "done", "other", "end"]
    phi, following = loop.instructions[:2]
    # %next is defined after the phi that uses it.
    assert phi.operands[1] is following and phi.blocks == (entry, loop)
    assert following.operands[0] is phi and following.name == "next"
    assert entry.instructions[-1].blocks == (loop, done) and entry.instructions[-1].operands == (entry.instructions[0],)
    store = next(i for i in loop.instructions if i.code is InstCode.STORE)
    assert store.operands[0].name == "w" and store.operands[1].name == "p"
    switch = done.instructions[-1]
    assert switch.code is InstCode.SWITCH and switch.blocks == (end, end, other)
    assert [o.params for o in switch.operands[1:] if isinstance(o, Constant)] == [(7,), (9,)]
    multiply = next(i for i in loop.instructions if i.name == "w")
    assert multiply.params[1] != 0  # fast


def test_metadata_graph(module: Module) -> None:
    (node,) = module.named_metadata["air.kernel"]
    function, returns, arguments = node.fields
    assert isinstance(function, ConstantAsMetadata) and function.value is kernel(module)
    assert isinstance(returns, MDNode) and returns.fields == ()
    assert isinstance(arguments, MDNode)
    (argument,) = arguments.fields
    assert isinstance(argument, MDNode) and argument.distinct and argument.fields[4] is argument
    assert isinstance(argument.fields[2], MDString) and argument.fields[2].value == "x\udcff"
    assert argument.fields[3] is None
    assert node.code is MetadataCode.NODE and not node.distinct


def test_without_bodies_functions_are_empty_and_facts_the_same(bitcode: bytes, module: Module) -> None:
    light = read_module(bitcode, bodies=False)
    assert not light.has_bodies and not kernel(light).blocks
    assert kernel(light).is_definition and len(kernel(light).arguments) == 2
    assert light.named_metadata.keys() == module.named_metadata.keys()


def test_a_wrapper_makes_no_difference_but_in_offsets(bitcode: bytes) -> None:
    bare = bytes(unwrap(bitcode))
    for data, wrapped in ((bare, False), (wrap(bare), True)):
        module = read_module(data)
        assert module.wrapper is wrapped
        assert [f.name for f in module.functions] == ["air.barrier", "k"]


def test_modules_in_one_context_share_types_and_nodes(bitcode: bytes) -> None:
    context = Context()
    first, second = (read_module(bitcode, context=context) for _ in range(2))
    assert first.named_metadata["air.version"][0] is second.named_metadata["air.version"][0]
    assert kernel(first).value_type is kernel(second).value_type
    # Distinct nodes, and nodes that refer to them, are not shared between modules.
    assert first.named_metadata["air.kernel"][0] is not second.named_metadata["air.kernel"][0]


def test_equal_small_numbers_of_instructions_are_one_object(bitcode: bytes) -> None:
    """In all modules: the compiled verifier compares them by identity."""
    objects: dict[tuple[int, ...], set[int]] = {}
    modules = [read_module(bitcode) for _ in range(2)]
    for i in [i for module in modules for function in module.functions for i in function.instructions()]:
        if len(i.params) < 3 and max(i.params, default=0) < 64:
            objects.setdefault(i.params, set()).add(id(i.params))
    assert {len(params) for params in objects} >= {1, 2}
    assert all(len(same) == 1 for same in objects.values()), objects


def test_debug_info_and_local_metadata() -> None:
    module = read_module(
        assemble(b"""
define void @f(i32 %x) !dbg !3 {
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7, !8}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.metal", directory: "/src")
!2 = !DISubroutineType(types: !4)
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 12, type: !2, spFlags: DISPFlagDefinition, unit: !0)
!4 = !{null}
!6 = !DILocation(line: 13, column: 4, scope: !3)
!7 = !{i32 2, !"Dwarf Version", i32 4}
!8 = !{i32 2, !"Debug Info Version", i32 3}
""")
    )
    function = module.function("f")
    assert function is not None
    ((_, subprogram),) = function.metadata
    assert subprogram.code is MetadataCode.SUBPROGRAM and subprogram.distinct
    assert subprogram.fields[4] == 12 and isinstance(subprogram.fields[1], MDString)
    operands = list(subprogram.operands())
    assert isinstance(operands[0], MDNode) and operands[0].code is MetadataCode.FILE  # LLVM's first operand is the file
    ret = function.blocks[0].instructions[-1]
    assert ret.debug_loc is not None and (ret.debug_loc.line, ret.debug_loc.column) == (13, 4)
    assert ret.debug_loc.scope is subprogram
    # The subprogram is known without bodies, too: a library's DEBI tag needs it.
    light = read_module(module.raw or b"", bodies=False).function("f")
    assert light is not None and light.metadata[0][1].fields[4] == 12


def test_what_no_shader_has_is_refused_by_name() -> None:
    bitcode = assemble(b"""
define void @f(ptr %p) personality ptr @g {
  invoke void @g() to label %ok unwind label %bad
ok:
  ret void
bad:
  %pad = landingpad i32 cleanup
  ret void
}
declare void @g()
""")
    with pytest.raises(UnsupportedError, match="instruction INVOKE"):
        read_module(bitcode)
    assert [f.name for f in read_module(bitcode, bodies=False).functions] == ["f", "g"]


def test_local_values_in_metadata_are_resolved() -> None:
    module = read_module(
        assemble(b"""
define void @f(i32 %x) {
  %later = add i32 %x, 1
  call void @g(metadata i32 %later)
  ret void
}
declare void @g(metadata)
""")
    )
    function = module.function("f")
    assert function is not None
    add, call = function.blocks[0].instructions[:2]
    metadata = getattr(call.operands[0], "metadata", None)
    # The metadata block is before the instructions, so the value is a forward reference.
    assert isinstance(metadata, LocalAsMetadata) and metadata.value is add


@pytest.mark.parametrize(("raw", "value"), [(0, 0), (2, 1), (3, -1), (1, -(1 << 63)), (7, -3)])
def test_signed_numbers(raw: int, value: int) -> None:
    assert signed(raw) == value


@pytest.mark.long
def test_build_in_order_needs_no_stack_for_a_million_levels() -> None:
    count = 1_000_000
    built = bytearray(count)
    order: list[int] = []

    def build(number: int) -> None:
        built[number] = 1
        order.append(number)

    def cycle(number: int) -> None:
        raise AssertionError(number)

    build_in_order([0], lambda n: [n + 1] if n + 1 < count else [], lambda n: not built[n], build, cycle)
    assert order[0] == count - 1 and order[-1] == 0


def test_build_in_order_reports_a_cycle() -> None:
    built: dict[int, str] = {}
    needs = {0: [1, 2], 1: [0], 2: []}
    build_in_order(
        needs,
        lambda n: needs[n],
        lambda n: n not in built,
        lambda n: built.__setitem__(n, "built"),
        lambda n: built.__setitem__(n, "cycle"),
    )
    assert built == {0: "cycle", 1: "built", 2: "built"}


def test_truncated_at_every_fourth_byte(bitcode: bytes) -> None:
    for size in range(0, len(bitcode), 4):
        with pytest.raises(MtlbError) as caught:
            read_module(bitcode[:size], file="cut.air")
        assert caught.value.file == "cut.air" and caught.value.offset is not None


def test_changed_bytes_end_in_our_errors(bitcode: bytes) -> None:
    dice = random.Random(7)
    refused = 0
    for _ in range(400):
        data = bytearray(bitcode)
        for _ in range(dice.choice((1, 3, 12))):
            data[dice.randrange(4, len(data))] = dice.randrange(256)
        try:
            read_module(bytes(data))
        except MtlbError as error:
            refused += 1
            assert error.offset is not None and 0 <= error.offset <= len(data), error
    assert refused > 100


def test_the_error_names_the_file_and_its_byte(bitcode: bytes) -> None:
    with pytest.raises(FormatError, match=r"^x\.air: .*\(at offset 0x40\)$"):
        read_module(b"not bitcode", file="x.air", base=0x40)
