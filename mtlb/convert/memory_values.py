"""Promotion of private memory to values: LLVM's SROA and mem2reg, for the code of compilers at -O0.

Implements the published algorithm: Cytron and others, "Efficiently computing static single assignment form and the
control dependence graph" (1991), on the dominator tree of `ir/dominance.py`. LLVM itself is not used here, because
llvmlite is optional, its LLVM version changes with each release, and no output of mtlb passes through the writer of a
newer LLVM (docs/design.md §3).

Memory is split by its accesses: a *slice* is a byte range of a variable that every overlapping load and store accesses
as a whole. A copy between variables makes the slices of each side slices of the other. Bytes with other accesses stay
in memory, and so do variables whose address is used by anything except loads, stores, copies and fills at constant
offsets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..ir import (
    BasicBlock,
    BlockInstruction,
    Call,
    CastOperator,
    Constant,
    ConstantCode,
    DataLayout,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.blocks import successors
from ..ir.dominance import Dominance, dominators
from ..ir.floats import FLOAT_FORMATS
from ..ir.mapper import replace_operands
from ..ir.names import ASSUME, DBG_ASSIGN, DBG_VALUE, LIFETIME, MEMCPY, MEMMOVE, MEMSET
from ..ir.type_rules import is_vector
from ..ir.uses import local_values
from ..passes.rewriter import Rewriter, uses
from .memory import call_alignments, constant_offset, members

_LAYOUT = DataLayout()
_MOST_SLICES = 512  # per variable: a table that is only indexed by constants stays a table
_MOST_BYTES = 1 << 16
_MOST_ROUNDS = 8  # for chains of copies between variables that are never read
_COPIES = (MEMCPY, MEMMOVE)
_DROPPED = (ASSUME, "llvm.experimental.noalias.scope.decl")


class _Range(NamedTuple):
    start: int
    size: int

    @property
    def end(self) -> int:
        return self.start + self.size

    def is_in(self, other: _Range) -> bool:
        """Whether all of its bytes are in the other range."""
        return other.start <= self.start and self.end <= other.end

    def meets(self, other: _Range) -> bool:
        """Whether the two ranges overlap."""
        return self.start < other.end and other.start < self.end


@dataclass(eq=False)
class _Side:
    """One side of a copy or fill: the variable and the offset in it; None for memory that is not split."""

    variable: _Variable | None
    start: int
    address: Value


@dataclass(eq=False)
class _Copy:
    """A copy, or a fill, which has no source."""

    call: Call
    size: int
    target: _Side
    source: _Side | None
    byte: int | None = None


@dataclass(eq=False)
class _Slice:
    """A byte range of a variable that becomes a value of one type."""

    variable: _Variable
    range: _Range
    type: Type


@dataclass(eq=False)
class _Variable:
    """An `alloca` that is split. `accesses`: the loads and stores, with the type of the value."""

    alloca: Instruction
    size: int
    accesses: dict[_Range, Type] = field(default_factory=dict)
    places: dict[Instruction, int] = field(default_factory=dict)  # the offset of each load and store
    markers: list[Instruction] = field(default_factory=list)
    addresses: list[Instruction] = field(default_factory=list)
    copies: list[_Copy] = field(default_factory=list)
    slices: list[_Slice] = field(default_factory=list)
    written: list[_Range] = field(default_factory=list)


def promote(code: Rewriter, function: Function) -> bool:
    """Replace loads and stores of private memory by values where possible; returns whether any were replaced.

    Accesses of structs, arrays and bits must have been split before. Debug info of promoted variables is lost.
    """
    if not function.blocks:
        return False
    changed = fold_constants(code, function)
    _drop_hints(code, function)
    finder = _Finder(code, function)
    variables = finder.variables()
    if variables:
        _spread(variables)
        for variable in variables:
            _cut(variable)
        _split_copies(code, function, variables)
        code.debug_loc = None
        if any(variable.slices for variable in variables):
            _Values(code, function, variables).run()
            changed = True
    return _remove_unread(function) or changed


# --- loads of constants ----------------------------------------------------------------------------------------------


def fold_constants(code: Rewriter, function: Function) -> bool:
    """Fold pointers that are loaded from constant offsets of constants, as in tables of virtual functions."""
    values: dict[Value, Value] = {}
    for i in function.instructions():
        if i.code is InstCode.LOAD and i.type.is_pointer:
            variable, offset = _global_place(i.operands[0])
            if isinstance(variable, GlobalVariable) and variable.is_constant and variable.initializer is not None:
                value = _constant_at(code, variable.initializer, offset)
                if value is not None and value.type is i.type:
                    values[i] = value
    if values:
        replace_values(code, function, values)
    return bool(values)


def _global_place(address: Value) -> tuple[Value, int]:
    """The base of an address and its constant byte distance from it; a negative distance means that it is unknown."""
    total = 0
    for _ in range(_MOST_SLICES):
        if isinstance(address, Instruction) and address.code is InstCode.GEP:
            moved = constant_offset(_LAYOUT, address)
        elif isinstance(address, Constant) and address.code == ConstantCode.CE_GEP and address.source_type is not None:
            gep = Instruction(InstCode.GEP, address.type, address.operands, (0,), address.source_type)
            moved = constant_offset(_LAYOUT, gep)
        else:
            break
        if moved is None:
            return address, -1
        total += moved
        address = address.operands[0]
    return address, total


def _constant_at(code: Rewriter, value: Value, offset: int) -> Value | None:
    """The pointer at a byte offset in a constant."""
    while isinstance(value, Constant) and not value.type.is_pointer:
        type_ = value.type
        if type_.code is TypeCode.VECTOR or not type_.elements or value.code != ConstantCode.AGGREGATE:
            return None
        for index, (member, start) in enumerate(members(type_)):
            if start <= offset < start + _LAYOUT.alloc_size(member):
                value, offset = value.operands[index], offset - start
                break
        else:
            return None
    return value if offset == 0 and value.type.is_pointer else None


# --- which variables -------------------------------------------------------------------------------------------------


def _is_size(type_: Type) -> bool:
    """Whether a value of this type fills whole bytes in memory, without padding."""
    scalar = type_.scalar
    if type_.is_pointer or type_.code in FLOAT_FORMATS:
        return True
    if type_.code is TypeCode.VECTOR and len(type_.params) > 1 and type_.params[1]:
        return False
    if scalar.code is TypeCode.INTEGER:
        return scalar.params[0] % 8 == 0 and (scalar is type_ or type_.code is TypeCode.VECTOR)
    return type_.code is TypeCode.VECTOR and scalar.code in FLOAT_FORMATS


def _converts(first: Type, second: Type) -> bool:
    """Whether values of two types of the same size can be converted to each other."""
    if first is second:
        return True
    if first.is_pointer and second.is_pointer:
        return False
    pointer, other = (first, second) if first.is_pointer else (second, first)
    return not pointer.is_pointer or other.code is TypeCode.INTEGER


def _drop_hints(code: Rewriter, function: Function) -> None:
    """Remove hints for an optimiser, which use addresses. A `dbg.assign` becomes the value of its variable, wherever
    that was stored.
    """
    metadata = code.context.type(TypeCode.METADATA)
    for block in function.blocks:
        kept: list[Instruction] = []
        for i in block.instructions:
            name = i.operands[-1].name if isinstance(i, Call) and isinstance(i.operands[-1], Function) else ""
            if name.startswith(DBG_ASSIGN):
                value = code.declare(DBG_VALUE, code.void, [metadata] * 3)
                result = Call(i.type, (*i.operands[:3], value), i.params, value.value_type)
                result.debug_loc = i.debug_loc
                kept.append(result)
            elif not name.startswith(_DROPPED):
                kept.append(i)
        block.instructions = kept


class _Finder:
    """Finds the variables of a function that can be split."""

    def __init__(self, code: Rewriter, function: Function) -> None:
        self.code = code
        self.function = function
        self.users = uses(function)
        self.bundled = {o for i in function.instructions() for bundle in i.bundles for o in bundle.operands}
        self.copies: dict[Instruction, _Copy] = {}

    def variables(self) -> list[_Variable]:
        """The variables, with all their accesses."""
        results = []
        for block in self.function.blocks:
            for i in block.instructions:
                if i.code is InstCode.ALLOCA and (variable := self.variable(i)) is not None:
                    results.append(variable)
        return [v for v in results if not any(_is_inside(copy) for copy in v.copies)]

    def variable(self, alloca: Instruction) -> _Variable | None:
        type_, count = alloca.aux_type, constant_number(alloca.operands[0])
        if type_ is None or count is None or _has_no_size(type_):
            return None
        variable = _Variable(alloca, count * _LAYOUT.alloc_size(type_))
        if variable.size > _MOST_BYTES:
            return None
        seen: list[tuple[Instruction, bool, int]] = []
        work: list[tuple[Value, int]] = [(alloca, 0)]
        while work:
            address, offset = work.pop()
            if address in self.bundled:
                return None
            for i in self.users.get(address, ()):
                if i.code is InstCode.GEP:
                    moved = constant_offset(_LAYOUT, i) if i.operands[0] is address else None
                    if moved is None or is_vector(i.type):
                        return None
                    variable.addresses.append(i)
                    work.append((i, offset + moved))
                elif i.code is InstCode.CAST and i.type.is_pointer:
                    variable.addresses.append(i)
                    work.append((i, offset))
                elif not self.access(variable, i, address, offset, seen):
                    return None
        if len(variable.accesses) > _MOST_SLICES:
            return None
        for i, is_target, offset in seen:
            self.join(variable, i, is_target, offset)
        return variable

    def access(
        self,
        variable: _Variable,
        i: Instruction,
        address: Value,
        offset: int,
        copies: list[tuple[Instruction, bool, int]],
    ) -> bool:
        """Record how an instruction uses an address; returns False if the variable has to stay in memory."""
        if i.code is InstCode.LOAD or (i.code is InstCode.STORE and i.operands[0] is not address):
            type_ = i.type if i.code is InstCode.LOAD else i.operands[0].type
            if i.is_volatile or not _is_size(type_):
                return False
            range_ = _Range(offset, _LAYOUT.size(type_))
            if offset < 0 or range_.end > variable.size:
                return False
            earlier = variable.accesses.get(range_)
            if earlier is None or (type_.is_pointer and not earlier.is_pointer):
                variable.accesses[range_] = type_
            variable.places[i] = offset
            if i.code is InstCode.STORE:
                variable.written.append(range_)
            return True
        name = i.operands[-1].name if isinstance(i, Call) and isinstance(i.operands[-1], Function) else ""
        if name.startswith(LIFETIME):
            variable.markers.append(i)
            return True
        if not name.startswith((*_COPIES, MEMSET)):
            return False
        size = constant_number(i.operands[2])
        if size is None or constant_number(i.operands[3]) != 0 or i.operands[2] is address:
            return False
        if offset < 0 or offset + size > variable.size:
            return False
        is_fill = name.startswith(MEMSET)
        if is_fill and constant_number(i.operands[1]) is None:
            return False
        if not is_fill and i.operands[0] is i.operands[1]:
            return False
        copies.append((i, i.operands[0] is address, offset))
        return True

    def join(self, variable: _Variable, call: Instruction, is_target: bool, offset: int) -> None:
        """Record one side of a copy."""
        assert isinstance(call, Call)
        copy = self.copies.get(call)
        size = constant_number(call.operands[2]) or 0
        if copy is None:
            is_fill = call.operands[-1].name.startswith(MEMSET)
            source = None if is_fill else _Side(None, 0, call.operands[1])
            byte = constant_number(call.operands[1]) if is_fill else None
            copy = self.copies[call] = _Copy(call, size, _Side(None, 0, call.operands[0]), source, byte)
        side = copy.target if is_target else copy.source
        assert side is not None
        side.variable, side.start = variable, offset
        variable.copies.append(copy)
        if is_target:
            variable.written.append(_Range(offset, size))


def _is_inside(copy: _Copy) -> bool:
    """Whether both sides are in the same variable."""
    return copy.source is not None and copy.source.variable is copy.target.variable


def _has_no_size(type_: Type) -> bool:
    work, seen = [type_], set[Type]()
    while work:
        item = work.pop()
        if item in seen or item.is_pointer:
            continue
        seen.add(item)
        if item.code in (TypeCode.VOID, TypeCode.TARGET_TYPE, TypeCode.OPAQUE, TypeCode.FUNCTION, TypeCode.LABEL):
            return True
        if item.code is TypeCode.VECTOR and len(item.params) > 1 and item.params[1]:
            return True
        if not item.elements and item.code is not TypeCode.INTEGER and item.code not in FLOAT_FORMATS:
            return item.code not in (TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED, TypeCode.ARRAY)
        work += item.elements
    return False


# --- slices ----------------------------------------------------------------------------------------------------------


def _spread(variables: list[_Variable]) -> None:
    """Propagate the accesses on one side of a copy to the other side."""
    alive = set(variables)
    for variable in variables:
        for copy in variable.copies:
            for side in (copy.target, copy.source):
                if side is not None and side.variable is not None and side.variable not in alive:
                    side.variable = None
    work = list(dict.fromkeys(variables))
    waiting = set(work)
    while work:
        variable = work.pop()
        waiting.discard(variable)
        for copy in variable.copies:
            target, source = copy.target, copy.source
            if source is None or target.variable is None or source.variable is None:
                continue
            here, there = (target, source) if target.variable is variable else (source, target)
            other = there.variable
            assert other is not None
            whole = _Range(here.start, copy.size)
            for range_, type_ in list(variable.accesses.items()):
                moved = _Range(range_.start - here.start + there.start, range_.size)
                if range_.is_in(whole) and moved not in other.accesses and len(other.accesses) <= _MOST_SLICES:
                    other.accesses[moved] = type_
                    if other not in waiting:
                        waiting.add(other)
                        work.append(other)


def _cut(variable: _Variable) -> None:
    """The slices of a variable: ranges without partial accesses whose types can be converted to each other."""
    groups: list[list[_Range]] = []
    end = -1
    for range_ in sorted(variable.accesses):
        if range_.start >= end:
            groups.append([])
        groups[-1].append(range_)
        end = max(end, range_.end)
    edges = [_Range(side.start, copy.size) for copy in variable.copies for side in _sides(copy, variable)]
    fills = [(_Range(copy.target.start, copy.size), copy.byte) for copy in variable.copies if copy.source is None]
    types: dict[_Range, list[Type]] = {}
    for i, offset in variable.places.items():
        type_ = i.type if i.code is InstCode.LOAD else i.operands[0].type
        types.setdefault(_Range(offset, _LAYOUT.size(type_)), []).append(type_)
    for group in groups:
        range_ = group[0]
        type_ = variable.accesses[range_]
        fits = len(group) == 1 and all(range_.is_in(edge) or not range_.meets(edge) for edge in edges)
        fits = fits and all(_converts(type_, other) for other in types.get(range_, ()))
        fits = fits and not any(byte and type_.is_pointer and range_.meets(filled) for filled, byte in fills)
        if fits:
            variable.slices.append(_Slice(variable, range_, type_))


def _sides(copy: _Copy, variable: _Variable) -> Iterator[_Side]:
    for side in (copy.target, copy.source):
        if side is not None and side.variable is variable:
            yield side


# --- copies ----------------------------------------------------------------------------------------------------------


def _split_copies(code: Rewriter, function: Function, variables: list[_Variable]) -> None:
    """Split copies and fills of variables into loads and stores of their slices, and copies of the bytes in between."""
    copies = {copy.call: copy for v in variables for copy in v.copies}
    if not copies:
        return
    for block in function.blocks:
        if not any(i in copies for i in block.instructions):
            continue
        old = block.instructions
        code.block = block
        result = code.collect()
        for i in old:
            copy = copies.get(i)  # type: ignore[call-overload]
            if copy is None:
                result.append(i)
            else:
                code.debug_loc = i.debug_loc
                _split(code, copy)
        block.instructions = result


def _split(code: Rewriter, copy: _Copy) -> None:
    pieces: dict[_Range, Type] = {}
    for side in (copy.target, copy.source):
        if side is not None and side.variable is not None:
            for slice_ in side.variable.slices:
                moved = _Range(slice_.range.start - side.start, slice_.range.size)
                if moved.start >= 0 and moved.end <= copy.size:
                    pieces.setdefault(moved, slice_.type)
    alignments = call_alignments(copy.call, 1 if copy.source is None else 2)
    at = 0
    for range_ in sorted(pieces):
        if range_.start < at:
            continue  # the slices of the two sides do not match, and these bytes were copied
        _between(code, copy, _Range(at, range_.start - at))
        at = range_.end
        _piece(code, copy, range_, pieces[range_], alignments)
    _between(code, copy, _Range(at, copy.size - at))


def _piece(code: Rewriter, copy: _Copy, range_: _Range, type_: Type, alignments: list[int]) -> None:
    """A load and a store for a part of a copy; only a store for a fill."""
    if copy.source is None:
        value = _filled(code, type_, copy.byte or 0)
    else:
        value = _load(code, copy.source, range_, type_, alignments[1])
    address = _moved(code, copy.target, range_.start)
    store = code.store(value, address, _aligned(alignments[0], range_.start))
    _note(copy.target, range_, store)


def _load(code: Rewriter, side: _Side, range_: _Range, type_: Type, alignment: int) -> Value:
    load = code.load(type_, _moved(code, side, range_.start), _aligned(alignment, range_.start))
    _note(side, range_, load)
    return load


def _note(side: _Side, range_: _Range, access: Instruction) -> None:
    if side.variable is not None:
        side.variable.places[access] = side.start + range_.start


def _moved(code: Rewriter, side: _Side, offset: int) -> Value:
    return code.gep(code.i8, side.address, code.integer(code.i64, offset)) if offset else side.address


def _aligned(alignment: int, offset: int) -> int:
    """The alignment at an offset from an aligned address, as records store it."""
    while offset % alignment:
        alignment //= 2
    return alignment.bit_length()


def _filled(code: Rewriter, type_: Type, byte: int) -> Value:
    if not byte:
        return code.null(type_)
    size = _LAYOUT.size(type_)
    number = code.integer(code.context.integer_type(8 * size), int.from_bytes(bytes([byte & 0xFF]) * size, "little"))
    return code.bitcast(number, type_)


def _between(code: Rewriter, copy: _Copy, range_: _Range) -> None:
    """Keep the bytes outside of slices as a memory copy, if they may be in use."""
    if range_.size <= 0:
        return
    source = copy.source
    if source is not None and source.variable is not None:
        bytes_ = _Range(source.start + range_.start, range_.size)
        if not any(bytes_.meets(written) for written in source.variable.written):
            return
    call = copy.call.copy()
    operands = list(call.operands)
    operands[0] = _moved(code, copy.target, range_.start)
    if source is not None:
        operands[1] = _moved(code, source, range_.start)
    operands[2] = code.context.integer_constant(operands[2].type, range_.size)
    call.operands = tuple(operands)
    if range_.start:
        call.attributes = ()  # includes the alignment of the whole copy
    code.insert(call)


# --- values ----------------------------------------------------------------------------------------------------------


class _Values:
    """Replaces loads of slices by the stored values, with phis where control flow joins."""

    def __init__(self, code: Rewriter, function: Function, variables: list[_Variable]) -> None:
        self.code = code
        self.function = function
        slices = {(v, s.range): s for v in variables for s in v.slices}
        self.accesses: dict[Instruction, _Slice] = {}
        for variable in variables:
            for i, offset in variable.places.items():
                type_ = i.type if i.code is InstCode.LOAD else i.operands[0].type
                slice_ = slices.get((variable, _Range(offset, _LAYOUT.size(type_))))
                if slice_ is not None:
                    self.accesses[i] = slice_
        self.gone = {m for v in variables if v.slices for m in v.markers}
        self.dominance: Dominance[BasicBlock] = dominators(function.blocks[0], successors)
        self.phis: dict[BasicBlock, dict[_Slice, BlockInstruction]] = {}
        self.values: dict[Value, Value] = {}

    def run(self) -> None:
        """Rewrite the function."""
        self.place_phis()
        self.rename()
        for block in self.function.blocks:
            if not self.dominance.is_reachable(block):
                for i in block.instructions:
                    if i in self.accesses and i.code is InstCode.LOAD:
                        self.values[i] = self.code.undef(i.type)
                block.instructions = [i for i in block.instructions if i not in self.accesses and i not in self.gone]
            block.instructions[:0] = self.phis.get(block, {}).values()
        replace_values(self.code, self.function, self.values)
        _remove_dead_phis(self.function, {phi for phis in self.phis.values() for phi in phis.values()})

    def place_phis(self) -> None:
        """Place phis at the dominance frontiers of the stores, for slices that a block loads before it stores them."""
        stores: dict[_Slice, dict[BasicBlock, None]] = {}
        crossing: set[_Slice] = set()
        for block in self.dominance.nodes:
            stored: set[_Slice] = set()
            for i in block.instructions:
                slice_ = self.accesses.get(i)
                if slice_ is None:
                    continue
                if i.code is InstCode.STORE:
                    stored.add(slice_)
                    stores.setdefault(slice_, {})[block] = None
                elif slice_ not in stored:
                    crossing.add(slice_)
        frontiers = _frontiers(self.dominance)
        for slice_, blocks in stores.items():
            work = list(blocks) if slice_ in crossing else []
            while work:
                for block in frontiers.get(work.pop(), ()):
                    phis = self.phis.setdefault(block, {})
                    if slice_ not in phis:
                        phis[slice_] = BlockInstruction(InstCode.PHI, slice_.type, (), (0,), ())
                        work.append(block)

    def rename(self) -> None:
        """Walk the dominator tree with the current value of each slice."""
        children: dict[BasicBlock, list[BasicBlock]] = {}
        for block in self.dominance.nodes:
            parent = self.dominance.parent(block)
            if parent is not None:
                children.setdefault(parent, []).append(block)
        held: dict[_Slice, Value] = {}
        incoming: dict[BlockInstruction, tuple[list[Value], list[BasicBlock]]] = {}
        stack: list[tuple[BasicBlock | None, list[tuple[_Slice, Value | None]]]] = [(self.function.blocks[0], [])]
        while stack:
            entered, undo = stack.pop()
            if entered is None:
                for slice_, value in reversed(undo):
                    if value is None:
                        held.pop(slice_, None)
                    else:
                        held[slice_] = value
                continue
            changes: list[tuple[_Slice, Value | None]] = []
            self.block(entered, held, changes)
            for successor in successors(entered):
                for slice_, phi in self.phis.get(successor, {}).items():
                    values, blocks = incoming.setdefault(phi, ([], []))
                    values.append(held.get(slice_) or self.code.undef(slice_.type))
                    blocks.append(entered)
            stack.append((None, changes))
            stack += [(child, []) for child in children.get(entered, ())]
        for phi, (values, blocks) in incoming.items():
            phi.operands, phi.blocks = tuple(values), tuple(blocks)

    def block(self, block: BasicBlock, held: dict[_Slice, Value], changes: list[tuple[_Slice, Value | None]]) -> None:
        """Rewrite the instructions of a block; `changes` records the previous values of slices."""

        def hold(slice_: _Slice, value: Value) -> None:
            changes.append((slice_, held.get(slice_)))
            held[slice_] = value

        for slice_, phi in self.phis.get(block, {}).items():
            hold(slice_, phi)
        if not any(i in self.accesses or i in self.gone for i in block.instructions):
            return
        old = block.instructions
        self.code.block = block
        result = self.code.collect()
        for i in old:
            part = self.accesses.get(i)
            if part is None:
                if i not in self.gone:
                    result.append(i)
                continue
            self.code.debug_loc = i.debug_loc
            if i.code is InstCode.STORE:
                hold(part, self.taken(i.operands[0], part.type))
            else:
                self.values[i] = self.taken(held.get(part) or self.code.undef(part.type), i.type)
        block.instructions = result

    def taken(self, value: Value, type_: Type) -> Value:
        """The bits of a value as another type of the same size."""
        if value.type is type_:
            return value
        if value.type.is_pointer:
            return self.code.cast(CastOperator.PTRTOINT, value, type_)
        if type_.is_pointer:
            return self.code.cast(CastOperator.INTTOPTR, value, type_)
        return self.code.bitcast(value, type_)


def _frontiers(dominance: Dominance[BasicBlock]) -> dict[BasicBlock, dict[BasicBlock, None]]:
    """The dominance frontier of each block: the blocks with a predecessor that it dominates, which it does not strictly
    dominate.
    """
    sources: dict[BasicBlock, dict[BasicBlock, None]] = {}
    for block in dominance.nodes:
        for successor in successors(block):
            sources.setdefault(successor, {})[block] = None
    frontiers: dict[BasicBlock, dict[BasicBlock, None]] = {}
    for block, before in sources.items():
        above = dominance.parent(block)
        for source in before:
            runner: BasicBlock | None = source
            while runner is not None and runner is not above:
                frontier = frontiers.setdefault(runner, {})
                if block in frontier:
                    break  # the same holds for all blocks further up
                frontier[block] = None
                runner = dominance.parent(runner)
    return frontiers


# --- cleaning up -----------------------------------------------------------------------------------------------------


def replace_values(code: Rewriter, function: Function, values: dict[Value, Value]) -> None:
    """Replace the uses of values by their replacements, and remove the values."""

    def resolve(value: Value) -> Value:
        path = []
        while value in values:
            path.append(value)
            value = values[value]
        for item in path:
            values[item] = value
        return value

    for block in function.blocks:
        block.instructions = [i for i in block.instructions if i not in values]
        for i in block.instructions:
            if any(o in values or local_values(o) for o in i.operands) or i.bundles:
                replace_operands(code.context, i, resolve)
    function.symbols = [s for s in function.symbols if s not in values]


def _remove_dead_phis(function: Function, phis: set[BlockInstruction]) -> None:
    """Remove phis that only phis use."""
    live: set[Value] = set()
    work: list[Value] = []
    for i in function.instructions():
        if i not in phis:
            work += [o for o in i.operands if o in phis]
    while work:
        value = work.pop()
        if value not in live:
            live.add(value)
            assert isinstance(value, Instruction)
            work += [o for o in value.operands if o in phis]
    if len(live) < len(phis):
        for block in function.blocks:
            block.instructions = [i for i in block.instructions if i not in phis or i in live]


def _remove_unread(function: Function) -> bool:
    """Remove variables that are never read, the stores to them, and unused addresses."""
    users = uses(function)
    gone: set[Instruction] = set()
    allocas = [i for i in function.instructions() if i.code is InstCode.ALLOCA]
    work = [i for i in function.instructions() if i.code is InstCode.GEP]
    for _ in range(_MOST_ROUNDS):
        while work:
            address = work.pop()
            if address not in gone and all(user in gone for user in users.get(address, ())):
                gone.add(address)
                work += [o for o in address.operands[:1] if isinstance(o, Instruction) and o.code is InstCode.GEP]
        for alloca in allocas:
            for i in _only_written(alloca, users, gone) or ():
                gone.add(i)
                work += [o for o in i.operands if isinstance(o, Instruction) and o.code is InstCode.GEP]
        allocas = [alloca for alloca in allocas if alloca not in gone]
        if not work:
            break
    if gone:
        for block in function.blocks:
            block.instructions = [
                i
                for i in block.instructions
                if i not in gone and not any(v in gone for o in i.operands for v in local_values(o))
            ]
        function.symbols = [s for s in function.symbols if s not in gone]
    return bool(gone)


def _only_written(
    alloca: Instruction, users: dict[Value, list[Instruction]], gone: set[Instruction]
) -> set[Instruction] | None:
    """A variable and all its users, if none of them reads its memory; None otherwise."""
    result = {alloca}
    work: list[Value] = [alloca]
    while work:
        address = work.pop()
        for i in users.get(address, ()):
            if i in result or i in gone:
                continue
            if i.code is InstCode.GEP or (i.code is InstCode.CAST and i.type.is_pointer):
                work.append(i)
            elif not _writes_alone(i, address):
                return None
            result.add(i)
    return result


def _writes_alone(i: Instruction, address: Value) -> bool:
    """Whether a user of an address only writes there, or only marks a lifetime."""
    if i.code is InstCode.STORE:
        return i.operands[0] is not address and not i.is_volatile
    name = i.operands[-1].name if isinstance(i, Call) and isinstance(i.operands[-1], Function) else ""
    if name.startswith(LIFETIME):
        return True
    if not name.startswith((*_COPIES, MEMSET)) or i.operands[1] is address:
        return False
    return i.operands[0] is address and constant_number(i.operands[3]) == 0
