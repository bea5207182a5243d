"""Cures of what lint finds: each is made, keeps everything else, and adds no error; a second time changes no byte."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest

import mtlb
from mtlb.air import describe
from mtlb.air.facts import air_version, language_version
from mtlb.air.lint import RULES, lint_library, lint_module
from mtlb.base.errors import MtlbError
from mtlb.base.filekind import FileKind, sniff
from mtlb.base.findings import Finding
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.bitstream.wrapper import unwrap, wrap
from mtlb.container import FileType, FunctionType, Library, read, write
from mtlb.container import open as open_library
from mtlb.edit import CURED, Fixed, cures, fix, fix_module
from mtlb.ir import (
    AIR_DATA_LAYOUT,
    AIR_DATA_LAYOUT_BEFORE_2_1,
    AttributeKind,
    InstCode,
    Linkage,
    MDString,
    Module,
    parse,
)
from mtlb.ir.verify import verify_module
from tests.air.test_lint import (
    ASKED_FOR,
    CASES,
    EXAMPLES,
    LISTED,
    SAMPLER,
    TEXTS,
    Edit,
    dropped,
    flag_removed,
    held,
    made,
    version,
    with_text,
)
from tests.golden import make
from tests.inspect.libraries import function, library

PARTLY = {
    "AIR002": "the triple names 2.7 twice",
    "AIR013": "a layout that nobody knows",
    "AIR051": "a name",
    "AIR084": "the size",
}
"""Rules that have a cure, which is not for their examples."""


def codes(findings: Iterable[Finding]) -> set[str]:
    return {finding.code for finding in findings}


def errors(findings: Iterable[Finding]) -> Counter[tuple[str, tuple[str, ...]]]:
    return Counter((item.code, item.functions) for item in findings if item.is_error)


def cured(data: bytes, ignored: Iterable[str] = ()) -> tuple[bytes, Fixed]:
    """The module after its cures, of which all that holds for every module is checked."""
    before = lint_module(data)
    new, done = fix_module(data, list(ignored))
    assert done.left == lint_module(new)
    assert errors(done.left) <= errors(before)
    assert done.is_changed == (new != data)
    if done.is_changed:
        assert set(verify_module(read_module(new))) <= set(verify_module(read_module(data)))
    again, second = fix_module(new, list(ignored))
    assert again == new and not second.is_changed and second.fixed == []
    return bytes(new), done


def fixed(whole: Library) -> tuple[Library, Fixed]:
    """The same for a library, as it is read again."""
    before, problems = list(lint_library(whole)), errors(mtlb.verify(write(whole), modules=True))
    done = fix(whole)
    data = write(whole)
    actual = list(lint_library(read(data)))
    assert [item for item in actual if item not in done.left] == []
    assert errors(actual) <= errors(before)
    assert errors(mtlb.verify(data, modules=True)) <= problems
    again = read(data)
    assert not fix(again).is_changed and write(again) == data
    return read(data), done


def test_rules_have_a_cure_and_a_function_for_it_or_neither() -> None:
    assert {code for code, rule in RULES.items() if rule.cure} == CURED
    assert not cures.MODULE.keys() & cures.LISTED.keys()


@pytest.mark.parametrize("code", sorted(RULES.keys() - ASKED_FOR))
def test_the_example_of_each_rule(code: str) -> None:
    example = EXAMPLES[code]()
    done = cured(example)[1] if isinstance(example, bytes) else fixed(example)[1]
    assert (code in codes(done.fixed)) == (code in CURED and code not in PARTLY)
    assert (code in codes(done.left)) == (code not in codes(done.fixed))
    assert done.problems == []


def test_a_module_without_findings_is_the_same_object() -> None:
    data = made()
    assert fix_module(data)[0] is data


# --- properties ------------------------------------------------------------------------------------------------------

EDITS: dict[str, Edit] = {code: edit for code, edit in CASES.items() if code in CURED - PARTLY.keys()}


def broken(names: Iterable[str]) -> bytes:
    """A module with these edits, without those that have nothing left to edit."""

    def edit(m: Module) -> None:
        for code in names:
            with suppress(LookupError, ValueError):
                CASES[code](m)

    return made(edit)


@pytest.mark.parametrize("pair", list(combinations(sorted(EDITS), 2)), ids="-".join)
def test_two_rules_at_a_time(pair: tuple[str, str]) -> None:
    assert cured(broken(pair))[1].left == []


@pytest.mark.parametrize("seed", range(40))
def test_any_rules_at_a_time(seed: int) -> None:
    """Also of rules without a cure, whose findings stay."""
    choice = random.Random(seed)
    names = choice.sample(sorted(CASES), choice.randrange(2, 9))
    data = broken(code for code in names if code != "AIR088")
    cured(data, choice.sample(sorted(CURED), choice.randrange(4)))


@pytest.mark.parametrize("code", sorted(CURED & TEXTS.keys() - PARTLY.keys()))
def test_code_and_flags_at_a_time(code: str) -> None:
    m = read_module(with_text(*TEXTS[code]))
    for edit in (flag_removed("SDK Version"), flag_removed("air.max_textures"), dropped("air.language_version")):
        edit(m)
    _, done = cured(write_module(m))
    assert done.left == [] and {code, "AIR005", "AIR007", "AIR008"} <= codes(done.fixed)


@pytest.mark.parametrize("code", sorted(CURED))
@pytest.mark.long
def test_damaged_examples(code: str) -> None:
    """Nothing but what lint finds comes of a changed bit, no new error, and nothing more of a second time."""
    example = EXAMPLES[code]()
    good = example if isinstance(example, bytes) else write(example)
    choice = random.Random(code)
    for _ in range(30):
        bad = bytearray(good)
        bad[choice.randrange(len(bad))] ^= 1 << choice.randrange(8)
        if isinstance(example, bytes):
            cured(bytes(bad))
        else:
            with suppress(MtlbError):
                fixed(read(bytes(bad)))


@pytest.mark.parametrize("path", sorted(make.GOLDEN.rglob("*.air")), ids=lambda path: path.stem)
def test_golden_modules(path: Path) -> None:
    cured(path.read_bytes())


BAD = [path for path in sorted(make.GOLDEN.rglob("*")) if path.is_file()]


@pytest.mark.parametrize(
    "path", [path for path in BAD if sniff(path.read_bytes()) is FileKind.METALLIB], ids=lambda path: path.stem
)
def test_golden_libraries(path: Path) -> None:
    try:
        whole = read(path.read_bytes())
        before = list(lint_library(whole))
        fixed(whole)
    except MtlbError:
        assert make.BAD in path.parents
        return
    assert path.stem == "wrong-hash" or not before or not CURED & codes(before)


@pytest.mark.long
@pytest.mark.corpus
def test_real_libraries_have_nothing_to_cure(corpus_libraries: list[Path]) -> None:
    for path in corpus_libraries[::3]:
        try:
            whole = read(path.read_bytes())
        except MtlbError:
            continue
        done = fix(whole)
        assert (path, done.is_changed, codes(done.fixed)) == (path, False, set())


@pytest.mark.long
@pytest.mark.corpus
def test_real_modules_get_back_what_they_lost(corpus_libraries: list[Path]) -> None:
    """The flags that follow from the AIR version, in Apple's order, and what else is gone, without a new error."""
    same = count = 0
    for path in corpus_libraries[::4]:
        try:
            with open_library(path) as whole:
                data = bytes(whole.functions[0].module)
                m = read_module(data)
                whole_data = write_module(m)
                is_dynamic = whole.file_type is FileType.DYNAMIC_LIBRARY  # whose linker put the limits first
        except MtlbError:
            continue
        flags = m.named_metadata.get("llvm.module.flags", [])
        lost = ("frame-pointer", "air.max_")
        left = [n for n in flags if not (isinstance(n.fields[1], MDString) and n.fields[1].value.startswith(lost))]
        if len(left) < len(flags):
            flags[:] = left
            new = cured(write_module(m))[0]
            count += not is_dynamic
            same += not is_dynamic and new == whole_data
        for name in ("air.language_version", "llvm.module.flags"):
            m.named_metadata.pop(name, None)
            cured(write_module(m))
    assert count > 10 and same == count


