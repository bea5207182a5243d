"""Metadata read from text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..debug_info import metadata_schema
from ..globals import GlobalValue
from ..metadata import (
    DebugLoc,
    LocalAsMetadata,
    MDField,
    MDNode,
    Metadata,
)
from ..module import Context
from ..opcodes import MetadataCode
from ..placeholders import NodeReference
from ..values import Constant, Value
from .constant_reader import ConstantReader
from .debug_info import (
    ENCODINGS,
    FLAGS,
    NEWER_LANGUAGES,
    NODES,
    OLD_SUBPROGRAM,
    OPERATIONS,
    SUBPROGRAM_FLAGS,
    FieldForm,
    NodeField,
    NodeRow,
)
from .lexer import Token, Tokens

_CODES = {row.name: code for code, row in NODES.items()}
_OPERATION_NUMBERS = {f"DW_OP_{word}": number for number, word in OPERATIONS.items()}
_OPERATION_NUMBERS |= {f"DW_ATE_{word}": number for number, word in ENCODINGS.items()}
_LANGUAGES = {f"DW_LANG_{word}": number for number, word in NEWER_LANGUAGES.items()}
_EXPRESSION_VERSION = 3
# As LLVM 14 writes them: the version word of a record, and its least number of fields.
_FORMS = {
    MetadataCode.LOCATION: (0, 5),
    MetadataCode.SUBRANGE: (2, 4),
    MetadataCode.GENERIC_SUBRANGE: (0, 4),
    MetadataCode.BASIC_TYPE: (0, 6),
    MetadataCode.STRING_TYPE: (0, 8),
    MetadataCode.FILE: (0, 4),
    MetadataCode.DERIVED_TYPE: (0, 12),
    MetadataCode.COMPOSITE_TYPE: (1, 16),
    MetadataCode.SUBROUTINE_TYPE: (1, 3),
    MetadataCode.COMPILE_UNIT: (0, 21),
    MetadataCode.SUBPROGRAM: (3, 19),
    MetadataCode.LEXICAL_BLOCK: (0, 4),
    MetadataCode.LEXICAL_BLOCK_FILE: (0, 3),
    MetadataCode.NAMESPACE: (0, 2),
    MetadataCode.COMMON_BLOCK: (0, 5),
    MetadataCode.MACRO: (0, 4),
    MetadataCode.MACRO_FILE: (0, 4),
    MetadataCode.TEMPLATE_TYPE: (0, 3),
    MetadataCode.TEMPLATE_VALUE: (0, 5),
    MetadataCode.GLOBAL_VAR: (2, 11),
    MetadataCode.LOCAL_VAR: (1, 8),
    MetadataCode.LABEL: (0, 4),
    MetadataCode.GLOBAL_VAR_EXPR: (0, 2),
    MetadataCode.OBJC_PROPERTY: (0, 7),
    MetadataCode.IMPORTED_ENTITY: (0, 7),
    MetadataCode.ASSIGN_ID: (0, 0),
}
_OLD_SUBPROGRAM_FORM = (1, 20)
_MODULE_ORDER = ("file", "scope", "name", "config_macros", "include_path", "apinotes", "line", "is_decl")
_START_FILE = 3  # the kind of every macro file
_BIG_ENUMERATOR = 2
# Fields of LLVM 18 to 22 that tell a debugger more than AIR has a place for.
_UNKNOWN_TO_AIR = frozenset(
    {"atomGroup", "atomRank", "keyInstructions", "numExtraInhabitants", "dataSize", "bitStride"}
)


class _Parsed:
    """A node that is read and not made."""

    __slots__ = ("code", "distinct", "fields", "version")

    def __init__(self, code: MetadataCode, fields: Sequence[MDField], version: int, *, distinct: bool) -> None:
        self.code = code
        self.fields = fields
        self.version = version
        self.distinct = distinct


class NodeReader:
    """Reads nodes: first the numbered ones, which may refer to each other, then those inside instructions."""

    def __init__(self, tokens: Tokens, context: Context, constants: ConstantReader) -> None:
        self.tokens = tokens
        self.context = context
        self.constants = constants
        self.definitions: dict[int, int] = {}  # the token after the =, by the number of the node
        self._parsed: dict[int, _Parsed] = {}
        self._nodes: dict[int, MDNode] = {}
        self._in_line = -1  # numbers of nodes without one
        self._is_ready = False
        self._locations: dict[DebugLoc, DebugLoc] = {}

    # --- all nodes ---------------------------------------------------------------------------------------------------

    def define(self) -> None:
        """Note where ``!N = ...`` is."""
        tokens = self.tokens
        at = tokens.at
        number = self._number(tokens.next(), at)
        if number in self.definitions:
            raise tokens.error(f"!{number} is defined twice", at)
        tokens.need("=")
        self.definitions[number] = tokens.at

    def _number(self, word: str, at: int) -> int:
        if len(word) > 12:
            raise self.tokens.error("the number of a node is too large", at)
        return int(word[1:])

    def make_all(self) -> None:
        """Read and make every node that has a number."""
        tokens = self.tokens
        for number, at in self.definitions.items():
            tokens.at = at
            self._parsed[number] = self._definition()
        for number, parsed in self._parsed.items():
            if parsed.distinct:
                self._nodes[number] = MDNode(parsed.code, (), distinct=True, version=parsed.version)
        empty: list[int] = []
        for number in self._parsed:
            self._make(number, empty)
        for number, parsed in self._parsed.items():
            if parsed.distinct:
                self._nodes[number].fields = self._resolved(parsed.fields)
        for number in empty:
            self._nodes[number].fields = self._resolved(self._parsed[number].fields)
        self._is_ready = True

    def _make(self, root: int, empty: list[int]) -> None:
        """Make a node after the nodes that it refers to. A node in a cycle gets its fields later."""
        nodes, parsed = self._nodes, self._parsed
        path: set[int] = set()
        work = [root]
        while work:
            number = work[-1]
            if number in nodes:
                work.pop()
                path.discard(number)
                continue
            node = parsed[number]
            missing = [r for r in self._references(node.fields) if r not in nodes]
            if not missing:
                nodes[number] = self.context.node(node.code, self._resolved(node.fields), version=node.version)
                continue
            path.add(number)
            circle = [r for r in missing if r in path]
            for r in circle:
                nodes[r] = MDNode(parsed[r].code, (), version=parsed[r].version)
                empty.append(r)
            if not circle:
                work += missing

    def _references(self, fields: Sequence[MDField]) -> list[int]:
        numbers: list[int] = []
        for field in fields:
            if isinstance(field, NodeReference):
                if field.number not in self._parsed:
                    raise self.tokens.error(f"!{field.number} is not defined", field.at)
                numbers.append(field.number)
        return numbers

    def _resolved(self, fields: Sequence[MDField]) -> tuple[MDField, ...]:
        self._references(fields)
        return tuple([self._nodes[f.number] if isinstance(f, NodeReference) else f for f in fields])

    # --- one node ----------------------------------------------------------------------------------------------------

    def _definition(self) -> _Parsed:
        """The definition after ``!N =``."""
        tokens = self.tokens
        distinct = tokens.take("distinct")
        if tokens.kind is not Token.METADATA:
            raise tokens.expected("metadata")
        if tokens.word == "!":
            tokens.at += 1
            return self._tuple(distinct)
        return self._named(distinct)

    def _tuple(self, distinct: bool) -> _Parsed:
        tokens = self.tokens
        tokens.need("{")
        fields: list[MDField] = []
        if not tokens.take("}"):
            fields.append(self.operand())
            while tokens.take(","):
                fields.append(self.operand())
            tokens.need("}")
        return _Parsed(MetadataCode.NODE, fields, 0, distinct=distinct)

    def node(self) -> MDNode:
        """A node as an attachment of a function's instruction, or of a global."""
        at = self.tokens.at
        node = self.operand()
        if not isinstance(node, MDNode):
            raise self.tokens.error("a metadata node must be here", at)
        return node

    def nodes(self) -> list[MDNode]:
        """The nodes of named metadata."""
        tokens = self.tokens
        nodes: list[MDNode] = []
        if tokens.kind is not Token.METADATA or tokens.word != "!":
            raise tokens.expected("'!{'")
        tokens.at += 1
        tokens.need("{")
        if not tokens.take("}"):
            nodes.append(self.node())
            while tokens.take(","):
                nodes.append(self.node())
            tokens.need("}")
        return nodes

    def operand(self) -> Metadata | None:
        """Metadata inside of metadata: null, a node, a string, or a type and a value."""
        tokens = self.tokens
        if tokens.kind is not Token.METADATA:
            if tokens.take("null"):
                return None
            return self.of_value(self.constants.typed())
        at = tokens.at
        word = tokens.next()
        if word == "!":
            if tokens.word[:1] == '"':
                return self.context.string(tokens.string())
            tokens.enter()
            parsed = self._tuple(distinct=False)
            tokens.leave()
        elif word[1].isdigit():
            number = self._number(word, at)
            if not self._is_ready:
                return NodeReference(number, at)
            node = self._nodes.get(number)
            if node is None:
                raise tokens.error(f"!{number} is not defined", at)
            return node
        else:
            tokens.at = at
            tokens.enter()
            parsed = self._named(distinct=False)
            tokens.leave()
        if self._is_ready:
            return self.context.node(parsed.code, self._resolved(parsed.fields), version=parsed.version)
        number = self._in_line
        self._in_line -= 1
        self._parsed[number] = parsed
        return NodeReference(number, at)

    def of_value(self, value: Value) -> Metadata:
        """A value as metadata."""
        if isinstance(value, (Constant, GlobalValue)):
            return self.context.value_metadata(value)
        return LocalAsMetadata(value)

    def location(self, at: int, node: MDNode) -> DebugLoc:
        """A location of an instruction from its node; the error names token `at`."""
        if node.code is MetadataCode.LOCATION:
            line, column, scope, inlined_at, implicit = node.fields
            if (
                isinstance(line, int)
                and isinstance(column, int)
                and isinstance(implicit, int)
                and isinstance(scope, MDNode)
                and (inlined_at is None or isinstance(inlined_at, MDNode))
            ):
                location = DebugLoc(line, column, scope, inlined_at, implicit)
                return self._locations.setdefault(location, location)
        raise self.tokens.error("!dbg of an instruction is not a DILocation with a scope", at)

    # --- debug info --------------------------------------------------------------------------------------------------

    def _named(self, distinct: bool) -> _Parsed:
        """``!DIName(...)``."""
        tokens = self.tokens
        at = tokens.at
        name = tokens.next()[1:]
        if name == "DIExpression":
            return _Parsed(MetadataCode.EXPRESSION, self._expression(), _EXPRESSION_VERSION, distinct=distinct)
        if name == "DIArgList":
            return _Parsed(MetadataCode.ARG_LIST, self._values(), 0, distinct=distinct)
        code = _CODES.get(name)
        if name == "DIModule":
            code = MetadataCode.MODULE
        if code is None:
            raise tokens.unsupported(f"metadata !{name[:40]}", at)
        row = NODES[code]
        tokens.need("(")
        values: dict[str, MDField] = {}
        is_old = False
        while not tokens.take(")"):
            if values and not tokens.take(","):
                raise tokens.expected("',' or ')'")
            if tokens.kind is not Token.LABEL:
                raise tokens.expected(f"a field of !{name}")
            place = tokens.at
            field_name = tokens.next()[:-1]
            field = _field_of(row, field_name)
            if field is None and code is MetadataCode.SUBPROGRAM:
                field = _field_of(OLD_SUBPROGRAM, field_name)
                is_old = is_old or field is not None
            if field is None:
                if field_name not in _UNKNOWN_TO_AIR:
                    raise tokens.unsupported(f"field {field_name} of !{name}", place)
                tokens.at += 1
                values[field_name] = 0
                continue
            if field.name in values:
                raise tokens.error(f"field {field_name} is here twice", place)
            values[field.name] = self._field(field)
        if is_old and "spFlags" not in values:
            row = OLD_SUBPROGRAM
        return _parsed(code, row, values, distinct)

    def _field(self, field: NodeField) -> MDField:
        tokens = self.tokens
        form = field.form
        if form is FieldForm.METADATA:
            if tokens.kind is Token.INTEGER:
                at = tokens.at
                value = tokens.integer()
                if not -(1 << 63) <= value < 1 << 63:
                    raise tokens.error(f"{value} does not fit in 64 bits", at)
                return self.context.value_metadata(self.constants.number(self.context.integer_type(64), value))
            return self.operand()
        if form is FieldForm.STRING:
            if tokens.kind is Token.METADATA or tokens.word == "null":
                return self.operand()
            text = tokens.string()
            return self.context.string(text) if text else None
        if tokens.kind is Token.INTEGER:
            at = tokens.at
            number = tokens.integer()
            if not -(1 << 63) <= number < 1 << 64:
                raise tokens.error(f"{number} does not fit in 64 bits", at)
            return number & (1 << 64) - 1
        if form is FieldForm.BOOLEAN and tokens.word in ("true", "false"):
            return int(tokens.next() == "true")
        if form is FieldForm.WORD:
            return self._word(field)
        if form is FieldForm.FLAGS or form is FieldForm.SUBPROGRAM_FLAGS:
            return self._flags(FLAGS if form is FieldForm.FLAGS else SUBPROGRAM_FLAGS)
        raise tokens.expected(f"the value of {field.name}")

    def _word(self, field: NodeField) -> int:
        tokens = self.tokens
        if tokens.kind is Token.WORD:
            word = tokens.word
            value = {field.prefix + text: number for number, text in field.words.items()}.get(word)
            if value is None and field.prefix == "DW_LANG_":
                value = _LANGUAGES.get(word)
            if value is not None:
                tokens.at += 1
                return value
        raise tokens.expected(f"the value of {field.name}")

    def _flags(self, table: dict[str, int]) -> int:
        tokens = self.tokens
        value = 0
        while True:
            if tokens.kind is Token.INTEGER:
                value |= tokens.number("flags")
            else:
                flag = table.get(tokens.word)
                if flag is None:
                    if tokens.word not in ("DIFlagZero", "DISPFlagZero"):
                        raise tokens.expected("a flag")
                    flag = 0
                tokens.at += 1
                value |= flag
            if not tokens.take("|"):
                return value

    def _expression(self) -> list[MDField]:
        """Numbers and operations: ``(DW_OP_plus, 8)``."""
        return self._listed(self._operation)

    def _operation(self) -> int:
        tokens = self.tokens
        if tokens.kind is Token.INTEGER:
            return tokens.number("a number", (1 << 64) - 1)
        number = tokens.choice(_OPERATION_NUMBERS, -1)
        if number < 0:
            raise tokens.expected("an operation of an expression")
        return number

    def _values(self) -> list[MDField]:
        """Types and values: ``(i32 %x, i32 1)``."""
        return self._listed(self._typed_value)

    def _typed_value(self) -> Metadata:
        return self.of_value(self.constants.typed())

    def _listed(self, read: Callable[[], MDField]) -> list[MDField]:
        """The comma-separated items in parentheses."""
        tokens = self.tokens
        tokens.need("(")
        fields: list[MDField] = []
        while not tokens.take(")"):
            if fields and not tokens.take(","):
                raise tokens.expected("',' or ')'")
            fields.append(read())
        return fields


