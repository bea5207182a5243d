"""Every rule is broken once; modules that break none, and Apple's, have no findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pytest

from mtlb.air.lint import RULES, lint_library, lint_module
from mtlb.air.lint.registry import Scope, also, declare
from mtlb.base.errors import MtlbError
from mtlb.base.findings import Finding
from mtlb.base.metal import DataType
from mtlb.base.versions import Version
from mtlb.bitcode import Module, read_module
from mtlb.bitcode.codes import BlockId
from mtlb.bitcode.writer import write_module
from mtlb.bitstream.codec import UNABBREV_RECORD, Record
from mtlb.bitstream.stream import Block
from mtlb.bitstream.wrapper import wrap
from mtlb.container import ConstantTag, Library, ReflectionEntry, read, write
from mtlb.container import open as open_library
from mtlb.container.lists import SymbolEntry
from mtlb.ir import (
    Attribute,
    AttributeGroup,
    ConstantCode,
    InstCode,
    Linkage,
    MDField,
    MDNode,
    MDString,
    Metadata,
    MetadataCode,
    TypeCode,
    parse,
)
from tests.assembled import assemble
from tests.changes import cut, put, with_records
from tests.golden import make
from tests.inspect.libraries import function, library, module

LIMITS = ("device_buffers", "constant_buffers", "threadgroup_buffers", "textures", "read_write_textures", "samplers")
Edit = Callable[[Module], object]
ASKED_FOR = {"AIR097"}
"""Rules that are checked when asked for alone: tests/air/test_census.py has their examples."""


def integer(m: Module, value: int) -> Metadata:
    return m.context.value_metadata(m.context.constant(m.context.integer_type(32), ConstantCode.INTEGER, (value,)))


def made(*edits: Edit, name: str = "saxpy") -> bytes:
    m = read_module(module(name))
    for edit in edits:
        edit(m)
    return write_module(m)


def codes(findings: Iterable[Finding]) -> set[str]:
    return {finding.code for finding in findings}


def test_a_complete_module_has_nothing_said_of_it() -> None:
    assert lint_module(made()) == []


# --- one edit for each rule -------------------------------------------------------------------------------------------


def argument(m: Module, index: int) -> MDNode:
    (entry,) = m.named_metadata["air.kernel"]
    node = entry.fields[2].fields[index]  # type: ignore[union-attr]
    assert isinstance(node, MDNode)
    return node


def position(node: MDNode, key: str) -> int:
    return next(i for i, f in enumerate(node.fields) if isinstance(f, MDString) and f.value == key)


def without(key: str, values: int = 1, index: int = 0) -> Edit:
    def edit(m: Module) -> None:
        node = argument(m, index)
        node.fields = cut(node.fields, position(node, key), 1 + values)

    return edit


def replaced(key: str, value: int, index: int = 0) -> Edit:
    def edit(m: Module) -> None:
        node = argument(m, index)
        node.fields = put(node.fields, position(node, key) + 1, integer(m, value))

    return edit


def shorter(node: MDField) -> None:
    assert isinstance(node, MDNode)
    node.fields = cut(node.fields)


def misspelt(m: Module) -> None:
    node = argument(m, 0)
    node.fields += (m.context.string("air.arg_nmae"),)


def flag_removed(name: str) -> Edit:
    def edit(m: Module) -> None:
        flags = m.named_metadata["llvm.module.flags"]
        flags[:] = [n for n in flags if not (isinstance(n.fields[1], MDString) and n.fields[1].value == name)]

    return edit


def behaviour(name: str, number: int) -> Edit:
    def edit(m: Module) -> None:
        flags = m.named_metadata["llvm.module.flags"]
        (node,) = [n for n in flags if isinstance(n.fields[1], MDString) and n.fields[1].value == name]
        node.fields = put(node.fields, 0, integer(m, number))

    return edit


def version(name: str, *numbers: int) -> Edit:
    def edit(m: Module) -> None:
        node = m.named_metadata[name][0]
        node.fields = put(node.fields, -len(numbers), *(integer(m, number) for number in numbers))

    return edit


def dropped(name: str) -> Edit:
    return lambda m: m.named_metadata.pop(name)


def entry_fields(edit: Callable[[MDNode], object]) -> Edit:
    return lambda m: edit(m.named_metadata["air.kernel"][0])


def assigned(**values: object) -> Edit:
    """Set attributes of the entry point's function."""

    def edit(m: Module) -> None:
        for name, value in values.items():
            setattr(m.function("saxpy"), name, value)

    return edit


