"""Metadata in text: numbers of nodes, and each node's line.

Nodes are numbered in LLVM's order: those of variables, of named metadata, of functions and of their instructions, each
before the nodes that it names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...base.errors import FormatError, UnsupportedError
from ..debug_info import metadata_schema
from ..metadata import (
    ConstantAsMetadata,
    DebugLoc,
    LocalAsMetadata,
    MDField,
    MDNode,
    MDString,
    Metadata,
)
from ..opcodes import ConstantCode, MetadataCode
from ..values import Constant, Value
from .debug_info import (
    FLAGS,
    NODES,
    OLD_SUBPROGRAM,
    SUBPROGRAM_FLAGS,
    FieldForm,
    NodeField,
    expression_text,
    flags_text,
)
from .spelling import escaped, metadata_name

_IN_LINE = frozenset({MetadataCode.EXPRESSION, MetadataCode.ARG_LIST})
_NEW_SUBPROGRAM = 2
_BIG_ENUMERATOR = 2
_WORD = (1 << 64) - 1


class MetadataTexts:
    """Numbers and text of the metadata of one module. `typed` gives the text of a value after its type."""

    def __init__(self, kinds: dict[int, str], typed: Callable[[Value], str]) -> None:
        self._typed = typed
        self._words = {number: f"!{metadata_name(name)}" for number, name in kinds.items()}
        self._numbers: dict[MDNode | DebugLoc, int] = {}
        self._nodes: list[MDNode | DebugLoc] = []

    # --- numbers -----------------------------------------------------------------------------------------------------

    def number(self, root: MDNode | DebugLoc) -> int:
        """The number of a node; it and the nodes that it leads to get one if they have none."""
        key = _location(root)
        number = self._numbers.get(key)
        if number is not None:
            return number
        work: list[MDNode | DebugLoc] = [key]
        while work:
            node = _location(work.pop())
            if node in self._numbers:
                continue
            self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
            for operand in reversed(_operands(node)):
                if isinstance(operand, MDNode) and operand.code not in _IN_LINE:
                    work.append(operand)
        return self._numbers[key]

    def visit(self, nodes: Iterable[tuple[int, MDNode]]) -> None:
        """Number attachments."""
        for _, node in nodes:
            if node.code not in _IN_LINE:
                self.number(node)

    # --- references --------------------------------------------------------------------------------------------------

    def kind(self, number: int) -> str:
        """``!name`` of a metadata kind."""
        return self._words.get(number) or f"!unknown_kind_{number}"

    def attachments(self, nodes: Iterable[tuple[int, MDNode]], separator: str) -> str:
        """``!kind !N`` for each attachment, each after `separator`."""
        return "".join([f"{separator}{self.kind(kind)} {self.reference(node)}" for kind, node in nodes])

    def reference(self, item: Metadata | None) -> str:
        """Metadata as an operand: a node by its number, expressions, strings and values in line."""
        if item is None:
            return "null"
        if isinstance(item, MDNode):
            if item.code is MetadataCode.EXPRESSION:
                return expression_text(tuple([field for field in item.fields if isinstance(field, int)]))
            if item.code is MetadataCode.ARG_LIST:
                members = [self.reference(field) for field in item.fields if not isinstance(field, int)]
                return f"!DIArgList({', '.join(members)})"
            return f"!{self.number(item)}"
        if isinstance(item, MDString):
            return f'!"{escaped(item.value)}"'
        if isinstance(item, (ConstantAsMetadata, LocalAsMetadata)):
            return self._typed(item.value)
        raise FormatError("metadata of an unknown kind")

    # --- definitions -------------------------------------------------------------------------------------------------

    def definitions(self) -> list[str]:
        """``!N = ...`` of every node that has a number."""
        lines: list[str] = []
        for number, node in enumerate(self._nodes):
            lines.append(f"!{number} = {self._definition(node)}")
        return lines

    def _definition(self, node: MDNode | DebugLoc) -> str:
        if isinstance(node, DebugLoc):
            return self._named(NODES[MetadataCode.LOCATION].name, _location_fields(node), MetadataCode.LOCATION)
        distinct = "distinct " if node.distinct else ""
        if node.code is MetadataCode.NODE:
            operands = [self.reference(field) if not isinstance(field, int) else str(field) for field in node.fields]
            return f"{distinct}!{{{', '.join(operands)}}}"
        if node.code is MetadataCode.GENERIC_DEBUG:
            return distinct + self._generic(node)
        row = NODES.get(node.code)
        if row is None:
            raise UnsupportedError(f"the text of a metadata node {node.code.name}")
        return distinct + self._named(row.name, _named_fields(node), node.code, node.version)

    def _generic(self, node: MDNode) -> str:
        tag = node.fields[0] if node.fields else 0
        header = node.fields[2] if len(node.fields) > 2 else None
        operands = ", ".join([self.reference(f) for f in node.fields[3:] if not isinstance(f, int)])
        text = f', header: "{escaped(header.value)}"' if isinstance(header, MDString) else ""
        text += f", operands: {{{operands}}}" if operands else ""
        return f"!GenericDINode(tag: {tag}{text})"

    def _named(self, name: str, values: dict[str, MDField], code: MetadataCode, version: int = 0) -> str:
        row = NODES[code]
        if code is MetadataCode.SUBPROGRAM and not version & _NEW_SUBPROGRAM:
            row = OLD_SUBPROGRAM
        texts: list[str] = []
        for field in row.fields:
            if field.operand in values:
                text = self._field(field, values[field.operand])
                if text:
                    texts.append(f"{field.name}: {text}")
        return f"!{name}({', '.join(texts)})"

    def _field(self, field: NodeField, value: MDField) -> str:
        """The value of a field; empty if it is omitted."""
        kind = field.form
        if kind is FieldForm.METADATA:
            if isinstance(value, int):
                return str(value)
            return self.reference(value) if value is not None or field.always else ""
        if kind is FieldForm.STRING:
            if isinstance(value, MDString):
                return f'"{escaped(value.value)}"'
            if value is None or isinstance(value, int):
                return '""' if field.always else ""
            return self.reference(value)
        number = value if isinstance(value, int) else 0
        if kind is FieldForm.SIGNED:
            number = (number + (1 << 63) & (1 << 64) - 1) - (1 << 63)
        if not field.always and number == field.default:
            return ""
        if kind is FieldForm.BOOLEAN:
            return "true" if number else "false"
        if kind is FieldForm.FLAGS:
            return flags_text(number, FLAGS)
        if kind is FieldForm.SUBPROGRAM_FLAGS:
            return flags_text(number, SUBPROGRAM_FLAGS)
        if kind is FieldForm.WORD and number in field.words:
            return field.prefix + field.words[number]
        return str(number)


def _location(node: MDNode | DebugLoc) -> MDNode | DebugLoc:
    """A location of an instruction and an equal uniqued node have one number."""
    if isinstance(node, MDNode) and node.code is MetadataCode.LOCATION and not node.distinct and len(node.fields) >= 4:
        line, column, scope, inlined_at, *rest = node.fields
        implicit = rest[0] if rest else 0
        if (
            isinstance(line, int)
            and isinstance(column, int)
            and isinstance(scope, MDNode)
            and (inlined_at is None or isinstance(inlined_at, MDNode))
            and isinstance(implicit, int)
        ):
            return DebugLoc(line, column, scope, inlined_at, implicit)
    return node


def _location_fields(node: DebugLoc) -> dict[str, MDField]:
    return {
        "line": node.line,
        "column": node.column,
        "scope": node.scope,
        "inlined_at": node.inlined_at,
        "implicit": node.implicit,
    }


def _operands(node: MDNode | DebugLoc) -> list[Metadata | None]:
    if isinstance(node, DebugLoc):
        return [node.scope, node.inlined_at]
    return node.operands()


def _unrotated(value: MDField) -> MDField:
    """A signed number whose sign is its lowest bit in the record."""
    if not isinstance(value, int):
        return value
    return -(value >> 1) if value & 1 else value >> 1


def _number_of(value: MDField) -> MDField:
    """A bound that is a constant integer stands for its number."""
    if isinstance(value, ConstantAsMetadata) and isinstance(value.value, Constant):
        if value.value.code == ConstantCode.NULL:
            return 0
        if value.value.code == ConstantCode.INTEGER:
            return value.value.params[0]
    return value


def _named_fields(node: MDNode) -> dict[str, MDField]:
    """The fields of a debug-info node by the names of its schema, numbers as the text has them."""
    code, fields, version = node.code, node.fields, node.version
    if code is MetadataCode.MODULE:
        return _module_fields(fields)
    if code is MetadataCode.ENUMERATOR and version & _BIG_ENUMERATOR and len(fields) >= 3:
        name, words = fields[1], [_unrotated(word) for word in fields[2:]]
        value = sum([(word & _WORD) << 64 * index for index, word in enumerate(words) if isinstance(word, int)])
        if not version & 1 and value >> 64 * len(words) - 1:
            value -= 1 << 64 * len(words)
        return {"name": name, "value": value, "unsigned": version & 1}
    schema = metadata_schema(code, version, len(fields))
    values: dict[str, MDField] = {} if schema is None else dict(zip(schema.names, fields, strict=False))
    if code is MetadataCode.ENUMERATOR:
        values["value"] = _unrotated(values.get("value", 0))
        values["unsigned"] = version & 1
    elif code is MetadataCode.NAMESPACE:
        values["export_symbols"] = version & 1
    elif code is MetadataCode.SUBRANGE:
        if version & 3 < 2:
            values["lower_bound"] = _unrotated(values.get("lower_bound", 0))
        values = {name: _number_of(value) for name, value in values.items()}
    elif code is MetadataCode.DERIVED_TYPE:
        space = values.get("address_space", 0)
        if isinstance(space, int) and space:
            values["address_space"] = space - 1
        else:
            values.pop("address_space", None)
    return values


_MODULE_NAMES = ("scope", "name", "config_macros", "include_path", "apinotes")


def _module_fields(fields: tuple[MDField, ...]) -> dict[str, MDField]:
    """LLVM before 11 has no file first, and no line and flag last."""
    names = _MODULE_NAMES if len(fields) < 6 else ("file", *_MODULE_NAMES, "line", "is_decl")
    return dict(zip(names, fields, strict=False))
