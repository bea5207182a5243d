"""mtlb run: values in files, expectations, checks, comparison of libraries."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import mtlb
from mtlb import emit
from mtlb.emit import f32, float2, float4, texture2d, u32, uint2
from tests.cli.invoke import invoke
from tests.conftest import ROOT, only_long


def library(path: Path, factor: float) -> Path:
    module = emit.Module("macos14", path.stem)
    k = module.kernel("scale")
    x, out = k.buffer("x", f32, 0, "read"), k.buffer("out", f32, 1)
    i = k.builtin("thread_position_in_grid", u32)
    k.entry()
    out[i].store(x[i].load() * factor)
    path.write_bytes(mtlb.write(mtlb.link([module]).library))
    return path


@pytest.fixture
def twice(tmp_path: Path) -> Path:
    return library(tmp_path / "twice.metallib", 2.0)


@pytest.mark.long
def test_arrays_in_files(twice: Path, tmp_path: Path) -> None:
    x = np.arange(64, dtype="f4")
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "want.npy", 2 * x)
    saved = tmp_path / "out.npy"
    words = ["--grid", "64", "--threadgroup", "32", "--buffer", f"x={tmp_path / 'x.npy'}", "--buffer", "1=zeros:f32:64"]
    result = invoke(
        "run", twice, "scale", *words, "--expect", f"1={tmp_path / 'want.npy'}", "--save", f"1={saved}", "--check"
    )
    assert (result.code, result.stderr) == (0, "")
    assert "64 threads" in result.text
    assert "1: as expected" in result.text
    assert np.load(saved).tolist() == (2 * x).tolist()


@pytest.mark.long
def test_an_expectation_that_is_not_met(twice: Path) -> None:
    words = ["--grid", "4", "--buffer", "x=ones:f32:4", "--buffer", "out=zeros:f32:4"]
    result = invoke("run", twice, "scale", *words, "--expect", "out=2.5")
    assert result.code == 1
    assert "out: element 0 is 2.0, expected 2.5 (difference 0.2, tolerance 0); 4 of 4 elements differ" in result.text
    assert invoke("run", twice, "scale", *words, "--expect", "out=2.5", "--tolerance", "0.3").code == 0


@pytest.mark.long
def test_findings_as_text_json_and_sarif(twice: Path) -> None:
    words = [twice, "scale", "--grid", "8", "--buffer", "x=ones:f32:8", "--buffer", "out=zeros:f32:4", "--check"]
    result = invoke("run", *words)
    assert result.code == 1
    assert "error: out-of-bounds: writes outside of all memory" in result.text
    assert "'out'[4] of 4 elements" in result.text
    value = json.loads(invoke("run", *words, "--json").text)
    assert (value["schema"], value["function"]) == ("mtlb.run/1", "scale")
    (finding,) = value["findings"]
    assert (finding["code"], finding["memory"], finding["element"], finding["bytes"]) == ("out-of-bounds", "out", 4, 4)
    assert finding["threads"] == [{"thread": 4, "threadgroup": 0}] and "line" not in finding
    unset = invoke("run", *words[:-1], "--check", "--uninitialized", "x", "--max-findings", "1")
    assert unset.code == 1 and unset.text.count("error: ") == 1 and "more findings are not listed" in unset.stderr
    sarif = json.loads(invoke("run", *words, "--sarif").text)
    assert sarif["runs"][0]["results"][0]["ruleId"] == "out-of-bounds"


@pytest.mark.long
def test_two_libraries_are_compared(twice: Path, tmp_path: Path) -> None:
    other = library(tmp_path / "other.metallib", 3.0)
    same = library(tmp_path / "same.metallib", 2.0)
    result = invoke("run", twice, "--against", same)
    assert (result.code, result.text) == (0, "1 of 1 functions leave the same bytes\n")
    result = invoke("run", twice, "--against", other)
    assert result.code == 1
    assert result.text.startswith("scale: differs: seed 1: buffer 'out': ")
    value = json.loads(invoke("run", twice, "--against", other, "--json").text)
    assert value["comparisons"][0]["outcome"] == "differs"


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Functions of all kinds, good and bad."""
    module = emit.Module("macos14", "several")
    k = module.kernel("copy")
    image, result = k.texture("image", texture2d(f32), 0), k.texture("result", texture2d(f32, "write"), 1)
    place, how = k.builtin("thread_position_in_grid", uint2), k.sampler("how", 0)
    b = k.entry()
    b.texture.write(result, b.texture.sample(image, how, (b.convert(place, float2) + 0.5) * 0.25, level=0.0), place)
    k = module.kernel("spin")
    out = k.buffer("out", u32, 0)
    b = k.entry()
    with b.loop() as loop:
        b.atomic("add", out[0], 1)
        loop.break_if(out[1].load().eq(1))
    k = module.kernel("crash")
    out, i = k.buffer("out", u32, 0), k.builtin("thread_position_in_grid", u32)
    k.entry()
    out[i << 28].store(i)
    v = module.vertex("corner")
    at = v.stage_in("at", float2, 0)
    v.out("place", float4, "position")
    b = v.entry()
    b.ret(place=b.vector(at, 0.0, 1.0))
    path = tmp_path_factory.mktemp("several") / "several.metallib"
    path.write_bytes(mtlb.write(mtlb.link([module]).library))
    return path