def newer_attribute(m: Module) -> None:
    kernel = m.function("saxpy")
    assert kernel is not None
    kernel.attributes = (AttributeGroup(0xFFFFFFFF, (Attribute(1, 86, 0),)),)


def opaque_pointers() -> bytes:
    """The module with an opaque pointer, which no writer of ours writes."""

    def changed(block: Block, record: Record) -> Record:
        is_pointer = block.id == BlockId.TYPE and record.code == TypeCode.POINTER and record.ops[1] == 0
        return Record(TypeCode.OPAQUE_POINTER, [0], UNABBREV_RECORD) if is_pointer else record

    return with_records(made(), changed)


def stored_integer(m: Module) -> None:
    """A store through a pointer to another type."""
    kernel = m.function("saxpy")
    assert kernel is not None
    (store,) = [i for i in kernel.instructions() if i.code is InstCode.STORE]
    store.operands = (kernel.arguments[3], store.operands[1])


def big(m: Module) -> None:
    m.named_metadata["notes"] = [m.context.node(MetadataCode.NODE, (m.context.string("x" * 1_100_000),))]


CASES: dict[str, Edit] = {
    "AIR001": lambda m: setattr(m, "triple", "spirv64"),
    "AIR002": lambda m: setattr(m, "triple", "air64_v27-apple-macosx15.0.0"),
    "AIR003": lambda m: setattr(m, "triple", "air64-apple-macosx13.0.0"),
    "AIR004": dropped("air.version"),
    "AIR005": dropped("air.language_version"),
    "AIR006": version("air.language_version", 3, 2, 0),
    "AIR007": flag_removed("SDK Version"),
    "AIR008": flag_removed("air.max_samplers"),
    "AIR009": flag_removed("frame-pointer"),
    "AIR010": dropped("air.compile_options"),
    "AIR012": dropped("llvm.ident"),
    "AIR013": lambda m: setattr(m, "data_layout", "e-p:64:64:64"),
    "AIR014": behaviour("SDK Version", 1),
    "AIR021": entry_fields(shorter),
    "AIR022": misspelt,
    "AIR023": entry_fields(lambda node: shorter(node.fields[2])),
    "AIR024": without("air.arg_type_name"),
    "AIR025": without("air.arg_name"),
    "AIR026": without("air.arg_type_size"),
    "AIR027": replaced("air.address_space", 2),
    "AIR028": without("air.location_index", values=2),
    "AIR029": replaced("air.location_index", 0, index=1),
    "AIR031": replaced("air.location_index", 31),
    "AIR041": newer_attribute,
    "AIR042": assigned(linkage=Linkage.INTERNAL),
    "AIR043": assigned(calling_convention=8),
    "AIR061": stored_integer,
    "AIR088": big,
}


def with_text(line: str = "", *definitions: str) -> bytes:
    """The golden module with `line` before its end, and with definitions."""
    text = (make.TEXTS / "saxpy.ll").read_text(encoding="ascii")
    m = parse("\n".join([text.replace("  ret void", f"  {line}\n  ret void"), *definitions]))
    return write_module(m)


