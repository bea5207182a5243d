"""Damaged and unsupported programs: one error, with the instruction and its place in the file."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import mtlb
from mtlb.base.errors import FormatError, MtlbError, UnsupportedError
from mtlb.direct3d import translate_container
from mtlb.dxbc import read
from mtlb.translate import ShaderOptions
from tests.direct3d.assembler import NZ, compute, container, dst, floats, ints, op, plain, signature, src

BAD = {
    "r9 is out of range": [op("mov", dst(0, 9), ints(0))],
    "x3 is used without a declaration": [op("mov", dst(3, 3, 0), ints(0))],
    "u7 is used without a declaration": [op("store_raw", dst(30, 7), ints(0), src(0, 0))],
    "v0 is used without a declaration": [op("mov", dst(0, 0), src(1, 0))],
    "o0 is not declared": [op("mov", dst(2, 0), ints(0))],
    "cb2 is used without a declaration": [op("mov", dst(0, 0), src(8, 2, 0))],
    "g0 is used without a declaration": [op("ld_raw", dst(0, 0), ints(0), src(31, 0))],
    "there is no immediate constant buffer": [op("mov", dst(0, 0), src(9, 0))],
    "if without its end": [op("if", ints(1), controls=NZ)],
    "without its beginning": [op("endif")],
    "inside loop": [op("loop"), op("endif")],
    "outside of a loop": [op("continue")],
    "a second else": [op("if", ints(1), controls=NZ), op("else"), op("else"), op("endif")],
    "occurs twice": [op("switch", ints(1)), op("case", ints(1)), op("case", ints(1)), op("endswitch")],
    "there is no label 4": [op("call", plain(10, 4))],
    "calls more than 32 deep": [
        op("call", plain(10, 1)),
        op("ret"),
        op("label", plain(10, 1)),
        op("call", plain(10, 1)),
    ],
    "unknown opcode 900": [[900 | 1 << 24]],
    "outside of a pixel shader": [op("discard", ints(1), controls=NZ)],
    "a raw access to structures": [
        op("dcl_resource_structured", dst(7, 1), [8]),
        op("ld_raw", dst(0, 0), ints(0), src(7, 1)),
    ],
    "is declared twice": [op("dcl_resource_raw", dst(7, 0))],
    "structures of 6 bytes": [op("dcl_resource_structured", dst(7, 1), [6])],
}
UNSUPPORTED = {
    "floats of 64 bits": [op("dmov", dst(0, 0), src(0, 1))],
    "interfaces of HLSL": [op("dcl_function_body", [1])],
}


@pytest.mark.parametrize("reason", BAD)
def test_a_damaged_program_is_one_error(reason: str) -> None:
    data = compute(*BAD[reason])
    with pytest.raises(FormatError, match=reason) as caught:
        translate_container(data, "macos14")
    assert caught.value.offset is not None and caught.value.offset < len(data)
    assert caught.value.reason.startswith("SHEX: ")


@pytest.mark.parametrize("reason", UNSUPPORTED)
def test_what_metal_does_not_have_is_refused(reason: str) -> None:
    with pytest.raises(UnsupportedError, match=reason) as caught:
        translate_container(compute(*UNSUPPORTED[reason]), "macos14")
    assert caught.value.offset is not None


@pytest.mark.long
def test_subroutines_that_grow_without_measure_are_refused() -> None:
    """Each calls the next one twice."""
    body = [op("call", plain(10, 0)), op("ret")]
    for number in range(30):
        calls = [op("call", plain(10, number + 1))] * 2 if number < 29 else [op("mov", dst(0, 0), ints(1))]
        body += [op("label", plain(10, number)), *calls, op("ret")]
    with pytest.raises(UnsupportedError, match="more than 100000 instructions"):
        translate_container(compute(*body), "macos14")


def test_stages_that_do_not_say_what_they_need() -> None:
    for kind, words in ((2, "without its primitive"), (3, "does not say what"), (4, "does not say what")):
        with pytest.raises(FormatError, match=words):
            translate_container(container(kind, op("ret")), "macos14")


def test_an_input_without_a_signature() -> None:
    data = container(0, op("dcl_input_ps", dst(1, 0), controls=2 << 11), op("ret"))
    with pytest.raises(FormatError, match="v0 is not in the signature"):
        translate_container(data, "macos14")


def _pixel() -> bytes:
    return container(
        0,
        op("dcl_output", dst(2, 0)),
        op("mov", dst(2, 0), floats(0.0, 0.5, 0.25, 1.0)),
        op("ret"),
        outputs=signature(("SV_Target", 0, 0, 3, 0, 15)),
    )


def test_an_output_without_components() -> None:
    """Found by fuzzing: it is none."""
    outputs = signature(("SV_Target", 0, 0, 3, 0, 0))
    data = container(0, op("dcl_output", dst(2, 0)), op("ret"), outputs=outputs)
    assert translate_container(data, "macos14").module.check() == []


@pytest.mark.long
def test_the_ways_in(tmp_path: Path) -> None:
    path, output = tmp_path / "one.ps.cso", tmp_path / "one.metallib"
    path.write_bytes(_pixel())
    linked = mtlb.link([path])
    assert [function.name for function in linked.library.functions] == ["one"]
    builder = mtlb.LibraryBuilder(platform="ios", min_os="17.0")
    builder.add("colour", "fragment", _pixel())
    assert [function.name for function in builder.build().functions] == ["colour"]
    with pytest.raises(MtlbError, match="it is a shader of Direct3D, and --no-convert forbids translating it"):
        mtlb.link([path], convert=False)
    words = [sys.executable, "-m", "mtlb", "link", str(path), "-o", str(output), "--entry-names", "{stage}_{file}"]
    subprocess.run(words, check=True, capture_output=True)
    assert [function.name for function in mtlb.open(output).functions] == ["fragment_one"]


def test_nothing_is_written_for_a_bad_one(tmp_path: Path) -> None:
    path, output = tmp_path / "bad.cso", tmp_path / "bad.metallib"
    path.write_bytes(compute(*BAD["r9 is out of range"]))
    words = [sys.executable, "-m", "mtlb", "link", str(path), "-o", str(output)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode == 1 and "SHEX: mov: r9 is out of range" in done.stderr and "offset" in done.stderr
    assert not output.exists()


def test_equal_inputs_make_equal_bytes() -> None:
    assert len({translate_container(_pixel(), "macos14").module.air_bytes() for _ in range(2)}) == 1


def test_options_of_spirv_are_refused() -> None:
    """Nothing here would do what they ask for."""
    for inputs, flag in (({"slots": "sdl"}, "--slots"), ({"force_loop_bounding": True}, "--force-loop-bounding")):
        with pytest.raises(UnsupportedError, match=f"{flag} is for SPIR-V"):
            translate_container(compute(), "macos14", options=ShaderOptions(**inputs))  # type: ignore[arg-type]


def test_errors_of_damaged_programs_name_part_and_place() -> None:
    rng, refused = random.Random(37), 0
    data = compute(op("mov", dst(0, 0), ints(1, 2, 3, 4)), op("store_raw", dst(30, 0, mask="x"), ints(0), src(0, 0)))
    part = read(data).parts[-1]
    for _ in range(60):
        damaged = bytearray(data)
        at = part.data_offset + 4 * rng.randrange(len(part.data) // 4)
        damaged[at : at + 4] = rng.choice((0, 0xFFFFFFFF, rng.getrandbits(32))).to_bytes(4, "little")
        try:
            translate_container(bytes(damaged), "macos14")
        except MtlbError as error:
            refused += 1
            assert error.reason.startswith("SHEX: ") and error.offset is not None, error
    assert refused > 30