# --- cures one by one ------------------------------------------------------------------------------------------------


def module_of(data: bytes) -> Module:
    return read_module(data)


def flags(data: bytes) -> list[str]:
    nodes = read_module(data).named_metadata["llvm.module.flags"]
    return [name.value for node in nodes if isinstance(name := node.fields[1], MDString)]


def test_flags_come_back_where_they_were() -> None:
    whole = write_module(read_module(made()))
    every = flags(whole)
    assert every[0] == "SDK Version" and every.index("frame-pointer") == every.index("wchar_size") + 1
    for name in every:
        if name != "wchar_size":
            new, _ = cured(made(flag_removed(name)))
            assert sorted(flags(new)) == sorted(every) and set(flags(new)[-6:]) == set(every[-6:])
    assert flags(cured(made(dropped("llvm.module.flags")))[0]) == [name for name in every if name != "wchar_size"]
    assert cured(made(flag_removed("SDK Version")))[0] == whole


def test_the_sdk_is_that_of_the_target() -> None:
    new, _ = cured(made(flag_removed("SDK Version"), lambda m: setattr(m, "triple", "air64-apple-macosx14.2.1")))
    assert '!"SDK Version", [3 x i32] [i32 14, i32 2, i32 1]' in module_of(new).text()
    no_target = made(flag_removed("SDK Version"), CASES["AIR001"])
    assert codes(cured(no_target)[1].left) == {"AIR001", "AIR007"}


