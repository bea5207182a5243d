"""A module in memory: its instructions, and views of them that are computed on demand (docs/spirv.md §7)."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, Final, TypeVar

from ..base.classes import NamedTuple, dataclass
from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..base.filekind import FileKind
from .enumerants import (
    AddressingModel,
    Capability,
    Decoration,
    ExecutionMode,
    ExecutionModel,
    MemoryModel,
    Op,
    ShaderDebugInfo,
    SourceLanguage,
    StorageClass,
)
from .functions import TERMINATORS, SpirvFunction, functions_of
from .instructions import SpirvInstruction
from .opcodes import (
    OP_CAPABILITY,
    OP_CONSTANT,
    OP_CONSTANT_NULL,
    OP_ENTRY_POINT,
    OP_EXECUTION_MODE_ID,
    OP_EXT_INST,
    OP_EXT_INST_IMPORT,
    OP_EXTENSION,
    OP_FUNCTION,
    OP_FUNCTION_END,
    OP_GROUP_DECORATE,
    OP_GROUP_MEMBER_DECORATE,
    OP_LINE,
    OP_MEMBER_NAME,
    OP_MEMORY_MODEL,
    OP_NAME,
    OP_SOURCE,
    OP_SOURCE_CONTINUED,
    OP_SPEC_CONSTANT_OP,
    OP_STRING,
    OP_UNDEF,
    OP_VARIABLE,
)
from .types import (
    SpirvConstant,
    SpirvType,
    TypeArray,
    TypePointer,
    constant_of,
    is_constant,
    is_type,
    storage_class,
    type_from,
)

_INPUT: Final = StorageClass.Input
_OUTPUT: Final = StorageClass.Output

HEADER_WORDS: Final = 5
EXECUTION_MODES: Final = (Op.OpExecutionMode, Op.OpExecutionModeId)
ID_DECORATIONS: Final = (Op.OpDecorate, Op.OpDecorateId, Op.OpDecorateString)
MEMBER_DECORATIONS = (Op.OpMemberDecorate, Op.OpMemberDecorateString)

_E = TypeVar("_E", bound=MtlbError)
_WITHOUT_MEANING = ("NonSemantic.", "OpenCL.DebugInfo", "DebugInfo")
_DEBUG_SETS: Final = ("NonSemantic.Shader.DebugInfo.100",)


class SpirvDecoration(NamedTuple):
    """A decoration of an id or of a member."""

    kind: Decoration
    operands: tuple[int | str, ...]
    instruction: SpirvInstruction


_new: Final[Any] = tuple.__new__  # makes a NamedTuple without a call of its class
_DECORATION: Final = SpirvDecoration
_DECORATIONS: Final = {int(kind): kind for kind in Decoration}


def decoration_kind(number: int) -> Decoration:
    """The decoration with this number; a nameless one for an unknown number."""
    return _DECORATIONS.get(number) or Decoration(number)


class SpirvLocation(NamedTuple):
    """A source position. Line and column count from 1; column 0 is unknown."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        """``shader.frag:12:3``."""
        return f"{self.file}:{self.line}" + (f":{self.column}" if self.column else "")


class SpirvSource(NamedTuple):
    """A source file (OpSource with its OpSourceContinued, or DebugSource). `file` and `text` are "" if not stated."""

    language: SourceLanguage
    version: int
    file: str
    text: str


@dataclass(frozen=True)
class SpirvEntryPoint:
    """An entry point with its execution modes.
    `interface` has ids of variables. `modes` has the operands of each mode; the operands of OpExecutionModeId are
    ids."""

    model: ExecutionModel
    function: int
    name: str
    interface: tuple[int, ...]
    modes: dict[ExecutionMode, tuple[int | str, ...]]
    id_modes: frozenset[ExecutionMode]
    """The modes that are declared by OpExecutionModeId."""
    instruction: SpirvInstruction


@dataclass(frozen=True)
class SpirvVariable:
    """A variable outside of functions. `type` is its pointer type; `initializer` an id, 0 for none."""

    id: int
    type: int
    pointee: int
    storage: StorageClass
    initializer: int
    instruction: SpirvInstruction

    @property
    def is_interface(self) -> bool:
        """Whether it is in the Input or Output storage class."""
        return self.storage in (_INPUT, _OUTPUT)


class SpirvModule:
    """A module as read. `instructions` has all of its content, in file order; the other attributes are views of it.
    Views are computed on first access, and raise FormatError for content that they cannot interpret.
    `mtlb.spirv.verify` checks whether a module is well-formed."""

    def __init__(
        self,
        version: tuple[int, int],
        generator: int,
        bound: int,
        schema: int,
        instructions: tuple[SpirvInstruction, ...],
        is_big_endian: bool = False,
    ) -> None:
        self.version: Final = version
        self.generator: Final = generator
        """The generator: the tool's number in the upper 16 bits, its version in the lower."""
        self.bound: Final = bound
        """The id bound: all ids are below it."""
        self.schema: Final = schema
        self.instructions: Final = instructions
        self.is_big_endian: Final = is_big_endian
        # Each view is a field and a property: compiled classes have no `cached_property`.
        self._made_by_op: dict[int, list[SpirvInstruction]] | None = None
        self._made_capabilities: tuple[Capability, ...] | None = None
        self._made_extensions: tuple[str, ...] | None = None
        self._made_ext_inst_imports: dict[int, str] | None = None
        self._made_memory_model: tuple[AddressingModel, MemoryModel] | None = None
        self._made_entry_points: tuple[SpirvEntryPoint, ...] | None = None
        self._made_names: dict[int, str] | None = None
        self._made_member_names: dict[tuple[int, int], str] | None = None
        self._made_strings: dict[int, str] | None = None
        self._made_sources: tuple[SpirvSource, ...] | None = None
        self._made_files: tuple[str, ...] | None = None
        self._made_decorations: dict[tuple[int, int], tuple[SpirvDecoration, ...]] | None = None
        self._made_first_decorations: dict[tuple[int, int, int], tuple[int | str, ...]] | None = None
        self._made_definitions: dict[int, SpirvInstruction] | None = None
        self._made_values: frozenset[int] | None = None
        self._made_types: dict[int, SpirvType] | None = None
        self._made_constants: dict[int, SpirvConstant] | None = None
        self._made_variables: dict[int, SpirvVariable] | None = None
        self._made_functions: dict[int, SpirvFunction] | None = None
        self._made_debug_sources: dict[int, tuple[str, str]] | None = None
        self._made_debug_instructions: list[SpirvInstruction] | None = None
        self._made_lines: tuple[list[int], list[SpirvLocation | None]] | None = None

    def __repr__(self) -> str:
        names = ("version", "generator", "bound", "schema", "is_big_endian")
        return f"SpirvModule({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    def write(self) -> bytes:
        """The bytes of the file, in the byte order in which it was read."""
        major, minor = self.version
        magic = int.from_bytes(FileKind.SPIRV.magic, "little")
        words = [magic, major << 16 | minor << 8, self.generator, self.bound, self.schema]
        for instruction in self.instructions:
            words += instruction.words
        return struct.pack(f"{'>' if self.is_big_endian else '<'}{len(words)}I", *words)

    # --- errors ---

    def error(
        self,
        instruction: SpirvInstruction,
        reason: str,
        kind: type[_E] = UnsupportedError,  # type: ignore[assignment]
    ) -> _E:
        """Create an error about an instruction: word, instruction, id, reason, and the source line if there is one."""
        result = f" %{instruction.id}" if instruction.id else ""
        location = self.location(instruction)
        of = "" if location is None else f" ({location})"
        return kind(
            f"word {instruction.offset}: {instruction.name}{result}: {reason}{of}", offset=4 * instruction.offset
        )

    def malformed(self, instruction: SpirvInstruction, reason: str) -> FormatError:
        """As `error`, for bytes that violate the format."""
        return self.error(instruction, reason, FormatError)

    # --- what is stated before the types ---

    def each(self, *ops: Op) -> Iterator[SpirvInstruction]:
        """The instructions with one of these opcodes, in file order."""
        if len(ops) == 1:
            return iter(self._by_op.get(ops[0], ()))
        instructions = [instruction for op in ops for instruction in self._by_op.get(op, ())]
        return iter(sorted(instructions, key=_offset))

    @property
    def _by_op(self) -> dict[int, list[SpirvInstruction]]:
        if self._made_by_op is None:
            self._made_by_op = self._make_by_op()
        return self._made_by_op

    def _make_by_op(self) -> dict[int, list[SpirvInstruction]]:
        instructions: dict[int, list[SpirvInstruction]] = {}
        for instruction in self.instructions:
            instructions.setdefault(instruction.op, []).append(instruction)
        return instructions

    @property
    def capabilities(self) -> tuple[Capability, ...]:
        """The capabilities that it declares."""
        if self._made_capabilities is None:
            self._made_capabilities = self._make_capabilities()
        return self._made_capabilities

    def _make_capabilities(self) -> tuple[Capability, ...]:
        return tuple(Capability(int(instruction.operands[0])) for instruction in self.each(OP_CAPABILITY))

    @property
    def extensions(self) -> tuple[str, ...]:
        """The extensions that it declares."""
        if self._made_extensions is None:
            self._made_extensions = self._make_extensions()
        return self._made_extensions

    def _make_extensions(self) -> tuple[str, ...]:
        return tuple(str(instruction.operands[0]) for instruction in self.each(OP_EXTENSION))

    @property
    def ext_inst_imports(self) -> dict[int, str]:
        """The names of the sets of extended instructions, by id."""
        if self._made_ext_inst_imports is None:
            self._made_ext_inst_imports = self._make_ext_inst_imports()
        return self._made_ext_inst_imports

    def _make_ext_inst_imports(self) -> dict[int, str]:
        return {instruction.id: str(instruction.operands[0]) for instruction in self.each(OP_EXT_INST_IMPORT)}

    @property
    def memory_model(self) -> tuple[AddressingModel, MemoryModel]:
        """The addressing model and the memory model. Raises FormatError if there is no OpMemoryModel."""
        if self._made_memory_model is None:
            self._made_memory_model = self._make_memory_model()
        return self._made_memory_model

    def _make_memory_model(self) -> tuple[AddressingModel, MemoryModel]:
        for instruction in self.each(OP_MEMORY_MODEL):
            return AddressingModel(int(instruction.operands[0])), MemoryModel(int(instruction.operands[1]))
        raise FormatError("the module has no OpMemoryModel")

    @property
    def entry_points(self) -> tuple[SpirvEntryPoint, ...]:
        """The entry points, in file order."""
        if self._made_entry_points is None:
            self._made_entry_points = self._make_entry_points()
        return self._made_entry_points

    def _make_entry_points(self) -> tuple[SpirvEntryPoint, ...]:
        modes: dict[int, dict[ExecutionMode, tuple[int | str, ...]]] = {}
        by_id: dict[int, set[ExecutionMode]] = {}
        for instruction in self.each(*EXECUTION_MODES):
            target, mode = int(instruction.operands[0]), ExecutionMode(int(instruction.operands[1]))
            modes.setdefault(target, {})[mode] = instruction.operands[2:]
            if instruction.op is OP_EXECUTION_MODE_ID:
                by_id.setdefault(target, set()).add(mode)
        entries = []
        for instruction in self.each(OP_ENTRY_POINT):
            model, function, name, *interface = instruction.operands
            function = int(function)
            entries.append(
                SpirvEntryPoint(
                    ExecutionModel(int(model)),
                    function,
                    str(name),
                    tuple(int(id) for id in interface),
                    modes.get(function, {}),
                    frozenset(by_id.get(function, ())),
                    instruction,
                )
            )
        return tuple(entries)

    # --- names, strings, sources ---

    @property
    def names(self) -> dict[int, str]:
        """The names of ids; if there are several, the last is used."""
        if self._made_names is None:
            self._made_names = self._make_names()
        return self._made_names

    def _make_names(self) -> dict[int, str]:
        return {int(instruction.operands[0]): str(instruction.operands[1]) for instruction in self.each(OP_NAME)}

    @property
    def member_names(self) -> dict[tuple[int, int], str]:
        """The names of members, by struct and index."""
        if self._made_member_names is None:
            self._made_member_names = self._make_member_names()
        return self._made_member_names

    def _make_member_names(self) -> dict[tuple[int, int], str]:
        return {
            (int(instruction.operands[0]), int(instruction.operands[1])): str(instruction.operands[2])
            for instruction in self.each(OP_MEMBER_NAME)
        }

    @property
    def strings(self) -> dict[int, str]:
        """The OpString literals, by id."""
        if self._made_strings is None:
            self._made_strings = self._make_strings()
        return self._made_strings

    def _make_strings(self) -> dict[int, str]:
        return {instruction.id: str(instruction.operands[0]) for instruction in self.each(OP_STRING)}

    @property
    def sources(self) -> tuple[SpirvSource, ...]:
        """The source files from OpSource, or otherwise from debug instructions."""
        if self._made_sources is None:
            self._made_sources = self._make_sources()
        return self._made_sources

    def _make_sources(self) -> tuple[SpirvSource, ...]:
        return tuple(self._sources())

    def _sources(self) -> Iterator[SpirvSource]:
        result: list[tuple[SourceLanguage, int, str, list[str]]] = []
        for instruction in self.each(OP_SOURCE, OP_SOURCE_CONTINUED):
            if instruction.op is OP_SOURCE_CONTINUED:
                if result:
                    result[-1][3].append(str(instruction.operands[0]))
                continue
            file = self.strings.get(int(instruction.operands[2]), "") if len(instruction.operands) > 2 else ""
            text = [str(instruction.operands[3])] if len(instruction.operands) > 3 else []
            result.append((SourceLanguage(int(instruction.operands[0])), int(instruction.operands[1]), file, text))
        for language, version, file, text in result:
            yield SpirvSource(language, version, file, "".join(text))
        stated = {file for _, _, file, text in result if text}
        for own, (file, written) in self._debug_sources.items():
            if file not in stated and written and own:
                yield SpirvSource(SourceLanguage.Unknown, 0, file, written)

    @property
    def files(self) -> tuple[str, ...]:
        """The names of all source files in sources and lines, in that order, without duplicates."""
        if self._made_files is None:
            self._made_files = self._make_files()
        return self._made_files

    def _make_files(self) -> tuple[str, ...]:
        named = [source.file for source in self.sources]
        named += [self.strings.get(int(instruction.operands[0]), "") for instruction in self.each(OP_LINE)]
        named += [file for file, _ in self._debug_sources.values()]
        return tuple(dict.fromkeys([file for file in named if file]))

    # --- decorations ---

    @property
    def _decorations(self) -> dict[tuple[int, int], tuple[SpirvDecoration, ...]]:
        """Decorations by id and member; the member is -1 for the id itself. Decoration groups are resolved."""
        if self._made_decorations is None:
            self._made_decorations = self._make_decorations()
        return self._made_decorations

    def _make_decorations(self) -> dict[tuple[int, int], tuple[SpirvDecoration, ...]]:
        result: dict[tuple[int, int], list[SpirvDecoration]] = {}
        for instruction in self.each(*ID_DECORATIONS, *MEMBER_DECORATIONS):
            member = instruction.op in MEMBER_DECORATIONS
            place = (int(instruction.operands[0]), int(instruction.operands[1]) if member else -1)
            kind, *rest = instruction.operands[1 + member :]
            result.setdefault(place, []).append(
                _new(_DECORATION, (decoration_kind(int(kind)), tuple(rest), instruction))
            )
        for instruction in self.each(OP_GROUP_DECORATE):
            group, *targets = instruction.ids
            for target in targets:
                result.setdefault((target, -1), []).extend(result.get((group, -1), ()))
        for instruction in self.each(OP_GROUP_MEMBER_DECORATE):
            group, *pairs = [int(value) for value in instruction.operands]
            for target, index in zip(pairs[::2], pairs[1::2], strict=True):
                result.setdefault((target, index), []).extend(result.get((group, -1), ()))
        return {place: tuple(decorations) for place, decorations in result.items()}

    @property
    def _first_decorations(self) -> dict[tuple[int, int, int], tuple[int | str, ...]]:
        """The operands of the first decoration of each kind, by id, member and kind."""
        if self._made_first_decorations is None:
            self._made_first_decorations = self._make_first_decorations()
        return self._made_first_decorations

    def _make_first_decorations(self) -> dict[tuple[int, int, int], tuple[int | str, ...]]:
        first: dict[tuple[int, int, int], tuple[int | str, ...]] = {}
        for (id, member), decorations in self._decorations.items():
            for item in decorations:
                first.setdefault((id, member, item.kind), item.operands)
        return first

    def decorations(self, id: int) -> tuple[SpirvDecoration, ...]:
        """The decorations of an id, in file order."""
        return self._decorations.get((id, -1), ())

    def member_decorations(self, id: int, member: int) -> tuple[SpirvDecoration, ...]:
        """The decorations of a member of a struct, in file order."""
        return self._decorations.get((id, member), ())

    def decoration(self, id: int, kind: Decoration) -> tuple[int | str, ...] | None:
        """The operands of the first decoration of this kind, () for a decoration without operands; None if there is
        none."""
        return self._first_decorations.get((id, -1, kind))

    def member_decoration(self, id: int, member: int, kind: Decoration) -> tuple[int | str, ...] | None:
        """As `decoration`, for a member of a struct."""
        return self._first_decorations.get((id, member, kind))

    # --- ids ---

    @property
    def definitions(self) -> dict[int, SpirvInstruction]:
        """The instructions with a result, by result id. Raises FormatError for an id that is defined twice or out of
        bound."""
        if self._made_definitions is None:
            self._made_definitions = self._make_definitions()
        return self._made_definitions

    def _make_definitions(self) -> dict[int, SpirvInstruction]:
        instructions: dict[int, SpirvInstruction] = {}
        for instruction in self.instructions:
            if not instruction.id:
                continue
            if instruction.id >= self.bound:
                raise self.malformed(instruction, f"the id is not below the bound {self.bound} of the header")
            if instruction.id in instructions:
                raise self.malformed(
                    instruction, f"the id is defined before, at word {instructions[instruction.id].offset}"
                )
            instructions[instruction.id] = instruction
        return instructions

    @property
    def values(self) -> frozenset[int]:
        """The ids of values: those with a type, except functions."""
        if self._made_values is None:
            self._made_values = self._make_values()
        return self._made_values

    def _make_values(self) -> frozenset[int]:
        return frozenset(
            [id for id, defined in self.definitions.items() if defined.type and defined.op is not OP_FUNCTION]
        )

    def definition(self, id: int) -> SpirvInstruction:
        """The instruction with this result id. Raises FormatError if there is none."""
        try:
            return self.definitions[id]
        except KeyError:
            raise FormatError(f"%{id} is not defined") from None

    def is_debug(self, instruction: SpirvInstruction) -> bool:
        """Whether it belongs to a non-semantic extended set, whose instructions may refer to later ones."""
        if instruction.op is not OP_EXT_INST:
            return False
        return self.ext_inst_imports.get(int(instruction.operands[0]), "").startswith(_WITHOUT_MEANING)

    @property
    def types(self) -> dict[int, SpirvType]:
        """The types by id, in file order."""
        if self._made_types is None:
            self._made_types = self._make_types()
        return self._made_types

    def _make_types(self) -> dict[int, SpirvType]:
        return {instruction.id: type_from(instruction) for instruction in self.instructions if is_type(instruction)}

    def type(self, id: int) -> SpirvType:
        """The type with this id. Raises FormatError if the id is not a type."""
        try:
            return self.types[id]
        except KeyError:
            raise FormatError(f"%{id} is not a type") from None

    def type_of(self, id: int) -> SpirvType:
        """The type of a value. Raises FormatError if the id is not a value."""
        item = self.definition(id)
        if not item.type:
            raise self.malformed(item, "has no type: it is not a value")
        return self.type(item.type)

    @property
    def constants(self) -> dict[int, SpirvConstant]:
        """The constants by id, in file order, including OpUndef outside of functions. Raises FormatError for an
        invalid type."""
        if self._made_constants is None:
            self._made_constants = self._make_constants()
        return self._made_constants

    def _make_constants(self) -> dict[int, SpirvConstant]:
        result: dict[int, SpirvConstant] = {}
        for instruction in self.instructions:
            if instruction.op is OP_FUNCTION:
                break
            if is_constant(instruction) or instruction.op is OP_UNDEF:
                if instruction.type not in self.types:
                    raise self.malformed(instruction, f"%{instruction.type} is not a type")
                result[instruction.id] = constant_of(instruction, self.types, result)
        return result

    def array_length(self, array: TypeArray) -> int | None:
        """The length of an array: for a specialization constant its default; None if it must be computed."""
        constant = self.constants.get(array.length)
        if constant is None:
            raise self.malformed(self.definition(array.id), f"its length %{array.length} is not a constant")
        if constant.op is OP_CONSTANT_NULL:
            return 0
        value = constant.value
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if constant.op is OP_SPEC_CONSTANT_OP:
            return None
        raise self.malformed(self.definition(array.id), f"its length %{array.length} is not an integer")

    @property
    def variables(self) -> dict[int, SpirvVariable]:
        """The module-scope variables, by id, in file order."""
        if self._made_variables is None:
            self._made_variables = self._make_variables()
        return self._made_variables

    def _make_variables(self) -> dict[int, SpirvVariable]:
        result = {}
        for instruction in self.instructions:
            if instruction.op is OP_FUNCTION:
                break
            if instruction.op is OP_VARIABLE:
                pointer = self.types.get(instruction.type)
                if not isinstance(pointer, TypePointer):
                    raise self.malformed(instruction, f"its type %{instruction.type} is not a pointer")
                initializer = int(instruction.operands[1]) if len(instruction.operands) > 1 else 0
                storage = storage_class(int(instruction.operands[0]))
                result[instruction.id] = SpirvVariable(
                    instruction.id, instruction.type, pointer.pointee, storage, initializer, instruction
                )
        return result

    @property
    def functions(self) -> dict[int, SpirvFunction]:
        """The functions by id, in file order. Raises FormatError for a function that does not consist of blocks."""
        if self._made_functions is None:
            self._made_functions = self._make_functions()
        return self._made_functions

    def _make_functions(self) -> dict[int, SpirvFunction]:
        return functions_of(self.instructions, self.malformed)

    # --- source lines ---

    @property
    def _debug_sources(self) -> dict[int, tuple[str, str]]:
        """File and text of each DebugSource, by id."""
        if self._made_debug_sources is None:
            self._made_debug_sources = self._make_debug_sources()
        return self._made_debug_sources

    def _make_debug_sources(self) -> dict[int, tuple[str, str]]:
        debug_sources: dict[int, tuple[str, str]] = {}
        last = 0
        for debug_instruction in self._debug_instructions:
            number = int(debug_instruction.operands[1])
            if number == ShaderDebugInfo.DebugSource:
                file, *text = debug_instruction.operands[2:]
                debug_sources[debug_instruction.id] = (
                    self.strings.get(int(file), ""),
                    self.strings.get(int(text[0]), "") if text else "",
                )
                last = debug_instruction.id
            elif number == ShaderDebugInfo.DebugSourceContinued and last:
                file, text_so_far = debug_sources[last]
                debug_sources[last] = str(file), text_so_far + self.strings.get(int(debug_instruction.operands[2]), "")
        return debug_sources

    @property
    def _debug_instructions(self) -> list[SpirvInstruction]:
        if self._made_debug_instructions is None:
            self._made_debug_instructions = self._make_debug_instructions()
        return self._made_debug_instructions

    def _make_debug_instructions(self) -> list[SpirvInstruction]:
        sets = {id for id, name in self.ext_inst_imports.items() if name in _DEBUG_SETS}
        return (
            [instruction for instruction in self.each(OP_EXT_INST) if instruction.operands[0] in sets] if sets else []
        )

    @property
    def _lines(self) -> tuple[list[int], list[SpirvLocation | None]]:
        """The word offsets at which locations take effect, and the locations; None where there is no location."""
        if self._made_lines is None:
            self._made_lines = self._make_lines()
        return self._made_lines

    def _make_lines(self) -> tuple[list[int], list[SpirvLocation | None]]:
        places: list[int] = []
        locations: list[SpirvLocation | None] = []
        if OP_LINE not in self._by_op and not self._debug_instructions:
            return places, locations
        debug = {debug_instruction.offset for debug_instruction in self._debug_instructions}
        # not `constants`, which raises errors that use locations
        number = (
            {instruction.id: int(instruction.operands[0]) for instruction in self.each(OP_CONSTANT)} if debug else {}
        )
        for instruction in self.instructions:
            location = None
            if instruction.op is OP_LINE:
                file, line, column = [int(value) for value in instruction.operands]
                location = SpirvLocation(self.strings.get(file, ""), line, column)
            elif instruction.offset in debug and instruction.operands[1] == ShaderDebugInfo.DebugLine:
                source = self._debug_sources.get(int(instruction.operands[2]))
                first, begin = number.get(int(instruction.operands[3])), number.get(int(instruction.operands[5]))
                if source is not None and first is not None and begin is not None:
                    location = SpirvLocation(source[0], first, begin)
            elif instruction.offset in debug and instruction.operands[1] == ShaderDebugInfo.DebugNoLine:
                pass
            elif instruction.op not in _ENDS_LINE:
                continue
            places.append(instruction.offset)
            locations.append(location)
        return places, locations

    @property
    def has_lines(self) -> bool:
        """Whether an instruction has a source line."""
        return bool(self._lines[0])

    def location(self, instruction: SpirvInstruction) -> SpirvLocation | None:
        """The source line of an instruction from OpLine or DebugLine; None if there is none."""
        if instruction.op is OP_FUNCTION_END:
            return None
        places, locations = self._lines
        index = bisect_right(places, instruction.offset) - (2 if instruction.op in _ENDS_LINE else 1)
        return locations[index] if index >= 0 else None


def _offset(instruction: SpirvInstruction) -> int:
    return instruction.offset


_ENDS_LINE: Final = TERMINATORS | {Op.OpNoLine, Op.OpFunctionEnd}
"""An OpLine is no longer in effect after these instructions."""
