"""The rules: one clear error for each kind of broken module, with word, id and source line; none for good ones."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.mutate import mutate_spirv
from mtlb.base.errors import FormatError
from mtlb.base.findings import Severity
from mtlb.ir.dominance import dominators
from mtlb.spirv import read
from mtlb.spirv.rules.values import _sound as sound_shapes
from mtlb.spirv.verify import SPIRV_CODES, check_module, verify_spirv
from tests.conftest import ROOT
from tests.spirv.samples import binary, compute, op

GOLDEN = sorted((ROOT / "golden" / "spirv").glob("*.spv"))

FLOAT = op("OpTypeFloat", 10, 32)
INT = op("OpTypeInt", 11, 32, 1)
BOOL = op("OpTypeBool", 12)
ONE = op("OpConstant", 10, 13, 0x3F800000)
TWO = op("OpConstant", 11, 14, 2)
TRUE = op("OpConstantTrue", 12, 15)
VECTOR = op("OpTypeVector", 16, 10, 4)
POINTER = op("OpTypePointer", 17, 7, 10)  # Function
STRUCT = op("OpTypeStruct", 18, 10, 11)
UNIFORM = op("OpTypePointer", 19, 2, 18)
BASE = [FLOAT, INT, BOOL, ONE, TWO, TRUE, VECTOR, POINTER]
LINES = [op("OpString", 90, "a.frag")]


def codes(data: bytes) -> list[str]:
    return [finding.code for finding in verify_spirv(data) if finding.severity is Severity.ERROR]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_compilers_modules_have_no_findings(path: Path) -> None:
    assert verify_spirv(path.read_bytes()) == []
    check_module(read(path.read_bytes()))


@pytest.mark.parametrize(
    ("between", "expected"),
    [(op("OpExtInst", 1, 23, 5, 24), []), (op("OpIAdd", 11, 23, 14, 14), ["block"])],
    ids=["DebugNoScope", "OpIAdd"],
)
def test_what_may_stand_before_a_phi(between: list[int], expected: list[str]) -> None:
    """Debug information may: spirv-val takes what spirv-opt makes of DXC's (test/opt/ccp_test.cpp of SPIRV-Tools)."""
    data = binary(
        op("OpCapability", 1),
        op("OpExtInstImport", 5, "OpenCL.DebugInfo.100"),
        op("OpMemoryModel", 0, 1),
        op("OpEntryPoint", 5, 3, "main"),
        op("OpExecutionMode", 3, 17, 1, 1, 1),
        op("OpTypeVoid", 1),
        op("OpTypeFunction", 2, 1),
        INT,
        TWO,
        op("OpFunction", 1, 3, 0, 2),
        op("OpLabel", 4),
        op("OpBranch", 20),
        op("OpLabel", 20),
        between,
        op("OpPhi", 11, 22, 14, 4),
        op("OpReturn"),
        op("OpFunctionEnd"),
    )
    assert codes(data) == expected


def test_the_corpus_has_no_errors(shared: Path) -> None:
    for path in sorted(shared.joinpath("spirv").glob("*.spv")):
        actual = verify_spirv(path.read_bytes())
        assert [item for item in actual if item.code != "version"] == [], path.name


