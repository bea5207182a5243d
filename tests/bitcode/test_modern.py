"""Reading what LLVM 17 to 22 write: opaque pointers, newer flags, ranges, debug records."""

from __future__ import annotations

import pytest

from mtlb.base.errors import MtlbError, UnsupportedError
from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import unwrap
from mtlb.ir import (
    Attribute,
    AttributeForm,
    AttributeKind,
    Call,
    Constant,
    ConstantCode,
    Function,
    InstCode,
    Instruction,
    LocalAsMetadata,
    MDNode,
    MetadataAsValue,
    MetadataCode,
    Module,
    TypeCode,
)
from mtlb.ir.verify import verify_module
from tests.assembled import assemble

TEXT = b"""
@g = internal addrspace(2) constant { i32, [2 x i32] } { i32 1, [2 x i32] [i32 2, i32 3] }
@p = internal addrspace(2) constant ptr addrspace(2) getelementptr inbounds nuw
  ({ i32, [2 x i32] }, ptr addrspace(2) @g, i64 0, i32 1, i64 1)
@r = global ptr getelementptr inbounds inrange(-8, 16) (i8, ptr @h, i64 8)
@h = external global [4 x i64]
define i32 @f(ptr addrspace(1) captures(none) initializes((0, 4), (8, 12)) %p, i32 range(i32 -1, 9) %x,
              float %f) !dbg !4 {
    #dbg_value(i32 %x, !8, !DIExpression(), !9)
  %d = or disjoint i32 %x, 8, !dbg !9
    #dbg_value(i32 7, !8, !DIExpression(), !9)
    #dbg_declare(ptr addrspace(1) %p, !8, !DIExpression(), !9)
    #dbg_value(!DIArgList(i32 %x, i32 %d), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !9)
    #dbg_label(!11, !9)
  %z = zext nneg i32 %d to i64
  %t = trunc nuw nsw i64 %z to i16
  %c = icmp samesign ult i32 %x, 4
  %h = fptrunc fast float %f to half
  %a = getelementptr nusw nuw i8, ptr addrspace(1) %p, i64 %z
  %u = atomicrmw uinc_wrap ptr addrspace(1) %a, i32 7 syncscope("agent") acq_rel, align 4, !other !20
  ret i32 %u
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "x", emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null, !10, !12}
!8 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 1, type: !10)
!9 = !DILocation(line: 3, column: 5, scope: !4)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DILabel(scope: !4, name: "l", file: !1, line: 4)
!12 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", size: 64, elements: !13)
!13 = !{!14}
!14 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !10, size: 32, offset: 32)
!20 = !{}
"""


@pytest.fixture(scope="module")
def module() -> Module:
    return read_module(unwrap(assemble(TEXT)))


def instructions(module: Module) -> list[Instruction]:
    return [*module.functions[0].instructions()]


def test_it_is_read_and_sound(module: Module) -> None:
    assert verify_module(module) == []
    assert module.has_opaque_pointers and module.unmodelled == []


def test_flags_are_kept_as_they_are(module: Module) -> None:
    flags = {i.code: i.params for i in instructions(module) if i.code is not InstCode.CALL}
    assert flags[InstCode.BINOP][1] == 1  # disjoint
    assert flags[InstCode.CMP2][1] == 1  # same sign
    assert flags[InstCode.GEP] == (6,)
    assert [i.params[1] for i in instructions(module) if i.code is InstCode.CAST] == [1, 3, 254]


def test_ranges_of_attributes(module: Module) -> None:
    actual = {a.kind: a for group in module.functions[0].attributes for a in group.attributes}
    assert actual[AttributeKind.RANGE] == Attribute(AttributeForm.RANGE, AttributeKind.RANGE, (32, -1, 9))
    ranges = (64, 0, 4, 8, 12)
    assert actual[AttributeKind.INITIALIZES] == Attribute(AttributeForm.RANGE_LIST, AttributeKind.INITIALIZES, ranges)


