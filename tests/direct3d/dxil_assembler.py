"""DXIL as containers, for tests: a body in LLVM's text, what it declares as metadata, the part's header.

Declarations of functions follow from their calls. The bitcode is that of LLVM 3.7, as mtlb writes it.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from mtlb.bitcode.writer import write_module
from mtlb.bitstream.wrapper import unwrap
from mtlb.dxbc import Container, ContainerPart
from mtlb.ir import LLVM_3_ERAS, Module, parse

PIXEL, VERTEX, GEOMETRY, HULL, DOMAIN, COMPUTE, MESH, AMPLIFICATION = 0, 1, 2, 3, 4, 5, 13, 14
_PROFILES = {
    PIXEL: "ps",
    VERTEX: "vs",
    GEOMETRY: "gs",
    HULL: "hs",
    DOMAIN: "ds",
    COMPUTE: "cs",
    MESH: "ms",
    AMPLIFICATION: "as",
}
SRV, UAV, CBV, SAMPLER = range(4)
NATIVE_16_BITS = 1 << 23

TYPES = """
%dx.types.Handle = type { i8* }
%dx.types.ResBind = type { i32, i32, i32, i8 }
%dx.types.ResourceProperties = type { i32, i32 }
%dx.types.Dimensions = type { i32, i32, i32, i32 }
%dx.types.fouri32 = type { i32, i32, i32, i32 }
%dx.types.fouri16 = type { i16, i16, i16, i16 }
%dx.types.twoi32 = type { i32, i32 }
%dx.types.i32c = type { i32, i1 }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%dx.types.CBufRet.i64 = type { i64, i64 }
%dx.types.CBufRet.f16.8 = type { half, half, half, half, half, half, half, half }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
%dx.types.ResRet.f16 = type { half, half, half, half, i32 }
%dx.types.ResRet.i16 = type { i16, i16, i16, i16, i32 }
%dx.types.ResRet.i64 = type { i64, i64, i64, i64, i32 }
%dx.types.SamplePos = type { float, float }
%resource = type { i32 }
"""


@dataclass
class Shader:
    """What a shader declares: resources as (class, kind, register, …), elements of signatures as metadata has them."""

    body: str
    kind: int = COMPUTE
    resources: Sequence[tuple[int, ...]] = ()
    """(class, kind, register, then for textures the element's type, for structures the stride, for constants bytes)."""
    inputs: Sequence[str] = ()
    outputs: Sequence[str] = ()
    threads: tuple[int, int, int] = (1, 1, 1)
    flags: int = 0
    minor: int = 6
    globals: str = ""
    entry: str = "main"
    primitive_outputs: Sequence[str] = ()
    """Of a hull or domain shader: the patch constants."""
    properties: str = ""
    """Of a stage of tessellation or a geometry shader: the tag and its node."""
    mesh: tuple[int, int, int] = (1, 1, 2)
    """The most vertices and primitives, and the topology."""

    def text(self) -> str:
        """The module."""
        lines = [
            'target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"',
            'target triple = "dxil-ms-dx"',
            TYPES,
            self.globals,
            f"define void @{self.entry}() {{",
            self.body,
            "}",
            *_declarations(self.body + self.globals),
        ]
        lists, nodes = _resources(self.resources)
        signatures = [_signature(item) for item in (self.inputs, self.outputs, self.primitive_outputs)]
        x, y, z = self.threads
        tags = [f"i32 0, i64 {self.flags}"] if self.flags else []
        group = f"!{{i32 {x}, i32 {y}, i32 {z}}}"
        numbers = ", ".join(f"i32 {number}" for number in self.mesh)
        if self.kind == MESH:
            tags.append(f"i32 9, !{{{group}, {numbers}, i32 8}}")
        elif self.kind in (GEOMETRY, HULL, DOMAIN):
            tags.append(self.properties)
        elif self.kind in (COMPUTE, AMPLIFICATION):
            tags.append(f"i32 4, {group}" if self.kind == COMPUTE else f"i32 10, !{{{group}, i32 8}}")
        lines += [
            "!dx.version = !{!1}",
            "!dx.shaderModel = !{!3}",
            "!dx.resources = !{!4}" if self.resources else "",
            "!dx.entryPoints = !{!5}",
            f"!1 = !{{i32 1, i32 {self.minor}}}",
            f'!3 = !{{!"{_PROFILES[self.kind]}", i32 6, i32 {self.minor}}}',
            f"!4 = !{{{lists}}}",
            f'!5 = !{{void ()* @{self.entry}, !"{self.entry}", !{{{", ".join(signatures)}}}, '
            f"{'!4' if self.resources else 'null'}, !{{{', '.join(tags)}}}}}",
            *nodes,
            '!90 = !{!"x"}',
            "!91 = !{i32 1}",
        ]
        return "\n".join(lines)

    def container(self) -> bytes:
        """The container, with a part DXIL alone."""
        return wrapped(self.text(), self.kind, self.minor)


def wrapped(text: str, kind: int, minor: int) -> bytes:
    """A container with the bitcode of a module."""
    return container_of(parse(text.encode()), kind, minor)


def container_of(module: Module, kind: int, minor: int) -> bytes:
    """A container with the bitcode of a module."""
    bitcode = bytes(unwrap(write_module(module, LLVM_3_ERAS[-1])))
    bitcode += b"\0" * (-len(bitcode) % 4)
    header = struct.pack("<2I4s3I", kind << 16 | 0x60 | minor, 6 + len(bitcode) // 4, b"DXIL", 0x100, 16, len(bitcode))
    return Container([ContainerPart("DXIL", header + bitcode)]).write()


def _resources(resources: Sequence[tuple[int, ...]]) -> tuple[str, list[str]]:
    groups: list[list[str]] = [[], [], [], []]
    for category, kind, register, *more in resources:
        extra = more[0] if more else 0
        count = more[1] if len(more) > 1 else 1
        common = f'i32 {len(groups[category])}, %resource* undef, !"", i32 0, i32 {register}, i32 {count}'
        tags = "null"
        if kind == 12:
            tags = f"!{{i32 1, i32 {extra}}}"
        elif kind not in (11, 13, 14):
            tags = f"!{{i32 0, i32 {extra}}}"
        if category in (CBV, SAMPLER):
            groups[category].append(f"!{{{common}, i32 {extra}, null}}")
        elif category == SRV:
            groups[category].append(f"!{{{common}, i32 {kind}, i32 0, {tags}}}")
        else:
            groups[category].append(
                f"!{{{common}, i32 {kind}, i1 false, i1 {str(kind == 12).lower()}, i1 false, {tags}}}"
            )
    lists = ", ".join(f"!{{{', '.join(group)}}}" if group else "null" for group in groups)
    return lists, []


def _signature(elements: Sequence[str]) -> str:
    return f"!{{{', '.join(elements)}}}" if elements else "null"


def element(
    number: int,
    name: str,
    component: int,
    kind: int,
    *,
    index: int = 0,
    mode: int = 2,
    rows: int = 1,
    columns: int = 4,
    row: int = 0,
    column: int = 0,
    stream: int = 0,
) -> str:
    """An element of a signature."""
    more = f"!{{i32 0, i32 {stream}}}" if stream else "null"
    indices = ", ".join(f"i32 {index + n}" for n in range(rows))
    return (
        f'!{{i32 {number}, !"{name}", i8 {component}, i8 {kind}, !{{{indices}}}, i8 {mode}, i32 {rows}, i8 {columns}, '
        f"i32 {row}, i8 {column}, {more}}}"
    )


def _declarations(body: str) -> list[str]:
    """A declaration for each function that is called and not defined."""
    texts: dict[str, str] = {}
    for result, name, arguments in re.findall(r"call (\S+(?: \S+)*?) @([\w.\"?@]+)\((.*)\)", body):
        if f"define {result} @{name}(" not in body:
            texts[name] = f"declare {result} @{name}({', '.join(_types(arguments))})"
    return list(texts.values())


def _types(arguments: str) -> list[str]:
    depth, parts = 0, [""]
    for letter in arguments:
        depth += (letter in "{[<") - (letter in "}]>")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [re.split(r" (?=\S+$|\{)", part.strip())[0] for part in parts if part.strip()]
