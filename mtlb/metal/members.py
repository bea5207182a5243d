"""The address spaces of pointers that are members of structs, as the source declares them.

C++ has one type for pointers to all address spaces, so a pointer that is loaded from memory could be to any. The tag of
a load for alias analysis names the struct and the offset, and the struct's own node its members in order, of which the
rewriter knows the address spaces. Without a tag, which copies do not have, the type of the variable has both. Nothing
is known of elements of arrays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from ..air.symbols import cxx_names
from ..base.metal import AddressSpace
from ..convert.memory import members
from ..convert.places import HeldPlace
from ..ir import (
    STRUCT_TYPES,
    CastOperator,
    Constant,
    ConstantAsMetadata,
    Function,
    InstCode,
    Instruction,
    MDNode,
    MDString,
    Module,
    Type,
    Value,
)
from ..passes.rewriter import Rewriter
from .rewrite import SourceStruct

_STRUCT = "_ZTS"
_POINTER = re.compile(r"any pointer$|p\d+ ")
"""The names of pointer types: those of LLVM 20 and newer name the pointee too."""
_LAST_NAME = re.compile(r"(?<!\d)(\d+)([A-Za-z_]\w*?)E?(?:_\d+_?)?$")
"""The last name in the symbol of a type; of a type of a function, a number may follow it."""
_OF_TYPE = re.compile(r"^(?:struct|class)\.|\.\d+$")
"""What clang, and LLVM, add to the name of a type."""


class DeclaredSpaces:
    """The address spaces of pointers in a module that are loaded from members of structs, and of those that functions
    of other sources return: `results`, by the names of the functions.
    """

    def __init__(self, module: Module, structs: Iterable[SourceStruct], results: Mapping[str, int]) -> None:
        self._results = results
        self._kind = module.kind_ids.get("tbaa", -1)
        self._structs: dict[str, list[tuple[int, ...]]] = {}
        for struct in structs:
            self._structs.setdefault(struct.name, []).append(struct.spaces)
        self._spaces: dict[object, dict[int, int]] = {}

    def of(self, load: Instruction, places: Sequence[HeldPlace] = ()) -> int | None:
        """The address space with which a pointer is declared that is loaded from one of `places`, or that a call
        returns; None if that is not known.
        """
        if load.code is InstCode.CALL:
            return self._results.get(callee.name) if isinstance(callee := load.operands[-1], Function) else None
        tag = dict(load.metadata).get(self._kind)
        if isinstance(tag, MDNode) and len(tag.fields) > 2:
            return self._inside(tag.fields[0], _number(tag.fields[2]))
        spaces = {
            self._inside(place.variable.aux_type, place.offset)
            for place in places
            if isinstance(place.variable, Instruction) and place.variable.code is InstCode.ALLOCA
        }
        return spaces.pop() if len(spaces) == 1 else None

    def _inside(self, struct: object, offset: int | None) -> int | None:
        """The address space of the member of a struct, or of a struct in it, at an offset."""
        while offset is not None and (isinstance(struct, Type) or _name(struct).startswith(_STRUCT)):
            if struct not in self._spaces:
                self._spaces[struct] = self._declared(struct)
            if offset in self._spaces[struct]:
                return self._spaces[struct][offset]
            inside = [(type_, at) for type_, at in _members(struct) if at <= offset]
            if not inside:
                return None
            struct, at = inside[-1]
            offset -= at
        return None

    def _declared(self, struct: object) -> dict[int, int]:
        """The address spaces of the pointers in a struct, by offset. Structs of one name must agree."""
        pointers = [at for type_, at in _members(struct) if _is_pointer(type_)]
        results = [
            dict(zip(pointers, spaces, strict=True))
            for name in set(_names(struct))
            for spaces in self._structs.get(name, ())
            if len(spaces) == len(pointers)
        ]
        return results[0] if results and all(a == b for a, b in pairwise(results)) else {}


def _names(struct: object) -> Iterator[str]:
    """The names that a struct may have in the source. The symbol of its type has the one before the arguments of a
    template, or the last one.
    """
    if isinstance(struct, Type):
        yield _OF_TYPE.sub("", struct.name or "").rpartition("::")[2]
        return
    symbol = _name(struct)
    names, _ = cxx_names(f"_Z{symbol.removeprefix(_STRUCT)}")
    yield from names[-1:]
    for number, name in _LAST_NAME.findall(symbol):
        yield name[: int(number)]


def _name(node: object) -> str:
    name = node.fields[0] if isinstance(node, MDNode) and node.fields else None
    return name.value if isinstance(name, MDString) else ""


def _members(struct: object) -> list[tuple[object, int]]:
    """The types and offsets of the members of a struct."""
    if isinstance(struct, Type):
        return list(members(struct)) if struct.code in STRUCT_TYPES else []
    fields = struct.fields if isinstance(struct, MDNode) else ()
    return [(fields[n], _number(fields[n + 1])) for n in range(1, len(fields) - 1, 2)]


def _is_pointer(type_: object) -> bool:
    return type_.is_pointer if isinstance(type_, Type) else _POINTER.match(_name(type_)) is not None


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
