"""The Python that pages show runs, with the files and names that a page takes for granted."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import mtlb
from mtlb import attest, emit
from mtlb.emit import f32, u32
from tests.attest.samples import ED25519, public_pem
from tests.conftest import ROOT

AIR = ROOT / "golden" / "air"

ELSEWHERE = {
    "builder": "tests/emit/test_docs.py runs the tutorial",
    "builds": "Starlark, in tests/integrations",
    "explorer": "tests/explore/test_session.py",
    "hello-kernel": "tests/test_as_typed.py runs the program",
    "library": "tests/test_public_face.py",
    "performance": "tests/linker runs links with executors",
    "testing": "examples/testing is a project with such tests",
}
"""Pages whose Python other tests run."""

DOUBLE = """
define void @double(ptr %data, i32 %at) {
  %place = getelementptr float, ptr %data, i32 %at
  %value = load float, ptr %place
  %more = fadd float %value, %value
  store float %more, ptr %place
  ret void
}
"""


def twice() -> bytes:
    """A library with a kernel `twice`: out = 2 * x."""
    m = emit.Module("macos14", "twice")
    k = m.kernel("twice")
    x, out = k.buffer("x", f32, 0, "read"), k.buffer("out", f32, 1)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    out[i].store(x[i].load() + x[i].load())
    b.ret()
    return mtlb.write(mtlb.link([m]).library)


def a_library() -> dict[str, object]:
    Path("default.metallib").write_bytes(twice())
    return {}


def a_module() -> dict[str, object]:
    return {"data": (AIR / "saxpy.air").read_bytes(), "version": (0, 4, 0)}


def a_text() -> dict[str, object]:
    return {"text": DOUBLE.encode()}


def a_library_and_a_text() -> dict[str, object]:
    Path("kernel.ll").write_text(DOUBLE, encoding="utf-8")
    return a_library()


def a_container() -> dict[str, object]:
    return {"data": (ROOT / "golden/dxbc/described.dxbc").read_bytes()}


def inputs_and_keys() -> dict[str, object]:
    serialization = pytest.importorskip("cryptography.hazmat.primitives.serialization")
    pytest.importorskip("securesystemslib")
    for name, source in (("a.air", "link_main.air"), ("b.air", "link_helper.air")):
        Path(name).write_bytes((AIR / source).read_bytes())
    locked = ED25519.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"passphrase"),
    )
    Path("release.pem").write_bytes(locked)
    Path("release.pub").write_bytes(public_pem(ED25519))
    record = attest.LinkRecord((), mtlb.LinkOptions())
    statement = attest.provenance([attest.Material.of("app.metallib", b"")], record)
    Path("app.intoto.jsonl").write_bytes(attest.write_attestation(statement, attest.SigningKey(ED25519)))
    return {}


GRANTED: dict[str, Callable[[], dict[str, object]]] = {
    "air": a_module,
    "bitcode": a_module,
    "convert": a_text,
    "dxbc": a_container,
    "provenance": inputs_and_keys,
    "reflection": a_library,
    "run": a_library,
    "spirv": dict,
    "targets": dict,
    "text": a_library_and_a_text,
    "commands/check": a_library,
    "commands/doctor": a_library,
    "commands/json": dict,
}
"""What a page takes for granted: files in the working directory, and names."""


def programs() -> dict[str, list[str]]:
    """The blocks of Python of each page."""
    actual = {}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        blocks = re.findall(r"^```python\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        if blocks:
            actual[path.relative_to(ROOT / "docs").as_posix().removesuffix(".md")] = blocks
    return actual


@pytest.mark.parametrize("page", GRANTED)
def test_the_python_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("examples", "golden"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    names = GRANTED[page]()
    with contextlib.redirect_stdout(io.StringIO()):
        for block in programs()[page]:
            exec(compile(block, f"docs/{page}.md", "exec"), names)


def test_all_of_it_runs_somewhere() -> None:
    assert set(programs()) == {*GRANTED, *ELSEWHERE}