@pytest.mark.long
def test_raw_files_and_files_of_other_orders(twice: Path, tmp_path: Path) -> None:
    x = np.arange(8, dtype="f4")
    x.tofile(tmp_path / "x.bin")
    np.save(tmp_path / "big.npy", x.astype(">f4"))
    for value in (f"{tmp_path / 'x.bin'}:f32", f"{tmp_path / 'x.bin'}", f"{tmp_path / 'big.npy'}"):
        saved = tmp_path / "out.bin"
        words = ["--grid", "8", "--buffer", f"x={value}", "--buffer", "out=zeros:f32:8", "--save", f"out={saved}"]
        assert invoke("run", twice, "scale", *words).code == 0
        assert saved.read_bytes() == (2 * x).tobytes()


@pytest.mark.long
def test_pictures(several: Path, tmp_path: Path) -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (4, 4, 4)).astype("u1")
    picture, saved = tmp_path / "a.png", tmp_path / "b.png"
    Image.fromarray(pixels).save(picture)
    words = ["--grid", "4,4", "--threadgroup", "4,4", "--texture", f"image={picture}", "--sampler", "how=nearest"]
    for made in ("u8", "f32"):
        more = ["--texture", f"result=zeros:{made}:4x4x4", "--expect", f"result={picture}", "--tolerance", "1e-6"]
        result = invoke("run", several, "copy", *words, *more, "--save", f"result={saved}")
        assert (result.code, result.stderr) == (0, "")
        assert np.array_equal(np.asarray(Image.open(saved)), pixels)
    wrong = ["--texture", "result=zeros:f32:4x4x3"]
    assert (
        "texture 'result': an array of float32 with 3 channels" in invoke("run", several, "copy", *words, *wrong).stderr
    )
    picture.write_bytes(b"nothing")
    assert "not an image" in invoke("run", several, "copy", *words, "--texture", "result=zeros:u8:4x4x4").stderr


def test_vertices(several: Path, tmp_path: Path) -> None:
    saved = tmp_path / "place.npy"
    words = ["--grid", "2", "--input", "at=range:f32:2x2", "--save", f"place={saved}", "--expect", "place=0"]
    result = invoke("run", several, "corner", *words)
    assert result.code == 1
    assert "place: element 5 is 3.0, expected 0 (difference 3, tolerance 0); 5 of 8 elements differ" in result.text
    assert np.load(saved).tolist() == [[0, 1, 0, 1], [2, 3, 0, 1]]
    assert (
        "5 numbers; expected 2" in invoke("run", several, "corner", "--grid", "2", "--input", "at=range:f32:5").stderr
    )