SAMPLER = "%struct._sampler_t"
TEXTS: dict[str, tuple[str, ...]] = {
    "AIR060": ("%q = bitcast float addrspace(1)* %x to {} addrspace(1)*",),
    "AIR062": ("%q = zext nneg i32 %i to i64",),
    "AIR063": (
        f"call void @g({SAMPLER} addrspace(2)* bitcast (i64 addrspace(2)* @s to {SAMPLER} addrspace(2)*))",
        f"{SAMPLER} = type opaque",
        "@s = internal addrspace(2) constant i64 5",
        f"declare void @g({SAMPLER} addrspace(2)*)",
    ),
    "AIR064": (
        "",
        "@s = internal addrspace(2) constant [2 x i64] [i64 5, i64 0]",
        "!air.sampler_states = !{!99}",
        '!99 = !{!"air.sampler_state", [2 x i64] addrspace(2)* @s}',
    ),
    "AIR069": ("br label %m\nm:\n  %q = phi { i32, i32 } [ zeroinitializer, %0 ]",),
    "AIR070": ("%q = sitofp i32 %i to float",),
    "AIR071": ("%q = fpext <2 x half> zeroinitializer to <2 x float>",),
    "AIR073": ("%q = bitcast <8 x i1> zeroinitializer to i8",),
    "AIR074": (
        "%q = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
        "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
    ),
    "AIR075": ("call void @air.wg.barrier(i32 2)", "declare void @air.wg.barrier(i32) convergent"),
    "AIR076": ("", "declare void @unused()"),
    "AIR077": ("fence seq_cst",),
    "AIR078": ("%q = fpext float 0.0 to double",),
    "AIR079": ("%q = alloca i1, align 1\n  store i1 true, i1* %q, align 1",),
    "AIR080": ("%q = addrspacecast float addrspace(1)* %x to i32 addrspace(1)*",),
    "AIR081": ("%q = inttoptr i64 %at to float*\n  %w = load float, float* %q, align 4",),
    "AIR082": ("%q = addrspacecast float addrspace(1)* %x to float*",),
    "AIR083": ("", "@g = internal global i32 0"),
    "AIR084": ("", "@t = internal addrspace(3) global [9000 x float] undef, align 4"),
    "AIR085": ("%q = call float @air.simd_sum.f32(float 0.0)", "declare float @air.simd_sum.f32(float)"),
    "AIR087": (
        "br i1 true, label %u, label %v\nu:\n  br label %v\nv:\n"
        "  %q = phi float addrspace(1)* [ %x, %0 ], [ undef, %u ]",
    ),
    "AIR090": (
        "%c = icmp eq i32 %i, 0\n  br i1 %c, label %u, label %v\nu:\n"
        "  call void @air.wg.barrier(i32 2, i32 1) #5\n  br label %v\nv:\n  store float 0.0, float addrspace(1)* %x",
        "declare void @air.wg.barrier(i32, i32) #5",
        "attributes #5 = { convergent nounwind }",
    ),
    "AIR091": (
        "br label %m\nm:\n  %q = load float, float addrspace(1)* %x, align 4\n"
        "  store float %q, float addrspace(1)* %x, align 4\n  %w = fcmp oeq float %q, 0.0\n"
        "  br i1 %w, label %m, label %v\nv:",
    ),
    "AIR093": ("%q = alloca [2 x i32], align 4\n  %w = load [2 x i32], [2 x i32]* %q, align 4",),
    "AIR094": (
        "%q = bitcast float addrspace(1)* %x to i8 addrspace(1)*\n"
        "  %w = getelementptr i8, i8 addrspace(1)* %q, i64 4\n  %e = getelementptr i8, i8 addrspace(1)* %w, i64 4",
    ),
    "AIR095": ("%q = call float @air.frobnicate.f32(float 0.0)", "declare float @air.frobnicate.f32(float)"),
    "AIR096": ("%q = trunc i32 %i to i24",),
    "AIR086": ("br i1 true, label %u, label %v\nu:\n  unreachable\nv:",),
}
"""What is added to a module of text."""


