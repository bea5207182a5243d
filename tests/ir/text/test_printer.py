"""The text of modules: stored texts, what LLVM makes of them, and references that lead nowhere."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings

from mtlb.base.errors import FormatError, UnsupportedError
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.container import read
from mtlb.ir import (
    AttributeKind,
    BasicBlock,
    Constant,
    ConstantCode,
    Context,
    Era,
    Function,
    InstCode,
    Linkage,
    MDNode,
    Module,
    TypeCode,
    make_instruction,
    view,
)
from mtlb.ir.text.printer import instruction_lines, instruction_texts
from mtlb.ir.text.reader import parse
from tests.assembled import read_text
from tests.bitcode.generate import modules
from tests.bitcode.test_old_readers import Reader
from tests.conftest import shared_directory, shared_libraries
from tests.golden import make

GOLDEN = make.modules()
TYPED = [
    Reader("0.43.0", 14, "3.11"),
    Reader("0.44.0", 15, "3.11", ("manylinux2014_x86_64", "manylinux_2_17_x86_64")),
]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_texts(path: Path) -> None:
    expected = (make.TEXTS / f"{path.stem}.ll").read_text(encoding="ascii")
    assert read_module(path.read_bytes()).text() == expected


@pytest.mark.parametrize("path", [*GOLDEN, make.GOLDEN / "convert/newest.ll"], ids=lambda path: path.stem)
def test_lines_of_instructions(path: Path) -> None:
    module = parse(path.read_text()) if path.suffix == ".ll" else read_module(path.read_bytes())
    lines = module.text().split("\n")
    texts = [text.partition("\n")[0] for _, _, text in instruction_texts(module)]
    shown = [lines[line] for line in instruction_lines(module)]
    assert len(shown) == len(texts) > 0
    for line, text in zip(shown, texts, strict=True):  # each text numbers attributes and metadata by itself
        assert re.sub(r"[#!]\d+", "", line).startswith(re.sub(r"[#!]\d+", "", f"  {text}"))


def distinct_modules() -> Iterator[bytes]:
    """Every module of the corpus and the pairs, once."""
    seen: set[bytes] = set()
    for library in shared_libraries():
        for function in read(library.read_bytes()).functions:
            data = bytes(function.module)
            if data and data not in seen:
                seen.add(data)
                yield data
    for path in sorted(shared_directory().joinpath("pairs").rglob("*.air")):
        yield path.read_bytes()


def assembled(reader: Reader, sources: Iterator[bytes], directory: Path) -> int:
    """Assemble the texts of modules, compare them through LLVM, and again through our own reader."""
    lines: list[str] = []
    for number, data in enumerate(sources):
        stem = directory / f"{number:05}"
        stem.with_suffix(".bc").write_bytes(data)
        stem.with_suffix(".ll").write_text(read_module(data).text(), encoding="ascii")
        lines.append(f"{stem}.bc {stem}.ll {stem}.out {stem}.same")
    runner = Path(__file__).with_name("reassemble.py")
    command = [sys.executable, str(runner), str(reader.unpacked())]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=1200)
    assert (done.returncode, done.stdout) == (0, f"{len(lines)}\n"), done.stdout + done.stderr[-2000:]
    for number in range(len(lines)):
        stem = directory / f"{number:05}"
        assert own_text(stem.with_suffix(".out")) == own_text(stem.with_suffix(".same")), stem
    return len(lines)


def own_text(path: Path) -> list[str]:
    """What our reader finds in LLVM's bitcode. LLVM's assembler, 14 to 22, forgets the fast-math flags of phis."""
    lines = read_module(path.read_bytes()).text().replace(" = phi fast ", " = phi ").splitlines()
    return [line for line in lines if not line.startswith(("source_filename", "; ModuleID"))]


@pytest.mark.readers
@pytest.mark.parametrize("reader", TYPED, ids=lambda reader: f"LLVM{reader.llvm}")
def test_assembling_the_text_gives_the_module(reader: Reader, tmp_path: Path) -> None:
    sources = (path.read_bytes() for path in GOLDEN)
    assert assembled(reader, sources, tmp_path) == len(GOLDEN)


@pytest.mark.readers
@pytest.mark.corpus
@pytest.mark.parametrize("reader", TYPED, ids=lambda reader: f"LLVM{reader.llvm}")
def test_assembling_the_text_gives_the_module_of_the_corpus(reader: Reader, shared: Path, tmp_path: Path) -> None:
    assert assembled(reader, distinct_modules(), tmp_path) > 1000


def test_the_text_of_opaque_pointers_is_that_of_todays_llvm() -> None:
    """The golden modules through the installed LLVM: it takes our text and prints the same module."""
    from llvmlite import binding

    def lines(module: object) -> list[str]:
        return [line for line in str(module).splitlines() if not line.startswith(("; ModuleID", "source_filename"))]

    for path in GOLDEN:
        data = binding.parse_bitcode(path.read_bytes(), binding.create_context()).as_bitcode()
        expected = lines(binding.parse_bitcode(data, binding.create_context()))
        module = binding.parse_assembly(read_module(data).text(), binding.create_context())
        module.verify()
        assert lines(module) == expected, path.stem


@settings(max_examples=60)
@given(modules())
@pytest.mark.long
def test_every_module_has_a_text(drawn: tuple[Module, Era]) -> None:
    """Also of constructs that no shader has; and writing and reading the module does not change it."""
    module, era = drawn
    again = read_module(write_module(module, era))
    assert read_module(write_module(again, era)).text() == again.text()
    assert module.text().isascii()


def test_numbers_names_and_attributes() -> None:
    module = read_text(
        """
        @"a b" = internal addrspace(3) global [2 x i8] undef
        @0 = private constant float 0x3FB99999A0000000
        define i32 @f(i32 %0, i32 noundef %x) #0 {
          %2 = add nuw nsw i32 %0, %x
          br label %3
        3:
          %y = phi i32 [ %2, %1 ]
          %c = icmp eq i32 %y, -1
          br i1 %c, label %3, label %end
        end:
          ret i32 %y
        }
        attributes #0 = { nounwind "a"="b" }
        """.replace("[ %2, %1 ]", "[ %2, %1 ], [ %y, %3 ]")
    )
    text = module.text()
    assert '@"a b" = internal addrspace(3) global [2 x i8] undef\n' in text
    assert "@0 = private constant float 0x3FB99999A0000000\n" in text
    assert "define i32 @f(i32 %0, i32 noundef %x) #0 {\n  %2 = add nuw nsw i32 %0, %x\n" in text
    assert "\n\n3:                                                ; preds = %1, %3\n  %y = phi" in text
    assert "\nend:                                              ; preds = %3\n  ret i32 %y\n}\n" in text
    assert 'attributes #0 = { nounwind "a"="b" }' in text


def function_of(module: Module, name: str = "f") -> tuple[Function, BasicBlock]:
    """A function of no parameters and result, with an empty block."""
    context = module.context
    type_ = context.type(TypeCode.FUNCTION, (0,), (context.type(TypeCode.VOID),))
    function = Function(context.pointer_type(type_), type_, name, Linkage.EXTERNAL)
    function.is_definition = True
    block = BasicBlock()
    function.blocks = [block]
    module.functions.append(function)
    return function, block


def test_a_view_prints_what_replaces_its_operands() -> None:
    module = Module()
    context = module.context
    callee, inner = function_of(module, "callee")
    void = context.type(TypeCode.VOID)
    inner.instructions.append(make_instruction(InstCode.RET, void))
    _, block = function_of(module, "caller")
    block.instructions += [
        make_instruction(InstCode.CALL, void, [callee], (0, 0, 0), aux_type=callee.value_type),
        make_instruction(InstCode.RET, void),
    ]
    changed = callee.copy()
    changed.name = "renamed"
    assert "call void @renamed()" in view(module, {callee: changed}).text()
    assert "call void @callee()" in module.text()


def test_references_to_what_is_not_in_the_module() -> None:
    module, other = Module(), Module()
    callee, _ = function_of(other, "elsewhere")
    _, block = function_of(module)
    void = module.context.type(TypeCode.VOID)
    block.instructions.append(make_instruction(InstCode.CALL, void, [callee], (0, 0, 0), aux_type=callee.value_type))
    with pytest.raises(FormatError, match=r"function 'f': a reference to @'elsewhere', which is not in the module"):
        module.text()
    i32 = module.context.integer_type(32)
    local = make_instruction(InstCode.FREEZE, i32, [module.context.constant(i32, ConstantCode.UNDEF)])
    block.instructions[:] = [make_instruction(InstCode.RET, void, [local])]
    with pytest.raises(FormatError, match=r"function 'f': a reference to a value from another function"):
        module.text()


def test_a_text_that_would_not_end_is_refused() -> None:
    """Types and constants share their parts: a hundred of them may mean more text than fits anywhere."""
    context = Context()
    type_ = context.integer_type(8)
    for _ in range(64):
        type_ = context.type(TypeCode.STRUCT_ANON, (0,), (type_, type_))
    module = Module(context)
    function, _ = function_of(module)
    function.value_type = context.type(TypeCode.FUNCTION, (0,), (type_,))
    with pytest.raises(UnsupportedError, match="a type whose text is longer than"):
        module.text()
    for _ in range(200):
        type_ = context.pointer_type(type_)
    function.value_type = context.type(TypeCode.FUNCTION, (0,), (type_,))
    with pytest.raises(UnsupportedError, match="a type that is nested more than"):
        module.text()


def test_an_attribute_of_an_unknown_kind_has_its_number() -> None:
    from mtlb.ir import Attribute, AttributeForm, AttributeGroup, AttributePlace

    module = Module()
    function, block = function_of(module)
    block.instructions.append(make_instruction(InstCode.RET, module.context.type(TypeCode.VOID)))
    attribute = Attribute(AttributeForm.INT, AttributeKind.MEMORY, 1)
    unknown = Attribute(AttributeForm.ENUM, 999)
    function.attributes = (AttributeGroup(AttributePlace.FUNCTION, (attribute, unknown)),)
    assert "attributes #0 = { memory(argmem: read) unknown_999 }" in module.text()


def test_nodes_that_refer_to_themselves() -> None:
    module = read_text('!named = !{!0}\n!0 = distinct !{!0, !1}\n!1 = !{!0, null, !"a\\22"}\n')
    assert module.text().endswith('!named = !{!0}\n\n!0 = distinct !{!0, !1}\n!1 = !{!0, null, !"a\\22"}\n')
    assert isinstance(module.named_metadata["named"][0], MDNode)


def test_floating_point_numbers() -> None:
    from mtlb.ir.text.spelling import float_text

    assert float_text(TypeCode.FLOAT, (0x3F800000,)) == "1.000000e+00"
    assert float_text(TypeCode.FLOAT, (0x3DCCCCCD,)) == "0x3FB99999A0000000"
    assert float_text(TypeCode.FLOAT, (0x7F800001,)) == "0x7FF0000020000000"  # a signalling NaN stays one
    assert float_text(TypeCode.FLOAT, (0x80000000,)) == "-0.000000e+00"
    assert float_text(TypeCode.FLOAT, (1,)) == "0x36A0000000000000"
    assert float_text(TypeCode.DOUBLE, (0x3FD5555555555555,)) == "0x3FD5555555555555"
    assert float_text(TypeCode.HALF, (0x3C00,)) == "0xH3C00"
    assert float_text(TypeCode.BFLOAT, (0x3F80,)) == "0xR3F80"


def test_wide_integers() -> None:
    module = read_text("@a = global i128 -1\n@b = global i128 340282366920938463463374607431768211454\n")
    assert "i128 -1\n" in module.text() and "i128 -2\n" in module.text()
    assert isinstance(module.globals[0].initializer, Constant)
