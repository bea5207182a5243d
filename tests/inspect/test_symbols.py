"""The symbols of libraries and modules; C++ names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtlb.base.demangle import demangle
from mtlb.inspect import parts_of
from mtlb.inspect.symbols import symbols_of
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