@pytest.mark.parametrize(
    ("triple", "air"),
    [
        ("air64-apple-macosx14.0.0", (2, 6, 0)),
        ("air64_v26-apple-macosx15.0.0", (2, 6, 0)),
        ("air64-apple-ios17.0.0", (2, 6, 0)),
        ("air64-apple-macosx26.0.0", (2, 8, 0)),
    ],
)
def test_the_air_version_of_a_target(triple: str, air: tuple[int, ...]) -> None:
    edits: tuple[Edit, ...] = (dropped("air.version"), dropped("air.language_version"))
    new, done = cured(made(*edits, lambda m: setattr(m, "triple", triple)))
    assert air_version(module_of(new)) == air and done.left == []
    assert language_version(module_of(new)) == {6: (3, 1, 0), 8: (4, 0, 0)}[air[1]]


def test_a_malformed_version_stays() -> None:
    def cut(m: Module) -> None:
        node = m.named_metadata["air.version"][0]
        node.fields = node.fields[:2]

    assert codes(cured(made(cut))[1].left) == {"AIR004"}


def test_a_version_that_brings_an_error_is_not_written() -> None:
    """Pointers of the module are opaque, and the AIR version of its target has none."""
    m = read_module(EXAMPLES["AIR040"]())  # type: ignore[arg-type]
    del m.named_metadata["air.version"]
    flag_removed("air.max_samplers")(m)
    flag_removed("frame-pointer")(m)
    version("air.language_version", 9, 0, 0)(m)
    data = write_module(m, to_be_converted=True)
    new, done = cured(data)
    assert new == data and codes(done.left) == {"AIR004"}
    (problem,) = done.problems
    assert problem.startswith("AIR004: with its cure the module would have an error: the module has opaque pointers")
    # Others are cured all the same.
    m.functions[0].linkage = Linkage.INTERNAL
    data = write_module(m, to_be_converted=True)
    new, done = cured(data)
    assert new != data and codes(done.fixed) == {"AIR042"} and codes(done.left) == {"AIR004"}


def test_what_can_not_be_said_in_another_form_stays() -> None:
    """A sampler whose second word says something, in a module whose AIR version has one word."""
    lines = list(TEXTS["AIR064"])
    lines[1] = lines[1].replace("i64 0]", "i64 7]")
    m = read_module(with_text(*lines))
    flag_removed("frame-pointer")(m)
    _, done = cured(write_module(m))
    assert codes(done.left) == {"AIR064"} and codes(done.fixed) == {"AIR009"}
    assert done.problems == ["AIR064: @s: its second word is not 0, and a sampler of AIR 2.6 has one word"]


def test_the_triple_follows_the_version_where_the_system_has_it() -> None:
    new, done = cured(made(lambda m: setattr(m, "triple", "air64_v28-apple-macosx14.0.0")))
    assert module_of(new).triple == "air64_v26-apple-macosx14.0.0" and codes(done.fixed) == {"AIR002"}


