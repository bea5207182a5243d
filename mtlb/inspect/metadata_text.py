"""The metadata of a module as text without numbers, so that two modules can be compared line by line."""

from __future__ import annotations

from collections.abc import Iterator

from ..air.cursor import constant_integer
from ..ir import Constant, ConstantAsMetadata, GlobalValue, MDNode, MDString, MetadataCode, Module

_MAX_LINES = 20_000
_INDENT = "  "


def metadata_lines(module: Module) -> list[str]:
    """Named metadata except debug information, one node per line and its operands below it.

    A node that occurs again is written as ``...``; text that would exceed 20,000 lines is cut.
    """
    lines: list[str] = []
    for name, nodes in module.named_metadata.items():
        if name.startswith("llvm.dbg"):
            continue
        lines.append(f"!{name}")
        for line in _graph(nodes):
            if len(lines) >= _MAX_LINES:
                return [*lines, "(cut)"]
            lines.append(line)
    return lines


def _graph(nodes: list[MDNode]) -> Iterator[str]:
    """Depth first from a worklist: the depth of a file's metadata costs no stack."""
    seen: set[int] = set()
    pending: list[tuple[object, int]] = [(node, 1) for node in reversed(nodes)]
    while pending:
        value, depth = pending.pop()
        indent = _INDENT * min(depth, 20)
        if not isinstance(value, MDNode):
            yield indent + _leaf(value)
        elif id(value) in seen:
            yield f"{indent}{_kind(value)} ..."
        else:
            seen.add(id(value))
            leaves = [_leaf(field) for field in value.fields if not isinstance(field, MDNode)]
            yield f"{indent}{_kind(value)} {', '.join(leaves)}".rstrip()
            pending += [(field, depth + 1) for field in reversed(value.fields) if isinstance(field, MDNode)]


def _kind(node: MDNode) -> str:
    return "node" if node.code is MetadataCode.NODE else node.code.name


def _leaf(value: object) -> str:
    if isinstance(value, MDString):
        return f'"{value.value}"'
    if isinstance(value, ConstantAsMetadata):
        number = constant_integer(value.value)
        if number is not None:
            return f"i{value.value.type.params[0]} {number}"
        if isinstance(value.value, GlobalValue):
            return f"@{value.value.name}"
        return f"[{', '.join(map(str, value.value.params))}]" if isinstance(value.value, Constant) else "constant"
    return "null" if value is None else str(value)