def test_constants(module: Module) -> None:
    address = module.globals[1].initializer
    assert isinstance(address, Constant) and address.code == ConstantCode.CE_GEP
    assert address.params == (7, -1) and address.type.is_opaque_pointer
    ranged = module.globals[2].initializer
    assert isinstance(ranged, Constant) and ranged.params == (3, -1, 64, -8, 16)


def test_debug_records_are_the_calls_that_they_were(module: Module) -> None:
    names, values = [], []
    for place, instruction in enumerate(instructions(module)):
        if isinstance(instruction, Call):
            callee, first = instruction.operands[-1], instruction.operands[0]
            assert isinstance(callee, Function) and isinstance(first, MetadataAsValue)
            assert instruction.debug_loc is not None and instruction.debug_loc[:2] == (3, 5)
            names.append((place, callee.name))
            values.append(first.metadata)
    value = "llvm.dbg.value"
    assert names == [(0, value), (2, value), (3, "llvm.dbg.declare"), (4, value), (5, "llvm.dbg.label")]
    assert isinstance(values[0], LocalAsMetadata) and values[0].value is module.functions[0].arguments[1]
    assert isinstance(values[3], MDNode) and values[3].code is MetadataCode.ARG_LIST
    attached = [i for i in instructions(module) if i.metadata]
    assert [i.code for i in attached] == [InstCode.ATOMICRMW]


def test_sizes_of_debug_info_are_numbers(module: Module) -> None:
    values: dict[str, tuple[object, ...]] = {}
    work = [node for _, node in module.functions[0].metadata]
    seen: set[MDNode] = set()
    while work:
        node = work.pop()
        seen.add(node)
        values[node.code.name] = node.fields
        work += [field for field in node.fields if isinstance(field, MDNode) and field not in seen]
    assert values["BASIC_TYPE"][2] == 32
    assert values["COMPOSITE_TYPE"][6] == 64
    assert values["DERIVED_TYPE"][6] == 32 and values["DERIVED_TYPE"][8] == 32


def test_target_types_have_their_name() -> None:
    text = b"""
    define void @f(target("spirv.Image", float, 1, 2) %i) { ret void }
    """
    (parameter,) = read_module(unwrap(assemble(text))).functions[0].value_type.parameters
    assert (parameter.code, parameter.name, parameter.params) == (TypeCode.TARGET_TYPE, "spirv.Image", (1, 2))
    assert [element.code for element in parameter.elements] == [TypeCode.FLOAT]


REFUSED = {
    "invoke": (
        b"""
    declare i32 @p(...)
    define void @f() personality ptr @p !dbg !4 {
      invoke void @f() to label %a unwind label %b, !dbg !5
    a: ret void
    b: %l = landingpad { ptr, i32 } cleanup
       ret void
    }
    !llvm.dbg.cu = !{!0}
    !llvm.module.flags = !{!2}
    !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "x", emissionKind: FullDebug)
    !1 = !DIFile(filename: "a.c", directory: "/")
    !2 = !{i32 2, !"Debug Info Version", i32 3}
    !3 = !DISubroutineType(types: !{})
    !4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
    !5 = !DILocation(line: 17, scope: !4)
    """,
        r"function 'f': instruction INVOKE \(source line 17\)",
    ),
    "indirectbr": (
        b"define void @g(ptr %p) { indirectbr ptr %p, [label %a] a: ret void }",
        "function 'g': instruction INDIRECTBR",
    ),
    "blockaddress": (
        b"define ptr @h() { br label %a a: ret ptr blockaddress(@h, %a) }",
        "function 'h': constant BLOCKADDRESS",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_shader_has_is_refused_by_name(name: str) -> None:
    text, message = REFUSED[name]
    with pytest.raises(UnsupportedError, match=message):
        read_module(unwrap(assemble(text)))


def test_every_truncation_ends_in_our_errors() -> None:
    bitcode = bytes(unwrap(assemble(TEXT)))
    for size in range(0, len(bitcode) - 4, 36):
        with pytest.raises(MtlbError):
            read_module(bitcode[:size])
