"""`mtlb serve`: requests and answers, the schema, limits, clients in other languages."""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import mtlb
from mtlb.serve import METHODS, RequestLimits, Service, protocol_schema, serve
from mtlb.serve.server import TIME_IS_OVER, lines
from tests.conftest import ROOT

SAXPY = ROOT / "golden/air/saxpy.air"
LL = """target triple = "spir64-unknown-unknown"
define spir_kernel void @twice(ptr addrspace(1) %x) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr float, ptr addrspace(1) %x, i64 %i
  %v = load float, ptr addrspace(1) %p
  %s = fadd float %v, %v
  store float %s, ptr addrspace(1) %p
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
"""


def checked(kind: str, value: Any) -> Any:
    schema = protocol_schema()
    jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": f"#/$defs/{kind}"}]}).validate(value)
    return value


def ask(service: Service, method: str, **params: Any) -> dict[str, Any]:
    """The result of a request; both sides are as the schema says."""
    request = checked("request", {"id": 7, "method": method, "params": params})
    line = service.answer(json.dumps(request).encode())
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    assert line == service.answer(json.dumps(request).encode())
    answer = checked("answer", json.loads(line))
    assert answer["id"] == 7 and "result" in answer, answer
    result: dict[str, Any] = checked(f"{method}-result", answer["result"])
    return result


def refused(service: Service, line: Any) -> dict[str, Any]:
    """The error that answers a line, or an object."""
    text = line if isinstance(line, bytes) else json.dumps(line).encode()
    answer = checked("answer", json.loads(service.answer(text)))
    error: dict[str, Any] = answer["error"]
    assert error["kind"] != "internal", error
    return error


def data(path: Path) -> dict[str, str]:
    return {"base64": base64.b64encode(path.read_bytes()).decode()}


def test_the_schema_has_every_method() -> None:
    schema = protocol_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    for name, method in METHODS.items():
        params = schema["$defs"][name]
        assert set(params["properties"]) == method.required | method.optional, name
        assert set(params["required"]) == method.required, name
        assert f"{name}-result" in schema["$defs"]
    assert len(schema["$defs"]["request"]["oneOf"]) == len(METHODS)


def test_a_program_from_text_to_values() -> None:
    service = Service()
    assert ask(service, "hello")["methods"] == list(METHODS)
    module = ask(service, "convert", input={"text": LL, "name": "twice.ll"}, target="macos14")
    options = (
        mtlb.ConvertOptions(target=mtlb.ConvertTarget.parse("macos14")) if hasattr(mtlb, "ConvertOptions") else None
    )
    if options is not None:
        assert (
            base64.b64decode(module["output"]["base64"]) == mtlb.convert_bytes("twice.ll", LL.encode(), options).bitcode
        )
    output = {"base64": module["output"]["base64"]}
    assert ask(service, "lint", input=output)["ok"]
    library = ask(service, "link", inputs=[output], options={"platform": "macos"})
    assert library["functions"] == [{"name": "twice", "kind": "kernel"}]
    linked = {"base64": library["output"]["base64"]}
    assert ask(service, "verify", input=linked, modules=True) == {"ok": True, "findings": []}
    (described,) = ask(service, "describe", input=linked)["functions"]
    assert described["name"] == "twice"
    for inputs in ({"values": [1, 2.5, -4]}, {"base64": base64.b64encode(np.array([1, 2.5, -4], "<f4")).decode()}):
        ran = ask(
            service, "run", input=linked, function="twice", grid=[3], buffers={"0": {"type": "float32", **inputs}}
        )
        values = np.frombuffer(base64.b64decode(ran["buffers"]["0"]["base64"]), "<f4")
        assert values.tolist() == [2, 5, -8] and ran["buffers"]["0"]["shape"] == [3]