def test_other_forms_of_what_rules_refuse() -> None:
    def messages(*parts: str) -> list[str]:
        return [finding.message for finding in lint_module(with_text(*parts))]

    assert messages() == []
    line = "call void @air.wg.barrier(i32 2, i32 1) #5"
    good = ("declare void @air.wg.barrier(i32, i32) #5", "attributes #5 = { convergent nounwind }")
    assert messages(line, *good) == []
    (wrong,) = messages("call void @air.wg.barrier(i32 2) #5", "declare void @air.wg.barrier(i32) #5", good[1])
    assert wrong == "@air.wg.barrier is void (i32), AIR 2.6 wants void (i32, i32)"
    assert messages("%q = load atomic float, float addrspace(1)* %x monotonic, align 4") == [
        "the instruction loadatomic in @saxpy"
    ]
    assert messages("", "@t = internal addrspace(3) global float poison") == ["@t begins as poison"]
    assert messages("%q = fpext half 0.0 to float") == []
    assert messages("", "declare void @llvm.lifetime.end.p0i8(i64, i8* nocapture)") == []
    newer = """define void @f(ptr %p, i32 %x) {
      %a = getelementptr nuw i8, ptr %p, i64 4
      %b = icmp samesign ult i32 %x, 4
      %c = or disjoint i32 %x, 4
      ret void
    }"""
    flags = " has flags that are newer than Apple's LLVM in @f"
    actual = [finding.message for finding in lint_module(assemble(newer.encode())) if finding.code == "AIR062"]
    assert actual == [word + flags for word in ("getelementptr", "icmp", "or")]
    assert codes(lint_module(wrap(with_text()))) == {"AIR000"}


def barriers(branch: str) -> list[str]:
    """What is found in a kernel with a barrier in the block %u, behind `branch`."""
    text = f"""{branch}
u:
  call void @air.wg.barrier(i32 2, i32 1) #5
  br label %v
v:
  store float 0.0, float addrspace(1)* %x, align 4"""
    good = ("declare void @air.wg.barrier(i32, i32) #5", "attributes #5 = { convergent nounwind }")
    return [f.message for f in lint_module(with_text(text, *good)) if f.code in ("AIR090", "AIR061")]


def test_barriers_that_only_some_threads_reach() -> None:
    wrong = ["a barrier behind a branch that only some threads take in @saxpy"]
    compared = "%c = icmp eq i32 %i, 0\n  "
    assert barriers(f"{compared}br i1 %c, label %u, label %v") == wrong
    assert barriers(f"{compared}%d = xor i1 %c, true\n  br i1 %d, label %v, label %u") == wrong
    in_variable = "%p = alloca i1\n  store i1 %c, i1* %p\n  %d = load i1, i1* %p\n  br i1 %d, label %u, label %v"
    assert barriers(compared + in_variable) == wrong
    assert barriers(f"{compared}br i1 %c, label %s, label %v\ns:\n  br i1 true, label %u, label %v") == wrong
    # A barrier that all threads come to: what they do before it, or leave the kernel, does not count.
    assert barriers(f"{compared}br i1 %c, label %s, label %u\ns:\n  br label %u") == []
    assert barriers(f"{compared}br i1 %c, label %u, label %s\ns:\n  ret void") == []
    # A condition that is the same for all threads.
    assert barriers("%f = load float, float addrspace(1)* %x\n  %c = fcmp oeq float %f, 0.0\n"
                    "  br i1 %c, label %u, label %v") == []  # fmt: skip


def test_helpers_with_barriers_are_barriers() -> None:
    helper = "define internal void @h() {\n  call void @air.wg.barrier(i32 2, i32 1) #5\n  ret void\n}"
    text = "%c = icmp eq i32 %i, 0\n  br i1 %c, label %u, label %v\nu:\n  call void @h()\n  br label %v\nv:\n"
    data = with_text(
        text + "  store float 0.0, float addrspace(1)* %x, align 4",
        helper,
        "declare void @air.wg.barrier(i32, i32) #5",
        "attributes #5 = { convergent nounwind }",
    )
    assert codes(lint_module(data)) == {"AIR090"}


