"""The symbols of libraries and modules; C++ names."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mtlb
from mtlb.bitcode.writer import write_module
from mtlb.inspect import parts_of
from mtlb.inspect.demangle import demangle
from mtlb.inspect.symbols import symbols_of
from mtlb.ir import parse
from tests.cli.invoke import invoke
from tests.conftest import ROOT


def test_letters() -> None:
    (part,) = parts_of(ROOT / "golden/air/link_main.air")
    letters = {symbol.name: symbol.letter for symbol in symbols_of(part)}
    assert letters["first"] == "T" and letters["_Z5twicef"] == "W" and letters["air.fast_fmax.f32"] == "U"
    assert letters["_GLOBAL__sub_I_link_main.metal"] == "t" and letters["_ZL4fast"] == "d"
    assert not any(name.startswith("llvm.") for name in letters)
    (part,) = parts_of(ROOT / "golden/lib/linked-air-lld.metallib")
    assert {(symbol.letter, symbol.is_external) for symbol in symbols_of(part)} == {("T", True)}
    assert all(symbol.size for symbol in symbols_of(part))


@pytest.mark.parametrize(
    ("symbol", "declaration"),
    [
        ("saxpy", "saxpy"),
        ("_Z5twicef", "twice(float)"),
        ("_Z5shadeDv4_f", "shade(float vector[4])"),
        ("_Z3addDv2_DhU3AS1Kf", "add(half vector[2], float const AS1)"),
        ("_Z4loadPU9MTLdeviceKfj", "load(float const MTLdevice*, unsigned int)"),
        # llvm-cxxfilt gives the same: qualifiers and their type are one substitution
        (
            "_Z4pairI1ADhEvPU9MTLdeviceKT_PU9MTLdeviceKT0_PU9MTLdevicejS8_",
            "void pair<A, half>("
            "A const MTLdevice*, half const MTLdevice*, unsigned int MTLdevice*, unsigned int MTLdevice*)",
        ),
        ("_ZN5metal3maxEff", "metal::max(float, float)"),
        ("_Z3maxIfET_S0_S0_", "float max<float>(float, float)"),
        ("_ZNK9coreimage7sampler6sampleEDv2_f", "coreimage::sampler::sample(float vector[2]) const"),
        ("_ZL4mode", "mode"),
        ("_ZN12_GLOBAL__N_13fooEv", "(anonymous namespace)::foo()"),
        ("_ZZ6secondPU9MTLdevicefE6shared", "second(float MTLdevice*)::shared"),
        ("_Z3fooILi4ELb1EEvv", "void foo<4, true>()"),
        ("_ZplRK3VecS1_", "operator+(Vec const&, Vec const&)"),
        ("_ZN3VecC1Ev", "Vec::Vec()"),
        ("_Z1fPFvivE", "f(void (*)(int, void))"),
        ("_Z4mode.MTL_FC_INIT_0_b", "mode (.MTL_FC_INIT_0_b)"),
        ("_Z", "_Z"),
        ("_Z3fo", "_Z3fo"),
        ("_Z1fXX", "_Z1fXX"),
        ("_Z99999999999f", "_Z99999999999f"),
        ("_Z1fS9_", "_Z1fS9_"),
    ],
)
def test_cplusplus_names(symbol: str, declaration: str) -> None:
    assert demangle(symbol) == declaration


@given(st.text("_ZNKEISTDvLPU0123456789fijbvhsmabcX.", max_size=40))
def test_any_name_is_a_declaration_or_itself(rest: str) -> None:
    assert isinstance(demangle("_Z" + rest), str)


def test_deep_names_end() -> None:
    assert demangle("_Z1f" + "P" * 5000 + "f") == "_Z1f" + "P" * 5000 + "f"


# What llvm-nm 14 prints of them: `-m`, with the addresses that Apple's tool has in place of dashes.
GLOBALS = """
@a = hidden global i32 1
@b = internal constant i32 1
@c = weak_odr hidden constant i32 1
@d = external global i32
@e = extern_weak global i32
@f = common global i32 0
@g = linkonce_odr global i32 3
@z = available_externally constant i32 4
declare extern_weak void @ew()
define hidden void @h() { ret void }
define internal void @i() { ret void }
define linkonce_odr hidden void @lo() { ret void }
"""
LISTED = """\
00000000 (LTO,DATA) private external a
00000000 (LTO,RODATA) non-external b
00000000 (LTO,RODATA) weak private external c
         (undefined) external d
         (undefined) weak external e
         (undefined) weak external ew
00000000 (LTO,DATA) external f
00000000 (LTO,DATA) weak external g
00000000 (LTO,CODE) private external h
00000000 (LTO,CODE) non-external i
00000000 (LTO,CODE) weak private external lo
         (undefined) external z
"""
LETTERS = {**dict(zip("abcdefghiz", "DsWUwCWTtU", strict=True)), "ew": "w", "lo": "W"}


@pytest.fixture
def globals_(tmp_path: Path) -> Path:
    path = tmp_path / "globals.air"
    path.write_bytes(write_module(parse(f'target triple = "air64-apple-macosx14.0.0"\n{GLOBALS}')))
    return path


def test_every_linkage_has_the_letter_of_llvm_nm(globals_: Path) -> None:
    (part,) = parts_of(globals_)
    assert {symbol.name: symbol.letter for symbol in symbols_of(part)} == LETTERS


def test_darwin_form(globals_: Path) -> None:
    assert invoke("nm", "-m", globals_).text == LISTED
    only = [line for line in LISTED.splitlines(keepends=True) if "(undefined)" in line]
    assert invoke("nm", "-m", "-u", globals_).text == "".join(only)


def test_sysv_form(globals_: Path) -> None:
    lines = invoke("nm", "--format", "sysv", globals_).text.splitlines()
    assert lines[:5] == ["", "", f"Symbols from {globals_}:", "", lines[4]]
    assert lines[4] == "Name                  Value   Class        Type         Size     Line  Section"
    assert lines[5] == "a                   |00000000|   D  |                  |00000000|     |"
    assert "d                   |        |   U  |                  |        |     |" in lines
    library = ROOT / "golden/lib/linked-air-lld.metallib"
    size = len(mtlb.open(library)["first"].module)
    assert f"first               |00000000|   T  |                  |{size:08x}|     |" in (
        invoke("nm", "--format", "sysv", library).text.splitlines()
    )