@pytest.mark.long
def test_functions_that_do_not_come_to_their_end(several: Path) -> None:
    result = invoke("run", several, "spin", "--grid", "1", "--buffer", "out=zeros:u32:4", "--timeout", "0.3")
    assert (result.code, result.text) == (1, "")
    assert "function 'spin' was still running after 0.3 seconds, in a loop in spin" in result.stderr
    result = invoke("run", several, "crash", "--grid", "16", "--buffer", "out=zeros:u32:4")
    assert (result.code, result.text) == (1, "")
    assert "did not survive: it accessed memory outside of its arguments (--check finds such accesses)" in result.stderr
    result = invoke("run", several, "crash", "--grid", "16", "--buffer", "out=zeros:u32:4", "--check")
    assert result.code == 1 and "'out'[268435456] of 4 elements" in result.text


def test_no_input_is_written_to(twice: Path, tmp_path: Path) -> None:
    x, before = tmp_path / "x.npy", twice.read_bytes()
    np.save(x, np.ones(4, "f4"))
    words = [twice, "scale", "--grid", "4", "--buffer", f"x={x}", "--buffer", "out=zeros:f32:4"]
    for path in (x, twice):
        result = invoke("run", *words, "--save", f"out={path}")
        assert result.code == 2 and "is an input" in result.stderr
    result = invoke("run", *words, "--save", f"out={tmp_path / 'o'}", "--save", f"x={tmp_path / 'o'}")
    assert result.code == 2 and "is named for two outputs" in result.stderr
    assert "stdout takes the elements of one array" in invoke("run", *words, "--save", "out=-", "--save", "x=-").stderr
    assert "both write to stdout" in invoke("run", *words, "--save", "out=-", "--json").stderr
    assert twice.read_bytes() == before and np.load(x).tolist() == [1] * 4


@pytest.mark.parametrize(
    "make", [lambda p: np.save(p, np.array([{}], object)), lambda p: p.write_bytes(b"\x93NUMPY\x01")]
)
def test_files_that_are_no_arrays(make: Callable[[Path], object], twice: Path, tmp_path: Path) -> None:
    make(tmp_path / "x.npy")
    result = invoke("run", twice, "scale", "--grid", "4", "--buffer", f"x={tmp_path / 'x.npy'}")
    assert result.code == 1 and "x.npy: not a numpy array" in result.stderr


