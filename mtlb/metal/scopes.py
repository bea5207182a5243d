"""Scopes of aliases, as Apple's compiler writes them: which buffer an access of an entry point is to.

    !1 = distinct !{!1, !0, !"air-alias-scope-arg(2)"}      of the parameter 2
    !0 = distinct !{!0, !"air-alias-scopes(name)"}          the domain: the entry point

Each buffer of device or constant memory that is used has a scope, and all textures together have one,
`air-alias-scope-textures`. An access through parameters has their scopes as `alias.scope`, and the others as
`noalias`. Calls have them if the function accesses only what its arguments point at, and each pointer that it takes is
a parameter. Source: 514 entry points of AIR 2.6 to 2.8 whose source is known, in all of which buffers that are used
have scopes, and no others; their 6,384 loads and stores through one buffer, all but the 72 that passes moved out of a
branch; 240 calls of functions of textures.
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
    """Say of the accesses of an entry point which parameter they go through."""
    function = entry.function
    scopes = _Scopes(module, entry)
    kinds = {module.kind_ids[_SCOPE], module.kind_ids[_NO_ALIAS]}
    for instruction in function.instructions():  # those that the passes had (`passes.py`), and merged
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
        self.names: dict[Value, str] = {}  # of parameters; "" for those of handles that have no scope
        groups = {group.place: group.attributes for group in function.attributes}
        for number, (argument, fact) in enumerate(zip(function.arguments, entry.arguments, strict=False)):
            attributes = groups.get(AttributePlace.PARAMETERS + number, ())
            if fact.kind == "texture":
                self.names[argument] = _TEXTURES
            elif fact.kind == "sampler":
                self.names[argument] = ""
            elif (
                any(one.kind in (NO_ALIAS_BUFFER, AttributeKind.NO_ALIAS) for one in attributes)
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
        """The scopes of what a pointer is into; None if it may be into anything else."""
        names = {self.names.get(one) for one in objects(pointer)}
        return None if None in names or not names else {name for name in names if name}

    def mark(self, instruction: Instruction, names: set[str]) -> None:
        """Give an access its scopes; it cannot be to what has the others."""
        if not names:
            return
        own = tuple(node for name, node in self.nodes.items() if name in names)
        others = tuple(node for name, node in self.nodes.items() if name not in names)
        made = [(self.kinds[_SCOPE], self.context.node(MetadataCode.NODE, own))]
        made += [(self.kinds[_NO_ALIAS], self.context.node(MetadataCode.NODE, others))] if others else []
        instruction.metadata = tuple(sorted([*instruction.metadata, *made], key=lambda pair: pair[0]))


def _accessed(instruction: Instruction) -> Iterator[Value]:
    """The pointers through which an instruction accesses memory, if it accesses nothing else."""
    if instruction.code is InstCode.LOAD:
        yield instruction.operands[0]
    elif instruction.code is InstCode.STORE:
        yield instruction.operands[1]
    elif isinstance(instruction, Call) and _accesses_arguments_alone(instruction):
        yield from (one for one in instruction.operands[:-1] if one.type.is_pointer)


def _accesses_arguments_alone(call: Call) -> bool:
    callee = call.operands[-1]
    return isinstance(callee, Function) and any(
        one.kind == AttributeKind.ARG_MEM_ONLY
        for group in callee.attributes
        if group.place == AttributePlace.FUNCTION
        for one in group.attributes
    )
