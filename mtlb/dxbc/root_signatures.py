"""Root signatures: how a shader's resources are bound (RTS0).

Version (1 is 1.0, 2 1.1, 3 1.2), number and offset of parameters, of static samplers, flags. Parameter: type (0 table,
1 constants, 2 CBV, 3 SRV, 4 UAV), visibility, offset. Table: number and offset of ranges (type, count, register, space,
[flags from 1.1], offset). Constants: register, space, count. Descriptor: register, space, [flags from 1.1]. Static
sampler: 52 bytes, from 1.2 with flags.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ..base.binary import Buffer
from .view import PartView
from .words import word

_PARAMETER_TYPES = {0: "descriptor-table", 1: "constants", 2: "cbv", 3: "srv", 4: "uav"}
_RANGE_TYPES = {0: "srv", 1: "uav", 2: "cbv", 3: "sampler"}
_VISIBILITIES = {0: "all", 1: "vs", 2: "hs", 3: "ds", 4: "gs", 5: "ps", 6: "as", 7: "ms"}
_HEADER = struct.Struct("<6I")
_PARAMETER = struct.Struct("<3I")
_SAMPLER = struct.Struct("<4If3I2f3I")
_DESCRIPTOR_TABLE, _CONSTANTS = 0, 1


@dataclass(frozen=True)
class DescriptorRange:
    """Descriptors of the same kind. `count` 0xFFFFFFFF is unbounded; `offset` 0xFFFFFFFF places them after the
    previous range."""

    type: int
    count: int
    register: int
    space: int
    flags: int
    offset: int

    @property
    def word(self) -> str:
        """``srv``, ``uav``, ``cbv`` or ``sampler``."""
        return word(_RANGE_TYPES, self.type)


@dataclass(frozen=True)
class RootParameter:
    """A descriptor table (`ranges`), 32-bit constants (`count` of them) or a single descriptor."""

    type: int
    visibility: int
    ranges: tuple[DescriptorRange, ...] = ()
    register: int | None = None
    space: int | None = None
    count: int | None = None
    flags: int = 0

    @property
    def word(self) -> str:
        """The word for the parameter's kind."""
        return word(_PARAMETER_TYPES, self.type)

    @property
    def stage(self) -> str:
        """The stages that can access it."""
        return word(_VISIBILITIES, self.visibility)


@dataclass(frozen=True)
class RootSampler:
    """A static sampler; `flags` from version 1.2 on."""

    filter: int
    address_u: int
    address_v: int
    address_w: int
    lod_bias: float
    max_anisotropy: int
    comparison: int
    border_color: int
    min_lod: float
    max_lod: float
    register: int
    space: int
    visibility: int
    flags: int = 0


@dataclass(frozen=True)
class RootSignature:
    """The contents of RTS0. `version` is 1 for 1.0, 2 for 1.1, 3 for 1.2."""

    version: int
    flags: int
    parameters: tuple[RootParameter, ...]
    samplers: tuple[RootSampler, ...]
    view: PartView

    @property
    def version_word(self) -> str:
        """The version as text, such as ``1.1``."""
        return f"1.{self.version - 1}" if 1 <= self.version <= 3 else f"unknown({self.version})"


def read_root_signature(data: Buffer, *, base: int = 0) -> RootSignature:
    """The contents of an RTS0 part. Raises FormatError, with the offset, for tables outside of it."""
    view = PartView(data, base, "RTS0")
    version, count, parameters_at, sampler_count, samplers_at, flags = view.unpack(_HEADER, 0, "header")
    parameters = []
    for at in view.table(parameters_at, count, _PARAMETER.size, "parameters"):
        parameters.append(_parameter(view, version, *view.unpack(_PARAMETER, at, "parameter")))
    has_flags = version >= 3
    samplers = []
    for at in view.table(samplers_at, sampler_count, _SAMPLER.size + 4 * has_flags, "static samplers"):
        fields = view.unpack(_SAMPLER, at, "static sampler")
        more = view.words(at + _SAMPLER.size, 1, "flags of a sampler") if has_flags else ()
        samplers.append(RootSampler(*fields, *more))
    return RootSignature(version, flags, tuple(parameters), tuple(samplers), view)


def _parameter(view: PartView, version: int, kind: int, visibility: int, at: int) -> RootParameter:
    has_flags = version >= 2
    if kind == _DESCRIPTOR_TABLE:
        count, ranges_at = view.words(at, 2, "descriptor table")
        ranges = []
        for start in view.table(ranges_at, count, 24 if has_flags else 20, "descriptor ranges"):
            fields = view.words(start, 6 if has_flags else 5, "descriptor range")
            ranges.append(DescriptorRange(*(fields if has_flags else (*fields[:4], 0, fields[4]))))
        return RootParameter(kind, visibility, tuple(ranges))
    if kind == _CONSTANTS:
        register, space, count = view.words(at, 3, "root constants")
        return RootParameter(kind, visibility, register=register, space=space, count=count)
    fields = view.words(at, 3 if has_flags else 2, "root descriptor")
    return RootParameter(kind, visibility, register=fields[0], space=fields[1], flags=fields[2] if has_flags else 0)