def test_the_older_data_layout() -> None:
    new, _ = cured(made(lambda m: setattr(m, "data_layout", AIR_DATA_LAYOUT_BEFORE_2_1)))
    assert module_of(new).data_layout == AIR_DATA_LAYOUT


def test_the_producer_is_that_of_the_bitcode() -> None:
    m = module_of(cured(made(dropped("llvm.ident")))[0])
    (node,) = m.named_metadata["llvm.ident"]
    assert isinstance(node.fields[0], MDString) and node.fields[0].value == m.identification == "LLVM15.0.7"
    nameless = made(dropped("llvm.ident"), lambda m: setattr(m, "identification", ""))
    assert codes(cured(nameless)[1].left) == {"AIR012"}


def test_newer_attributes_are_said_with_older_ones() -> None:
    text = """target triple = "air64-apple-macosx14.0.0"
    define void @f(i32 addrspace(1)* captures(none) %p) memory(argmem: read) {
      ret void
    }
    define void @g() null_pointer_is_valid hot {
      ret void
    }
    !air.version = !{!0}
    !0 = !{i32 2, i32 5, i32 0}"""
    new, done = cured(write_module(parse(text)))
    (f, g) = module_of(new).functions
    kinds = [{a.kind for group in item.attributes for a in group.attributes} for item in (f, g)]
    assert kinds[0] == {AttributeKind.NO_CAPTURE, AttributeKind.ARG_MEM_ONLY, AttributeKind.READ_ONLY}
    assert kinds[1] == {AttributeKind.NULL_POINTER_IS_VALID}
    assert "AIR041" not in codes(done.left)  # a link writes the form of the target
    assert "AIR041" in codes(lint_library(library(function("f", data=new))))


def test_calls_have_the_convention_of_what_they_call() -> None:
    m = read_module(with_text("", "define internal void @other() {\n  call void @saxpy("
                              "float addrspace(1)* null, float addrspace(1)* null, float addrspace(2)* null, i32 0)\n"
                              "  ret void\n}", "@llvm.used = appending global [1 x i8*] "
                              '[i8* bitcast (void ()* @other to i8*)], section "llvm.metadata"'))  # fmt: skip
    kernel = m.function("saxpy")
    assert kernel is not None
    kernel.calling_convention = 8
    (call,) = [i for function in m.functions for i in function.instructions() if i.code is InstCode.CALL]
    call.set_fields(calling_convention=8)
    new = module_of(cured(write_module(m))[0])
    (call,) = [i for function in new.functions for i in function.instructions() if i.code is InstCode.CALL]
    assert call.calling_convention == 0


def test_callers_of_convergent_functions_are_convergent() -> None:
    new, _ = cured(with_text(*TEXTS["AIR085"]))
    for caller in module_of(new).functions:
        assert AttributeKind.CONVERGENT in {a.kind for group in caller.attributes for a in group.attributes}


def test_a_variable_that_begins_as_poison() -> None:
    new, done = cured(with_text("", "@t = internal addrspace(3) global float poison, align 4"))
    assert codes(done.fixed) == {"AIR084"} and "global float undef" in module_of(new).text()


def test_samplers_are_listed_once() -> None:
    line, *others = TEXTS["AIR063"]
    new, done = cured(with_text(f"{line}\n  {line}", *others))
    assert len(module_of(new).named_metadata["air.sampler_states"]) == 1 and done.left == []
    elsewhere = [other.replace("internal addrspace(2) constant i64 5", "external addrspace(2) constant i64")
                 for other in others]  # fmt: skip
    assert codes(cured(with_text(line, *elsewhere))[1].left) == {"AIR063"}
    assert SAMPLER in line


def test_sizes_that_do_not_follow_stay() -> None:
    """The parameter points at float, and the alignment is that of a larger type."""
    from tests.air.test_lint import replaced, without

    data = made(replaced("air.arg_type_align_size", 16), without("air.arg_type_size"))
    assert codes(cured(data)[1].left) == {"AIR026"}


@pytest.mark.parametrize("count", [4, 12])
def test_padding(count: int) -> None:
    data = made()
    assert cured(data + bytes(count))[0] == data
    assert codes(cured(data + b"\1" * count)[1].left) == {"AIR089"}
    assert codes(cured(data + bytes(count), ["AIR089"])[1].left) == {"AIR089"}


