"""What is checked once for each shape of instruction is what is checked for every instruction."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache

import pytest

from mtlb import verify
from mtlb.air.lint import lint_library, lint_module, run
from mtlb.air.lint.subjects import CODE, ModuleSubject
from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.container import open as open_library
from mtlb.ir import BlockInstruction, Context, InstCode, Instruction, Module, Value, parse
from mtlb.ir import verify as subject
from mtlb.ir.shapes import KnownShapes, Shapes, shape_of
from mtlb.ir.verify import Sound, _Verifier, verify_module
from mtlb.machinery.engine import is_compiled
from tests.conftest import ROOT
from tests.inspect.libraries import function, library

pytestmark = pytest.mark.skipif(is_compiled(), reason="methods of compiled classes can't be replaced")

SMALL, LOOPS = "gaussian_radix_sort_histograms_main", "gaussian_radix_sort_scatter_main"
"""Kernels of Open3D's, compiled by Apple: 50 instructions; 150 with phis, barriers and memory of the threadgroup."""


@cache
def module_data(name: str) -> bytes:
    library = open_library(ROOT / "golden/apple/open3d/gaussian_splat.metallib")
    return bytes(next(function.module for function in library.functions if function.name == name))


def values_of(module: Module) -> list[Value]:
    """Everything that an operand may be, right or wrong."""
    instructions = [i for function in module.functions for i in function.instructions()]
    operands = [operand for i in instructions for operand in i.operands]
    arguments = [argument for function in module.functions for argument in function.arguments]
    return [*instructions, *operands, *arguments, *module.global_values()]


def damage(module: Module, numbers: random.Random) -> None:
    """Change one to three instructions: an operand, a number, a type, an order, a target, an attachment."""
    functions = [function for function in module.functions if function.blocks]
    for _ in range(numbers.randint(1, 3)):
        block = numbers.choice(numbers.choice(functions).blocks)
        i: Instruction = numbers.choice(block.instructions)
        values = values_of(module)
        way = numbers.randrange(7)
        if way == 0 and i.operands:
            at = numbers.randrange(len(i.operands))
            i.operands = (*i.operands[:at], numbers.choice(values), *i.operands[at + 1 :])
        elif way == 1 and i.operands:
            i.operands = i.operands[:-1]
        elif way == 2 and i.params:
            at = numbers.randrange(len(i.params))
            i.params = (*i.params[:at], numbers.choice((0, 1, 5, 11, 32, 41, 99)), *i.params[at + 1 :])
        elif way == 3:
            i.type = numbers.choice(values).type
        elif way == 4:
            block.instructions.insert(numbers.randrange(len(block.instructions)), i)
        elif way == 5 and isinstance(i, BlockInstruction):
            other = numbers.choice(numbers.choice(functions).blocks)
            i.blocks = (other, *i.blocks[1:])
        elif way == 6:
            i.metadata = (
                (numbers.choice((0, 4, 999)), numbers.choice([n for ns in module.named_metadata.values() for n in ns])),
            )


def every_instruction(module: Module) -> list[str]:
    """The errors of a module, of which no instruction is passed over."""
    verifier = _Verifier(module, True, Shapes(module), Sound())
    verifier.have_sound_types = lambda function, shapes: False  # type: ignore[method-assign]
    return list(verifier.problems())


def compare(name: str, seeds: range) -> int:
    """Verify damaged modules in one context, also with what is valid in those before and in themselves before they were
    damaged; the number of invalid ones.
    """
    sound, context, wrong = Sound(), Context(), 0
    for seed in seeds:
        module, before = read_module(module_data(name), context=context), Sound()
        assert verify_module(module, sound=before) == []
        damage(module, random.Random(seed))
        problems = every_instruction(module)
        assert verify_module(module) == problems, seed
        assert verify_module(module, sound=sound) == problems, seed
        assert verify_module(module, sound=before) == problems, seed
        wrong += bool(problems)
    return wrong


