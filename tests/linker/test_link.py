"""Whole links of the golden inputs: what Apple's linkers were seen to do, rule by rule (docs/linking.md)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

import mtlb
from mtlb.air import describe, read_entry_points
from mtlb.base.errors import LinkError
from mtlb.base.versions import Platform, Version
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.ir import (
    BinaryOperator,
    Call,
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    Function,
    GlobalValue,
    GlobalVariable,
    InstCode,
    Linkage,
    MDNode,
    MetadataCode,
    Module,
    make_instruction,
)
from mtlb.ir.verify import verify_module
from mtlb.linker.inputs import InputFile
from mtlb.linker.link import link
from mtlb.linker.options import LinkOptions
from mtlb.linker.program.program import Program, ProgramEntry
from mtlb.linker.program.split import split
from tests.assembled import assemble
from tests.conftest import ROOT
from tests.linker.samples import (
    METALLIB,
    archive,
    at_once,
    changed,
    golden,
    link_main,
    modules_of,
    program_of,
    scanned,
)

ALL = ("link_main", "link_helper", "link_stages")


def link_all(options: LinkOptions = METALLIB) -> dict[str, Module]:
    return modules_of(link([golden(name) for name in ALL], options))


def constructors(module: Module) -> list[str]:
    variable = next(g for g in module.globals if g.name == "llvm.global_ctors")
    assert isinstance(variable.initializer, Constant)
    elements = [e for e in variable.initializer.operands if isinstance(e, Constant)]
    assert variable.value_type.params == (len(elements),)
    return [element.operands[1].name for element in elements]


# --- order and contents ----------------------------------------------------------------------------------------------


def test_functions_stand_by_input_then_kernel_vertex_fragment() -> None:
    assert list(link_all()) == ["first", "second", "third", "place", "shade"]


def test_air_lld_takes_inputs_in_the_order_of_its_symbol_table() -> None:
    def bucket(name: str) -> int:
        value = 0
        for character in name:
            value = value * 33 + ord(character)
        return value % 16

    names = ("blur", "resize", "tonemap", "composite", "project")
    expected = sorted(names, key=bucket)
    assert len({bucket(name) for name in names}) == len(names) and expected != sorted(names)
    files = [changed(golden("saxpy"), _renaming("saxpy", name), f"{name}.air") for name in names]
    for order in (files, files[::-1]):
        assert list(modules_of(link(order, LinkOptions()))) == expected
        assert list(modules_of(link(order, METALLIB))) == [file.name.removesuffix(".air") for file in order]


def test_a_module_has_what_its_entry_needs_in_the_order_of_apples_worklist() -> None:
    modules = link_all()
    assert [f.name for f in modules["first"].functions] == [
        "_GLOBAL__sub_I_link_main.metal",
        "first",
        "_Z5twicef",
        "air.fast_fmax.f32",
        "_Z5applyPU9MTLdeviceK5Scale",
    ]
    assert [f.name for f in modules["place"].functions] == ["place"]
    assert [g.name for g in modules["second"].globals] == [
        "_ZZ6secondPU9MTLdevicefE6shared",
        "llvm.global_ctors",
    ]


def test_named_metadata_is_filtered_and_in_order() -> None:
    modules = link_all()
    head = ["llvm.module.flags", "llvm.ident", "air.version", "air.language_version", "air.compile_options"]
    assert list(modules["first"].named_metadata) == [*head, "air.kernel", "air.function_constants"]
    assert list(modules["place"].named_metadata) == [*head, "air.vertex"]
    assert len(modules["first"].named_metadata["air.kernel"]) == 1
    assert {name: module.source_filename for name, module in modules.items()} == {name: name for name in modules}


def with_samplers(module: Module) -> None:
    """Two private constants that `saxpy` loads, the first one first, and a sampler state for each."""
    context = module.context
    i64 = context.integer_type(64)
    block = module.functions[0].blocks[0]
    for number, name in enumerate(("__air_sampler_state", "__air_sampler_state.1")):
        variable = GlobalVariable(context.pointer_type(i64, 2), i64, name, Linkage.INTERNAL)
        variable.address_space, variable.is_constant = 2, True
        variable.initializer = context.constant(i64, ConstantCode.INTEGER, (number + 1,))
        module.globals.append(variable)
        block.instructions.insert(number, make_instruction(InstCode.LOAD, i64, [variable], (4, 0)))
        node = context.node(MetadataCode.NODE, [context.string("air.sampler_state"), context.value_metadata(variable)])
        module.named_metadata.setdefault("air.sampler_states", []).append(node)


def test_sampler_states_are_in_the_order_of_their_variables() -> None:
    module = modules_of(link([changed(golden("saxpy"), with_samplers)], METALLIB))["saxpy"]
    names = ["__air_sampler_state.1", "__air_sampler_state"]  # instructions are walked last to first
    assert [v.name for v in module.globals] == names
    operands = [node.fields[1] for node in module.named_metadata["air.sampler_states"]]
    assert [v.value.name for v in operands if isinstance(v, ConstantAsMetadata)] == names


def test_function_constants_keep_the_order_of_their_list() -> None:
    def with_constants(module: Module) -> None:
        with_samplers(module)
        context = module.context
        number = context.value_metadata(context.constant(context.integer_type(32), ConstantCode.NULL))
        text = [context.string(word) for word in ("ulong", "size")]
        nodes = module.named_metadata.pop("air.sampler_states")
        module.named_metadata["air.function_constants"] = [
            context.node(MetadataCode.NODE, [node.fields[1], *text, number]) for node in nodes
        ]

    module = modules_of(link([changed(golden("saxpy"), with_constants)], METALLIB))["saxpy"]
    operands = [node.fields[0] for node in module.named_metadata["air.function_constants"]]
    names = ["__air_sampler_state", "__air_sampler_state.1"]
    assert [v.value.name for v in operands if isinstance(v, ConstantAsMetadata)] == names


# --- what the linker optimises ---------------------------------------------------------------------------------------


def with_quotient(module: Module) -> None:
    """`a * x` becomes `(1 / a) * x`."""
    block = module.functions[0].blocks[0]
    product = next(i for i in block.instructions if i.name == "product")
    item = module.context.constant(product.type, ConstantCode.FLOAT, (0x3F800000,))
    quotient = make_instruction(InstCode.BINOP, product.type, [item, product.left], (BinaryOperator.FDIV, 254))
    block.instructions.insert(block.instructions.index(product), quotient)
    product.operands = (quotient, product.right)


@pytest.mark.parametrize(
    ("toolchain", "optimize", "is_folded"),
    [("32023.329", None, True), ("32023.157", None, False), ("32023.883", False, False), ("31001.720", True, True)],
)
def test_quotients_fold_where_the_toolchain_folds_them(toolchain: str, optimize: bool | None, is_folded: bool) -> None:
    options = LinkOptions(toolchain=toolchain, optimize=optimize)
    module = modules_of(link([changed(golden("saxpy"), with_quotient)], options))["saxpy"]
    operators = [i.opcode for i in module.functions[0].instructions() if i.code is InstCode.BINOP]
    quotient, product = BinaryOperator.FDIV, BinaryOperator.FMUL
    assert operators == ([quotient] if is_folded else [quotient, product]) + [BinaryOperator.FADD]


def with_variable(module: Module) -> None:
    """`saxpy` loads a private variable that another kernel writes."""
    context, first = module.context, module.functions[0]
    type_ = first.arguments[0].type.elements[0]
    variable = GlobalVariable(context.pointer_type(type_, 3), type_, "_ZL5scale", Linkage.INTERNAL)
    variable.address_space = 3
    variable.initializer = context.constant(type_, ConstantCode.FLOAT, (0x40000000,))
    module.globals.append(variable)
    instructions = first.blocks[0].instructions
    product = next(i for i in instructions if i.name == "product")
    load = make_instruction(InstCode.LOAD, type_, [variable], (3, 0))
    instructions.insert(instructions.index(product), load)
    product.operands = (load, product.right)


def test_a_variable_that_only_another_module_writes_is_folded() -> None:
    result = link([changed(golden("saxpy"), with_variable)], METALLIB)
    module = modules_of(result)["saxpy"]
    product = next(i for i in module.functions[0].instructions() if i.code is InstCode.BINOP)
    assert module.globals == [] and isinstance(product.right, Constant) and not isinstance(product.left, Constant)
    assert [symbol.name for symbol in result.functions[0].contents] == ["saxpy"]


# --- linkage ---------------------------------------------------------------------------------------------------------


def test_all_but_the_entry_become_internal_and_fast() -> None:
    module = link_all()["first"]
    entry, callee = module.function("first"), module.function("_Z5applyPU9MTLdeviceK5Scale")
    assert entry is not None and callee is not None
    assert (entry.linkage, entry.calling_convention, entry.unnamed_addr) == (Linkage.EXTERNAL, 0, 2)
    assert (callee.linkage, callee.calling_convention, callee.unnamed_addr) == (Linkage.INTERNAL, 8, 1)
    calls = [i for f in module.functions for i in f.instructions() if i.code is InstCode.CALL]
    conventions = {call.callee.name: call.params[1] for call in calls}
    assert conventions == {"_Z5applyPU9MTLdeviceK5Scale": 8, "_Z5twicef": 8, "air.fast_fmax.f32": 0}


def test_a_call_is_convergent_only_if_its_callee_is() -> None:
    module = link_all()["first"]
    entry = module.function("first")
    assert entry is not None
    call = next(i for i in entry.instructions() if i.code is InstCode.CALL)
    kinds = {attribute.kind for group in call.attributes for attribute in group.attributes}
    assert 43 not in kinds and 18 in kinds  # convergent, nounwind


def test_the_strong_or_first_definition_is_taken() -> None:
    assert isinstance(link_all()["first"].function("_Z5twicef"), Function)
    body = [i.code for i in _function(link_all()["first"], "_Z5twicef").instructions()]
    assert InstCode.CALL in body  # that of link_main, which comes first

    def strengthen(module: Module) -> None:
        _function(module, "_Z5twicef").linkage = Linkage.EXTERNAL

    strong = modules_of(link([golden("link_main"), changed(golden("link_helper"), strengthen)], METALLIB))
    body = [i.code for i in _function(strong["first"], "_Z5twicef").instructions()]
    assert InstCode.CALL not in body


def _function(module: Module, name: str) -> Function:
    function = module.function(name)
    assert function is not None, name
    return function


def test_an_entry_that_another_calls_is_private_there_and_public_at_home() -> None:
    def call_other(module: Module) -> None:
        first, second = _function(module, "first"), _function(module, "second")
        call = next(i for i in first.instructions() if i.code is InstCode.CALL and i.callee.name == "_Z5twicef")
        assert isinstance(call, Call)
        call.operands = (first.arguments[1], second)
        call.type, call.aux_type = second.value_type.result, second.value_type
        call.params, call.attributes = (0, 0, 0), ()
        phi = next(i for i in first.instructions() if i.code is InstCode.PHI)
        phi.operands = (phi.operands[1],) * 2

    files = [changed(golden("link_main"), call_other), golden("link_helper")]
    modules = modules_of(link(files, METALLIB))
    assert _function(modules["first"], "second").linkage is Linkage.INTERNAL
    assert _function(modules["first"], "second").calling_convention == 8
    assert _function(modules["second"], "second").linkage is Linkage.EXTERNAL
    assert _function(modules["second"], "second").calling_convention == 0


# --- types -----------------------------------------------------------------------------------------------------------


def test_structs_of_equal_members_become_the_first_one() -> None:
    module = link_all()["first"]
    assert [t.name for t in module.struct_types] == ["struct.Scale"]


def test_the_second_struct_of_a_name_gets_a_number() -> None:
    module = link_all()["third"]
    assert [t.name for t in module.struct_types] == ["struct.Scale.0"]


NAMES_ANOTHERS = """target datalayout = "e-p:64:64:64-i64:64:64-n8:16:32"
target triple = "air64-apple-macosx14.0.0"
declare void @shared()
define void @k() !md !2 {
  call void @shared()
  ret void
}
!air.kernel = !{!0}
!air.version = !{!6}
!air.language_version = !{!7}
!0 = !{void ()* @k, !1, !1}
!1 = !{}
!2 = distinct !{!2, !3, !5}
!3 = !{!4, void ()* @shared}
!4 = !{!3, !1}
!5 = distinct !{void ()* @shared}
!6 = !{i32 2, i32 6, i32 0}
!7 = !{!"Metal", i32 3, i32 1, i32 0}
"""


def test_a_weak_entry_is_the_first_inputs_where_its_type_differs_too() -> None:
    text = NAMES_ANOTHERS.replace("define void @k()", "define weak void @k(%S addrspace(1)* %p)")
    text = text.replace("void ()* @k", "void (%S addrspace(1)*)* @k").replace(
        "declare", "%S = type { MEMBERS }\ndeclare"
    )
    text = text.replace("void @shared()", "void @llvm.trap()").replace("@shared", "@llvm.trap")
    files = [
        InputFile(f"{name}.ll", text.replace("MEMBERS", members).encode())
        for name, members in (("a", "float"), ("b", "i32, i32"))
    ]
    (module,) = modules_of(link(files, METALLIB)).values()
    assert [type_.code.name for type_ in module.struct_types[0].elements] == ["FLOAT"]


def test_nodes_that_name_a_function_name_its_definition_in_circles_too() -> None:
    other = NAMES_ANOTHERS[: NAMES_ANOTHERS.index("declare")] + "define void @shared() {\n  ret void\n}\n"
    (module,) = modules_of(
        link([InputFile("k.ll", NAMES_ANOTHERS.encode()), InputFile("other.ll", other.encode())], METALLIB)
    ).values()
    shared = _function(module, "shared")
    assert shared.is_definition
    ((_, root),) = _function(module, "k").metadata
    first, circle, last = root.fields
    assert root.distinct and first is root
    assert isinstance(circle, MDNode) and isinstance(last, MDNode) and last.distinct
    assert isinstance(circle.fields[0], MDNode) and circle.fields[0].fields[0] is circle
    named = [node.fields[-1] for node in (circle, last)]
    assert [field.value for field in named if isinstance(field, ConstantAsMetadata)] == [shared, shared]


# --- constructors and function constants -----------------------------------------------------------------------------


def test_constructors_keep_the_stores_that_the_entry_sees() -> None:
    modules = link_all()
    assert constructors(modules["first"]) == ["_GLOBAL__sub_I_link_main.metal"]
    assert constructors(modules["third"]) == ["_GLOBAL__sub_I_link_stages.metal"]
    assert constructors(modules["second"]) == constructors(modules["place"]) == []
    body = _function(modules["first"], "_GLOBAL__sub_I_link_main.metal").instructions()
    assert [i.code for i in body] == [InstCode.LOAD, InstCode.STORE, InstCode.RET]


def test_private_variables_of_one_name_are_renamed_where_both_were_reached() -> None:
    modules = link_all()
    # The last input's constructors are met first; `llvm.global_ctors` of the first input clashes too, and is .1.
    assert "_ZL4fast" in [g.name for g in modules["third"].globals]
    assert [g.name for g in modules["first"].globals] == [
        "_Z4mode.MTL_FC_INIT_0_b",
        "_ZL4fast.2",
        "llvm.global_ctors",
    ]


def test_one_input_with_constructors_has_its_list_first() -> None:
    module = modules_of(link_main())["first"]
    assert [g.name for g in module.globals] == [
        "llvm.global_ctors",
        "_ZL4fast",
        "_Z4mode.MTL_FC_INIT_0_b",
    ]


def test_function_constants_are_marked_as_required() -> None:
    node = link_all()["first"].named_metadata["air.function_constants"][0]
    assert len(node.fields) == 5
    constant = mtlb.read(mtlb.write(link_main().library)).functions[0].public_metadata.function_constants
    assert constant is not None and [(c.name, c.required) for c in constant] == [("mode", True)]


def test_a_function_that_only_metadata_names_comes_along() -> None:
    def name_helper(module: Module) -> None:
        context, nodes = module.context, module.named_metadata["air.kernel"]
        helper = context.value_metadata(_function(module, "_Z5applyPU9MTLdeviceK5Scale"))
        arguments = nodes[1].fields[2]
        assert isinstance(arguments, MDNode)
        more = context.node(arguments.code, [*arguments.fields, context.node(arguments.code, [helper])])
        nodes[1] = context.node(nodes[1].code, [*nodes[1].fields[:2], more])

    program = program_of([changed(golden("link_main"), name_helper), golden("link_helper")])
    second = program.entries[program.modules[0]][1]
    module = split(program, second)
    assert [f.name for f in module.functions][-1] == "_Z5applyPU9MTLdeviceK5Scale"
    assert verify_module(module) == verify_module(read_module(write_module(module))) == []


# --- the view --------------------------------------------------------------------------------------------------------


def whole_program() -> Program:
    return program_of([golden(name) for name in ALL])


def entries_of(program: Program) -> list[ProgramEntry]:
    return [entry for entries in program.entries.values() for entry in entries]


def facts(values: Iterable[GlobalValue]) -> list[object]:
    """What a program or a view says of its globals, down to the calls."""
    said: list[object] = []
    for value in values:
        said.append((value.name, value.linkage, value.visibility, value.unnamed_addr, value.dso_local, value.comdat))
        if isinstance(value, Function):
            blocks = [[(i.code, i.params, i.attributes) for i in block.instructions] for block in value.blocks]
            said.append((value.calling_convention, blocks, [symbol.name for symbol in value.symbols]))
    return said


def test_splitting_leaves_the_program_as_it_was() -> None:
    program = whole_program()
    values = [value for loaded in program.modules for value in loaded.module.global_values()]
    before = facts(values)
    entries = entries_of(program)
    views = [split(program, entry) for entry in entries]
    first = [write_module(view) for view in views]
    assert facts(values) == before
    assert [write_module(split(program, entry)) for entry in reversed(entries)] == first[::-1]
    assert [write_module(view) for view in reversed(views)] == first[::-1]


def test_a_view_says_what_is_written() -> None:
    program = whole_program()
    for entry in entries_of(program):
        view = split(program, entry)
        assert verify_module(view) == []
        written = read_module(write_module(view))
        assert facts(view.global_values()) == facts(written.global_values())
        assert describe(view).public_metadata().tags == describe(written).public_metadata().tags
        assert read_entry_points(view)[0].function is view.own(entry.function)


def test_threads_may_split_a_program_at_once() -> None:
    program, again = whole_program(), whole_program()
    entries = entries_of(program)
    expected = [write_module(split(again, entry)) for entry in entries_of(again)]

    def split_all(first: int) -> list[bytes]:
        order = [*range(first, len(entries)), *range(first)]
        written = {number: write_module(split(program, entries[number])) for number in order}
        return [written[number] for number in range(len(entries))]

    assert at_once(split_all) == [expected] * 4


def test_llvm_takes_every_module() -> None:
    from llvmlite import binding

    for function in link([golden(name) for name in ALL], METALLIB).functions:
        module = read_module(function.function.module)
        assert verify_module(module) == []
        binding.parse_bitcode(bytes(function.function.module), binding.create_context()).verify()


@pytest.mark.long
def test_the_same_bytes_under_another_hash_seed_and_locale(tmp_path: Path) -> None:
    script = (
        "import sys, mtlb; from tests.linker.samples import *\n"
        "sys.stdout.buffer.write(mtlb.write(link_main(golden('link_stages'), options=LinkOptions()).library))"
    )
    root = Path(__file__).resolve().parents[2]
    outputs = set()
    for seed, locale in (("1", "C"), ("2", "tr_TR.UTF-8")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONPATH": str(root)}
        outputs.add(subprocess.run([sys.executable, "-c", script], env=environment, cwd=tmp_path, capture_output=True))
    results = {output.stdout for output in outputs}
    assert len(results) == 1 and results.pop()[:4] == b"MTLB"


# --- errors ----------------------------------------------------------------------------------------------------------


def test_an_undefined_symbol_names_who_refers_to_it() -> None:
    with pytest.raises(LinkError) as caught:
        link([golden("link_main")], METALLIB)
    assert caught.value.reason == (
        "undefined symbol(s) for architecture 'air64':\n"
        "  '_Z5applyPU9MTLdeviceK5Scale', referenced from:\n"
        "      first in link_main.air"
    )


def test_two_strong_definitions_name_both_files() -> None:
    with pytest.raises(LinkError, match=r"duplicated symbol '_Z5apply.*' in:\n      link_helper.air\n      again.air"):
        link_main(changed(golden("link_helper"), lambda module: None, "again.air"))


def test_required_functions() -> None:
    link_main(options=replace(METALLIB, required_functions=("first", "second"), required_count=2))
    with pytest.raises(LinkError, match="required functions are missing: 'third'"):
        link_main(options=replace(METALLIB, required_functions=("first", "third")))
    with pytest.raises(LinkError, match="has 2 functions, 3 are required"):
        link_main(options=replace(METALLIB, required_count=3))


def test_an_input_without_use_is_reported() -> None:
    result = link([golden("link_stages"), golden("link_helper")], METALLIB)
    assert "link_helper.air: contributes nothing to the library" in result.warnings
    assert link_main().warnings == []


def test_opaque_pointers_are_converted_or_refused() -> None:
    text = (ROOT / "golden/convert/saxpy.ll").read_bytes()
    for file in (InputFile("f.bc", assemble(text)), InputFile("f.ll", text)):
        result = link([file], LinkOptions())
        assert result.warnings == [f"{file.name}: converted for macOS 14.0 (AIR 2.6): it has opaque pointers"]
        module = read_module(result.library.functions[0].module)
        assert not module.has_opaque_pointers
        with pytest.raises(
            mtlb.UnsupportedError, match="it has opaque pointers, and --no-convert forbids converting it"
        ):
            link([file], LinkOptions(convert=False))


# --- targets ---------------------------------------------------------------------------------------------------------


def retargeted(triple: str) -> InputFile:
    def change(module: Module) -> None:
        module.triple = triple

    return changed(golden("saxpy"), change, "other.air")


def test_an_input_for_another_platform_is_an_error_or_dropped_on_request() -> None:
    other = retargeted("air64-apple-ios17.0.0")
    with pytest.raises(
        LinkError, match=r"other.air: built for air64-apple-ios17.0.0, but the library is for macOS 14.0"
    ):
        link_main(other)
    result = link_main(other, options=replace(METALLIB, allow_drop=True))
    assert [path for path, _ in result.dropped] == ["other.air"]
    assert len(result.library.functions) == 2


def test_an_input_for_a_newer_os_is_an_error() -> None:
    with pytest.raises(LinkError, match=r"newer than the library's macOS 14\.0"):
        link_main(retargeted("air64-apple-macosx15.0.0"))
    link_main(retargeted("air64-apple-macosx13.0.0"))


def test_a_device_module_linked_for_the_simulator_says_so() -> None:
    options = LinkOptions(platform=Platform.IOS_SIMULATOR, min_os=Version(17))
    result = link([retargeted("air64_v26-apple-ios17.0.0")], options)
    assert modules_of(result)["saxpy"].triple == "air64_v26-apple-ios17.0.0-simulator"
    assert result.library.platform is Platform.IOS_SIMULATOR


# --- other kinds of input --------------------------------------------------------------------------------------------


def test_archive_members_are_linked_as_they_are_needed() -> None:
    unused = changed(golden("link_helper"), _renaming("_Z5applyPU9MTLdeviceK5Scale", "_Z5otherv"))
    data = archive([("unused.air", bytes(unused.data)), ("a long name.air", bytes(golden("link_helper").data))])
    result = link([golden("link_main"), InputFile("lib.a", data)], METALLIB)
    assert {s.input_.path for f in result.functions for s in f.contents} == {"link_main.air", "lib.a(a long name.air)"}
    assert "lib.a(unused.air): not needed" in result.notes


def test_archive_members_with_entry_points_are_always_linked() -> None:
    data = archive([("saxpy.air", bytes(golden("saxpy").data))])
    assert [f.name for f in link([InputFile("lib.metalar", data)], METALLIB).library.functions] == ["saxpy"]


def test_a_whole_archive() -> None:
    data = archive([("link_helper.air", bytes(golden("link_helper").data))])
    files = [golden("link_stages"), InputFile("lib.a", data)]
    assert len(scanned(files).facts) == 1
    assert len(scanned(files, replace(METALLIB, whole_archive=True)).facts) == 2


def _renaming(old: str, new: str) -> Callable[[Module], None]:
    def rename(module: Module) -> None:
        _function(module, old).name = new

    return rename


def test_modules_of_a_library_stay_as_they_are() -> None:
    data = mtlb.write(link_main().library)
    again = link([InputFile("first.metallib", data), golden("saxpy")], METALLIB)
    assert [f.name for f in again.library.functions] == ["first", "second", "saxpy"]
    assert [bytes(f.module) for f in again.library.functions[:2]] == [
        bytes(f.module) for f in mtlb.read(data).functions
    ]


def test_what_is_no_input_is_refused() -> None:
    for data, reason in (
        (b"", "empty"),
        (b"#include <stdio.h>", "can't be linked: it is neither"),
        (b"#include <metal_stdlib>\nint f() { return y; }", "undeclared|no clang"),  # source by content
        (b"BC\xc0\xde", "x.air"),
    ):
        with pytest.raises(mtlb.MtlbError, match=reason):
            link([InputFile("x.air", data)], METALLIB)
