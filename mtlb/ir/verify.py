"""Verification of a module: the rules of LLVM's verifier that apply to AIR (docs/verifier.md). References exist, values
are computed before they are used, and types of operands, attributes, globals and flags match. Rules for GPUs are in
lint (docs/lint/README.md). `verify_code` has the rules of one instruction, `verify_attributes` and `verify_module`
those of attributes and of globals; this file has the rules that need the whole function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ..bitstream.decoder import COMPILED
from ._instruction_checks import CHECKS
from .attributes import AttributeList
from .debug_info import metadata_schema
from .dominance import block_intervals
from .globals import Function, GlobalValue, GlobalVariable
from .instructions import BasicBlock, Instruction
from .metadata import ConstantAsMetadata, DebugLoc, LocalAsMetadata, MDNode, MDString, Metadata, MetadataAsValue
from .module import Module
from .names import IDENT, INTRINSIC, MEMCPY, MEMMOVE, MEMSET, MODULE_FLAGS
from .opcodes import STRUCT_TYPES, TERMINATORS, ConstantCode, InstCode, MetadataCode, TypeCode
from .shapes import KnownShapes, Shape, Shapes, shape_of
from .type_rules import is_i1, points_at, takes_fast_flags
from .types import Type
from .uses import constants_of
from .values import Constant, InlineAsm, Value
from .verify_attributes import attribute_problems
from .verify_code import RULES, cast_problem, is_first_class, operator_problem
from .verify_metadata import ATTACHMENTS
from .verify_module import debug_problems, global_problems, intrinsic_problem, named_metadata_problems

if TYPE_CHECKING:
    from mypy_extensions import i64

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_AGGREGATE: Final = ConstantCode.AGGREGATE
_ARRAY: Final = TypeCode.ARRAY
_CE_BINOP: Final = ConstantCode.CE_BINOP
_CE_CAST: Final = ConstantCode.CE_CAST
_DATA: Final = ConstantCode.DATA
_INTEGER: Final = ConstantCode.INTEGER
_INTEGER_TYPE: Final = TypeCode.INTEGER
_LOCATION: Final = MetadataCode.LOCATION
_NULL: Final = ConstantCode.NULL
_SUBPROGRAM: Final = MetadataCode.SUBPROGRAM
_VECTOR: Final = TypeCode.VECTOR
_VOID: Final = TypeCode.VOID


class Sound:
    """What is valid in every module of a context, because it depends on types and numbers alone. Modules that are
    verified one after the other share it: what they have in common is checked once.
    """

    def __init__(self) -> None:
        self.constants: set[Value] = set()  # without operands
        # for AIR or another target, with opaque pointers or not
        self.shapes: dict[tuple[bool, bool], tuple[set[Shape], KnownShapes | None]] = {}
        self.attributes: set[tuple[AttributeList, Type, int]] = set()
        self.functions: set[tuple[object, ...]] = set()  # what `global_problems` looks at in functions
        self.lists: set[tuple[tuple[MDNode, ...], ...]] = set()  # of named metadata
        self.plain: set[Metadata] = set()  # uniqued, and leads to strings, numbers and plain constants alone
        self.metadata: set[Metadata] = set()  # in modules with exactly these globals, which no step has changed
        self.globals: set[GlobalValue] = set()
        self.kinds: _Kinds | None = None  # of metadata, in the last module


class _Kinds:
    """The kinds of metadata that a module names. `rules`: of attachments, by number."""

    def __init__(self, kinds: list[tuple[int, str]]) -> None:
        self.all = list(kinds)
        self.numbers = {number for number, _ in kinds}
        self.rules = {number: ATTACHMENTS[name] for number, name in kinds if name in ATTACHMENTS}
        self.dbg = 0
        for number, name in kinds:
            if name == "dbg":
                self.dbg = number


def verify_module(
    module: Module, *, debug_info: bool = True, shapes: Shapes | None = None, sound: Sound | None = None
) -> list[str]:
    """The errors of a module, one line each; empty if it is valid. Without `debug_info`, errors of debug info are
    ignored: LLVM warns, drops the debug info and accepts the module. `shapes`: those of the module, if the caller has
    them; `sound`: shared by calls for modules of its context.
    """
    verifier = _Verifier(module, debug_info, shapes, sound or Sound())
    problems = list(verifier.problems())
    verifier.sound.globals = verifier.globals if verifier.is_fixed and not problems else set()
    return problems


_BLOCKADDRESS: Final = ConstantCode.BLOCKADDRESS
_CALL: Final = InstCode.CALL
_FUNCTION: Final = TypeCode.FUNCTION
_NODE: Final = MetadataCode.NODE
_PHI: Final = InstCode.PHI


class _Verifier:
    def __init__(self, module: Module, debug_info: bool, shapes: Shapes | None, sound: Sound) -> None:
        self.module = module
        self.shapes = shapes
        self.sound = sound
        self.debug_info = debug_info
        self.is_air = module.triple.startswith("air")
        # Whether operands and targets refer to originals of instructions and blocks.
        self.is_view = any(not isinstance(original, GlobalValue) for original in module.replaced)
        self.values = [*module.global_values()]
        self.globals = set(self.values)
        if sound.kinds is None or sound.kinds.all != module.metadata_kinds:
            sound.kinds = _Kinds(module.metadata_kinds)
        self.kinds = sound.kinds.numbers
        self.dbg_kind = sound.kinds.dbg
        self.rules_of_kinds = sound.kinds.rules
        self.sound_constants: set[Value] = set()
        if sound.globals != self.globals:
            sound.metadata, sound.globals = set(), set()
        self.sound_metadata = sound.metadata
        self.is_fixed = True  # whether metadata refers to no locals and to no constants of other values
        self.function: Function | None = None
        # The place of each instruction of the function; -1 for arguments, and for constants, globals and metadata that
        # were examined.
        self.order: dict[Value, int] = {}
        self.starts: list[int] = []  # the place of the first instruction of each block
        self.homes: list[int] = []  # the block of each instruction
        self.blocks: dict[BasicBlock, int] = {}
        self.reached: list[list[int]] = []  # per block, the blocks of the function that its last instruction names
        self.firsts: list[int] = []  # per block, the range of dominated blocks in the tree's preorder
        self.ends: list[int] = []
        self.sound_types = False  # whether no instruction of the function has a problem with types
        form = (self.is_air, module.era.opaque_pointers)
        if form not in sound.shapes:
            sound.shapes[form] = set(), KnownShapes() if COMPILED else None
        self.sound_shapes, self.known_shapes = sound.shapes[form]
        self.sound_attachments: set[tuple[tuple[int, MDNode], ...]] = set()
        self.sound_callees: set[Value] = set()  # intrinsics, which are operands of calls alone
        self.sound_locations: set[tuple[MDNode | None, MDNode | None]] = set()  # in the function
        self.subprograms: dict[MDNode, Function] = {}
        self.intrinsics: dict[Function, str] = {}
        self.attributes: dict[tuple[int, Type, int], str] = {}  # by identity of the list: the module holds it

    def problems(self) -> Iterator[str]:
        module, values = self.module, self.values
        names = [value.name for value in values if value.name]
        if len(set(names)) < len(names):
            for name, count in Counter(names).items():
                if count > 1:
                    yield f"{count} globals are named {name!a}"
        if len(self.globals) < len(values):
            yield "a global is in the module twice"
        for value in values:
            for problem in self.global_value(value):
                yield f"@{value.name}: {problem}"
        for name, nodes in module.named_metadata.items():
            for node in nodes:
                if node not in self.sound_metadata and node not in self.sound.plain:
                    for problem in self.metadata(node):
                        yield f"!{name}: {problem}"
        lists = tuple([tuple(module.named_metadata.get(name, ())) for name in (IDENT, MODULE_FLAGS)])
        if lists not in self.sound.lists:
            problems = list(named_metadata_problems(module))
            if not problems:
                self.sound.lists.add(lists)
            yield from problems
        if self.debug_info:
            yield from debug_problems(module)
        for number, function in enumerate(module.functions):
            if function.blocks or not function.is_declaration:
                shapes = None if self.shapes is None else self.shapes.of_functions[number]
                for problem in self.body(function, shapes):
                    yield f"@{function.name}: {problem}"

    # --- globals -----------------------------------------------------------------------------------------------------

    def global_value(self, value: GlobalValue) -> Iterator[str]:
        if not points_at(value.type, value.value_type):
            yield "its type is not a pointer to its value type"
        for attached, node in value.metadata:
            yield from self.attachment(attached, node)
        for constant in constants_of(value):
            yield from self.operand(constant)
            if isinstance(value, GlobalVariable) and constant.type is not value.value_type:
                yield "the initializer is of another type"
        if isinstance(value, Function):
            if value.value_type.code is not _FUNCTION:
                yield "its type is not a function type"
            elif value.arguments and [a.type for a in value.arguments] != list(value.value_type.parameters):
                yield "its arguments do not match its type"
            else:
                problem = self.attribute_problem(value.attributes, value.value_type, len(value.value_type.parameters))
                if problem:
                    yield problem
            if self.debug_info and value.metadata:
                yield from self.subprogram(value)
            is_intrinsic = value.name.startswith(INTRINSIC)
            sort = (value.value_type, value.linkage, value.calling_convention, value.is_definition, is_intrinsic)
            if sort in self.sound.functions:
                return
            problems = list(global_problems(value))
            if not problems:
                self.sound.functions.add(sort)
            yield from problems
        else:
            yield from global_problems(value)

    def attribute_problem(self, attributes: AttributeList, type_: Type, count: int) -> str:
        """The first thing that is wrong with the attributes of a function or a call; most lists are shared."""
        if not attributes:
            return ""
        key = (id(attributes), type_, count)
        problem = self.attributes.get(key)
        if problem is None:
            content = (attributes, type_, count)
            if content in self.sound.attributes:
                problem = ""
            else:
                problem = next(attribute_problems(attributes, type_, count), "")
                if not problem:
                    self.sound.attributes.add(content)
            self.attributes[key] = problem
        return problem

    def subprogram(self, function: Function) -> Iterator[str]:
        """That a function has one subprogram at most, and each describes one definition."""
        nodes = [node for kind, node in function.metadata if kind == self.dbg_kind]
        if len(nodes) > 1:
            yield "two attachments !dbg"
        for node in nodes:
            if node.code is not _SUBPROGRAM:
                yield "its !dbg is not a subprogram"
            elif not function.is_declaration and self.subprograms.setdefault(node, function) is not function:
                yield f"its subprogram is that of @{self.subprograms[node].name} too"
            else:
                yield from _subprogram_problems(node, is_body=not function.is_declaration)

    def attachment(self, kind: int, node: MDNode) -> Sequence[str]:
        problems = () if node in self.sound_metadata else self.metadata(node)
        if kind in self.kinds:
            return problems
        return [f"an attachment of metadata kind {kind}, which the module does not name", *problems]

    # --- operands and metadata ---------------------------------------------------------------------------------------

    def operand(self, value: Value) -> Sequence[str]:
        """Check that a value exists: in the module, in the function, or as a constant of such values."""
        if isinstance(value, GlobalValue):
            if self.module.own(value) not in self.globals:
                return [f"refers to @{value.name}, which is not in the module"]
        elif isinstance(value, Constant):
            return self.constant(value)
        elif isinstance(value, MetadataAsValue):
            return self.metadata(value.metadata)
        elif not isinstance(value, InlineAsm) and not self.is_local(value):
            return ["refers to a value of another function, or of no function"]
        return ()

    def is_local(self, value: Value) -> bool:
        """Whether a value is an argument or instruction of the function that is being looked at."""
        if isinstance(value, (Constant, GlobalValue)):
            return False
        return (self.module.own(value) if isinstance(value, Instruction) else value) in self.order

    def constant(self, root: Constant) -> list[str]:
        problems: list[str] = []
        work: list[Value] = [root]
        while work:
            value = work.pop()
            if value in self.sound_constants:
                continue
            self.sound_constants.add(value)
            if not isinstance(value, Constant):
                problems.extend(self.operand(value))
                continue
            if value.code != _BLOCKADDRESS:
                work.extend(value.operands)
            problem = constant_problem(value)
            if problem:
                problems.append(problem)
        return problems

    def metadata(self, root: Metadata | None) -> list[str]:
        """That metadata, and all it leads to, exists."""
        problems: list[str] = []
        work = [root]
        sound, plain = self.sound_metadata, self.sound.plain
        while work:
            item = work.pop()
            if item is None or item in sound or item in plain:
                continue
            if isinstance(item, LocalAsMetadata):
                problems.extend(self.operand(item.value))  # it does not become sound
                continue
            sound.add(item)
            if isinstance(item, MDNode):
                is_plain = not item.distinct
                for operand in item.fields if item.code is _NODE else item.operands():
                    if isinstance(operand, MDString):
                        continue
                    if isinstance(operand, LocalAsMetadata):
                        is_plain = self.is_fixed = False
                        if not self.is_local(operand.value):
                            problems.append("metadata refers to a value of another function")
                    elif isinstance(operand, Metadata) and operand not in plain:
                        is_plain = False  # at first: it is when a later module has the node, whose operands are then
                        work.append(operand)
                if is_plain:
                    plain.add(item)
            elif isinstance(item, ConstantAsMetadata):
                if isinstance(item.value, Constant):
                    if item.value.operands:
                        self.is_fixed = False
                    elif not constant_problem(item.value):
                        plain.add(item)
                        continue
                    if item.value not in self.sound_constants:
                        problems.extend(self.constant(item.value))
                elif isinstance(item.value, GlobalValue):
                    problems.extend(self.operand(item.value))
                else:
                    problems.append("metadata of the module refers to a local value")
        return problems

    # --- functions ---------------------------------------------------------------------------------------------------

    def body(self, function: Function, shapes: dict[Shape, Instruction] | None) -> Iterator[str]:
        if function.is_declaration or not self.module.has_bodies:
            if function.blocks:
                yield "a declaration with a body"
            return
        if not function.blocks:
            yield "a definition without a body"
        self.function = function
        self.number(function)
        self.reached = targets = self.numbered_targets(function)
        predecessors: list[list[int]] = [[] for _ in function.blocks]  # in order, one for each edge
        for number, reached in enumerate(targets):
            for target in reached:
                predecessors[target].append(number)
        if function.blocks and predecessors[0]:
            yield "a branch leads to the first block"
        if len(targets) > 1:
            self.firsts, self.ends = block_intervals(targets)
        self.sound_locations = set()
        self.sound_types = self.have_sound_types(function, shapes)
        own = [node for kind, node in function.metadata if kind == self.dbg_kind and self.debug_info]
        own_subprogram = own[0] if own else None
        for number, block in enumerate(function.blocks):
            for problem in self.block(number, block, predecessors[number], own_subprogram):
                yield f"block {number}: {problem}"
        self.order, self.starts, self.homes, self.blocks, self.firsts, self.ends = {}, [], [], {}, [], []
        self.function = None

    def numbered_targets(self, function: Function) -> list[list[int]]:
        """For each block the numbers of the blocks that it branches to, without those of other functions."""
        numbers, targets, is_view = self.blocks, [], self.is_view
        for block in function.blocks:
            reached: Sequence[BasicBlock] = ()
            if block.instructions:
                reached = self.targets(block.instructions[-1]) if is_view else block.instructions[-1].blocks
            targets.append([numbers[target] for target in reached if target in numbers])
        return targets

    def have_sound_types(self, function: Function, shapes: dict[Shape, Instruction] | None) -> bool:
        """Whether no instruction of the function has a problem with types; `shapes`, if given, has the first of each
        shape."""
        sound, quick = self.sound_shapes, self.known_shapes
        if shapes is not None:
            return all(self.is_sound(shape, shapes[shape]) for shape in [s for s in shapes if s not in sound])
        for block in function.blocks:
            for instruction in block.instructions:
                if quick is not None and quick.has(instruction):
                    continue
                shape = shape_of(instruction)
                if shape not in sound and not self.is_sound(shape, instruction):
                    return False
                if quick is not None:
                    quick.add(instruction)
        return True

    def is_sound(self, shape: Shape, instruction: Instruction) -> bool:
        """Whether an instruction of this shape has no problem with types."""
        if shape not in self.sound_shapes:
            if self.type_problem(instruction):
                return False
            if len(shape) > 1:
                self.sound_shapes.add(shape)
        return True

    def number(self, function: Function) -> None:
        """Number the instructions and the blocks."""
        order: dict[Value, int] = {}
        for argument in function.arguments:
            order[argument] = -1
        self.order = order
        self.blocks = {block: number for number, block in enumerate(function.blocks)}
        self.starts, self.homes = [], []
        place: i64 = 0
        for number, block in enumerate(function.blocks):
            self.starts.append(place)
            self.homes += [number] * len(block.instructions)
            for instruction in block.instructions:
                order[instruction] = place
                place += 1

    # --- dominance ---------------------------------------------------------------------------------------------------

    def late(self, operand: Value, block: int, place: int) -> bool:
        """Whether an instruction at `place` in `block` uses a value that does not dominate it. As in LLVM, unreachable
        code may use any value, and reachable code must not use values from unreachable code.
        """
        at = self.order[operand]
        if at < 0 or self.starts[block] <= at < place:
            return False
        if not self.firsts:  # the function has one block
            return True
        home, first = self.homes[at], self.firsts[block]
        if first < 0:
            return False
        return home == block or not 0 <= self.firsts[home] <= first < self.ends[home]

    def phi_problems(self, phi: Instruction) -> list[str]:
        """That each value is computed where its block ends, and that edges of one block bring one value."""
        problems = []
        brought: dict[BasicBlock, Value] = {}
        for value, source in zip(phi.operands, self.targets(phi), strict=False):
            value = self.module.own(value) if isinstance(value, Instruction) else value
            if brought.setdefault(source, value) is not value:
                problems.append("two values for one block")
            if isinstance(value, Instruction) and value in self.order and source in self.blocks:
                number = self.blocks[source]
                if self.late(value, number, self.order[source.instructions[-1]] + 1 if source.instructions else 0):
                    problems.append(f"the value from block {number} is not computed on every way to that block's end")
        return problems

    def targets(self, instruction: Instruction) -> Sequence[BasicBlock]:
        return [self.module.own(block) for block in instruction.blocks] if self.is_view else instruction.blocks

    def block(self, at: int, block: BasicBlock, predecessors: list[int], subprogram: MDNode | None) -> Sequence[str]:
        instructions, order, homes = block.instructions, self.order, self.homes
        firsts, ends, is_typed = self.firsts, self.ends, self.sound_types
        attachments, locations = self.sound_attachments, self.sound_locations
        problems: list[str] = []
        if not instructions or instructions[-1].code not in TERMINATORS:
            problems.append("does not end with a terminator")
        home: i64 = at
        start: i64 = self.starts[at]
        first: i64 = firsts[at] if firsts else -1
        last: i64 = start + len(instructions) - 1
        place: i64 = start - 1
        edges: Sequence[BasicBlock] = ()  # the blocks of a phi that are the predecessors, each once
        after_phis = False
        for instruction in instructions:
            place += 1
            code, is_plain = instruction.code, is_typed
            if code is _PHI:
                if is_plain and edges != instruction.blocks and self.are_predecessors(instruction, predecessors):
                    edges = instruction.blocks
                is_plain = is_plain and edges == instruction.blocks and not after_phis
                is_plain = is_plain and self.is_plain_phi(instruction)
            else:
                after_phis = True
                if is_plain:
                    for operand in instruction.operands:
                        numbered = order.get(operand)
                        if numbered is None and (numbered := self.first_sight(operand, instruction)) is None:
                            is_plain = False
                            break
                        number: i64 = numbered
                        if number < 0 or start <= number < place:
                            continue
                        above: i64 = homes[number]
                        if above == home or first < 0 or not firsts[above] <= first < ends[above]:
                            is_plain = False
                            break
                    if is_plain and code is _CALL:
                        is_plain = not instruction.bundles and not self.call_attributes(instruction)
                    elif is_plain and code in TERMINATORS:
                        is_plain = place == last and len(self.reached[at]) == len(instruction.blocks)
            attached: list[str] | None = None
            if is_plain:
                if instruction.metadata and instruction.metadata not in attachments:
                    attached = []
                    self.attachments(instruction, attached)
                location = instruction.debug_loc
                if not attached and (location is None or (location.scope, location.inlined_at) in locations):
                    continue
            wrong = self.examine(instruction, at, place, last, predecessors, subprogram)
            if attached:  # metadata is looked at once
                wrong = list(dict.fromkeys([*attached, *wrong]))
            if code is _PHI and after_phis:
                wrong = ["after other instructions", *wrong]
            problems.extend([f"instruction {place - start} ({code.name}): {problem}" for problem in wrong])
        return problems

    def first_sight(self, operand: Value, instruction: Instruction) -> int | None:
        """-1 for a constant or a global that is sound, which `order` gets, or an intrinsic that is called; None for
        what has to be examined."""
        if isinstance(operand, Constant):
            if operand not in self.sound_constants:
                if operand not in self.sound.constants:
                    if operand.operands or constant_problem(operand):
                        return None
                    self.sound.constants.add(operand)
                self.sound_constants.add(operand)
            self.order[operand] = -1
            return -1
        if not isinstance(operand, GlobalValue):
            return None
        if operand not in self.sound_callees:
            if self.module.own(operand) not in self.globals:
                return None
            if not operand.name.startswith(INTRINSIC):
                self.order[operand] = -1
                return -1
        is_called = instruction.code is _CALL and instruction.operands[-1] is operand
        if not is_called or instruction.operands.count(operand) != 1:
            return None
        self.sound_callees.add(operand)
        return -1

    def are_predecessors(self, phi: Instruction, predecessors: list[int]) -> bool:
        """Whether the blocks of a phi are the predecessors, and none of them is named twice."""
        numbers = sorted([self.blocks.get(target, -1) for target in self.targets(phi)])
        if numbers != predecessors:
            return False
        last = -1
        for number in numbers:
            if number == last:
                return False
            last = number
        return True

    def is_plain_phi(self, phi: Instruction) -> bool:
        """Whether each value of a phi is computed at the end of its block; false as well if this can't be seen at once.

        Its blocks are the predecessors.
        """
        order, operands, sources = self.order, phi.operands, self.targets(phi)
        if len(operands) != len(sources):
            return False
        for place in range(len(operands)):  # compiled, `zip` with `strict` would be called as an object
            value, source = operands[place], sources[place]
            at = order.get(value)
            if at is None and (at := self.first_sight(value, phi)) is None:
                return False
            if at >= 0:
                number, home = self.blocks[source], self.homes[at]
                if number != home and (not self.firsts[home] <= self.firsts[number] < self.ends[home]):
                    return False
        return True

    def examine(
        self, i: Instruction, at: int, place: int, last: int, predecessors: list[int], subprogram: MDNode | None
    ) -> Sequence[str]:
        """The problems of the instruction at `place` of block `at`, whose last one is at `last`."""
        problems = self.instruction(i, at, self.starts[at], place)
        if i.code is _PHI:
            phi = self.phi_problems(i)
            if sorted([self.blocks.get(target, -1) for target in self.targets(i)]) != predecessors:
                phi.insert(0, "its blocks are not the predecessors of its block")
            problems = [*phi, *problems]
        elif place < last and i.code in TERMINATORS:
            problems = ["a terminator in the middle of the block", *problems]
        location = i.debug_loc
        if location is not None:
            if subprogram is not None and not self.is_described(location, subprogram):
                problems = [*problems, "its source location is in another function's subprogram"]
            if not problems:
                self.sound_locations.add((location.scope, location.inlined_at))
        return problems

    def is_described(self, location: DebugLoc, subprogram: MDNode) -> bool:
        """Whether a location, or that of the call that it was inlined at, is in a subprogram; yes if none is named."""
        scope: object = location.scope
        at: object = location.inlined_at
        turns = 0
        while isinstance(at, MDNode) and at.code is _LOCATION and len(at.fields) > 3 and turns < _DEEPEST:
            scope, at = at.fields[2], at.fields[3]
            turns += 1
        while isinstance(scope, MDNode) and scope.code in _BLOCK_SCOPES and scope.fields and turns < _DEEPEST:
            scope = scope.fields[0]
            turns += 1
        is_subprogram = isinstance(scope, MDNode) and scope.code is _SUBPROGRAM
        return not is_subprogram or scope is subprogram

    def instruction(self, instruction: Instruction, block: int, start: int, place: int) -> Sequence[str]:
        """The problems of the instruction at `place` of a block whose first one is at `start`. What is sound is
        remembered, so that `block` passes over instructions of the same operands and attachments.
        """
        problems: list[str] = []
        sound, order, code = self.sound_constants, self.order, instruction.code
        for number, operand in enumerate(instruction.operands):
            if isinstance(operand, Constant):
                if operand not in sound:
                    problems.extend(self.operand(operand))
                order[operand] = -1
                continue
            if isinstance(operand, GlobalValue):
                is_intrinsic = isinstance(operand, Function) and operand.name.startswith(INTRINSIC)
                if is_intrinsic and not (code is _CALL and number == len(instruction.operands) - 1):
                    problems.append(f"@{operand.name} is an intrinsic, which can only be called")
                wrong = self.operand(operand)
                if not wrong and is_intrinsic:
                    self.sound_callees.add(operand)
                elif not wrong:
                    order[operand] = -1
                problems.extend(wrong)
                continue
            if self.is_view and isinstance(operand, Instruction):
                operand = self.module.own(operand)
            at = order.get(operand)
            if at is None:
                wrong = self.operand(operand)
                if not wrong and isinstance(operand, MetadataAsValue):
                    order[operand] = -1
                problems.extend(wrong)
            elif at >= 0 and not start <= at < place and code is not _PHI and self.late(operand, block, place):
                problems.append(f"operand {number} is not computed on every way to here")
        if instruction.bundles:
            problems.extend(self.bundles(instruction))
        if instruction.blocks and code is not _PHI:
            for target in self.targets(instruction):
                if target not in self.blocks:
                    problems.append("branches to a block of another function")
                    break
        if instruction.metadata:
            self.attachments(instruction, problems)
        location = instruction.debug_loc
        if location is not None:
            if location.scope is not None and location.scope not in self.sound_metadata:
                problems.extend(self.metadata(location.scope))
            if location.inlined_at is not None and location.inlined_at not in self.sound_metadata:
                problems.extend(self.metadata(location.inlined_at))
        problem = "" if self.sound_types else self.type_problem(instruction)
        if not problem and code is _CALL:
            problem = self.call_attributes(instruction)
        if problem:
            problems.append(problem)
        return problems

    def attachments(self, instruction: Instruction, problems: list[str]) -> None:
        """Add the problems of the metadata that is attached to an instruction."""
        count, is_free = len(problems), True
        for kind, node in instruction.metadata:
            if kind not in self.kinds or node not in self.sound.plain:
                problems.extend(self.attachment(kind, node))
            rule_of_kind = self.rules_of_kinds.get(kind)
            if rule_of_kind is not None:
                is_free = False
                if fault := rule_of_kind(instruction, node):
                    problems.append(fault)
        if is_free and len(problems) == count:
            self.sound_attachments.add(instruction.metadata)

    def type_problem(self, instruction: Instruction) -> str:
        """The first problem with the types of an instruction and its operands, which its shape decides."""
        check, check_here, rule = _CHECKS_OF.get(instruction.code, _NO_CHECKS)
        problem = "" if check is None else check(instruction)
        if not problem and check_here is not None:
            problem = check_here(self, instruction)
        if not problem and rule is not None:
            problem = rule(instruction)
        return problem

    def bundles(self, instruction: Instruction) -> Iterator[str]:
        for bundle in instruction.bundles:
            if bundle.tag not in self.module.operand_bundle_tags:
                yield f"an operand bundle of tag {bundle.tag!a}, which the module does not name"
            for operand in bundle.operands:
                yield from self.operand(operand)

    # --- one kind of instruction each: what is wrong with its types, or "" -------------------------------------------

    def fast_flags(self, i: Instruction) -> str:
        """That fast-math flags of a call, phi or select are of a floating-point result: LLVM does not load others."""
        if not i.params or not i.fast_flags or takes_fast_flags(i.type, in_structs=self.module.era.opaque_pointers):
            return ""
        return "fast-math flags, and the result is not a floating-point number or vector of them"

    def ret(self, i: Instruction) -> str:
        if self.function is None or self.function.value_type.code is not _FUNCTION:
            return ""
        result = self.function.value_type.result
        if not i.operands:
            return "" if result.code is _VOID else "returns nothing from a function that has a result"
        return "" if i.operands[0].type is result else "returns a value of another type than the function's"

    def branch(self, i: Instruction) -> str:
        if len(i.blocks) != 1 + len(i.operands) or len(i.operands) > 1:
            return "it needs one target, or two and a condition"
        return "" if all(is_i1(operand.type) for operand in i.operands) else "the condition is not i1"

    def switch(self, i: Instruction) -> str:
        if not i.operands or len(i.operands) != len(i.blocks):
            return "it does not have as many cases as targets"
        same = all(operand.type is i.operands[0].type for operand in i.operands)
        return "" if same else "cases and condition are not of one type"

    def phi(self, i: Instruction) -> str:
        if len(i.operands) != len(i.blocks):
            return "it does not have as many values as blocks"
        if any(operand.type is not i.type for operand in i.operands):
            return "a value of another type"
        return self.fast_flags(i)

    def alloca(self, i: Instruction) -> str:
        if len(i.operands) != 1 or len(i.params) != 4:
            return "it has the wrong number of operands"
        if self.is_air and i.type.is_pointer and i.type.address_space:
            return f"memory of a thread in address space {i.type.address_space}, which is not the stack of AIR"
        return "" if points_at(i.type, i.aux_type) else "the result does not point at the allocated type"

    def call(self, i: Instruction) -> str:
        type_ = i.aux_type
        if type_ is None or type_.code is not _FUNCTION:
            return "it has no function type"
        if not i.operands or len(i.params) != 3:
            return "it has the wrong number of operands"
        *arguments, callee = i.operands
        if not points_at(callee.type, type_):
            return "the callee is not of the function type"
        if i.type is not type_.result:
            return "the result is not that of the function type"
        fixed = len(type_.parameters)
        if len(arguments) < fixed or (len(arguments) > fixed and not type_.is_vararg):
            return f"{len(arguments)} arguments for {fixed} parameters"
        if not all(a.type is p for a, p in zip(arguments, type_.parameters, strict=False)):
            return "an argument is not of its parameter's type"
        if isinstance(callee, Function) and callee.name.startswith(INTRINSIC):
            problem = self.intrinsics.get(callee)
            if problem is None:
                problem = self.intrinsics[callee] = intrinsic_problem(callee.name, callee.value_type)
            if problem:
                return problem
        if isinstance(callee, Function) and callee.name.startswith(_WITH_IMMEDIATE):
            at = 3 if callee.name.startswith("llvm.mem") else 1
            if at < len(arguments) and not isinstance(arguments[at], Constant):
                return f"argument {at} is not a constant"
        return self.fast_flags(i)

    def call_attributes(self, i: Instruction) -> str:
        """The problem of the attributes of a call, which its shape does not decide."""
        return "" if i.aux_type is None else self.attribute_problem(i.attributes, i.aux_type, len(i.operands) - 1)


def constant_problem(value: Constant) -> str:
    """The problem of the type of a constant; those of its operands count for themselves."""
    type_, code = value.type, value.code
    if code == _INTEGER:
        return "" if type_.code is _INTEGER_TYPE else "an integer constant of another type"
    if code == _AGGREGATE:
        if type_.code in STRUCT_TYPES:
            expected: list[Type] = list(type_.elements)
        elif type_.code in (_ARRAY, _VECTOR):
            expected = [type_.elements[0]] * min(type_.params[0], len(value.operands) + 1)
        else:
            expected = []
        is_right = [operand.type for operand in value.operands] == expected
        return "" if is_right else "an aggregate constant whose members do not fit its type"
    if code == _DATA:
        is_right = type_.code in (_ARRAY, _VECTOR) and type_.params[0] == len(value.params)
        return "" if is_right else "a data constant that does not fit its type"
    if code == _CE_CAST:
        problem = cast_problem(value.params[0], value.operands[0].type, type_)
        return f"a constant: {problem}" if problem else ""
    if code == _CE_BINOP:
        problem = operator_problem(value.params[0], type_)
        if problem or any(operand.type is not type_ for operand in value.operands):
            return f"a constant: {problem or 'operands and result are not of one type'}"
    elif code == _NULL and (not is_first_class(type_) or type_.code in _NO_NULL):
        return "a null of a type without a null value"
    return ""


_BLOCK_SCOPES: Final = frozenset({MetadataCode.LEXICAL_BLOCK, MetadataCode.LEXICAL_BLOCK_FILE})
_DEEPEST: Final = 1 << 16  # scopes inside of each other: more go in a circle
_NO_NULL: Final = frozenset({TypeCode.LABEL, TypeCode.METADATA, TypeCode.OPAQUE})
_WITH_IMMEDIATE: Final = (MEMCPY, MEMSET, MEMMOVE, "llvm.ctlz.", "llvm.cttz.", "llvm.abs.")

_CHECKS: Final[dict[InstCode, Callable[[_Verifier, Instruction], str]]] = {
    InstCode.RET: _Verifier.ret,
    InstCode.BR: _Verifier.branch,
    InstCode.SWITCH: _Verifier.switch,
    InstCode.PHI: _Verifier.phi,
    InstCode.VSELECT: _Verifier.fast_flags,
    InstCode.ALLOCA: _Verifier.alloca,
    InstCode.CALL: _Verifier.call,
}
_Rule = Callable[[Instruction], str]
_NO_CHECKS: Final[tuple[_Rule | None, Callable[[_Verifier, Instruction], str] | None, _Rule | None]] = (
    None,
    None,
    None,
)
_CHECKS_OF: Final = {code: (CHECKS.get(code), _CHECKS.get(code), RULES.get(code)) for code in InstCode}
"""The checks of each kind of instruction, in order; they stop at the first problem."""


_DEFINITION = 1 << 3  # of a subprogram's flags: DISPFlagDefinition


def _subprogram_problems(node: MDNode, *, is_body: bool) -> Iterator[str]:
    """That a subprogram is a definition, of a function with a body at least, if and only if it has a compile unit."""
    schema = metadata_schema(node.code, node.version, len(node.fields))
    if schema is None or "unit" not in schema.names or len(node.fields) <= schema.names.index("unit"):
        return
    if "flags" in schema.names:
        flags = node.fields[schema.names.index("flags")]
        is_definition = isinstance(flags, int) and bool(flags & _DEFINITION)
    else:
        is_definition = bool(node.fields[schema.names.index("is_definition")])
    has_unit = node.fields[schema.names.index("unit")] is not None
    if has_unit and not is_definition:
        yield "its subprogram is not a definition, and has a compile unit"
    elif is_definition and not has_unit:
        yield "its subprogram is a definition, and has no compile unit"
    elif is_body and not is_definition:
        yield "its subprogram is not a definition"