@pytest.mark.long
def test_slices_and_modules(several: Path, tmp_path: Path) -> None:
    module = tmp_path / "saxpy.air"
    module.write_bytes((ROOT / "golden/air/saxpy.air").read_bytes())
    words = [
        "--grid",
        "4",
        "--buffer",
        "x=ones:f32:4",
        "--buffer",
        "y=ones:f32:4",
        "--buffer",
        "a=3",
        "--expect",
        "y=4",
    ]
    assert invoke("run", module, "saxpy", *words).code == 0
    assert invoke("run", module, "--against", ROOT / "golden/lib/air-lld-macos14.metallib").code == 0
    result = invoke("run", ROOT / "golden/dxbc/pixel.dxbc")
    assert result.code == 0 and "fragment shader\n  --buffer b0=float4" in result.text


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["scale"], 2, "--grid is missing"),
        (["scale", "--grid", "a"], 2, "--grid 'a': expected one to three numbers"),
        (["scale", "--grid", "4", "--buffer", "x"], 2, "--buffer 'x': expected NAME=VALUE"),
        (["scale", "--grid", "4", "--buffer", "x=ones:f31:4"], 1, "type 'f31' is not one of"),
        (["scale", "--grid", "4", "--buffer", "x=nosuch.npy"], 1, "nosuch.npy"),
        (["scale", "--grid", "4", "--buffer", "x=ones:f32:4"], 1, "buffer 'out', index 1 of float needs a value"),
        (["scale", "--grid", "4", "--constant", "a=b"], 2, "--constant 'b'"),
        (["blur", "--grid", "4"], 1, "no function 'blur' in the library, which has 'scale'"),
        (["scale", "--grid", "4", "--sampler", "s=smooth"], 1, "'smooth' is not one of linear"),
        (["scale", "--grid", "4", "--buffer", "x=1", "--buffer", "x=2"], 2, "--buffer x is given twice"),
        (["scale", "--grid", "4", "--buffer", "x=zeros:f32:0"], 1, "zeros:f32:0: 0 elements"),
        (["scale", "--grid", "4", "--buffer", "x=random:f32:4:x"], 1, "the seed must be a number"),
        (
            ["scale", "--grid", "4", "--buffer", "x=zeros:f64:4", "--buffer", "out=1"],
            1,
            "'x' is of float, but the array is of float64",
        ),
        (
            ["scale", "--grid", "4", "--buffer", "x=1", "--buffer", "out=1", "--save", "out=o.zip"],
            1,
            "o.zip: values are saved as .npy, .npz, .json, .txt, .csv, .png, or raw as .bin, .raw, .dat",
        ),
        (["scale", "--grid", "2", "--buffer", "x=1,2,b"], 1, "1,2,b: 'b' is not a number"),
        (["scale", "--grid", "2", "--buffer", "x=1,1e60"], 1, "1e+60 is not a value of float"),
        (
            ["scale", "--grid", "1", "--buffer", "x=1", "--buffer", "out=1", "--print", "z"],
            1,
            "--print z: no array has this name (available: x, out)",
        ),
        (
            ["scale", "--grid", "1", "--print", "none", "--print", "x"],
            2,
            "--print none can't be used with other values",
        ),
        (
            ["scale", "--grid", "4", "--buffer", "x=1", "--buffer", "out=zeros:f32:4", "--expect", "y=1"],
            1,
            "(available: x, out)",
        ),
        (
            [
                "scale",
                "--grid",
                "4",
                "--buffer",
                "x=zeros:f32:4",
                "--buffer",
                "out=zeros:f32:4",
                "--expect",
                "out=zeros:f32:3",
            ],
            1,
            "4 elements, expected 3",
        ),
        (["scale", "--grid", "5000000000"], 1, "more than 2^32 threads"),
        (
            ["scale", "--grid", "4", "--threadgroup", "2000", "--buffer", "x=1", "--buffer", "out=1"],
            1,
            "threadgroup of 2000 threads",
        ),
        (["scale", "--against", "a.metallib", "--grid", "4"], 2, "--against generates the arguments"),
        (["scale", "--against", "a.metallib", "--print", "out"], 2, "--against generates the arguments"),
    ],
)
def test_errors(words: list[str], code: int, message: str, twice: Path) -> None:
    result = invoke("run", twice, *words)
    assert result.code == code
    assert message in result.stderr
    assert result.stdout == b""


def test_values_are_printed(twice: Path) -> None:
    words = [twice, "scale", "--grid", "100", "--buffer", "x=range:100", "--buffer", "out=zeros:100"]
    result = invoke("run", *words)
    assert (result.code, result.stderr) == (0, "")
    assert result.text == "scale: 100 threads\nout: float[100] = 0 2 4 6 8 10 12 14 … 192 194 196 198\n"
    assert invoke("run", *words, "--print", "x:3", "--print", "1:1").text.splitlines()[1:] == [
        "x: float[100] = 0 1 2 …",
        "out: float[100] = 0 …",
    ]
    assert invoke("run", *words, "--print", "out:all").text.endswith(" 196 198\n")
    for no_values in (["--print", "none"], ["-q"], ["--quiet"]):
        assert invoke("run", *words, *no_values).text == "scale: 100 threads\n"
    assert invoke("run", *words, "-q", "--print", "x").code == 2
    value = json.loads(invoke("run", *words, "--json").text)["values"]
    assert value == [{"name": "out", "type": "float", "shape": [100], "values": [2.0 * i for i in range(100)]}]


