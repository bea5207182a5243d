"""Signatures: what a shader takes and gives (ISGN, OSGN, OSG5, PCSG, ISG1, OSG1, PSG1).

Number of elements, offset of the first (8), elements, strings. An element: [stream], offset of the name, index, system
value, component type, register, mask (u8), second mask (u8), u16 of 0 (seldom leftover memory), [minimum precision].
OSG5 has the stream; ISG1, OSG1, PSG1 both. The second mask is what is always read (of an input) or never written (of an
output). Register 0xFFFFFFFF is none. fxc writes system value 0 for outputs of pixel shaders: the listing takes them
from the name.

System values: 1 position, 2 clip distance, 3 cull distance, 4 render target index, 5 viewport index, 6 vertex id, 7
primitive id, 8 instance id, 9 front face, 10 sample index, 11 to 16 tessellation factors, 23 barycentrics, 24 shading
rate, 25 cull primitive, 64 target, 65 depth, 66 coverage, 67 and 68 depth greater and less, 69 stencil, 70 inner
coverage. Declarations of the program number them otherwise from 11 on.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from ..base.binary import Buffer
from .instruction_text import RECENT_STYLE, ListingStyle
from .view import PartView
from .words import ShaderKind, component_type_word, mask_text, word

SIGNATURE_PARTS = {
    "ISGN": "Input",
    "ISG1": "Input",
    "OSGN": "Output",
    "OSG5": "Output",
    "OSG1": "Output",
    "PCSG": "Patch Constant",
    "PSG1": "Patch Constant",
}
"""The parts, and the titles of their tables."""

_HAS_STREAM = ("OSG5", "ISG1", "OSG1", "PSG1")
_HAS_PRECISION = ("ISG1", "OSG1", "PSG1")
_ELEMENT = struct.Struct("<5I2BH")
_NO_REGISTER = 0xFFFFFFFF

SYSTEM_VALUES = {
    0: "NONE",
    1: "POS",
    2: "CLIPDST",
    3: "CULLDST",
    4: "RTINDEX",
    5: "VPINDEX",
    6: "VERTID",
    7: "PRIMID",
    8: "INSTID",
    9: "FFACE",
    10: "SAMPLE",
    11: "QUADEDGE",
    12: "QUADINT",
    13: "TRIEDGE",
    14: "TRIINT",
    15: "LINEDET",
    16: "LINEDEN",
    23: "BARYCEN",
    24: "SHDINGRATE",
    25: "CULLPRIM",
    64: "TARGET",
    65: "DEPTH",
    66: "COVERAGE",
    67: "DEPTHGE",
    68: "DEPTHLE",
    69: "STENCILREF",
    70: "INNERCOV",
}
"""The column SysValue."""

# fxc omits these from the signature of a pixel shader's outputs: the value follows from the semantic.
_PIXEL_OUTPUTS = {
    "sv_target": 64,
    "sv_depth": 65,
    "sv_coverage": 66,
    "sv_depthgreaterequal": 67,
    "sv_depthlessequal": 68,
    "sv_stencilref": 69,
}
_PIXEL_OUTPUT_REGISTERS = {
    "sv_depth": "oDepth",
    "sv_coverage": "oMask",
    "sv_depthgreaterequal": "oDepthGE",
    "sv_depthlessequal": "oDepthLE",
    "sv_stencilref": "oStencilRef",
}
_INPUT_REGISTERS = {7: "primID"}


@dataclass(frozen=True)
class SignatureElement:
    """An element: a semantic with its register.
    `read_write` is a mask of the components that the shader always reads (for an input) or never writes (for an
    output). `stream` and `precision` are 0 in forms without such a field; `padding` is 0, or leftover memory in some
    files."""

    name: str
    index: int
    system_value: int
    component_type: int
    register: int
    mask: int
    read_write: int
    padding: int = 0
    stream: int = 0
    precision: int = 0

    @property
    def format(self) -> str:
        """The column Format."""
        return component_type_word(self.component_type, self.precision)


@dataclass(frozen=True)
class Signature:
    """The elements of a signature; `view` tracks the bytes that they occupy."""

    tag: str
    elements: tuple[SignatureElement, ...]
    view: PartView

    @property
    def is_input(self) -> bool:
        """Whether the shader reads it; not meaningful for patch constants."""
        return SIGNATURE_PARTS[self.tag] == "Input"

    @property
    def is_patch_constant(self) -> bool:
        """Whether it is for patch constants: a hull shader writes it, a domain shader reads it."""
        return SIGNATURE_PARTS[self.tag] == "Patch Constant"


def read_signature(tag: str, data: Buffer, *, base: int = 0) -> Signature:
    """The signature in a part named `tag`. Raises FormatError, with the offset, for offsets outside of the part."""
    view = PartView(data, base, tag)
    count, offset = view.words(0, 2, "header")
    has_stream, has_precision = tag in _HAS_STREAM, tag in _HAS_PRECISION
    size = _ELEMENT.size + 4 * has_stream + 4 * has_precision
    elements = []
    for start in view.table(offset, count, size, "elements"):
        at = view.cover(start, size, "element")
        stream = int.from_bytes(view.data[at : at + 4], "little") if has_stream else 0
        fields = _ELEMENT.unpack_from(view.data, at + 4 * has_stream)
        precision = int.from_bytes(view.data[at + size - 4 : at + size], "little") if has_precision else 0
        name = view.string(fields[0], "name of a semantic")
        index, value, kind, register, mask, read_write, padding = fields[1:]
        elements.append(
            SignatureElement(name, index, value, kind, register, mask, read_write, padding, stream, precision)
        )
    return Signature(tag, tuple(elements), view)


def signature_lines(signature: Signature, kind: ShaderKind, style: ListingStyle = RECENT_STYLE) -> Iterator[str]:
    """The table in the listing, without the leading slashes; `kind` is the kind of shader."""
    title = SIGNATURE_PARTS[signature.tag]
    format_width = 6 if style.narrow_format else 7
    yield f"{title} signature:"
    yield ""
    yield f"{'Name':20} {'Index':>5}   {'Mask':>4} {'Register':>8} {'SysValue':>8} {'Format':>{format_width}}   Used"
    yield " ".join(("-" * 20, "-" * 5, "-" * 6, "-" * 8, "-" * 8, "-" * format_width, "-" * 6))
    if not signature.elements:
        yield f"no {title}"
    streams = any(element.stream for element in signature.elements)
    for element in signature.elements:
        system_value, register, used = _columns(signature, element, kind)
        name = f"m{element.stream}:{element.name}" if streams else element.name
        has_register = element.register != _NO_REGISTER
        mask = mask_text(element.mask) if has_register else " N/A"
        yield (
            f"{name:20} {element.index:5}   {mask} {register:>8} {system_value:>8} "
            f"{element.format:>{format_width}}   {used:>4}"
        )


def _columns(signature: Signature, element: SignatureElement, kind: ShaderKind) -> tuple[str, str, str]:
    """The columns SysValue, Register and Used."""
    semantic = element.name.lower()
    value = element.system_value
    is_output = kind is ShaderKind.HULL if signature.is_patch_constant else not signature.is_input
    is_pixel_output = is_output and kind is ShaderKind.PIXEL
    if is_pixel_output and value == 0:
        value = _PIXEL_OUTPUTS.get(semantic, 0)
    used = element.mask & ~element.read_write if is_output else element.read_write
    if element.register != _NO_REGISTER:
        return word(SYSTEM_VALUES, value), str(element.register), mask_text(used)
    registers = _PIXEL_OUTPUT_REGISTERS if is_pixel_output else {}
    register = registers.get(semantic) or _INPUT_REGISTERS.get(value, "N/A")
    return word(SYSTEM_VALUES, value), register, "YES" if used else "NO"
