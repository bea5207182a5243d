"""The address spaces of pointers that are members of structs, as the source declares them.

C++ has one type for pointers to all address spaces, so a pointer that is loaded from memory could be to any. The tag of
a load for alias analysis names the struct and the offset, and the struct's own node its members in order, of which the
rewriter knows the address spaces. Without a tag (elements of arrays) nothing is declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ..air.symbols import cxx_names
from ..base.metal import AddressSpace
from ..ir import CastOperator, Constant, ConstantAsMetadata, InstCode, Instruction, MDNode, MDString, Module, Value
from ..passes.rewriter import Rewriter
from .rewrite import SourceStruct

_STRUCT = "_ZTS"
_POINTER = re.compile(r"any pointer$|p\d+ ")
"""The names of pointer types: those of LLVM 20 and newer name the pointee too."""
_LAST_NAME = re.compile(r"(?<!\d)(\d+)([A-Za-z_]\w*?)E?(?:_\d+_?)?$")
"""The last name in the symbol of a type; of a type of a function, a number may follow it."""


class DeclaredSpaces:
    """The address spaces of pointers in a module that are loaded from members of structs."""

    def __init__(self, module: Module, structs: Iterable[SourceStruct]) -> None:
        self._kind = module.kind_ids.get("tbaa", -1)
        self._structs: dict[str, list[SourceStruct]] = {}
        for struct in structs:
            self._structs.setdefault(struct.name, []).append(struct)
        self._spaces: dict[MDNode, dict[int, int]] = {}

    def of(self, load: Instruction) -> int | None:
        """The address space that the pointer that is loaded is declared with; None if that is not known."""
        tag = dict(load.metadata).get(self._kind)
        if not isinstance(tag, MDNode) or len(tag.fields) < 3:
            return None
        node: object = tag.fields[0]
        offset = _number(tag.fields[2])
        while isinstance(node, MDNode) and _name(node).startswith(_STRUCT):
            if node not in self._spaces:
                self._spaces[node] = self._declared(node)
            if offset in self._spaces[node]:
                return self._spaces[node][offset]
            inside = [(type_, at) for type_, at in _members(node) if at <= offset]
            if not inside:
                return None
            node, at = inside[-1]
            offset -= at
        return None

    def _declared(self, node: MDNode) -> dict[int, int]:
        """The address spaces of the members of a struct, by offset. Base classes come first in its node. Structs of
        one name must agree.
        """
        results: list[dict[int, int]] = []
        for name in set(_names(_name(node))):
            for struct in self._structs.get(name, ()):
                members = _members(node)[-len(struct.spaces) :] if struct.spaces else []
                pairs = list(zip(members, struct.spaces, strict=False))
                if len(pairs) == len(struct.spaces) and all(
                    space is None or _POINTER.match(_name(type_)) for (type_, _), space in pairs
                ):
                    results.append({at: space for (_, at), space in pairs if space is not None})
        return results[0] if results and all(a == b for a, b in pairwise(results)) else {}


def _names(symbol: str) -> Iterator[str]:
    """The names that a struct may have in the source, from the symbol of its type: the one before the arguments of a
    template, and the last one.
    """
    names, _ = cxx_names(f"_Z{symbol.removeprefix(_STRUCT)}")
    yield from names[-1:]
    for number, name in _LAST_NAME.findall(symbol):
        yield name[: int(number)]


def _name(node: object) -> str:
    name = node.fields[0] if isinstance(node, MDNode) and node.fields else None
    return name.value if isinstance(name, MDString) else ""


def _members(node: MDNode) -> list[tuple[object, int]]:
    """The types and offsets in the node of a struct."""
    return [(node.fields[n], _number(node.fields[n + 1])) for n in range(1, len(node.fields) - 1, 2)]


def _number(value: object) -> int:
    number = value.value if isinstance(value, ConstantAsMetadata) else None
    return int(number.params[0]) if isinstance(number, Constant) and number.params else 0


def load_constant_pointers(code: Rewriter, module: Module, declared: DeclaredSpaces) -> None:
    """Give loads of members that are pointers to constant memory their address space, in place."""
    space = int(AddressSpace.CONSTANT)

    def load(_: Rewriter, i: Instruction) -> Value | None:
        if not i.type.is_pointer or i.type.address_space or declared.of(i) != space:
            return None
        result = code.load(module.context.opaque_pointer_type(space), i.operands[0], i.params[0], i.params[1])
        result.metadata = i.metadata
        return code.cast(CastOperator.ADDRSPACECAST, result, i.type)

    for function in module.functions:
        if function.blocks:
            code.run(function, {InstCode.LOAD: load})