def test_an_address_that_every_turn_of_a_loop_computes() -> None:
    turn = """br label %m
m:
  %h = phi i64 [ 0, %0 ], [ %k, %m ]
  %k = add i64 %h, 1
  %e = getelementptr float, float addrspace(1)* %x, i64 %h
  %f = load float, float addrspace(1)* %e, align 4
  store float %f, float addrspace(1)* %e, align 4
  %w = icmp eq i64 %k, 8
  br i1 %w, label %v, label %m
v:"""
    assert lint_module(with_text(turn)) == []


@pytest.mark.parametrize("count", [63, 64])
def test_many_phis_of_pointers(count: int) -> None:
    phis = "\n".join(f"  %q{n} = phi float addrspace(1)* [ %x, %0 ]" for n in range(count))
    messages = [finding.message for finding in lint_module(with_text(f"br label %m\nm:\n{phis}"))]
    assert messages == (["64 phis of pointers in one block of @saxpy"] if count > 63 else [])


def test_functions_that_a_library_imports_are_not_undefined() -> None:
    data = with_text("call void @elsewhere()", "declare void @elsewhere()")

    def imported(whole: Library) -> None:
        whole.imported_symbols = [SymbolEntry.named("elsewhere")]

    assert linted(imported, data) == []
    assert codes(lint_module(data)) == set()


def without_bool(m: Module) -> None:
    """Without the bool that the golden source reads from memory, which Apple's compiler keeps in i8 (AIR079)."""
    true = m.context.constant(m.context.integer_type(1), ConstantCode.INTEGER, (-1,))
    for kernel in m.functions:
        for block in kernel.blocks:
            loads = [i for i in block.instructions if i.code is InstCode.LOAD and i.type is true.type]
            for instruction in block.instructions:
                instruction.operands = tuple([true if o in loads else o for o in instruction.operands])
            block.instructions = [i for i in block.instructions if i not in loads]
            kernel.symbols = [named for named in kernel.symbols if named not in loads]


def one_index(m: Module) -> None:
    """A render target without its second number."""
    (entry,) = m.named_metadata["air.fragment"]
    node = entry.fields[1].fields[0]  # type: ignore[union-attr]
    node.fields = cut(node.fields, position(node, "air.render_target") + 2)


@pytest.mark.parametrize("data", [b"", b"hello", b"BC\xc0\xde", bytes(made())[:200], bytes(made())[:-300]])
def test_unreadable_modules_are_findings(data: bytes) -> None:
    assert codes(lint_module(data)) == {"AIR000"}


# --- libraries --------------------------------------------------------------------------------------------------------


def held(edit: Callable[[Library], object] = lambda library: None, data: bytes | None = None) -> Library:
    """A library of one function, edited."""
    whole = library(function(data=made() if data is None else data))
    edit(whole)
    return whole


def linted(edit: Callable[[Library], object] = lambda library: None, data: bytes | None = None) -> list[Finding]:
    return list(lint_library(held(edit, data)))


def reflected(whole: Library) -> None:
    from mtlb.air import describe

    whole.functions[0].reflection = ReflectionEntry(
        describe(read_module(made(without("air.arg_name")))).reflection_buffer()
    )


LISTED: dict[str, Callable[[Library], object]] = {
    "AIR050": lambda library: setattr(library.functions[0], "air_version", Version(2, 5)),
    "AIR051": lambda library: setattr(library.functions[0], "name", "other"),
    "AIR052": lambda library: setattr(
        library.functions[0].public_metadata, "function_constants", (ConstantTag("c", DataType.BOOL, 0),)
    ),
    "AIR053": reflected,
}


def test_a_library_that_agrees_with_its_modules() -> None:
    assert linted() == []