def test_link_gives_what_mtlb_gives() -> None:
    result = ask(Service(), "link", inputs=[{**data(SAXPY), "name": "saxpy.air"}])
    expected = mtlb.write(mtlb.link([("saxpy.air", SAXPY.read_bytes())]).library)
    assert base64.b64decode(result["output"]["base64"]) == expected


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe\xfd", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        ([], "the request"),
        ({"id": 1}, "needs method"),
        ({"id": None, "method": "hello"}, "id must be"),
        ({"id": True, "method": "hello"}, "id must be"),
        ({"id": 1.5, "method": "hello"}, "id must be"),
        ({"id": "x" * 101, "method": "hello"}, "id must be"),
        ({"id": 1, "method": 5}, "method is 5"),
        ({"id": 1, "method": "exec"}, "no method 'exec'"),
        ({"id": 1, "method": "hello", "more": 1}, "no member 'more'"),
        ({"id": 1, "method": "hello", "params": {"x": 1}}, "no member 'x'"),
        ({"id": 1, "method": "lint"}, "needs input"),
        ({"id": 1, "method": "lint", "params": {"input": "x"}}, "input is 'x'"),
        ({"id": 1, "method": "lint", "params": {"input": {}}}, "one of base64"),
        ({"id": 1, "method": "lint", "params": {"input": {"base64": "!"}}}, "not base64"),
        ({"id": 1, "method": "lint", "params": {"input": {"text": "\ud800"}}}, "UTF-8"),
        ({"id": 1, "method": "lint", "params": {"input": {"text": "x"}}}, "not a library"),
        ({"id": 1, "method": "lint", "params": {"input": {"path": "/etc/passwd"}}}, "paths are not read"),
        ({"id": 1, "method": "lint", "params": {"input": {"text": "x"}, "ignore": ["A"]}}, "no rule"),
        ({"id": 1, "method": "convert", "params": {"input": {"text": "x"}, "target": "windows"}}, "windows"),
        ({"id": 1, "method": "convert", "params": {"input": {"text": "x"}, "pointers": "y"}}, "pointers"),
        ({"id": 1, "method": "convert", "params": {"input": {"text": "x"}, "plan": "=="}}, "plan"),
        ({"id": 1, "method": "link", "params": {"inputs": 5}}, "inputs is 5"),
        ({"id": 1, "method": "link", "params": {"inputs": [], "options": {"a": 1}}}, "option"),
        ({"id": 1, "method": "verify", "params": {"input": {"text": "x"}, "modules": 1}}, "modules is 1"),
    ],
    ids=str,
)
def test_what_is_wrong_is_an_error(line: Any, text: str) -> None:
    assert text in refused(Service(), line)["text"]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"grid": []}, "1 to 3"),
        ({"grid": [1 << 23]}, "limit of"),
        ({"grid": [-1]}, "grid[0]"),
        ({"grid": 4}, "grid is 4"),
        ({"function": "nothing"}, "no function 'nothing'"),
        ({"seconds": 1e9}, "seconds is"),
        ({"seconds": True}, "seconds is"),
        ({"buffers": {"a": {"type": "complex64", "values": []}}}, "type is"),
        ({"buffers": {"a": {"type": "float32"}}}, "either base64 or values"),
        ({"buffers": {"a": {"type": "float32", "base64": "AAA="}}}, "does not divide"),
        ({"buffers": {"a": {"type": "float32", "values": ["x"]}}}, "list of numbers"),
        ({"buffers": {"a": {"type": "uint8", "values": [300]}}}, "uint8"),
        ({"buffers": {"a": {"type": "uint8", "values": [1.5]}}}, "uint8"),
        ({"buffers": {"a": {"type": "uint8", "values": [1], "shape": [2]}}}, "shape"),
        ({"samplers": {"s": "wrong"}}, "wrong"),
    ],
    ids=str,
)
def test_wrong_runs_are_errors(change: dict[str, Any], text: str) -> None:
    params = {"input": data(SAXPY), "function": "saxpy", "grid": [4], **change}
    assert text in refused(Service(), {"id": 1, "method": "run", "params": params})["text"]


@pytest.mark.parametrize("page", ["docs/serve.md", "docs/commands/serve.md"])
def test_the_pages_show_what_is_answered(page: str) -> None:
    blocks = (ROOT / page).read_text(encoding="utf-8").split("```json\n")[1:]
    shown = [block.partition("```")[0].splitlines() for block in blocks]
    assert shown
    for request, answer in shown:
        assert Service().answer(request.encode()).decode().rstrip("\n") == answer


def test_findings_are_those_of_the_commands() -> None:
    unstamped = ROOT / "golden/bad/air/unstamped.air"
    actual = ask(Service(), "lint", input=data(unstamped), ignore=["AIR005"])
    assert not actual["ok"] and "AIR007" in {finding["code"] for finding in actual["findings"]}
    assert "AIR005" not in {finding["code"] for finding in actual["findings"]}
    bad = ask(Service(), "verify", input={"text": "nothing"})
    assert not bad["ok"] and bad["findings"][0]["code"] == "malformed"


def test_errors_have_the_fields_of_mtlb() -> None:
    cut = base64.b64encode(SAXPY.read_bytes()[:300]).decode()
    error = refused(Service(), {"id": 1, "method": "link", "params": {"inputs": [{"base64": cut, "name": "cut.air"}]}})
    assert error["kind"] == "FormatError" and error["file"] == "cut.air"


