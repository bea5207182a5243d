"""Compiler statistics (STAT in shader models 4 and 5).
29 words in model 4, 37 in model 5; word 0 is the number of slots in the listing. Words 4, 5, 7, 11, 19 count
instructions in the compiler's internal form; 9 and 22 are always 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..base.binary import Buffer
from .view import PartView
from .words import ShaderKind, word

STATISTICS = (
    "instructions",
    "temporary_registers",
    "immediate_constant_rows",
    "declarations",
    "float_instructions",
    "int_instructions",
    "uint_instructions",
    "static_flow_control",
    "dynamic_flow_control",
    "macro_instructions",
    "temporary_arrays",
    "array_instructions",
    "cut_instructions",
    "emit_instructions",
    "texture_normal_instructions",
    "texture_load_instructions",
    "texture_comparison_instructions",
    "texture_bias_instructions",
    "texture_gradient_instructions",
    "mov_instructions",
    "movc_instructions",
    "conversion_instructions",
    "unknown_22",
    "input_primitive",
    "output_topology",
    "output_vertices",
    "gather_instructions",
    "lod_instructions",
    "sample_frequency",
    "instances",
    "control_points",
    "tessellator_output",
    "tessellator_partitioning",
    "tessellator_domain",
    "barriers",
    "interlocked_instructions",
    "store_instructions",
)
"""The names of the words; shader model 4 has the first 29."""

_DOMAINS = {1: "Isoline", 2: "Triangle", 3: "Quadrilateral"}
_OUTPUTS = {1: "Point", 2: "Line", 3: "Clockwise Triangles", 4: "Counter-Clockwise Triangles"}
_PARTITIONINGS = {1: "Integer", 2: "Power of Two", 3: "Odd Fractional", 4: "Even Fractional"}


@dataclass(frozen=True)
class Statistics:
    """The words of the part; `rest` has trailing bytes that do not fill a word."""

    words: tuple[int, ...]
    view: PartView

    def get(self, name: str) -> int:
        """The value for a name in `STATISTICS`; 0 if the part is too short."""
        index = STATISTICS.index(name)
        return self.words[index] if index < len(self.words) else 0

    @property
    def named(self) -> dict[str, int]:
        """All words by name; words after the known ones by number."""
        return {STATISTICS[i] if i < len(STATISTICS) else f"unknown_{i}": value for i, value in enumerate(self.words)}


def read_statistics(data: Buffer, *, base: int = 0) -> Statistics:
    """The contents of a STAT part that contains words; in DXIL it contains a program (`dxil.is_program` tests that)."""
    view = PartView(data, base, "STAT")
    return Statistics(view.words(0, len(data) // 4, "statistics"), view)


def tessellation_lines(statistics: Statistics, kind: ShaderKind) -> Iterator[str]:
    """The blocks about tessellation and sample frequency, without the leading slashes."""
    if kind in (ShaderKind.HULL, ShaderKind.DOMAIN):
        yield "Tessellation Domain   # of control points"
        yield "-------------------- --------------------"
        yield f"{word(_DOMAINS, statistics.get('tessellator_domain')):20} {statistics.get('control_points'):20}"
        yield ""
    if kind is ShaderKind.HULL:
        output = word(_OUTPUTS, statistics.get("tessellator_output"))
        yield "Tessellation Output Primitive  Partitioning Type "
        yield "------------------------------ ------------------"
        yield f"{output:30} {word(_PARTITIONINGS, statistics.get('tessellator_partitioning')):18}"
        yield ""
    if kind is ShaderKind.PIXEL and statistics.get("sample_frequency"):
        yield "Pixel Shader runs at sample frequency"
        yield ""