@pytest.fixture(params=[False, True], ids=["by shape", "by parts first"])
def looks_at_parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the verifier compares the parts of a shape first, as the compiled one does."""
    monkeypatch.setattr(subject, "COMPILED", request.param)


@pytest.mark.usefixtures("looks_at_parts")
def test_the_verifier_finds_the_same_in_every_instruction() -> None:
    assert compare(SMALL, range(16)) > 8


@pytest.mark.long
@pytest.mark.parametrize("name", [SMALL, LOOPS])
@pytest.mark.usefixtures("looks_at_parts")
def test_many_damaged_modules(name: str) -> None:
    assert compare(name, range(200)) > 100


def test_parts_of_shapes() -> None:
    """An instruction is only known by its parts if its shape was added. That shapes replace each other is allowed."""
    known, shapes, context, hits = KnownShapes(), set[tuple[object, ...]](), Context(), 0
    for seed in range(40):
        module = read_module(module_data(LOOPS), context=context)
        if seed:
            damage(module, random.Random(seed))
        for i in [i for each in module.functions for i in each.instructions()]:
            if known.has(i):
                hits += 1
                assert shape_of(i) in shapes, (seed, i)
            else:
                known.add(i)
                shapes.add(shape_of(i))
    assert hits > 4000


def test_instructions_of_one_shape_have_the_same_types() -> None:
    module = read_module(module_data(SMALL))
    instructions = [i for function in module.functions for i in function.instructions()]
    shapes = Shapes(module)
    assert 0 < len(shapes.first) < len(instructions)
    for shape, first in shapes.first.items():
        assert shape[0] in (first, first.code)
    left = [i for i in instructions if i.code is InstCode.BINOP][-1]
    left.params = (99, 0)
    assert left in Shapes(module).first.values()


def test_intrinsics_are_of_one_shape_if_the_same_arguments_are_constants() -> None:
    """The arguments that have to be constants are those of invalid/intrinsic-immediate.ll, which LLVM refuses."""
    call = "call i32 @llvm.ctlz.i32(i32 %x, i1"
    lines = [f"  %a = {call} true)", f"  %b = {call} false)", f"  %c = {call} %is)", "  ret i32 %c"]
    text = "declare i32 @llvm.ctlz.i32(i32, i1)\ndefine i32 @f(i32 %x, i1 %is) {\n" + "\n".join(lines) + "\n}\n"
    module = parse(text)
    assert len(Shapes(module).first) == 3
    assert verify_module(module) == every_instruction(module)
    assert [problem.rpartition(": ")[2] for problem in verify_module(module)] == ["argument 1 is not a constant"]


def test_lint_finds_the_same_in_every_instruction(monkeypatch: pytest.MonkeyPatch) -> None:
    """The broken module has findings about shapes, and about one of two pointers of a shape."""
    quick = [lint_module(broken()), lint_module(module_data(SMALL))]
    assert {"AIR070", "AIR078", "AIR081", "AIR087", "AIR094"} <= {finding.code for finding in quick[0]}

    def all_groups(_: ModuleSubject) -> dict[InstCode, run._Group]:
        return {code: run._Group(scope, every=True) for code, scope in CODE.items()}

    monkeypatch.setattr(run, "_groups_to_check", all_groups)
    assert quick == [lint_module(broken()), lint_module(module_data(SMALL))]


def test_a_library_has_the_findings_of_its_modules() -> None:
    """Modules of a library share a context: what the first ones have in common hides nothing in later ones."""
    data = [module_data(SMALL), broken(), module_data(LOOPS), broken()]
    found = lint_library(library(*[function(f"f{number}", data=module) for number, module in enumerate(data)]))
    of_code = [(finding.code, finding.message) for finding in found if finding.code[3:] in CODES]
    alone = [(f.code, f.message) for module in data for f in lint_module(module) if f.code[3:] in CODES]
    assert of_code == alone and len(of_code) > 8


def broken() -> bytes:
    return write_module(parse(BROKEN))


CODES = ("061", "070", "078", "081", "087", "094")
BROKEN = """target triple = "air64-apple-macosx14.0.0"

define void @k(i8 addrspace(1)* %p, float %x, i1 %c) {
entry:
  %n = fptoui float %x to i32
  %a = getelementptr i8, i8 addrspace(1)* %p, i64 1
  %b = getelementptr i8, i8 addrspace(1)* %a, i64 2
  %m = fptoui float %x to i32
  %cast = addrspacecast i8 addrspace(1)* %p to i8*
  %own = alloca i8
  %right = load i8, i8* %own
  %wrong = load i8, i8* %cast
  br i1 %c, label %then, label %end
then:
  %d = fpext float %x to double
  br label %end
end:
  %phi = phi i8 addrspace(1)* [ %b, %entry ], [ null, %then ]
  %good = phi i8 addrspace(1)* [ %b, %entry ], [ %a, %then ]
  store i8 %right, i8 addrspace(1)* %phi
  store i8 %wrong, i8 addrspace(1)* %good
  ret void
}
"""


def test_verify_finds_in_each_module_of_a_library_what_it_finds_in_it_alone() -> None:
    data: list[bytes] = []
    for seed in range(24):
        module = read_module(module_data((SMALL, LOOPS)[seed % 2]))
        damage(module, random.Random(seed))
        with suppress(MtlbError):  # what can't be written
            data.append(write_module(module))
    made = library(*[function(f"f{number}", data=module) for number, module in enumerate(data)])
    together = [finding.message for finding in verify(made, modules=True) if finding.code == "module"]
    alone = [finding.message for module in dict.fromkeys(data) for finding in verify(module)]
    assert together == alone and len(alone) > 4
