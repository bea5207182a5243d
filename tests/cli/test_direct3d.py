"""The commands on Direct3D containers."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from mtlb.bitstream.wrapper import unwrap
from mtlb.dxbc import Checksum, read
from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.dxbc.samples import container, dxil_shader, pixel_shader
from tests.inspect.test_report import table
from tests.inspect.test_schemas import validated

SAMPLES = sorted((ROOT / "golden" / "dxbc").glob("*.dxbc"))
PIXEL = ROOT / "golden" / "dxbc" / "pixel.dxbc"
DESCRIBED = ROOT / "golden" / "dxbc" / "described.dxbc"
LIBRARY = ROOT / "golden" / "lib" / "air-lld-macos14.metallib"


@pytest.fixture
def dxil(tmp_path: Path) -> Path:
    path = tmp_path / "shader.dxil"
    path.write_bytes(dxil_shader(bytes(unwrap((ROOT / "golden" / "air" / "saxpy.air").read_bytes()))))
    return path


@pytest.mark.parametrize("command", ["info", "verify", "size", "find", "objdump"])
def test_json_follows_the_schema(command: str, dxil: Path) -> None:
    for path in (*SAMPLES, dxil):
        assert validated(command, path, "--json")
    assert validated("diff", PIXEL, DESCRIBED, "--json", "--ir")


def test_size_counts_every_byte() -> None:
    sections = json.loads(invoke("size", "--json", DESCRIBED).text)["sections"]
    assert sum(section["size"] for section in sections) == DESCRIBED.stat().st_size
    assert [section["name"] for section in sections] == ["HEADER", "RDEF", "ISGN", "OSGN", "SHEX", "SFI0", "STAT"]


def test_dxil(dxil: Path) -> None:
    text = invoke("objdump", dxil).text
    assert "; shader hash: " in text and "define void @saxpy(" in text and "; Resource Bindings:" in text
    assert "Record Histogram:" in invoke("bcanalyze", dxil).text
    assert validated("bcanalyze", dxil, "--json")
    assert invoke("verify", dxil).code == 0
    result = invoke("bcanalyze", PIXEL)
    assert result.code == 1 and "without bitcode" in result.stderr


def test_extract(tmp_path: Path) -> None:
    assert invoke("extract", PIXEL, "-d", tmp_path / "parts").code == 0
    data = read(PIXEL.read_bytes())
    names = [f"{i:05}_{part.tag}.bin" for i, part in enumerate(data)]
    assert sorted(path.name for path in (tmp_path / "parts").iterdir()) == names
    assert (tmp_path / "parts" / names[2]).read_bytes() == bytes(data["SHEX"].data)
    assert invoke("extract", PIXEL, "-d", tmp_path / "x", "--function", "main").code == 2


def test_strip_removes_debug_parts(tmp_path: Path) -> None:
    path, output = tmp_path / "in.dxbc", tmp_path / "out.dxbc"
    model = read(pixel_shader())
    model.add("SPDB", b"debug", before="SHEX")
    model.add("ILDN", b"name")
    path.write_bytes(model.write())
    assert invoke("strip", path, "-o", output).code == 0
    assert output.read_bytes() == pixel_shader()
    assert invoke("strip", path, "-o", output, "--names").code == 2


def test_rewrite(tmp_path: Path) -> None:
    damaged, output = tmp_path / "in.dxbc", tmp_path / "out.dxbc"
    for path in SAMPLES:
        assert invoke("rewrite", path, "-o", output).code == 0
        assert output.read_bytes() == path.read_bytes()
    data = bytearray(pixel_shader())
    data[5] ^= 1
    damaged.write_bytes(data)
    assert invoke("verify", damaged).code == 1 and "checksum" in invoke("verify", damaged).text
    assert invoke("rewrite", damaged, "-o", output).code == 0
    assert output.read_bytes() == pixel_shader()
    assert invoke("rewrite", PIXEL, "-o", output, "--modules").code == 2


def test_diff(tmp_path: Path) -> None:
    assert invoke("diff", PIXEL, PIXEL, "--exit-code").code == 0
    changed = tmp_path / "x.dxbc"
    model = read(pixel_shader())
    model.replace("SHEX", bytes(model["SHEX"].data).replace(b"\x00\x00\x00\x3f", b"\x00\x00\x80\x3f"))
    changed.write_bytes(model.write())
    result = invoke("diff", "--ir", "--exit-code", PIXEL, changed)
    assert result.code == 1 and "SHEX: 264 bytes" in result.text
    assert "+  mad r0.xyz, r0.xyzx, -cb0[0].xyzx, l(1.000000, 1.000000, 1.000000, 0.000000)" in result.text
    result = invoke("diff", PIXEL, LIBRARY)
    assert result.code == 1 and "can't be compared" in result.stderr


def test_report(tmp_path: Path) -> None:
    page = tmp_path / "x.html"
    assert invoke("report", DESCRIBED, "-o", page).code == 0
    data = table(page.read_text(encoding="utf-8"))
    assert data["kind"] == "dxbc" and [name for name, _, _ in data["sections"]][:2] == ["HEADER", "RDEF"]
    listing = dict(data["listing"])
    assert "sample_indexable(texture2d)" in listing["Listing"]
    assert any("resource definitions" in title for title in listing)


def test_find(tmp_path: Path) -> None:
    shader = pixel_shader()
    inside = io.BytesIO()
    with zipfile.ZipFile(inside, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/b.bin", b"xx" + shader + b"yyDXBC" + shader + LIBRARY.read_bytes())
    path = tmp_path / "x.zip"
    path.write_bytes(inside.getvalue())
    actual = json.loads(invoke("find", "--json", path).text)["found"]
    after = 2 + len(shader) + 6 + len(shader)
    assert [(item["kind"], item["offset"]) for item in actual] == [
        ("direct3d", 2),
        ("direct3d", 2 + len(shader) + 6),
        ("metallib", after),
    ]
    assert actual[0]["place"] == f"{path}!a/b.bin@0x2"
    result = invoke("find", __file__)
    assert result.code == 1 and "no Metal library and no Direct3D container" in result.stderr
    broken = tmp_path / "broken.bin"
    broken.write_bytes(container([("AAAA", b"1234")], Checksum.UNSIGNED).replace(b"AAAA\4", b"AAAA\xff"))
    result = invoke("find", broken)
    assert result.code == 1 and "truncated" in result.stderr


def test_wrong_options() -> None:
    assert invoke("objdump", PIXEL, "--function", "main").code in (1, 2)
    assert invoke("extract", PIXEL, "-d", "x", "--sources").code == 2


def test_stdin() -> None:
    assert "mul_sat o0.xyzw" in invoke("objdump", "-", stdin=PIXEL.read_bytes()).text