def test_a_module_remains_in_its_wrapper_or_without_one() -> None:
    data = made(flag_removed("SDK Version"))
    wrapped, _ = cured(data)
    bare, _ = cured(bytes(unwrap(data)))
    assert bytes(unwrap(wrapped)) == bare and wrap(bare) == wrapped


def test_ignored_rules() -> None:
    data = made(flag_removed("SDK Version"), flag_removed("frame-pointer"))
    _, done = cured(data, ["AIR007"])
    assert codes(done.fixed) == {"AIR009"} and codes(done.left) == {"AIR007"}
    assert cured(data, CURED)[0] == data


# --- libraries -------------------------------------------------------------------------------------------------------


def test_the_list_follows_its_modules() -> None:
    data = made(version("air.language_version", 3, 2, 0), flag_removed("SDK Version"))
    whole = held(data=data)
    whole.functions[0].language_version = Version(3, 2)
    after, done = fixed(whole)
    assert after.functions[0].language_version == Version(3, 1) and after.functions[0].stored_hash is not None
    assert codes(done.fixed) == {"AIR006", "AIR007"} and (done.modules, done.left) == (1, [])


def test_all_of_the_list_at_once() -> None:
    def edit(whole: Library) -> None:
        for code in LISTED.keys() - PARTLY.keys():
            LISTED[code](whole)
        whole.functions[0].type = FunctionType.FRAGMENT

    after, done = fixed(held(edit))
    assert codes(done.fixed) == {"AIR050", "AIR051", "AIR052", "AIR053"} and done.left == []
    assert after.functions[0].type is FunctionType.KERNEL
    (function,) = after.functions
    assert (
        function.reflection is not None
        and bytes(function.reflection.buffer) == describe(function.module).reflection_buffer()
    )


def test_a_group_that_functions_share_is_changed_for_one() -> None:
    other = made(lambda m: setattr(m.function("saxpy"), "name", "other"))
    whole = library(function(data=made()), function("other", data=other))
    group = whole.functions[0].public_metadata
    whole.functions[1].public_metadata = group
    LISTED["AIR052"](whole)
    assert whole.functions[1].public_metadata is group
    after, _ = fixed(whole)
    assert all(function.public_metadata.function_constants == () for function in after.functions)
    assert len(group.function_constants) == 1


def test_one_module_that_can_not_be_changed_does_not_keep_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = made(flag_removed("SDK Version"), lambda m: setattr(m.function("saxpy"), "name", "bad"))
    whole = library(function("bad", data=bad), function(data=made(flag_removed("SDK Version"))))

    def read_with_something_new(data: bytes) -> Module:
        m = read_module(data)
        m.unmodelled += ["something new"] if m.function("bad") is not None else []
        return m

    monkeypatch.setattr(import_module("mtlb.edit.fixing"), "read_module", read_with_something_new)
    done = fix(whole)
    assert done.modules == 1 and [item.function for item in done.left] == ["bad"]
    assert done.problems == ["function 'bad': changing a module with something new is not supported"]


def test_a_library_is_as_it_was_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> list[object]:
        raise MtlbError("no more")

    whole = library(function(data=made(flag_removed("SDK Version"))))
    before = write(whole)
    monkeypatch.setattr(import_module("mtlb.edit.fixing"), "in_order", fail)
    with pytest.raises(MtlbError, match="no more"):
        fix(whole)
    assert write(whole) == before


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_result_does_not_depend_on_the_processes(jobs: int) -> None:
    def item(number: int) -> object:
        name = f"f{number}"
        edits = [flag_removed("SDK Version")] if number % 3 else []
        return function(name, data=made(*edits, lambda m: setattr(m.function("saxpy"), "name", name)))

    whole = library(*(item(number) for number in range(40)))  # type: ignore[arg-type]
    seen: list[tuple[int, int]] = []
    done = fix(whole, jobs=jobs, progress=lambda *at: seen.append(at))
    assert done.modules == 26 and done.left == [] and seen[-1] == (40, 40)
    assert write(whole) == write(read(write(whole)))
