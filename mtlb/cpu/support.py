"""The module that is linked beside those of a run: what they lack, made with the one builder. Its pointers are opaque."""

from __future__ import annotations

from ..bitcode import write_module
from ..ir import (
    ERAS,
    Argument,
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributePlace,
    BasicBlock,
    Constant,
    Function,
    GlobalVariable,
    Linkage,
    Module,
    Type,
)
from ..ir.build import FunctionTable

__all__ = ["SupportModule"]


_UNITS = {
    "lanes": ("mtlb_simd_", "mtlb_quad_", "mtlb_shuffle_", "mtlb_reduce", "mtlb_matrix_"),
    "textures": ("mtlb_texture_", "mtlb_from_srgb", "mtlb_to_srgb"),
    "stages": ("mtlb_table_entry", "mtlb_imageblock", "mtlb_command", "mtlb_map_coordinate", "mtlb_mesh_"),
}
"""What the names of functions begin with that the files of native/ have which not every run needs."""


class SupportModule:
    """One such module, and what the modules beside it are to it: their types, their variables."""

    def __init__(self) -> None:
        self.module = Module(
            identification="",
            wrapper=False,
            metadata_kinds=list(enumerate(ERAS[-1].metadata_kinds)),
            sync_scopes=["singlethread", ""],
        )
        self.context = self.module.context
        self.functions = FunctionTable(self.module, opaque=True)
        self._structs: dict[tuple[object, ...], Type] = {}

    def type(self, type_: Type) -> Type:
        """A type of another module as this one has it: with opaque pointers; named structs keep their names."""
        if type_.is_pointer:
            return self.context.opaque_pointer_type(type_.address_space)
        elements = tuple([self.type(element) for element in type_.elements])
        if not type_.is_identified:
            return self.context.type(type_.code, type_.params, elements, type_.name)
        key = (type_.code, type_.params, elements, type_.name)
        found = self._structs.get(key)
        if found is None:
            found = self._structs[key] = Type(*key)
            self.module.struct_types.append(found)
        return found

    def define(self, name: str, type_: Type, *attributes: AttributeKind) -> Function:
        """A function with an empty block. It is a part of the module once it is added to `functions`."""
        function = self.functions.new(name, type_)
        kinds = tuple([Attribute(AttributeForm.ENUM, kind) for kind in (*attributes, AttributeKind.NO_UNWIND)])
        function.attributes = (AttributeGroup(AttributePlace.FUNCTION, kinds),)
        function.is_definition = True
        function.arguments = [Argument(parameter, number) for number, parameter in enumerate(type_.parameters)]
        function.blocks = [BasicBlock()]
        return function

    def variable(
        self,
        name: str,
        type_: Type,
        initializer: Constant | None = None,
        *,
        space: int = 0,
        is_constant: bool = False,
        linkage: Linkage = Linkage.EXTERNAL,
    ) -> GlobalVariable:
        """A variable: declared, or with what it is at first."""
        made = GlobalVariable(self.context.opaque_pointer_type(space), type_, name, linkage)
        made.address_space = space
        made.initializer, made.is_constant = initializer, is_constant
        self.module.globals.append(made)
        return made

    @property
    def units(self) -> list[str]:
        """The files of native/ beside the run-time itself that have what it calls."""
        names = self.functions.by_name
        return [unit for unit, begins in _UNITS.items() if any(name.startswith(begins) for name in names)]

    def bitcode(self) -> bytes:
        """The module as LLVM reads it."""
        return write_module(self.module, to_be_converted=True)
