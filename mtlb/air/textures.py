"""Shapes of textures, and other opaque resources: their names in Metal and in AIR.

Source: the Metal Shading Language Specification, chapters 2.8 to 2.17; the structs and address spaces are those of the
functions that Apple's modules declare; the numbers are those of MTLTextureType.
"""

from __future__ import annotations

from typing import Final

from ..base.classes import NamedTuple
from ..base.metal import AccessQualifier, AddressSpace

_DIMENSIONS = {"1d": 1, "2d": 2, "3d": 3, "cube": 3, "_buffer": 1}


class TextureShape(NamedTuple):
    """A kind of texture. `family`: "texture" or "depth"; `dimension`: "1d", "2d", "3d", "cube" or "_buffer".

    `number`: the MTLTextureType, which a depth texture shares with the ordinary texture of the same shape.
    """

    family: str
    dimension: str
    is_array: bool
    is_multisampled: bool
    number: int

    @property
    def kind(self) -> str:
        """The shape without the family: `2d_ms_array`; a texture buffer has one dimension."""
        dimension = "1d" if self.is_buffer else self.dimension
        return f"{dimension}{'_ms' * self.is_multisampled}{'_array' * self.is_array}"

    @property
    def name(self) -> str:
        """The name in Metal: `texture2d_array`."""
        return f"{self.family}{self.dimension if self.is_buffer else self.kind}"

    @property
    def word(self) -> str:
        """The word in AIR's function names: `texture_2d_array`; `struct._<word>_t` is the struct."""
        return f"{self.family}{'_buffer' * self.is_buffer}_{self.kind}"

    @property
    def coordinates(self) -> int:
        """The number of coordinates, without array index and sample."""
        return _DIMENSIONS[self.dimension]

    @property
    def is_depth(self) -> bool:
        """Whether a texel is a single number that may be compared."""
        return self.family == "depth"

    @property
    def is_cube(self) -> bool:
        """Whether it has six faces."""
        return self.dimension == "cube"

    @property
    def is_buffer(self) -> bool:
        """Whether it is a texture buffer, which can't be sampled."""
        return self.dimension == "_buffer"


_SHAPES = (
    TextureShape("texture", "1d", False, False, 0),
    TextureShape("texture", "1d", True, False, 1),
    TextureShape("texture", "2d", False, False, 2),
    TextureShape("texture", "2d", True, False, 3),
    TextureShape("texture", "2d", False, True, 4),
    TextureShape("texture", "2d", True, True, 8),
    TextureShape("texture", "3d", False, False, 7),
    TextureShape("texture", "cube", False, False, 5),
    TextureShape("texture", "cube", True, False, 6),
    TextureShape("texture", "_buffer", False, False, 9),
    TextureShape("depth", "2d", False, False, 2),
    TextureShape("depth", "2d", True, False, 3),
    TextureShape("depth", "2d", False, True, 4),
    TextureShape("depth", "2d", True, True, 8),
    TextureShape("depth", "cube", False, False, 5),
    TextureShape("depth", "cube", True, False, 6),
)
SHAPES: Final = {shape.name: shape for shape in _SHAPES}
"""Shapes by Metal's name."""
COMPONENTS: Final = frozenset({"float", "half", "int", "uint", "short", "ushort", "ulong"})
"""The component types of textures (`NumberType.name`): the language specification, 2.9 and 6.12."""


class HandleRow(NamedTuple):
    """A resource whose struct is opaque: the address space of pointers to it, and the access of an argument.

    `group`: a common name for resources with the same use.
    """

    space: AddressSpace
    access: AccessQualifier | None
    group: str


HANDLES: Final = {
    "sampler": HandleRow(AddressSpace.CONSTANT, None, "sampler"),
    "command_buffer": HandleRow(AddressSpace.DEVICE, None, "command"),
    "compute_command": HandleRow(AddressSpace.DEVICE, None, "command"),
    "render_command": HandleRow(AddressSpace.DEVICE, None, "command"),
    "render_pipeline_state": HandleRow(AddressSpace.DEVICE, None, "state"),
    "compute_pipeline_state": HandleRow(AddressSpace.DEVICE, None, "state"),
    "depth_stencil_state": HandleRow(AddressSpace.DEVICE, None, "state"),
    "instance_acceleration_structure": HandleRow(AddressSpace.DEVICE, AccessQualifier.READ, "acceleration structure"),
    "primitive_acceleration_structure": HandleRow(AddressSpace.DEVICE, AccessQualifier.READ, "acceleration structure"),
    "visible_function_table": HandleRow(AddressSpace.DEVICE, AccessQualifier.READ, "function table"),
    "intersection_function_table": HandleRow(AddressSpace.DEVICE, AccessQualifier.READ, "function table"),
    "tensor": HandleRow(AddressSpace.DEVICE, AccessQualifier.READ_WRITE, "tensor"),
    "imageblock": HandleRow(AddressSpace.IMAGEBLOCK, None, "stage"),
    "mesh": HandleRow(AddressSpace.MESH_DATA, None, "stage"),
    "mesh_grid_properties": HandleRow(AddressSpace.THREADGROUP, None, "stage"),
}
"""By name, which is also the metadata's word for an argument; the struct is `struct._<name>_t`."""
