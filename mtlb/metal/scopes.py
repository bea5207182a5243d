"""Alias scopes as Apple's compiler writes them: they say which buffer an access of an entry point uses.

    !1 = distinct !{!1, !0, !"air-alias-scope-arg(2)"}      the scope of parameter 2
    !0 = distinct !{!0, !"air-alias-scopes(name)"}          the domain: the entry point

Each used buffer of device or constant memory has a scope, and all textures together share one,
`air-alias-scope-textures`. An access through parameters has their scopes as `alias.scope`, and all other scopes as
`noalias`. A call has scopes if the function accesses only the memory of its arguments, and each pointer argument is a
parameter. Source: 514 entry points of AIR 2.6 to 2.8 with available source: used buffers have scopes in all of them,
and others never; their 6,384 loads and stores through a single buffer have them, except 72 that passes moved out of a
branch; so do 240 calls of texture functions.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..air.entry_points import EntryPoint
from ..air.names import NO_ALIAS_BUFFER
from ..base.metal import AddressSpace
from ..ir import (
    AttributeKind,
    AttributePlace,
    Call,
    Function,
    InstCode,
    Instruction,
    MDNode,
    MetadataCode,
    Module,
    Value,
)
from ..ir.objects import objects
from ..passes.rewriter import uses

_SCOPE, _NO_ALIAS = "alias.scope", "noalias"
_TEXTURES = "air-alias-scope-textures"
_SHARED_BY_THREADS = (AddressSpace.DEVICE, AddressSpace.CONSTANT)


def write_scopes(module: Module, entry: EntryPoint) -> None:
    """Write the alias scopes of all accesses in an entry point."""
    function = entry.function
    scopes = _Scopes(module, entry)
    kinds = {module.kind_ids[_SCOPE], module.kind_ids[_NO_ALIAS]}
    for instruction in function.instructions():  # remove the scopes of `passes.py`
        if any(kind in kinds for kind, _ in instruction.metadata):
            instruction.metadata = tuple(pair for pair in instruction.metadata if pair[0] not in kinds)
    if not scopes.nodes:
        return
    for instruction in function.instructions():
        pointers = list(_accessed(instruction))
        places = [scopes.of(pointer) for pointer in pointers]
        if places and all(place is not None for place in places):
            scopes.mark(instruction, {name for place in places if place for name in place})


class _Scopes:
    """The scopes of one entry point, by name, in the order of its parameters."""

    def __init__(self, module: Module, entry: EntryPoint) -> None:
        function = entry.function
        self.context = module.context
        self.kinds = module.kind_ids
        used = uses(function)
        self.names: dict[Value, str] = {}  # scope names of parameters; "" for handles without a scope
        groups = {group.place: group.attributes for group in function.attributes}
        for number, (argument, fact) in enumerate(zip(function.arguments, entry.arguments, strict=False)):
            attributes = groups.get(AttributePlace.PARAMETERS + number, ())
            if fact.kind == "texture":
                self.names[argument] = _TEXTURES
            elif fact.kind == "sampler":
                self.names[argument] = ""
            elif (
                any(attribute.kind in (NO_ALIAS_BUFFER, AttributeKind.NO_ALIAS) for attribute in attributes)
                and argument.type.address_space in _SHARED_BY_THREADS
                and used.get(argument)
            ):
                self.names[argument] = f"air-alias-scope-arg({number})"
        domain = MDNode(MetadataCode.NODE, (), distinct=True)
        domain.fields = (domain, self.context.string(f"air-alias-scopes({function.name})"))
        self.nodes: dict[str, MDNode] = {}
        for name in self.names.values():
            if name and name not in self.nodes:
                node = self.nodes[name] = MDNode(MetadataCode.NODE, (), distinct=True)
                node.fields = (node, domain, self.context.string(name))

    def of(self, pointer: Value) -> set[str] | None:
        """The scopes of the memory that a pointer refers to; None if that is unknown."""
        names = {self.names.get(object_) for object_ in objects(pointer)}
        return None if None in names or not names else {name for name in names if name}

    def mark(self, instruction: Instruction, names: set[str]) -> None:
        """Set the scopes of an access; all other scopes are `noalias`."""
        if not names:
            return
        own = tuple(node for name, node in self.nodes.items() if name in names)
        others = tuple(node for name, node in self.nodes.items() if name not in names)
        result = [(self.kinds[_SCOPE], self.context.node(MetadataCode.NODE, own))]
        result += [(self.kinds[_NO_ALIAS], self.context.node(MetadataCode.NODE, others))] if others else []
        instruction.metadata = tuple(sorted([*instruction.metadata, *result], key=lambda pair: pair[0]))


def _accessed(instruction: Instruction) -> Iterator[Value]:
    """The pointers through which an instruction accesses memory, if these are its only accesses."""
    if instruction.code is InstCode.LOAD:
        yield instruction.operands[0]
    elif instruction.code is InstCode.STORE:
        yield instruction.operands[1]
    elif isinstance(instruction, Call) and _accesses_arguments_alone(instruction):
        yield from (operand for operand in instruction.operands[:-1] if operand.type.is_pointer)


def _accesses_arguments_alone(call: Call) -> bool:
    callee = call.operands[-1]
    return isinstance(callee, Function) and any(
        attribute.kind == AttributeKind.ARG_MEM_ONLY
        for group in callee.attributes
        if group.place == AttributePlace.FUNCTION
        for attribute in group.attributes
    )
