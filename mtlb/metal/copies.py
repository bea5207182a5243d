"""Accesses that copy a part of a struct say which part, as Apple's compiler writes it.

    %1 = load float, float addrspace(1)* %0, align 4, !tbaa.struct !5
    !5 = !{i64 0, i64 4, !6, i64 4, i64 2, !7}              the offset, size and type of each member from there on

Clang writes the members of a struct at its copy. LLVM 15, which Apple's compiler is, keeps them at the accesses that
SROA makes of it, without those before the access (`AAMDNodes::shiftTBAAStruct`); no pass reads them. Later versions
turn them into the type of the member, and passes use it. So they are hidden from the passes in the name of a scope that
no access is disjoint from. Source: 899 such accesses in the modules of 380 functions by compilers of 32023.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..air.cursor import constant_integer
from ..base.errors import FormatError
from ..ir import (
    STRUCT_TYPES,
    Constant,
    ConstantAsMetadata,
    DataLayout,
    InstCode,
    Instruction,
    MDField,
    MDNode,
    MDString,
    MetadataCode,
    Module,
    Type,
    Value,
)
from .llvm_text import next_node

_LIST = "mtlb.copies"
_SCOPE = "mtlb.copy."
_KIND = "tbaa.struct"
_COPY = re.compile(r"(@llvm\.memcpy\.[^\n]*, i64 (\d+), i1 \w+\)[^\n]*), !tbaa\.struct (!\d+)")
_LARGEST_VECTOR = 32
_MOST_PADDING = 16
_LAYOUT = DataLayout()


def hide_copies(text: str) -> str:
    """LLVM IR in which copies of structs have a scope. A copy of a vector is one of its type."""
    layouts = dict(re.findall(r"^(!\d+) = (!\{i64 0, i64 \d+, .*)$", text, re.MULTILINE))
    first = next_node(text)
    numbers: dict[tuple[str, str], int] = {}

    def changed(match: re.Match[str]) -> str:
        call, size, layout = match.groups()
        if layouts.get(layout, "").count("i64") <= 2 and int(size) <= _LARGEST_VECTOR:
            return match[0]
        number = numbers.setdefault((layout, size), first + 1 + 2 * len(numbers))
        return f"{call}, !alias.scope !{number + 1}"

    text = _COPY.sub(changed, text)
    if not numbers:
        return text
    lines = [f'!{first} = distinct !{{!{first}, !"{_LIST}"}}']
    for place, ((_, size), number) in enumerate(numbers.items()):
        lines.append(f'!{number} = distinct !{{!{number}, !{first}, !"{_SCOPE}{place}.{size}"}}')
        lines.append(f"!{number + 1} = !{{!{number}}}")
    lines.append(f"!{_LIST} = !{{{', '.join(layout for layout, _ in numbers)}}}")
    return "\n".join([text, *lines, ""])


def take_layouts(module: Module) -> list[MDNode]:
    """The layouts of the copied structs, which the module does not list any more."""
    return module.named_metadata.pop(_LIST, [])


def show_copies(module: Module, layouts: list[MDNode]) -> None:
    """Give accesses with a scope of a copy the members that they copy, in place. Needs typed pointers."""
    if not layouts:
        return
    scope, kind, tbaa = (module.kind_ids[name] for name in ("alias.scope", _KIND, "tbaa"))
    for function in module.functions:
        for instruction in function.instructions():
            copy = _copy(dict(instruction.metadata).get(scope))
            if copy is None:
                continue
            number, size = copy
            pointers = [item for item in instruction.operands if item.type.is_pointer]
            offset = max(_offset(pointer, size) for pointer in pointers)
            if offset >= 0:
                layout = _from(module, layouts[number], offset)
                kept = [pair for pair in instruction.metadata if pair[0] not in (kind, tbaa)]
                instruction.metadata = tuple(sorted([*kept, (kind, layout)], key=lambda pair: pair[0]))


def _copy(scopes: MDField) -> tuple[int, int] | None:
    """The number and the size of the copy in a list of scopes; None without or with several."""
    nodes = scopes.fields if isinstance(scopes, MDNode) else ()
    fields = [node.fields[-1] for node in nodes if isinstance(node, MDNode)]
    names = [field.value for field in fields if isinstance(field, MDString)]
    copies = [name.removeprefix(_SCOPE).split(".") for name in names if name.startswith(_SCOPE)]
    return (int(copies[0][0]), int(copies[0][1])) if len(copies) == 1 else None


def _offset(pointer: Value, size: int) -> int:
    """The byte offset of an address in the innermost object that contains it and has `size` bytes; -1 if there is none.
    Padding at the end of the object does not count, because a copy leaves it out.
    """
    bytes_ = 0  # from the pointer
    try:
        while not _fits(pointer.type.pointee, size, bytes_):
            if not isinstance(pointer, Instruction) or pointer.code not in (InstCode.GEP, InstCode.CAST):
                return -1
            if pointer.code is InstCode.GEP:
                objects = list(_objects(pointer))
                end = objects[-1][0]
                for start, type_ in reversed(objects):
                    if _fits(type_, size, bytes_ + end - start):
                        return bytes_ + end - start
                first = constant_integer(pointer.operands[1])
                if first is None:
                    return -1
                bytes_ += end + first * _LAYOUT.alloc_size(objects[0][1])
            pointer = pointer.operands[0]
    except FormatError:  # a type without a size
        return -1
    return bytes_


def _fits(type_: Type | None, size: int, offset: int) -> bool:
    return type_ is not None and offset < size <= _LAYOUT.alloc_size(type_) < size + _MOST_PADDING


def _objects(address: Instruction) -> Iterator[tuple[int, Type]]:
    """The objects that an address selects, from the outermost, with their offsets; a variable index counts as 0."""
    start, type_ = 0, address.aux_type
    assert type_ is not None
    yield start, type_
    for index in address.operands[2:]:
        number = constant_integer(index) or 0
        if type_.code in STRUCT_TYPES:
            step, type_ = _LAYOUT.members(type_)[number]
        else:
            type_ = type_.elements[0]
            step = _LAYOUT.alloc_size(type_) * number
        start += step
        yield start, type_


def _from(module: Module, layout: MDNode, offset: int) -> MDNode:
    """The members of a layout from an offset on."""
    fields: list[MDField] = []
    for start, size, type_ in zip(*(iter(layout.fields),) * 3, strict=True):
        first, count = (_number(field) for field in (start, size))
        if first + count > offset:
            begin = max(first - offset, 0)
            fields += [_i64(module, start, begin), _i64(module, start, count - max(offset - first, 0)), type_]
    return module.context.node(MetadataCode.NODE, tuple(fields)) if offset else layout


def _number(field: MDField) -> int:
    number = constant_integer(field.value) if isinstance(field, ConstantAsMetadata) else None
    assert number is not None
    return number


def _i64(module: Module, like: MDField, number: int) -> MDField:
    assert isinstance(like, ConstantAsMetadata) and isinstance(like.value, Constant)
    return module.context.value_metadata(module.context.integer_constant(like.value.type, number))