def _field_of(row: NodeRow, name: str) -> NodeField | None:
    for field in row.fields:
        if field.name == name:
            return field
    return None


def _rotated(value: int) -> int:
    """A signed number with its sign as the lowest bit."""
    return (-value << 1 | 1) & (1 << 64) - 1 if value < 0 else value << 1


def _parsed(code: MetadataCode, row: NodeRow, values: dict[str, MDField], distinct: bool) -> _Parsed:
    """A node of named fields, its fields in the order of the record."""
    by_operand: dict[str, MDField] = {}
    for field in row.fields:
        if field.name in values:
            by_operand[field.operand] = values[field.name]
        elif field.form not in (FieldForm.METADATA, FieldForm.STRING):
            by_operand[field.operand] = field.default
    if code is MetadataCode.ENUMERATOR:
        number = by_operand["value"]
        unsigned = by_operand["unsigned"]
        assert isinstance(number, int) and isinstance(unsigned, int)
        number -= number >> 63 << 64 if number > 0 else 0  # records store the number as a signed word
        fields: list[MDField] = [64, by_operand.get("name"), _rotated(number)]
        return _Parsed(code, fields, _BIG_ENUMERATOR | unsigned, distinct=distinct)
    numbers = {field.operand for field in row.fields if field.form not in (FieldForm.METADATA, FieldForm.STRING)}
    if code is MetadataCode.MODULE:
        in_order = [by_operand.get(name, 0 if name in numbers else None) for name in _MODULE_ORDER]
        return _Parsed(code, in_order, 0, distinct=distinct)
    version, least = _OLD_SUBPROGRAM_FORM if row is OLD_SUBPROGRAM else _FORMS[code]
    if code is MetadataCode.NAMESPACE:
        exported = by_operand["export_symbols"]
        version = exported if isinstance(exported, int) else 0
    elif code is MetadataCode.MACRO_FILE:
        by_operand["kind"] = _START_FILE
    elif code is MetadataCode.DERIVED_TYPE:
        space = values.get("dwarfAddressSpace")
        by_operand["address_space"] = space + 1 if isinstance(space, int) else 0
    elif row is OLD_SUBPROGRAM and "isDefinition" not in values:
        by_operand["is_definition"] = 1
    schema = metadata_schema(code, version, least)
    assert schema is not None
    metadata = {index for index, _ in schema.metadata}
    fields = [by_operand.get(name, None if index in metadata else 0) for index, name in enumerate(schema.names)]
    while len(fields) > least and not fields[-1]:
        fields.pop()
    return _Parsed(code, fields, version, distinct=distinct)
