"""The methods of `mtlb serve`: each takes the members of `params`, and returns the members of `result`.
Requests are independent: only caches, which do not affect answers, persist between them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .._version import __version__
from ..base.arguments import count, flag, instance, items, text
from ..base.errors import BuildError, MtlbError, UnsupportedError
from ..base.filekind import FileKind, sniff
from ..base.findings import Finding
from .arrays import array_json, read_arrays
from .protocol import PROTOCOL, DataReader, RequestLimits, answer_line, data_json, error_json, members

_FINDING = "code severity certainty text functions offset explanation advice"


class Service:
    """Answers requests. `paths`: requests may name files, so the client can read all that this process can read."""

    def __init__(self, limits: RequestLimits | None = None, *, paths: bool = False) -> None:
        self.limits = limits or RequestLimits()
        self.data = DataReader(self.limits, paths=paths)

    def answer(self, line: bytes) -> bytes:
        """The answer to a line, including the newline. It raises only exceptions outside of `Exception`."""
        id: object = None
        try:
            request = read_request(line)
            id = request.id
            return answer_line(id, result=self._called(request))
        except MemoryError:
            return answer_line(id, error=error_json(BuildError("the request needs more memory than the limit")))
        except (MtlbError, OSError) as error:
            return answer_line(id, error=error_json(error))
        except Exception as error:  # a bug, which must not end the server for other requests
            about = {**error_json(error), "kind": "internal", "text": f"internal error: {error!r}"}
            return answer_line(id, error=about)

    def _called(self, request: Request) -> dict[str, Any]:
        method = METHODS.get(request.method)
        if method is None:
            raise BuildError(f"there is no method {request.method!a:.60} (one of {', '.join(METHODS)})")
        params = members("params", request.params, method.required | method.optional, method.required)
        return method.call(self, **params)

    # --- methods

    def hello(self) -> dict[str, Any]:
        """Describe the server and its limits."""
        return {
            "version": __version__,
            "protocol": PROTOCOL,
            "methods": list(METHODS),
            "limits": self.limits.as_json(),
        }

    def convert(
        self,
        input: object,
        target: str | None = None,
        source: str | None = None,
        entries: list[str] | None = None,
        plan: str | None = None,
        pointers: str = "infer",
    ) -> dict[str, Any]:
        """`mtlb convert`."""
        from ..convert import ConvertOptions, ConvertTarget, Plan, convert_bytes

        name, data = self.data.read("input", input)
        options = ConvertOptions(
            None if target is None else ConvertTarget.parse(text("target", target)),
            text("pointers", pointers),
            None if source is None else text("source", source),
            items("entries", entries or [], str),
            None if plan is None else Plan.parse(text("plan", plan)),
        )
        conversion = convert_bytes(name, data, options)
        answer = {
            "output": data_json(conversion.bitcode),
            "target": str(conversion.target),
            "warnings": conversion.warnings,
        }
        return answer | ({"bindings": conversion.bindings} if conversion.is_translated else {})

    def link(self, inputs: list[object], options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """`mtlb link`."""
        from ..container import write
        from ..linker import LinkOptions, link

        instance("inputs", inputs, list)
        data = [self.data.read(f"inputs[{place}]", value) for place, value in enumerate(inputs)]
        chosen = LinkOptions.from_json(instance("options", options or {}, dict))
        linked = link(data, chosen)
        functions = [{"name": function.name, "kind": function.type.label} for function in linked.library.functions]
        return {"output": data_json(write(linked.library)), "functions": functions, "warnings": linked.warnings}

    def lint(self, input: object, ignore: list[str] | None = None) -> dict[str, Any]:
        """`mtlb lint`."""
        from ..air.lint import RULES, lint_library, lint_module
        from ..container import read

        left_out = items("ignore", ignore or [], str)
        if unknown := [code for code in left_out if code not in RULES]:
            raise BuildError(f"ignore: there is no rule {unknown[0]!a:.60}")
        name, data = self.data.read("input", input)
        kind = sniff(data)
        if kind is FileKind.METALLIB:
            findings = list(lint_library(read(data)))
        elif kind.is_module and kind is not FileKind.SPIRV:
            findings = lint_module(data)
        else:
            raise UnsupportedError(f"not a library or a module: it is {kind.words}", file=name)
        return _findings(finding for finding in findings if finding.code not in left_out)

    def verify(self, input: object, modules: bool = False) -> dict[str, Any]:
        """`mtlb verify`."""
        from ..inspect import verify

        _, data = self.data.read("input", input)
        return _findings(verify(data, modules=flag("modules", modules)))

    def describe(self, input: object) -> dict[str, Any]:
        """`mtlb info --reflection`: the AIR metadata of every entry point (docs/reflection.md)."""
        from ..air import reflection_json
        from ..inspect import describe

        _, data = self.data.read("input", input)
        return {"functions": [reflection_json(description) for description in describe(data)]}

    def run(
        self,
        input: object,
        function: str,
        grid: list[int],
        threadgroup: list[int] | None = None,
        buffers: object = None,
        textures: object = None,
        inputs: object = None,
        samplers: dict[str, str] | None = None,
        constants: dict[str | int, object] | None = None,
        threadgroup_memory: dict[str, int] | None = None,
        check: bool = False,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """`mtlb run`: the contents of the buffers afterwards, and the return value of the function."""
        from ..cpu import run
        from ..cpu.images import sampler_from_text

        _, data = self.data.read("input", input)
        arguments = {"buffers": buffers, "textures": textures, "inputs": inputs}
        arrays = [read_arrays(name, value) for name, value in arguments.items()]
        words = instance("samplers", samplers or {}, dict)
        sizes = instance("threadgroup_memory", threadgroup_memory or {}, dict)
        done = run(
            data,
            text("function", function),
            self._size("grid", grid, self.limits.threads),
            None if threadgroup is None else self._size("threadgroup", threadgroup, self.limits.threads),
            buffers=arrays[0],
            textures=arrays[1],
            inputs=arrays[2],
            samplers={name: sampler_from_text(text(f"samplers.{name}", word)) for name, word in words.items()},
            constants=dict(instance("constants", constants or {}, dict)),
            threadgroup_memory={name: count(f"threadgroup_memory.{name}", size) for name, size in sizes.items()},
            check=flag("check", check),
            seconds=self._seconds(seconds),
        )
        return {
            "buffers": {str(name): array_json(array) for name, array in arrays[0].items()},
            "textures": {str(name): array_json(array) for name, array in arrays[1].items()},
            "outputs": {name: array_json(array) for name, array in done.outputs.items()},
            "discarded": None if done.discarded is None else array_json(done.discarded),
            **_findings(done.findings),
            "notes": list(done.notes),
        }

    def _size(self, name: str, value: object, most: int) -> tuple[int, ...]:
        sizes = instance(name, value, list)
        assert isinstance(sizes, list)
        numbers = tuple(count(f"{name}[{place}]", size) for place, size in enumerate(sizes))
        if not 1 <= len(numbers) <= 3:
            raise BuildError(f"{name} needs 1 to 3 numbers, not {len(numbers)}")
        total = 1
        for number in numbers:
            total *= number
        if total > most:
            raise BuildError(f"{name} has {total} threads, more than the limit of {most}")
        return numbers

    def _seconds(self, seconds: object) -> float:
        if seconds is None:
            return self.limits.seconds
        if type(seconds) not in (int, float) or not 0 < seconds <= self.limits.seconds:  # type: ignore[operator]
            raise BuildError(f"seconds is {seconds!r:.60}; expected a number above 0, at most {self.limits.seconds}")
        return float(seconds)  # type: ignore[arg-type]


class Request(NamedTuple):
    """One request."""

    id: int | str
    method: str
    params: object


def read_request(line: bytes) -> Request:
    """Parse the request in a line. Raises BuildError for an invalid request."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BuildError(f"the line is not JSON: {str(error)[:80]}") from None
    fields = members("the request", value, {"id", "method", "params"}, {"id", "method"})
    if type(fields["id"]) not in (int, str) or len(str(fields["id"])) > 100:
        raise BuildError("id must be a whole number or a string of at most 100 characters")
    return Request(fields["id"], text("method", fields["method"]), fields.get("params", {}))


def _findings(findings: Any) -> dict[str, Any]:
    listed: list[Finding] = list(findings)
    return {
        "ok": not any(finding.is_error for finding in listed),
        "findings": [finding.as_json(_FINDING) for finding in listed],
    }


class Method(NamedTuple):
    """A method, and the names of its parameters."""

    call: Callable[..., dict[str, Any]]
    required: frozenset[str]
    optional: frozenset[str]


def _method(call: Callable[..., dict[str, Any]], required: str = "", optional: str = "") -> Method:
    return Method(call, frozenset(required.split()), frozenset(optional.split()))


METHODS: dict[str, Method] = {
    "hello": _method(Service.hello),
    "convert": _method(Service.convert, "input", "target source entries plan pointers"),
    "link": _method(Service.link, "inputs", "options"),
    "lint": _method(Service.lint, "input", "ignore"),
    "verify": _method(Service.verify, "input", "modules"),
    "describe": _method(Service.describe, "input"),
    "run": _method(
        Service.run,
        "input function grid",
        "threadgroup buffers textures inputs samplers constants threadgroup_memory check seconds",
    ),
}
"""In the order of the protocol's documentation."""