def test_paths_are_read_if_they_are_allowed(tmp_path: Path) -> None:
    service = Service(RequestLimits(line=1 << 16), paths=True)
    assert ask(service, "lint", input={"path": str(SAXPY)})["ok"]
    large = tmp_path / "large"
    large.write_bytes(bytes(1 << 17))
    for path, text in ((tmp_path, ""), (large, "the limit is"), (tmp_path / "absent", "No such file")):
        error = refused(service, {"id": 1, "method": "lint", "params": {"input": {"path": str(path)}}})
        assert text in error["text"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        error = refused(service, {"id": 1, "method": "lint", "params": {"input": {"path": str(tmp_path / "pipe")}}})
        assert "not a regular file" in error["text"]


def test_lines_over_the_limit_are_skipped() -> None:
    assert list(lines(io.BytesIO(b"12345678\n\n1234567890\n1\n" + b"x" * 100), 9)) == [
        b"12345678\n",
        b"\n",
        None,
        b"1\n",
        None,
    ]
    hello = b'{"id":"a","method":"hello"}\n'
    output = io.BytesIO()
    serve(io.BytesIO(hello + b" " * 5000 + b"\n" + b"\n" + hello), output, RequestLimits(line=1024, memory=0))
    answers = [json.loads(line) for line in output.getvalue().splitlines()]
    assert [answer["id"] for answer in answers] == ["a", None, "a"]
    assert "more than 1024 bytes" in answers[1]["error"]["text"]


def process(*words: str) -> list[str]:
    return [sys.executable, "-m", "mtlb", "serve", *words]


@pytest.mark.long
def test_the_process_answers_until_its_input_ends() -> None:
    request = json.dumps({"id": 1, "method": "link", "params": {"inputs": [data(SAXPY)]}})
    text = "\n".join([request, '{"id": 2, "method": "hello"}', "nonsense", request]) + "\n"
    done = subprocess.run(process(), input=text, capture_output=True, text=True, timeout=60, check=True)
    answers = done.stdout.splitlines()
    assert [json.loads(answer)["id"] for answer in answers] == [1, 2, None, 1]
    assert answers[0] == answers[3] and done.stderr == ""


@pytest.mark.long
def test_a_request_over_its_time_ends_the_process() -> None:
    text = json.dumps({"id": "slow", "method": "link", "params": {"inputs": [data(SAXPY)]}}) + "\n"
    done = subprocess.run(process("--max-seconds", "0.001"), input=text * 2, capture_output=True, text=True, timeout=60)
    (answer,) = map(json.loads, done.stdout.splitlines())
    assert done.returncode == TIME_IS_OVER and answer["error"]["kind"] == "TimeLimitError" and answer["id"] == "slow"


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="limits of addresses are those of Linux")
def test_a_request_over_its_memory_is_an_error() -> None:
    big = {"id": 1, "method": "lint", "params": {"input": {"base64": "A" * (300 << 20)}}}
    lines_ = [json.dumps(big), '{"id": 2, "method": "hello"}']
    words = process("--max-memory", "900", "--max-line", str(400 << 20))
    done = subprocess.run(words, input="\n".join(lines_) + "\n", capture_output=True, text=True, timeout=120)
    answers = [json.loads(answer) for answer in done.stdout.splitlines()]
    assert "memory" in answers[0]["error"]["text"] and answers[1]["id"] == 2


def test_the_schema_is_printed() -> None:
    done = subprocess.run(process("--schema"), capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == protocol_schema()


def _client(command: list[str], tmp_path: Path, binary: Path) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=300, cwd=tmp_path)
    source = tmp_path / "twice.ll"
    source.write_text(LL)
    paths = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [binary, source], capture_output=True, text=True, timeout=120, env={**os.environ, "PATH": paths}
    )
    assert done.stdout == "twice TVRMQgGA\n", done.stderr  # "MTLB" and the first of the header, in base64
    source.write_text("nonsense")
    done = subprocess.run(
        [binary, source], capture_output=True, text=True, timeout=120, env={**os.environ, "PATH": paths}
    )
    assert done.returncode == 1 and '"error"' in done.stderr.replace("\\", "")


@pytest.mark.long
def test_the_client_in_cpp(tmp_path: Path) -> None:
    compiler = shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    source = ROOT / "examples/serve/client.cpp"
    _client([compiler, "-std=c++17", "-Wall", str(source), "-o", "client"], tmp_path, tmp_path / "client")


@pytest.mark.long
def test_the_client_in_rust(tmp_path: Path) -> None:
    if shutil.which("cargo") is None:
        pytest.skip("there is no cargo")
    shutil.copytree(ROOT / "examples/serve/rust", tmp_path / "rust")
    command = ["cargo", "build", "--offline", "--quiet", "--manifest-path", "rust/Cargo.toml"]
    _client(command, tmp_path, tmp_path / "rust/target/debug/mtlb-client")