CASES = {
    # what is wrong: (the module, code, part of the message)
    "id above the bound": (
        compute(op("OpUndef", 1, 100)),
        "id",
        "%100 of its result is not below the bound 100",
    ),
    "defined twice": (compute(types=[FLOAT, FLOAT]), "id", "%10 is defined at word"),
    "not defined": (compute(op("OpFNegate", 10, 20, 21), types=BASE), "id", "OpFNegate %20: %21 is not defined"),
    "used before": (
        compute(op("OpFNegate", 10, 20, 21), op("OpFNegate", 10, 21, 13), types=BASE),
        "id",
        "OpFNegate %20: %21 is used before its definition",
    ),
    "type in itself": (
        compute(types=[op("OpTypeStruct", 18, 18)]),
        "id",
        "OpTypeStruct %18: %18 is used before its definition, so that the type contains itself",
    ),
    "types in a circle": (
        compute(types=[INT, TWO, op("OpTypeArray", 20, 21, 14), op("OpTypeStruct", 21, 20)]),
        "id",
        "OpTypeArray %20: %21 is used before its definition, so that the type contains itself",
    ),
    "copied to other parts": (
        compute(
            op("OpUndef", 18, 20),
            op("OpCopyLogical", 22, 21, 20),
            types=[*BASE, STRUCT, op("OpTypeStruct", 22, 10, 10)],
        ),
        "type",
        "OpCopyLogical %21: %20 (of type %18) and %22 don't have the same parts",
    ),
    "section": (compute(types=[op("OpName", 3, "late")]), "order", "OpName: must stand before the types"),
    "outside of functions": (compute(types=[op("OpLabel", 20)]), "order", "OpLabel %20: stands outside of functions"),
    "type in a function": (compute(op("OpTypeBool", 20)), "order", "OpTypeBool %20: can't stand in a function"),
    "no memory model": (binary(op("OpCapability", 5), op("OpCapability", 1)), "order", "no OpMemoryModel"),
    "two memory models": (binary(*[op("OpMemoryModel", 0, 1)] * 2), "order", "a memory model already"),
    "vector of vectors": (compute(types=[FLOAT, VECTOR, op("OpTypeVector", 20, 16, 2)]), "type", "not scalars"),
    "matrix": (compute(types=[FLOAT, op("OpTypeMatrix", 20, 10, 2)]), "type", "columns %10 are not vectors"),
    "array length": (
        compute(types=[FLOAT, INT, op("OpConstant", 11, 14, 0), op("OpTypeArray", 20, 10, 14)]),
        "type",
        "its length is 0",
    ),
    "array of void": (compute(types=[INT, TWO, op("OpTypeArray", 20, 1, 14)]), "type", "its elements %1"),
    "constant": (compute(types=[*BASE, op("OpConstantComposite", 16, 20, 13, 13)]), "type", "it has 2 parts"),
    "member": (
        compute(before=[op("OpMemberDecorate", 18, 2, 35, 0)], types=[FLOAT, INT, STRUCT]),
        "type",
        "the struct %18 has 2 members, but member 2 is used",
    ),
    "storage class": (compute(op("OpVariable", 17, 20, 6), types=BASE), "order", "can't stand in a function"),
    "result type": (compute(op("OpFNegate", 13, 20, 13), types=BASE), "type", "its result type %13 is not a type"),
    "operand type": (
        compute(op("OpFAdd", 10, 20, 13, 14), types=BASE),
        "type",
        "OpFAdd %20: %14 (of type %11) is not of type %10",
    ),
    "operand is a type": (compute(op("OpFNegate", 10, 20, 10), types=BASE), "type", "%10 is not a value"),
    "load": (
        compute(op("OpVariable", 17, 20, 7), op("OpLoad", 11, 21, 20), types=BASE),
        "type",
        "OpLoad %21: %20 (of type %17) is not a pointer to %11",
    ),
    "access": (
        compute(op("OpVariable", 17, 20, 7), op("OpAccessChain", 17, 21, 20, 14), types=BASE),
        "type",
        "%10 has no parts",
    ),
    "branch": (compute(op("OpBranch", 20)), "id", "OpBranch: %20 is not defined"),
    "branch to a value": (compute(op("OpBranch", 13), op("OpLabel", 20), types=BASE), "block", "%13 is not a block"),
    "branch to the first block": (
        compute(op("OpBranch", 4), op("OpLabel", 20)),
        "block",
        "branches to the first block",
    ),
    "no end": (compute(op("OpLabel", 20)), "malformed", "OpLabel %20: the block %4 has no end"),
    "outside of blocks": (compute(op("OpReturn"), op("OpNop")), "malformed", "OpNop: stands in a function but in no"),
    "merge": (
        compute(op("OpSelectionMerge", 20, 0), op("OpBranch", 20), op("OpLabel", 20)),
        "block",
        "OpSelectionMerge: OpBranch follows it",
    ),
    "back edge": (
        compute(
            *[
                op("OpBranch", 20),
                op("OpLabel", 20),
                op("OpSelectionMerge", 21, 0),
                op("OpBranchConditional", 15, 20, 21),
            ],
            op("OpLabel", 21),
            types=BASE,
        ),
        "block",
        "branches back to %20, which has no OpLoopMerge",
    ),
    "phi": (
        compute(op("OpBranch", 20), op("OpLabel", 20), op("OpPhi", 10, 21, 13, 20), types=BASE),
        "block",
        "its blocks are %20, the block %20 is reached from %4",
    ),
    "dominance": (
        compute(
            op("OpSelectionMerge", 21, 0),
            op("OpBranchConditional", 15, 20, 21),
            op("OpLabel", 20),
            op("OpFNegate", 10, 22, 13),
            op("OpBranch", 21),
            op("OpLabel", 21),
            op("OpFNegate", 10, 23, 22),
            types=BASE,
        ),
        "id",
        "the definition of %22 in block %20 does not dominate its use in %21",
    ),
    "recursion": (
        compute(op("OpFunctionCall", 1, 20, 3)),
        "recursion",
        "OpFunctionCall %20: the function %3 calls itself",
    ),
    "call": (compute(op("OpFunctionCall", 1, 20, 13), types=BASE), "function", "%13 is not a function"),
    "entry point": (
        binary(
            op("OpCapability", 1),
            op("OpMemoryModel", 0, 1),
            op("OpEntryPoint", 5, 1, "main"),
            op("OpTypeVoid", 1),
        ),
        "entry-point",
        "%1 is not a function",
    ),
    "interface": (
        binary(
            op("OpCapability", 1),
            op("OpMemoryModel", 0, 1),
            op("OpEntryPoint", 5, 3, "main", 3),
            op("OpTypeVoid", 1),
            op("OpTypeFunction", 2, 1),
            op("OpFunction", 1, 3, 0, 2),
            op("OpLabel", 4),
            op("OpReturn"),
            op("OpFunctionEnd"),
        ),
        "entry-point",
        "%3 of its interface is not a variable",
    ),
    "capability": (compute(types=[op("OpTypeFloat", 20, 64)]), "capability", "64 needs the capability Float64"),
    "capability of an instruction": (
        compute(types=[op("OpTypePipe", 20, 0)]),
        "capability",
        "OpTypePipe needs the capability Pipes",
    ),
    "width": (compute(types=[op("OpTypeInt", 20, 24, 0)]), "type", "there is no integer of 24 bits"),
    "offsets": (
        compute(
            before=[op("OpDecorate", 18, 2)],
            types=[FLOAT, INT, STRUCT, UNIFORM, op("OpVariable", 19, 20, 2)],
        ),
        "decoration",
        "the member 0 of the struct %18 has no Offset",
    ),
    "target of a decoration": (
        compute(before=[op("OpDecorate", 1, 33, 0)]),
        "decoration",
        "%1, which it is on, is not a variable",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_broken_modules(name: str) -> None:
    data, code, words = CASES[name]
    findings = [finding for finding in verify_spirv(data) if finding.severity is Severity.ERROR]
    assert code in [item.code for item in findings], findings
    first = next(item for item in findings if item.code == code)
    assert words in " ".join(item.message for item in findings if item.code == code)
    assert first.offset is None or first.message.startswith(f"word {first.offset // 4}: ")
    with pytest.raises(FormatError):
        check_module(read(data))


def test_an_error_names_the_source_line() -> None:
    body = [op("OpLine", 90, 12, 3), op("OpFAdd", 10, 20, 13, 14), op("OpNoLine"), op("OpFAdd", 10, 21, 13, 14)]
    actual = verify_spirv(compute(*body, types=BASE, before=LINES))
    assert [item.message.endswith("(a.frag:12:3)") for item in actual] == [True, False]


def test_unknown_things_are_warnings() -> None:
    actual = verify_spirv(compute(op(9999, 1), before=[op("OpDecorate", 3, 65000)]))
    assert {item.code for item in actual} == {"unknown"}
    assert not any(item.is_error for item in actual)


def test_a_logical_copy_of_the_same_parts_is_valid() -> None:
    array, other = op("OpTypeArray", 61, 10, 14), op("OpTypeArray", 62, 10, 60)
    two = op("OpConstant", 11, 60, 2)
    types = [*BASE, two, array, other, op("OpTypeStruct", 63, 61, 11), op("OpTypeStruct", 64, 62, 11)]
    body = [op("OpUndef", 63, 20), op("OpCopyLogical", 64, 21, 20)]
    assert codes(compute(*body, types=types)) == []


def test_a_late_variable_is_a_warning() -> None:
    """Drivers take it, as SPIRV-Cross does; `tests/translate/test_leniency.py` has what becomes of it."""
    pointer, late = op("OpTypePointer", 60, 7, 10), op("OpVariable", 60, 61, 7)  # 7 is Function
    data = compute(op("OpFAdd", 10, 20, 13, 13), late, types=[*BASE, pointer])
    actual = verify_spirv(data)
    assert [(item.code, item.is_error) for item in actual] == [("variable", False)]
    (warning,) = check_module(read(data))
    assert warning.startswith(f"word {actual[0].offset // 4}: OpVariable %61: ")  # type: ignore[operator]


def test_a_part_of_the_other_sign_is_a_warning() -> None:
    unsigned, pair = op("OpTypeInt", 60, 32, 0), op("OpTypeVector", 61, 60, 2)
    both = op("OpConstantComposite", 61, 62, 14, 14)  # of a signed constant
    data = compute(types=[*BASE, unsigned, pair, both])
    assert [(finding.code, finding.is_error) for finding in verify_spirv(data)] == [("alike", False)] * 2
    warning, _ = check_module(read(data))
    assert "its part %14 (of type %11) is not a constant of type %60" in warning


def test_an_instruction_that_is_newer_is_named_before_what_uses_it() -> None:
    body = [op(9999, 10, 20, 13), op("OpFAdd", 10, 21, 20, 13)]
    with pytest.raises(
        FormatError, match=r"Op9999: the instruction is newer than SPIR-V 1\.6.*; %20 may be its result"
    ):
        check_module(read(compute(*body, types=BASE)))


def test_every_code_has_a_case() -> None:
    seen = {code for _, code, _ in CASES.values()}
    warnings = {"version", "unknown", "variable", "alike", "origin", "interface", "index", "more"}
    assert seen | warnings == set(SPIRV_CODES)


def test_no_more_than_a_hundred_findings_of_a_code() -> None:
    actual = verify_spirv(compute(*[op("OpFAdd", 10, 20 + i, 13, 99) for i in range(79)] * 2, types=BASE))
    assert actual[-1].code == "more" or len(actual) <= 200


def test_dominators() -> None:
    """A diamond with a loop behind it, beside the definition: the blocks without which a block can't be reached."""
    module = read((ROOT / "golden" / "spirv" / "fragment.spv").read_bytes())
    for function in module.functions.values():
        tree = dominators(function.blocks[0].label, lambda label, blocks=function.block: blocks[label].successors)
        for removed in function.blocks:
            reached: set[int] = set()
            waiting = [function.blocks[0].label]
            while waiting:
                label = waiting.pop()
                if label != removed.label and label not in reached:
                    reached.add(label)
                    waiting += function.block[label].successors
            for block in function.blocks:
                if tree.is_reachable(block.label):
                    assert tree.dominates(removed.label, block.label) == (block.label not in reached)


def _loads_a_pointer(pointee: int, result: int) -> bytes:
    """A shader that loads a pointer to `pointee` as the type `result`. The pointer to it is declared before it."""
    types = [FLOAT, INT, op("OpTypeForwardPointer", 30, 7), op("OpTypePointer", 31, 7, 30)]
    types += [op("OpTypePointer", 30, 7, pointee), op("OpTypePointer", 33, 7, 10 + 11 - pointee)]
    return compute(op("OpVariable", 31, 41, 7), op("OpLoad", result, 42, 41), types=types)


def test_a_verdict_depends_on_the_module_alone() -> None:
    """Instructions of a shape that was sound in another module are not looked at again."""
    assert "type" not in codes(_loads_a_pointer(10, 30))
    assert "type" in codes(_loads_a_pointer(11, 33))
    parts = [
        compute(
            op("OpUndef", 18, 20),
            op("OpCompositeExtract", 10, 21, 20, number),
            types=[*BASE, op("OpTypeStruct", 18, *members)],
        )
        for number in (0, 1)
        for members in ((10, 11), (11, 10))
    ]
    assert ["type" in codes(data) for data in parts] == [False, True, True, False]
    for seed in range(40):
        data = mutate_spirv(random.Random(seed), GOLDEN[seed % len(GOLDEN)].read_bytes())
        after_others = verify_spirv(data)
        sound_shapes.clear()
        assert verify_spirv(data) == after_others


@given(st.sampled_from(GOLDEN), st.integers(0, 1 << 32))
@pytest.mark.long
def test_damaged_modules_are_findings(path: Path, seed: int) -> None:
    data = mutate_spirv(random.Random(seed), path.read_bytes())
    actual = verify_spirv(data)
    try:
        check_module(read(data))
    except FormatError:
        assert any(item.is_error for item in actual)
    else:
        assert not any(item.is_error for item in actual)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("spirv-val") is None, reason="spirv-val is not installed")
def test_verdicts_beside_spirv_val() -> None:
    """What spirv-val accepts we accept; it refuses a little more (validation of debug instructions, Vulkan's rules)."""
    missed = 0
    shaders = [path for path in GOLDEN if path.stem != "literals"]
    for seed in range(120):
        data = mutate_spirv(random.Random(seed), shaders[seed % len(shaders)].read_bytes())
        ours = [finding for finding in verify_spirv(data) if finding.code != "more"]
        theirs = subprocess.run(
            ["spirv-val", "--target-env", "spv1.6", "-"], input=data, capture_output=True, check=False
        )
        assert theirs.returncode or not [item for item in ours if item.is_error], (seed, ours, theirs.stderr)
        missed += bool(theirs.returncode) and not ours
    assert missed <= 12


def test_cooperative_matrices_have_one_part() -> None:
    """SPV_KHR_cooperative_matrix: a matrix is made from one value; its parts are of its component type."""
    types = [*BASE, op("OpConstant", 11, 30, 3), op("OpTypeCooperativeMatrixKHR", 31, 10, 30, 14, 14, 14)]

    def types_of(data: bytes) -> set[str]:
        return set(codes(data)) - {"capability"}

    result = op("OpCompositeConstruct", 31, 40, 13)
    assert types_of(compute(result, op("OpCompositeExtract", 10, 41, 40, 0), types=types)) == set()
    assert types_of(compute(op("OpCompositeConstruct", 31, 40, 13, 13), types=types)) == {"type"}
    assert types_of(compute(op("OpCompositeConstruct", 31, 40, 14), types=types)) == {"type"}
    assert types_of(compute(result, op("OpCompositeExtract", 11, 41, 40, 0), types=types)) == {"type"}


def test_untyped_variables_are_outside_of_functions() -> None:
    """SPV_KHR_untyped_pointers."""
    types = [*BASE, op("OpTypeUntypedPointerKHR", 30, 6), op("OpUntypedVariableKHR", 30, 31, 6, 10)]
    assert "order" not in codes(compute(types=types))
    assert "order" in codes(compute(op("OpUntypedVariableKHR", 30, 31, 6, 10), types=types[:-1]))