def test_numbers_that_json_has_no_word_for(twice: Path) -> None:
    words = [twice, "scale", "--grid", "4", "--buffer", "x=nan,inf,-inf,0.1", "--buffer", "out=zeros:4"]
    assert json.loads(invoke("run", *words, "--json").text)["values"][0]["values"] == [
        "NaN",
        "Infinity",
        "-Infinity",
        0.2,
    ]
    assert invoke("run", *words).text.endswith("= nan inf -inf 0.2\n")


def test_an_array_of_another_type_is_taken_with_a_note(twice: Path) -> None:
    words = ["--grid", "2", "--buffer", "x=1,2", "--buffer", "out=zeros:u32:2"]
    result = invoke("run", twice, "scale", *words)
    assert result.text.endswith("out: float[2] = 2 4\n")
    assert result.stderr == "mtlb: note: buffer 'out' is of float: the array of uint32 is used as raw bytes\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("out.npy", None),
        only_long("out.json", b"[2.0, 4.0, 6.5]\n"),
        only_long("out.txt", b"2\n4\n6.5\n"),
        only_long("out.csv", b"2\n4\n6.5\n"),
        ("out.raw", np.array([2, 4, 6.5], "f4").tobytes()),
    ],
)
def test_what_is_saved_can_be_given(name: str, data: bytes | None, twice: Path, tmp_path: Path) -> None:
    saved = tmp_path / name
    words = ["--grid", "3", "--buffer", "x=1,2,3.25", "--buffer", "out=zeros:3", "--save", f"out={saved}"]
    assert invoke("run", twice, "scale", *words).code == 0
    assert data is None or saved.read_bytes() == data
    inputs = f"x={saved}:f32" if name.endswith(".raw") else f"x={saved}"
    again = invoke("run", twice, "scale", "--grid", "3", "--buffer", inputs, "--buffer", "out=zeros:3")
    assert again.text.endswith("out: float[3] = 4 8 13\n")


