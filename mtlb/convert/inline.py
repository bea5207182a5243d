"""Inlining of functions that take pointers to private pointers, or pointers to structs of pointers.

At -O0 closures, slices and iterators are structs of pointers that are passed by address. The address space of such a
pointer is only visible at the struct itself, so the callee's code has to be in the same function. As in LLVM's inliner,
the callee's allocas move to the caller, and alias scopes, which are valid for one call only, are removed.
"""

from __future__ import annotations

from ..ir import (
    Argument,
    BasicBlock,
    BlockInstruction,
    Call,
    Constant,
    Function,
    InstCode,
    Instruction,
    MDField,
    MDNode,
    MetadataCode,
    Module,
    Type,
    TypeCode,
    Value,
)
from ..ir.names import MEMCPY, MEMMOVE
from ..passes.rewriter import Rewriter, uses
from .memory_values import replace_values
from .spaces import clone_function

_MOST_INSTRUCTIONS = 50_000  # the limit of a function's size, including inlined code
_SCOPES = frozenset({"alias.scope", "noalias"})
_ADDRESSES = frozenset({InstCode.GEP, InstCode.CAST, InstCode.FREEZE, InstCode.PHI, InstCode.VSELECT})


class Inliner:
    """Inlines functions into their callers. Callees must be finished (`ready`) before their callers are processed."""

    def __init__(self, code: Rewriter, module: Module) -> None:
        self.code = code
        self.module = module
        self.passed: dict[Function, frozenset[int]] = {}
        self.sizes: dict[Function, int] = {}
        self.scopes = {number for number, name in module.metadata_kinds if name in _SCOPES}

    def ready(self, function: Function) -> None:
        """Record how a function uses its arguments, once it no longer changes."""
        self.sizes[function] = sum(len(block.instructions) for block in function.blocks)
        users = uses(function)
        result = set()
        for place, argument in enumerate(function.arguments):
            if argument.type.is_pointer and self._reaches_pointers(argument, users):
                result.add(place)
        self.passed[function] = frozenset(result)

    def _reaches_pointers(self, argument: Argument, users: dict[Value, list[Instruction]]) -> bool:
        """Whether pointers are loaded or stored through an argument, including in called functions."""
        seen: set[Value] = {argument}
        work: list[Value] = [argument]
        while work:
            address = work.pop()
            for i in users.get(address, ()):
                if i.code in _ADDRESSES and i.type.is_pointer:
                    if i not in seen:
                        seen.add(i)
                        work.append(i)
                elif self._moves_pointers(i, address):
                    return True
        return False

    def _moves_pointers(self, i: Instruction, address: Value) -> bool:
        if i.code is InstCode.STORE:
            return i.operands[1] is address and i.operands[0].type.is_pointer
        return (i.code is InstCode.LOAD and i.type.is_pointer) or (i.code is InstCode.CALL and self._passes(i, address))

    def _passes(self, call: Instruction, address: Value) -> bool:
        callee = call.operands[-1]
        if not isinstance(callee, Function):
            return False
        if callee.name.startswith((MEMCPY, MEMMOVE)):
            return True
        places = self.passed.get(callee, frozenset())
        return any(operand is address and place in places for place, operand in enumerate(call.operands[:-1]))

    def run(self, function: Function) -> bool:
        """Inline the callees that require it; returns whether there were any."""
        instructions: set[Instruction] = set()
        total = sum(len(block.instructions) for block in function.blocks)
        for i in function.instructions():
            if isinstance(i, Call) and self._is_wanted(i):
                callee = i.operands[-1]
                assert isinstance(callee, Function)
                total += self.sizes[callee]
                if total <= _MOST_INSTRUCTIONS:
                    instructions.add(i)
        if not instructions:
            return False
        blocks: list[BasicBlock] = []
        ends: dict[BasicBlock, BasicBlock] = {}
        values: dict[Value, Value] = {}
        variables: list[Instruction] = []
        for block in function.blocks:
            blocks.append(block)
            old, block.instructions = block.instructions, []
            ends[block] = block
            for i in old:
                if i in instructions:
                    ends[block] = self._put(i, ends[block], blocks, values, variables)
                else:
                    ends[block].instructions.append(i)
        function.blocks = blocks
        for i in function.instructions():
            if i.code is InstCode.PHI and isinstance(i, BlockInstruction):
                i.blocks = tuple(ends.get(block, block) for block in i.blocks)
        blocks[0].instructions[:0] = variables
        replace_values(self.code, function, values)
        function.symbols = [symbol for symbol in function.symbols if symbol not in instructions]
        return True

    def _is_wanted(self, call: Call) -> bool:
        callee = call.operands[-1]
        if not isinstance(callee, Function) or callee not in self.sizes or call.bundles:
            return False
        if len(call.operands) - 1 != len(callee.arguments):
            return False
        if any(_is_struct_of_pointers(value.type) for value in (call, *call.operands[:-1])):
            return True
        places = self.passed[callee]
        return any(_is_of_thread(call.operands[place]) for place in places)

    def _put(
        self,
        call: Instruction,
        block: BasicBlock,
        blocks: list[BasicBlock],
        values: dict[Value, Value],
        variables: list[Instruction],
    ) -> BasicBlock:
        """Insert the callee's blocks at the end of `block` in place of a call; returns the block where the caller
        continues.
        """
        callee = call.operands[-1]
        assert isinstance(callee, Function)
        copy, _ = clone_function(self.code.context, callee, callee.name)
        replace_values(self.code, copy, dict(zip(copy.arguments, call.operands[:-1], strict=True)))
        self._adapt(copy, call)
        rest = BasicBlock()
        results = self._returns(copy, rest)
        entry = copy.blocks[0]
        variables += [i for i in entry.instructions if i.code is InstCode.ALLOCA]
        entry.instructions = [i for i in entry.instructions if i.code is not InstCode.ALLOCA]
        self.code.at_end(block)
        self.code.debug_loc = call.debug_loc
        self.code.branch(entry)
        self.code.debug_loc = None
        blocks += [*copy.blocks, rest]
        result = self._result(call.type, results, rest)
        if result is not None:
            values[call] = result
        return rest

    def _returns(self, copy: Function, rest: BasicBlock) -> list[tuple[Value | None, BasicBlock]]:
        """Replace the returns of the copy by branches to `rest`; returns the returned value of each block."""
        returns: list[tuple[Value | None, BasicBlock]] = []
        for last in self.code.returns(copy):
            self.code.branch(rest)
            returns.append((last.operands[0] if last.operands else None, self.code.block))
        return returns

    def _result(self, type_: Type, results: list[tuple[Value | None, BasicBlock]], rest: BasicBlock) -> Value | None:
        """The result of the call in the block where the caller continues."""
        arguments = [(value, block) for value, block in results if value is not None]
        if not arguments:
            return None if type_ is self.code.void else self.code.undef(type_)
        if len(arguments) == 1:
            return arguments[0][0]
        phi = BlockInstruction(
            InstCode.PHI, type_, tuple(value for value, _ in arguments), (0,), tuple(block for _, block in arguments)
        )
        rest.instructions.insert(0, phi)
        return phi

    def _adapt(self, copy: Function, call: Instruction) -> None:
        """Set the inlined-at locations of the copy, and remove alias scopes, which are valid for one call only."""
        at = call.debug_loc if call.debug_loc is not None and call.debug_loc.scope is not None else None
        mdnodes: dict[MDNode | None, MDNode] = {}

        def inlined(node: MDNode | None) -> MDNode:
            mdnode = mdnodes.get(node)
            if mdnode is None:
                assert at is not None
                fields: tuple[MDField, ...] = (at.line, at.column, at.scope, at.inlined_at, at.implicit)
                if node is not None:
                    outer = node.fields[3]
                    assert outer is None or isinstance(outer, MDNode)
                    fields = (*node.fields[:3], inlined(outer), *node.fields[4:])
                mdnode = mdnodes[node] = MDNode(MetadataCode.LOCATION, fields, distinct=True)
            return mdnode

        for i in copy.instructions():
            if i.metadata and self.scopes:
                i.metadata = tuple(item for item in i.metadata if item[0] not in self.scopes)
            location = i.debug_loc
            if location is not None:
                i.debug_loc = None if at is None else location._replace(inlined_at=inlined(location.inlined_at))
            elif at is not None and i.code is InstCode.CALL:
                i.debug_loc = at


def _is_struct_of_pointers(type_: Type) -> bool:
    """Whether a value is a struct or array with pointers in it."""
    if type_.is_pointer or not type_.elements or type_.code is TypeCode.FUNCTION:
        return False
    return any(element.is_pointer or _is_struct_of_pointers(element) for element in type_.elements)


def _is_of_thread(address: Value) -> bool:
    """Whether an address is computed from an alloca of the function."""
    seen: set[Value] = set()
    work = [address]
    while work:
        value = work.pop()
        if value in seen or isinstance(value, Constant) or not isinstance(value, Instruction):
            continue
        seen.add(value)
        if value.code is InstCode.ALLOCA:
            return True
        if value.code in (InstCode.GEP, InstCode.CAST, InstCode.FREEZE):
            work.append(value.operands[0])
        elif value.code in (InstCode.PHI, InstCode.VSELECT):
            work += value.operands
    return False
