"""Determines what each function uses, including its callees: variables, builtin arguments, constants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..base.classes import dataclass, field
from ..base.errors import UnsupportedError
from ..spirv import (
    SpirvFunction,
    SpirvInstruction,
    SpirvModule,
    TypeFloat,
    TypeImage,
    TypeInt,
    TypePointer,
    TypeSampledImage,
    TypeVector,
)
from ..spirv.enumerants import Dim, ExecutionMode, ExecutionModel, GLSLstd450, GroupOperation, Op, StorageClass
from ..spirv.grammar import INSTRUCTIONS
from ..spirv.opcodes import OP_ARRAY_LENGTH, OP_EXT_INST, OP_FUNCTION_CALL
from .constants import is_fixed
from .evaluate import default_of
from .registry import ENDED, GRID, INDEX, LANE, NEEDS, PIXEL
from .types import Types

_GEOMETRY: Final = ExecutionModel.Geometry
_OUTPUT: Final = StorageClass.Output
_SUBPASS_DATA: Final = Dim.SubpassData

_DEPTH: Final = 64
"""The maximum call depth: more than in any shader of a real program."""
_COMPARISONS: Final = tuple(
    [Op(op) for op, row in INSTRUCTIONS.items() if row.name.startswith("OpImage") and "Dref" in row.name]
)
_EMITS: Final = frozenset({Op.OpEmitVertex, Op.OpEmitStreamVertex})
_INTERPOLATES: Final = frozenset(
    {GLSLstd450.InterpolateAtCentroid, GLSLstd450.InterpolateAtSample, GLSLstd450.InterpolateAtOffset}
)
_READS: Final = frozenset({Op.OpImageRead, Op.OpImageSparseRead})
_CHAINS: Final = frozenset(
    {Op.OpAccessChain, Op.OpInBoundsAccessChain, Op.OpCopyObject, Op.OpLoad, Op.OpSampledImage, Op.OpImage}
)
_DERIVED: Final = tuple([f"Op{what}{how}" for what in ("DPdx", "DPdy", "Fwidth") for how in ("", "Fine", "Coarse")])
_WITH_DERIVATIVES: Final = frozenset({*_DERIVED, "OpImageQueryLod"})
QUADS: Final = (ExecutionMode.DerivativeGroupQuadsKHR, ExecutionMode.DerivativeGroupLinearKHR)
"""The modes that give the threads of a threadgroup quads for derivatives (SPV_KHR_compute_shader_derivatives)."""


_SAMPLING: Final = tuple(
    f"OpImage{sparse}{what}" for sparse in ("", "Sparse") for what in ("Sample", "Gather", "Dref", "Fetch")
)


def _is_derived(name: str) -> bool:
    """Whether an instruction needs derivatives."""
    return name in _WITH_DERIVATIVES or name.endswith("ImplicitLod")


_ROTATE: Final = Op.OpGroupNonUniformRotateKHR
_WITHOUT_CLUSTER: Final = 3
_GROUP_OPERATIONS: Final = frozenset(
    op
    for op, row in INSTRUCTIONS.items()
    if row.name.startswith("OpGroupNonUniform") and "GroupOperation" in [use.kind.name for use in row.operands]
) - {Op.OpGroupNonUniformBallotBitCount} | {_ROTATE}
_PREFIXED: Final = frozenset(
    {Op.OpGroupNonUniformIAdd, Op.OpGroupNonUniformFAdd, Op.OpGroupNonUniformIMul, Op.OpGroupNonUniformFMul}
)
_QUAD: Final = 4


def is_lane_by_lane(types: Types, instruction: SpirvInstruction) -> bool:
    """Whether Metal has no function for an operation over a subgroup, so that a loop combines the lanes: scans other
    than of sums and products, clusters other than quads, partitions, and numbers of 64 bits, except bitwise. Or
    whether a rotation is in clusters."""
    if instruction.op is _ROTATE:
        return len(instruction.operands) > _WITHOUT_CLUSTER
    kind, operation = types.spirv.type(instruction.type), instruction.operands[1]
    if isinstance(kind, TypeVector):
        kind = types.spirv.type(kind.component)
    is_wide = isinstance(kind, (TypeInt, TypeFloat)) and kind.width == 64
    if operation == GroupOperation.Reduce:
        return is_wide and instruction.name.removeprefix("OpGroupNonUniform")[:7] != "Bitwise"
    if operation in (GroupOperation.InclusiveScan, GroupOperation.ExclusiveScan):
        return is_wide or instruction.op not in _PREFIXED
    if operation == GroupOperation.ClusteredReduce:
        size = default_of(types.spirv, int(instruction.operands[3]))
        return is_wide or size is None or size[0] not in (1, _QUAD)
    return True


def swizzle_of(variable: int) -> str:
    """The key of a texture's swizzle among the builtin arguments that functions need."""
    return f"{SWIZZLE}{variable}"