def test_ranges_and_files_with_names_of_values(twice: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = [twice, "scale", "--grid", "3", "--buffer", "out=zeros:3"]
    assert invoke("run", *words, "--buffer", "x=-1..1", "--expect", "out=-2,0,2").text.endswith("out: as expected\n")
    assert "out: float[3] = 6 4 2\n" in invoke("run", *words, "--buffer", "x=3..1").text
    np.array([5, 6, 7], "f4").tofile("0..9")
    for value in ("@0..9:f32", f"@{tmp_path / '0..9'}"):
        assert "out: float[3] = 10 12 14\n" in invoke("run", *words, "--buffer", f"x={value}").text
    os.rename("0..9", "9.bin")
    result = invoke("run", *words, "--buffer", "x=@9.bin", "--save", "out=9.bin")
    assert result.code == 2 and "9.bin is an input" in result.stderr
    result = invoke("run", *words, "--buffer", "x=0..99999999")
    assert (result.code, "100000000 numbers" in result.stderr) == (1, True)


def test_textures_have_their_format_and_size(several: Path) -> None:
    words = [several, "copy", "--grid", "4,3", "--texture", "image=zeros:u8:3x4x4", "--sampler", "how=nearest"]
    result = invoke("run", *words, "--texture", "result=ones:f16:3x4x4", "--print", "result:1", "--print", "image:2")
    assert (result.code, result.stderr) == (0, "")
    assert result.text.splitlines()[1:] == [
        "result: rgba16float[3x4] = (0, 0, 0, 0) …",
        "image: rgba8unorm[3x4] = (0, 0, 0, 0) (0, 0, 0, 0) …",
    ]
    narrow = json.loads(invoke("run", *words, "--texture", "result=ones:f32:3x4", "--json").text)["values"]
    assert narrow == [{"name": "result", "type": "r32float", "shape": [3, 4], "values": [0.0] * 12}]


def test_discarded_fragments_are_said(tmp_path: Path) -> None:
    module = emit.Module("macos14", "discards")
    f = module.fragment("f")
    at = f.stage_in("at", f32)
    f.out(float4)
    b = f.entry()
    with b.if_(at > 1.5):
        b.air("discard_fragment")
    b.ret(b.vector(at, at, at, at))
    path = tmp_path / "f.metallib"
    path.write_bytes(mtlb.write(mtlb.link([module]).library))
    words = ["run", path, "f", "--grid", "2,2", "--input", "at=0..3"]
    assert invoke(*words).text.endswith("discarded: 2 of 4 fragments\n")
    assert json.loads(invoke(*words, "--json").text)["discarded"] == [False, False, True, True]
    assert "discarded" not in invoke("run", path, "f", "--grid", "2,2", "--input", "at=0").text


def test_archives_and_stdout(twice: Path, tmp_path: Path) -> None:
    words = [twice, "scale", "--grid", "2", "--buffer", "x=1,2", "--buffer", "out=zeros:2"]
    paths = [tmp_path / "a.npz", tmp_path / "b.npz"]
    for path in paths:
        assert invoke("run", *words, "--save", f"x={path}", "--save", f"out={path}").code == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()
    with np.load(paths[0]) as archive:
        assert {name: archive[name].tolist() for name in archive} == {"x": [1, 2], "out": [2, 4]}
    more = ["scale", "--grid", "2", "--buffer", "out=zeros:2", "--buffer"]
    assert invoke("run", twice, *more, f"x={paths[0]}:out").text.endswith("= 4 8\n")
    assert "a.npz: name one of its arrays" in invoke("run", twice, *more, f"x={paths[0]}").stderr
    result = invoke("run", *words, "--save", "out=-")
    assert (result.code, result.stdout) == (0, np.array([2, 4], "f4").tobytes())


@pytest.mark.long
def test_structs_in_json_and_functions_that_are_linked_in(tmp_path: Path) -> None:
    module = emit.Module("macos14", "calls")
    arguments = module.struct(
        "Arguments", [("factor", f32), ("values", emit.ptr(f32, emit.device)), ("commands", emit.command_buffer)]
    )
    k = module.kernel("k")
    inputs = k.buffer("arguments", arguments, 0, "read", space=emit.constant)
    table = k.resource("table", emit.visible_function_table("float (float)"), 1)
    out = k.buffer("out", f32, 2)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    b.air("reset_render_command", inputs["commands"].load(), i)
    out[i].store(b.call_table(table, i, f32, inputs["values"].load()[i].load() * inputs["factor"].load()))
    b.ret()
    for name, add in (("one", 1.0), ("ten", 10.0)):
        v = module.visible(name)
        x = v.argument("x", f32)
        v.returns(f32)
        body = v.entry()
        body.ret(x + add)
    path = tmp_path / "calls.metallib"
    path.write_bytes(mtlb.write(mtlb.link([module]).library))
    np.save(tmp_path / "values.npy", np.array([2, 3], "f4"))
    (tmp_path / "a.json").write_text(
        json.dumps({"factor": 4, "values": str(tmp_path / "values.npy"), "commands": 8}), encoding="utf-8"
    )
    (tmp_path / "t.json").write_text('["function:one", "function:ten"]', encoding="utf-8")
    words = ["--grid", "2", "--buffer", f"arguments={tmp_path / 'a.json'}", "--buffer", f"table={tmp_path / 't.json'}"]
    words += ["--function", "one", "--function", f"ten={path}", "--buffer", "out=zeros:f32:2"]
    result = invoke("run", path, "k", *words, "--save", f"out={tmp_path / 'out.npy'}", "--json")
    assert (result.code, result.stderr) == (0, "")
    assert np.load(tmp_path / "out.npy").tolist() == [9, 22]
    commands = json.loads(result.text)["commands"]
    assert [(command["buffer"], command["call"], command["index"]) for command in commands] == [
        ("arguments.commands", "reset_render", 0),
        ("arguments.commands", "reset_render", 1),
    ]
    assert "arguments.commands[1]: reset_render\n" in invoke("run", path, "k", *words).text
    (tmp_path / "t.json").write_text("[", encoding="utf-8")
    refused = invoke("run", path, "k", *words)
    assert (refused.code, "t.json: not JSON" in refused.stderr) == (1, True)