def wrong_hash() -> Library:
    data = bytearray(write(library(function(data=made()))))
    data[data.index(b"HASH") + 6] ^= 1
    return read(bytes(data))


EXAMPLES: dict[str, Callable[[], bytes | Library]] = {
    "AIR000": lambda: b"BC\xc0\xde",
    **{code: partial(made, edit) for code, edit in CASES.items()},
    **{code: partial(with_text, *parts) for code, parts in TEXTS.items()},
    "AIR089": lambda: made() + bytes(4),
    "AIR040": opaque_pointers,
    "AIR030": lambda: made(without_bool, one_index, name="triangle_fragment"),
    **{code: partial(held, edit) for code, edit in LISTED.items()},
    "AIR054": wrong_hash,
    "AIR092": lambda: held(data=with_text("call void @elsewhere()", "declare void @elsewhere()")),
}
"""A module or a library that breaks each rule, and no other but AIR061."""
INVALID = {"AIR080"}
"""Rules about what LLVM's verifier refuses too."""


@pytest.mark.parametrize("code", sorted(RULES.keys() - ASKED_FOR))
def test_every_rule_has_an_example(code: str) -> None:
    example = EXAMPLES[code]()
    actual = lint_module(example) if isinstance(example, bytes) else list(lint_library(example))
    assert codes(actual) == {code} | ({"AIR061"} if code in INVALID else set())
    actual = [item for item in actual if item.code == code]
    rule = RULES[code]
    assert {(f.severity, f.certainty, f.explanation) for f in actual} == {(rule.severity, rule.certainty, rule.why)}
    assert {f.function for f in actual} <= {None, "saxpy", "other", "triangle_fragment"}


def test_examples_are_of_rules() -> None:
    assert EXAMPLES.keys() == RULES.keys() - ASKED_FOR


def test_a_code_belongs_to_one_rule() -> None:
    taken = RULES["AIR007"]
    with pytest.raises(ValueError, match="two rules have the code AIR007"):
        declare(taken.code, taken.name, taken.severity, taken.certainty, taken.summary, taken.why)
    with pytest.raises(KeyError):
        also(Scope[object](), "AIR999")


def test_one_bad_module_does_not_hide_the_others() -> None:
    whole = library(function("a", data=b"BC\xc0\xde" + bytes(12)), function(data=made(CASES["AIR007"])))
    assert [(d.code, d.function) for d in lint_library(whole)] == [("AIR000", "a"), ("AIR007", "saxpy")]


@pytest.mark.parametrize("step", [7, 131])
@pytest.mark.long
def test_damaged_modules_never_raise(step: int) -> None:
    good = made()
    for at in range(20, len(good), 1009 // step):
        bad = bytearray(good)
        bad[at] ^= 1 << at % 8
        assert all(isinstance(d, Finding) for d in lint_module(bytes(bad)))


# --- Apple's ----------------------------------------------------------------------------------------------------------


ADVICE = ("AIR091", "AIR094")
"""Notes on what costs time: Apple's compiler does so now and then."""


@pytest.mark.long
@pytest.mark.corpus
def test_apple_breaks_no_rule(corpus_libraries: list[Path]) -> None:
    for path in corpus_libraries[::5]:
        try:
            with open_library(path) as real:
                real.functions = real.functions[:: max(1, len(real.functions) // 4)]
                actual = [f"{path}: {d.function}: {d.message}" for d in lint_library(real) if d.code not in ADVICE]
        except MtlbError:
            continue
        assert actual == []


@pytest.mark.corpus
def test_apple_compiler_breaks_no_rule(corpus_modules: list[Path]) -> None:
    for path in corpus_modules[::5]:
        if path.read_bytes()[:2] in (b"BC", b"\xde\xc0"):
            findings = [d for d in lint_module(path.read_bytes()) if d.code not in ADVICE]
            assert [f"{path}: {d.message}" for d in findings] == []