SWIZZLE: Final = "swizzle of %"


@dataclass
class FunctionUses:
    """The uses of a function: `variables` and `needs` include those of its callees."""

    variables: set[int] = field(default_factory=set)
    needs: set[str] = field(default_factory=set)
    constants: set[int] = field(default_factory=set)
    """Specialized constants that the function itself uses, and their operands."""
    calls: dict[int, SpirvInstruction] = field(default_factory=dict)
    lengths: set[int] = field(default_factory=set)
    """The variables whose run-time array lengths are queried."""
    interpolated: set[int] = field(default_factory=set)
    """The inputs that are interpolated at positions that the shader computes."""
    own: set[int] = field(default_factory=set)
    """The variables that the function itself refers to."""


class ModuleUses:
    """The uses of all functions. Raises UnsupportedError for recursion, which Metal does not support."""

    def __init__(
        self,
        spirv: SpirvModule,
        types: Types,
        *,
        reads_attachments: bool,
        checks_buffers: bool = False,
        swizzles: bool = False,
    ) -> None:
        self._spirv = spirv
        self._types = types
        self._reads_attachments = reads_attachments  # input attachments are textures
        self._swizzles = swizzles
        self._checks_buffers = checks_buffers  # every length is asked for
        self._fixed: set[int] = set()  # constants that were met and do not depend on specialization
        self.has_quads = any(mode in point.modes for point in spirv.entry_points for mode in QUADS)
        """Whether a stage other than the fragment stage has derivatives."""
        self.functions = {id: self._direct(function) for id, function in spirv.functions.items()}
        self.compared = self._compared()
        """Image variables that a shader compares with, and function parameters that receive them."""
        done: set[int] = set()
        for id in self.functions:
            self._close(id, [], done)

    def _direct(self, function: SpirvFunction) -> FunctionUses:
        uses = FunctionUses()
        variables, constants, fixed = self._spirv.variables, self._spirv.constants, self._fixed
        for block in function.blocks:
            for instruction in (*block.instructions, block.terminator):
                op = instruction.op
                if (needs := NEEDS.get(op)) is not None:
                    uses.needs.update(needs)
                if op in _GROUP_OPERATIONS and is_lane_by_lane(self._types, instruction):
                    uses.needs.add(LANE)
                if self.has_quads and _is_derived(instruction.name):
                    uses.needs.add(INDEX)
                for id in instruction.ids:
                    if id in variables:
                        uses.variables.add(id)
                    elif id in constants and id not in fixed:
                        if is_fixed(self._types, id):
                            fixed.add(id)
                        else:
                            self._specialized(id, uses.constants)
                if op is OP_FUNCTION_CALL:
                    uses.calls.setdefault(int(instruction.operands[0]), instruction)
                elif op in _READS and self._reads_pixel(int(instruction.operands[0])):
                    uses.needs.add(PIXEL)
                elif op is OP_EXT_INST and self._interpolates(instruction):
                    uses.interpolated.add(self.root(int(instruction.operands[2])))
                if self._swizzles and (texture := self.swizzled(instruction)) is not None:
                    uses.needs.add(swizzle_of(texture))
                elif op is OP_ARRAY_LENGTH:
                    uses.lengths.add(self.root(int(instruction.operands[0])))
                elif op in _EMITS:
                    uses.variables |= self._outputs()
        uses.own = set(uses.variables)
        if self._checks_buffers:
            uses.lengths |= uses.variables
        return uses

    def swizzled(self, instruction: SpirvInstruction) -> int | None:
        """The variable of the texture that an instruction samples, gathers or fetches; None for other instructions
        and for storage images. Raises UnsupportedError for an array element, and for a parameter that is not always
        the same variable."""
        if not instruction.name.startswith(_SAMPLING):
            return None
        spirv, root = self._spirv, self.root(int(instruction.operands[0]))
        seen: set[int] = set()
        while root not in spirv.variables and root not in seen:
            seen.add(root)
            roots = {self.root(argument) for argument in self._arguments(root)}
            if len(roots) != 1:
                break
            (root,) = roots
        variable = spirv.variables.get(root)
        if variable is None:
            raise spirv.error(
                instruction, "the texture, whose swizzle is the host's, is not one variable", UnsupportedError
            )
        image, _ = self.image_of(variable.pointee)
        if image is None:
            raise spirv.error(instruction, "textures of an array have no swizzles of the host", UnsupportedError)
        return None if image.sampled == 2 else root

    def _arguments(self, parameter: int) -> list[int]:
        """The arguments that calls pass for a parameter."""
        spirv, arguments = self._spirv, list[int]()
        for call in spirv.each(OP_FUNCTION_CALL):
            function = spirv.functions.get(int(call.operands[0]))
            pairs = () if function is None else zip(function.parameters, call.operands[1:], strict=False)
            arguments += [int(argument) for declared, argument in pairs if declared.id == parameter]
        return arguments

    def _outputs(self) -> set[int]:
        """The outputs of a geometry shader, which an emitted vertex copies."""
        spirv = self._spirv
        interface = [
            id for entry_point in spirv.entry_points if entry_point.model is _GEOMETRY for id in entry_point.interface
        ]
        interfaces = [id for id in interface if id in spirv.variables]
        return {id for id in interfaces if spirv.variables[id].storage is _OUTPUT}

    def _interpolates(self, instruction: SpirvInstruction) -> bool:
        is_glsl = self._spirv.ext_inst_imports.get(int(instruction.operands[0])) == "GLSL.std.450"
        return is_glsl and instruction.operands[1] in _INTERPOLATES

    def _reads_pixel(self, image: int) -> bool:
        """Whether an image is an input attachment as a texture, which is read at the pixel's position."""
        definition = self._spirv.definitions.get(image)
        kind = None if definition is None else self._spirv.type(definition.type)
        if not isinstance(kind, TypeImage) or kind.dim is not _SUBPASS_DATA:
            return False
        variable = self._spirv.variables.get(self.root(image))
        is_alone = variable is not None and isinstance(self._spirv.type(variable.pointee), TypeImage)
        return kind.multisampled or self._reads_attachments or not is_alone

    def specialized(self, ids: Iterable[int]) -> set[int]:
        """The specialized constants among these, and their operands."""
        numbers: set[int] = set()
        for id in ids:
            if id in self._spirv.constants:
                self._specialized(id, numbers)
        return numbers

    def _specialized(self, id: int, constants: set[int]) -> None:
        constant = self._spirv.constants.get(id)
        if constant is not None and id not in constants and not is_fixed(self._types, id):
            constants.add(id)
            for operand in constant.instruction.ids:
                self._specialized(operand, constants)

    def _close(self, id: int, path: list[int], done: set[int]) -> FunctionUses:
        function = self.functions[id]
        if id in done:
            return function
        for callee, call in function.calls.items():
            if callee == id or callee in path:
                raise self._spirv.error(
                    call, f"%{callee} calls itself: Metal does not support recursion", UnsupportedError
                )
            if callee not in self.functions:
                raise self._spirv.error(call, f"%{callee} is not a function")
            if len(path) >= _DEPTH:
                raise self._spirv.error(call, f"more than {_DEPTH} calls in calls")
            below = self._close(callee, [*path, id], done)
            if GRID in below.needs:  # the callee may end the task shader, its callers return then
                below.needs.add(ENDED)
            function.variables |= below.variables
            function.needs |= below.needs
            function.lengths |= below.lengths
            function.interpolated |= below.interpolated
        done.add(id)
        return function

    def root(self, id: int) -> int:
        """The variable or parameter that a pointer, image or sampled image comes from; the id itself if unknown."""
        definitions = self._spirv.definitions
        for _ in range(len(definitions)):
            definition = definitions.get(id)
            if definition is None or definition.op not in _CHAINS:
                return id
            id = int(definition.operands[0])
        return id

    def _compared(self) -> set[int]:
        """Depth textures by use: the image type need not state that it is a depth image."""
        spirv, compared = self._spirv, set[int]()
        for instruction in spirv.each(*_COMPARISONS):
            compared.add(self.root(int(instruction.operands[0])))
        changed = True
        while changed:
            changed = False
            for instruction in spirv.each(OP_FUNCTION_CALL):
                function = spirv.functions.get(int(instruction.operands[0]))
                if function is None:
                    continue
                for parameter, argument in zip(function.parameters, instruction.operands[1:], strict=False):
                    root = self.root(int(argument))
                    if parameter.id in compared and root not in compared:
                        compared.add(root)
                        changed = True
        return compared

    def is_depth(self, variable: int, image: TypeImage) -> bool:
        """Whether a variable's image is a depth image: by its type, or because the shader compares with it."""
        return image.depth == 1 or variable in self.compared

    def image_of(self, type: int) -> tuple[TypeImage | None, bool]:
        """The image type that a variable is or contains, and whether it is combined with a sampler."""
        kind = self._spirv.type(type)
        if isinstance(kind, TypeSampledImage):
            image = self._spirv.type(kind.image)
            return (image if isinstance(image, TypeImage) else None), True
        return (kind if isinstance(kind, TypeImage) else None), False

    def storage(self, variable: int) -> StorageClass:
        """The storage class of a variable."""
        return self._spirv.variables[variable].storage


def pointee(spirv: SpirvModule, type: int) -> int:
    """The pointee type of a pointer type."""
    kind = spirv.type(type)
    if not isinstance(kind, TypePointer):
        raise spirv.error(spirv.definition(type), "it is not a pointer")
    return kind.pointee
