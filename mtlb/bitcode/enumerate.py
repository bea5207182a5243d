"""Numbers everything in a module as LLVM's ValueEnumerator does, so that records come out in LLVM's order.

Module level first: globals, functions, aliases, then values used by them and by metadata, in order of discovery;
constants are then sorted by type and by how often they are used. A function's own values are numbered after those
of the module while it is being written (`enter_function`, `leave_function`).

Source: LLVM's lib/Bitcode/Writer/ValueEnumerator.cpp, versions 4 to 14.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from ..base.classes import NamedTuple
from ..base.errors import BuildError, UnsupportedError
from ..ir import (
    ERAS,
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeList,
    BasicBlock,
    Comdat,
    Constant,
    ConstantAsMetadata,
    Era,
    Function,
    GlobalValue,
    InlineAsm,
    InstCode,
    Instruction,
    LocalAsMetadata,
    MDNode,
    MDString,
    Metadata,
    MetadataAsValue,
    MetadataCode,
    Module,
    Replaceable,
    Type,
    TypeCode,
    Value,
)

_T = TypeVar("_T")
_CALL: Final = InstCode.CALL
_VOID: Final = TypeCode.VOID
_INTEGER: Final = TypeCode.INTEGER
_BRANCHES: Final = frozenset({InstCode.BR, InstCode.SWITCH})
_MAX_NESTING: Final = 1000
"""Types inside of types, and constants inside of constants, that are numbered: LLVM does so by recursion."""


class _Ids(dict[_T, int]):
    """Ids by item; a lookup that fails means that the module is inconsistent."""

    def __missing__(self, item: _T) -> int:
        raise BuildError(f"the module is inconsistent: it refers to {item!r}, which it does not have")


class FunctionMetadata(NamedTuple):
    """A function's own metadata: strings first, then the rest."""

    strings: list[MDString]
    nonstrings: list[Metadata]


class Enumeration:
    """The ids of one module in the form of an era. All ids count from 0; attribute lists and comdats have no id 0."""

    def __init__(self, module: Module, era: Era = ERAS[-1]) -> None:
        self.module = module
        self.era = era
        self.types: list[Type] = []
        self.type_ids: dict[Type, int] = _Ids()
        self.values: list[Value] = []
        self.value_ids: dict[Value, int] = _Ids()
        self.comdat_ids: dict[Comdat, int] = _Ids()
        self.attribute_groups: dict[AttributeGroup, int] = {}
        self.attribute_lists: dict[AttributeList, int] = {(): 0}
        self.known_lists: dict[int, int] = {}  # the same by the identity of the list, which the module keeps
        self.typed_attributes = False  # whether one of them names a type
        self.metadata_ids: dict[Metadata, int] = _Ids()
        self.strings: list[MDString] = []  # of the module's METADATA block, in order
        self.nonstrings: list[Metadata] = []  # the METADATA block's other metadata, in order
        self.block_ids: dict[BasicBlock, int] = _Ids()
        self._uses: list[int] = []  # use count per value
        self._typed: set[Value] = set()  # constants whose types are all numbered
        self._met_in: dict[Function, list[Value]] = {}  # constants and metadata that its instructions name, in order
        self._label = module.context.type(TypeCode.LABEL)
        self._order: list[Metadata] = []  # metadata in order of discovery
        self._owners: list[int] = []  # of `_order`: number of the one function that uses it, or 0 for the module
        self._own_metadata: dict[int, FunctionMetadata] = {}
        self._module_values = 0
        self._module_ids: dict[Value, int] = {}
        self._module_metadata = 0
        self._local_metadata: list[Metadata] = []
        # In a view, operands refer to originals: an original gets the number of its replacement.
        self._originals: dict[Replaceable, Replaceable] = {new: old for old, new in module.replaced.items()}
        self._local_originals: list[Value] = []

        self._enumerate_module()

    # --- the module --------------------------------------------------------------------------------------------------

    def _enumerate_module(self) -> None:
        module = self.module
        self._enumerate_globals()
        first_constant = len(self.values)
        for variable in module.globals:
            if variable.initializer is not None:
                self.value(variable.initializer)
            self.attribute_list(variable.attributes)
        for alias in module.aliases:
            if alias.aliasee is not None:
                self.value(alias.aliasee)
        for function in module.functions:
            for value in (function.personality, function.prefix, function.prologue):
                if value is not None:
                    self.value(value)
        self.type(module.context.type(TypeCode.METADATA))
        for nodes in module.named_metadata.values():
            for node in nodes:
                self._metadata(0, node)
        for variable in module.globals:
            for _, node in variable.metadata:
                self._metadata(0, node)
        for function in module.functions:
            self._function_at_module_level(function)
        self._sort_constants(first_constant)
        self._organize_metadata()
        self._module_values = len(self.values)
        self._module_ids = dict(self.value_ids)

    def _enumerate_globals(self) -> None:
        module = self.module
        # A typed pointer has its pointee as element; an opaque one has none.
        for variable in module.globals:
            self.value(variable)
            self.type(variable.value_type)
        for function in module.functions:
            self.value(function)
            self.type(function.value_type)
            self.attribute_list(function.attributes)
        for alias in module.aliases:
            self.value(alias)
            self.type(alias.value_type)
        for replacement, original in self._originals.items():
            if isinstance(replacement, GlobalValue) and isinstance(original, GlobalValue):
                self.value_ids[original] = self.value_ids[replacement]

    def _function_at_module_level(self, function: Function) -> None:
        """The types and the metadata that a function needs."""
        owner = self.value_ids[function] + 1
        for argument in function.arguments:
            self.type(argument.type)
        for _, node in function.metadata:
            self._metadata(0 if function.is_declaration else owner, node)
        types, typed = self.type_ids, self._typed
        last: Type | None = None  # that was looked up: many follow each other
        met: list[Value] = []
        self._met_in[function] = met
        scope: MDNode | None = None
        inlined_at: MDNode | None = None
        for block in function.blocks:
            for instruction in block.instructions:
                code = instruction.code
                is_call = code is _CALL  # only calls have bundles or attributes
                operands = _operands_in_memory(instruction) if is_call else instruction.operands
                for operand in operands:
                    if isinstance(operand, Constant):
                        met.append(operand)
                        if operand not in typed:
                            self._operand_type(operand)
                    elif isinstance(operand, MetadataAsValue):
                        met.append(operand)
                        for metadata in _pieces(operand.metadata):
                            if not isinstance(metadata, LocalAsMetadata):
                                self._metadata(owner, metadata)
                    else:
                        type_ = operand.type
                        if type_ is not last and type_ not in types:
                            self.type(type_)
                        last = type_
                        if isinstance(operand, InlineAsm):
                            met.append(operand)
                if instruction.blocks and code in _BRANCHES:
                    self.type(self._label)
                type_ = instruction.type
                if type_ is not last and type_ not in types:
                    self.type(type_)
                last = type_
                if is_call and instruction.attributes:
                    self.attribute_list(instruction.attributes)
                aux_type = instruction.aux_type
                if aux_type is not None and aux_type not in types:
                    self.type(aux_type)
                for _, node in instruction.metadata:
                    self._metadata(owner, node)
                location = instruction.debug_loc
                if location is not None and (location.scope is not scope or location.inlined_at is not inlined_at):
                    scope, inlined_at = location.scope, location.inlined_at
                    self._metadata(owner, scope)
                    self._metadata(owner, inlined_at)

    def type(self, type_: Type) -> None:
        """Number a type after its element types; a named struct may contain itself.

        Raises UnsupportedError for types that are nested too deeply.
        """
        ids = self.type_ids
        if type_ in ids:
            return
        work = [self._met(type_)]
        while work:
            current, missing = work[-1]
            if missing:
                element = missing.pop()
                if element not in ids:
                    if len(work) > _MAX_NESTING:
                        raise UnsupportedError(f"writing types nested more than {_MAX_NESTING} deep")
                    work.append(self._met(element))
                continue
            work.pop()
            if ids.get(current, -1) < 0:
                ids[current] = len(self.types)
                self.types.append(current)

    def _met(self, type_: Type) -> tuple[Type, list[Type]]:
        """A type that is being numbered, and the elements that come before it, last one first."""
        if type_.is_identified:
            self.type_ids[type_] = -1  # a type that contains it is numbered without waiting for it
        return type_, list(type_.elements[::-1])

    def value(self, value: Value) -> None:
        """Number a global or a constant after its operands, or count another use of it.

        Raises UnsupportedError for constants that are nested too deeply.
        """
        ids = self.value_ids
        number = ids.get(value)
        if number is not None:
            self._uses[number] = self._uses[number] + 1  # compiled, `+=` adds objects
            return
        work = [(value, self._value_met(value))]
        while work:
            current, missing = work[-1]
            if missing:
                operand = missing.pop()
                number = ids.get(operand)
                if number is not None:
                    self._uses[number] = self._uses[number] + 1
                elif len(work) > _MAX_NESTING:
                    raise UnsupportedError(f"writing constants nested more than {_MAX_NESTING} deep")
                else:
                    work.append((operand, self._value_met(operand)))
                continue
            work.pop()
            if isinstance(current, Constant) and current.source_type is not None:
                self.type(current.source_type)
            ids[current] = len(self.values)
            self.values.append(current)
            self._uses.append(1)

    def _value_met(self, value: Value) -> list[Value]:
        """The operands that come before a value, last one first; its type is numbered."""
        if isinstance(value, GlobalValue) and value.comdat is not None:
            self.comdat_ids.setdefault(value.comdat, len(self.comdat_ids) + 1)
        self.type(value.type)
        return _constant_operands(value)

    def _operand_type(self, value: Value) -> None:
        """Number the types that an operand of an instruction needs; the constants themselves are numbered later."""
        if value in self._typed:
            return
        missing = self._type_met(value)
        if not missing and not (isinstance(value, Constant) and value.source_type is not None):
            return  # as most have no operands
        work = [(value, missing)]
        while work:
            current, missing = work[-1]
            if missing:
                operand = missing.pop()
                if operand not in self._typed:
                    if len(work) > _MAX_NESTING:
                        raise UnsupportedError(f"writing constants nested more than {_MAX_NESTING} deep")
                    work.append((operand, self._type_met(operand)))
                continue
            work.pop()
            if current in self._typed and isinstance(current, Constant) and current.source_type is not None:
                self.type(current.source_type)

    def _type_met(self, value: Value) -> list[Value]:
        """The operands whose types are to be numbered after a value's own, last one first."""
        self.type(value.type)
        if not isinstance(value, Constant):
            return []
        self._typed.add(value)
        return [] if value in self.value_ids else _constant_operands(value)

    def attribute_list(self, attributes: AttributeList) -> None:
        """Number an attribute list, its groups, and the types that they name."""
        if id(attributes) in self.known_lists:
            return
        count = len(self.attribute_lists)
        number = self.known_lists[id(attributes)] = self.attribute_lists.setdefault(attributes, count)
        if number != count:
            return
        for group in attributes:
            if group not in self.attribute_groups:
                self.attribute_groups[group] = len(self.attribute_groups) + 1
                for attribute in group.attributes:
                    self._attribute_type(attribute)

    def _attribute_type(self, attribute: Attribute) -> None:
        if isinstance(attribute.value, Type):
            self.typed_attributes = True
            if attribute.form == AttributeForm.TYPE:
                self.type(attribute.value)

    def _sort_constants(self, first: int) -> None:
        """Integers and their vectors first, so that the indices of a GEP precede it; then by type, then by use.

        LLVM before 3.8 sorts by type and use first and then moves the integers with `std::partition`, which changes
        the order of the others.
        """
        count = len(self.values)
        if count - first < 2:
            return
        types, uses, values = self.type_ids, self._uses, self.values
        is_stable = self.era.stable_constants
        # The keys are numbers, which compare faster than tuples: class, type, use, place.
        others, most, places = len(types), max(uses), count.bit_length()
        use_bits, mask = most.bit_length(), (1 << places) - 1
        keys: list[int] = []
        for number in range(first, count):
            type_ = values[number].type
            kind = types[type_] + (others if is_stable and not _is_integer(type_) else 0)
            keys.append((kind << use_bits | most - uses[number]) << places | number)
        keys.sort()
        order = [key & mask for key in keys]
        if not is_stable:
            _partition(order, lambda n: _is_integer(values[n].type))
        values[first:] = [values[n] for n in order]
        uses[first:] = [uses[n] for n in order]
        for number in range(first, count):
            self.value_ids[values[number]] = number

    # --- metadata ----------------------------------------------------------------------------------------------------

    def _metadata(self, owner: int, metadata: Metadata | None) -> None:
        """Number metadata in post-order; distinct nodes inside a uniqued graph follow after that graph."""
        if not self.era.sorted_metadata:
            if metadata is not None:
                self._metadata_of_llvm_3(metadata)
            return
        root = self._meet(owner, metadata)
        if root is None:
            return
        ids, owners, order = self.metadata_ids, self._owners, self._order
        delayed: list[MDNode] = []
        work = [(root, _last_first(root))]
        while work:
            node, operands = work[-1]
            unvisited: MDNode | None = None
            while operands:
                operand = operands.pop()
                if operand is None:
                    continue
                number = ids.get(operand)
                if number is not None:
                    previous = -1 - number if number < 0 else owners[number]
                    if previous and previous != owner:
                        self._drop_owner(operand)
                    continue
                if isinstance(operand, MDNode):
                    ids[operand] = -1 - owner  # met, not numbered yet
                    unvisited = operand
                    break
                ids[operand] = len(order)
                order.append(operand)
                owners.append(owner)
                if isinstance(operand, ConstantAsMetadata):
                    self.value(operand.value)
            if unvisited is not None:
                if unvisited.distinct and not node.distinct:
                    delayed.append(unvisited)
                else:
                    work.append((unvisited, _last_first(unvisited)))
                continue
            work.pop()
            owners.append(-1 - ids[node])
            ids[node] = len(order)
            order.append(node)
            if delayed and (not work or work[-1][0].distinct):
                work.extend([(waiting, _last_first(waiting)) for waiting in delayed])
                delayed.clear()

    def _meet(self, owner: int, metadata: Metadata | None) -> MDNode | None:
        """The metadata if it is an unvisited node; other new metadata is numbered at once."""
        if metadata is None:
            return None
        number = self.metadata_ids.get(metadata)
        if number is not None:
            previous = -1 - number if number < 0 else self._owners[number]
            if previous and previous != owner:
                self._drop_owner(metadata)
            return None
        if isinstance(metadata, MDNode):
            self.metadata_ids[metadata] = -1 - owner  # met, not numbered yet
            return metadata
        self._discover(metadata)
        self._owners.append(owner)
        if isinstance(metadata, ConstantAsMetadata):
            self.value(metadata.value)
        return None

    def _metadata_of_llvm_3(self, root: Metadata) -> None:
        """Number metadata in visiting order, all of it at module level, a node before or after its operands."""
        stack: list[tuple[MDNode | None, Iterator[Metadata | None]]] = [(None, iter((root,)))]
        while stack:
            node, operands = stack[-1]
            for operand in operands:
                unvisited = self._meet_in_llvm_3(operand)
                if unvisited is not None:
                    stack.append((unvisited, iter(unvisited.operands())))
                    break
            else:
                stack.pop()
                if node is not None and not self.era.metadata_before_operands:
                    self._discover(node)

    def _meet_in_llvm_3(self, metadata: Metadata | None) -> MDNode | None:
        """The metadata if it is an unvisited node. In LLVM 3.5 a node refers to values directly, which counts as a use
        each time; null operands have the type void.
        """
        if metadata is None:
            if self.era.metadata_before_operands:
                self.type(self.module.context.type(_VOID))
            return None
        if isinstance(metadata, ConstantAsMetadata) and not self.era.explicit_types:
            self.value(metadata.value)
            return None
        if metadata in self.metadata_ids:
            return None
        self.metadata_ids[metadata] = -1  # met, not numbered yet
        if isinstance(metadata, MDNode):
            if self.era.metadata_before_operands:
                self._discover(metadata)
            return metadata
        if isinstance(metadata, ConstantAsMetadata):
            self.value(metadata.value)
        self._discover(metadata)
        return None

    def _discover(self, metadata: Metadata) -> None:
        self.metadata_ids[metadata] = len(self._order)
        self._order.append(metadata)

    def _drop_owner(self, metadata: Metadata) -> None:
        """Metadata that two functions use belongs to the module, with all that it refers to."""
        work = [metadata]
        while work:
            item = work.pop()
            number = self.metadata_ids.get(item)
            if number is None or number == -1:
                continue
            if number < 0:
                self.metadata_ids[item] = -1
            elif self._owners[number]:
                self._owners[number] = 0
                if isinstance(item, MDNode):
                    work.extend([operand for operand in item.operands() if operand is not None])

    def _organize_metadata(self) -> None:
        """The module's metadata and then each function's: strings, constants, distinct nodes, uniqued nodes."""
        if not self.era.sorted_metadata:
            self.nonstrings = self._order
            self._module_metadata = len(self._order)
            return
        parts: dict[int, tuple[list[MDString], list[list[Metadata]]]] = {0: ([], [[], [], []])}
        last = 0
        strings, nonstrings = parts[0]
        for owner, metadata in zip(self._owners, self._order, strict=True):
            if owner != last:
                last = owner
                if owner not in parts:
                    parts[owner] = ([], [[], [], []])
                strings, nonstrings = parts[owner]
            if isinstance(metadata, MDString):
                strings.append(metadata)
            elif not isinstance(metadata, MDNode):
                nonstrings[0].append(metadata)
            else:
                nonstrings[1 if metadata.distinct else 2].append(metadata)
        self.strings, nonstrings = parts.pop(0)
        self.nonstrings = [item for kind in nonstrings for item in kind]
        self._module_metadata = self._number_metadata(0, self.strings, self.nonstrings)
        for owner, (strings, nonstrings) in parts.items():
            own = FunctionMetadata(strings, [item for kind in nonstrings for item in kind])
            self._own_metadata[owner] = own
            self._number_metadata(self._module_metadata, own.strings, own.nonstrings)

    def _number_metadata(self, first: int, strings: list[MDString], nonstrings: list[Metadata]) -> int:
        number = first
        for metadata in (*strings, *nonstrings):
            self.metadata_ids[metadata] = number
            number += 1
        return number

    # --- one function ------------------------------------------------------------------------------------------------

    def enter_function(self, function: Function) -> tuple[int, int, FunctionMetadata]:
        """Number arguments, constants, instructions and metadata of a function after the module's.

        Returns where its constants start and end among `values`, and the metadata of its own METADATA block.
        """
        owner = self.value_ids[function] + 1
        for argument in function.arguments:
            self.value(argument)
        first = len(self.values)
        ids, uses = self.value_ids, self._uses
        local: list[Metadata] = []
        lists: list[Metadata] = []  # they refer to locals, and come after them
        for number, block in enumerate(function.blocks):
            self.block_ids[block] = number
            if isinstance(original := self._originals.get(block), BasicBlock):
                self.block_ids[original] = number
        for operand in self._met_in[function]:
            if isinstance(operand, MetadataAsValue):
                metadata = operand.metadata
                local += [piece for piece in _pieces(metadata) if isinstance(piece, LocalAsMetadata)]
                if _is_argument_list(metadata):
                    lists.append(metadata)
                continue
            met = ids.get(operand)
            if met is None:
                self.value(operand)
            else:
                uses[met] = uses[met] + 1
        self._sort_constants(first)
        end = number_ = len(self.values)
        void, values, originals = _VOID, self.values, self._originals
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction.type.code is not void:
                    ids[instruction] = number_
                    values.append(instruction)
                    if originals and isinstance(replaced := originals.get(instruction), Instruction):
                        ids[replaced] = number_
                        self._local_originals.append(replaced)
                    number_ += 1
        own = self._own_metadata.get(owner, FunctionMetadata([], []))
        nonstrings = list(own.nonstrings)
        count = self._module_metadata + len(own.strings) + len(nonstrings)
        for metadata in (*local, *lists):
            if metadata not in self.metadata_ids:
                self.metadata_ids[metadata] = count
                count += 1
                nonstrings.append(metadata)
                self._local_metadata.append(metadata)
        return first, end, FunctionMetadata(own.strings, nonstrings)

    def leave_function(self) -> None:
        """Forget the values of the function that was entered last."""
        local = self.values[self._module_values :]
        if len(local) > self._module_values:  # a copy is faster
            self.value_ids.clear()
            self.value_ids.update(self._module_ids)
        else:
            for value in (*local, *self._local_originals):
                del self.value_ids[value]
        self._local_originals.clear()
        del self.values[self._module_values :], self._uses[self._module_values :]
        for metadata in self._local_metadata:
            del self.metadata_ids[metadata]
        self._local_metadata.clear()
        self.block_ids.clear()


def _partition(items: list[int], is_first: Callable[[int], bool]) -> None:
    """Partition as libc++'s `std::partition` does: it swaps from both ends."""
    low, high = 0, len(items)
    while True:
        while low < high and is_first(items[low]):
            low += 1
        high -= 1
        while low < high and not is_first(items[high]):
            high -= 1
        if low >= high:
            return
        items[low], items[high] = items[high], items[low]
        low += 1


def _constant_operands(value: Value) -> list[Value]:
    """The operands of a constant, last one first; a block address has a block among its own, which is not a value."""
    if not isinstance(value, Constant) or not value.operands:
        return []
    return [operand for operand in value.operands[::-1] if not isinstance(operand, BasicBlock)]


class _GlobalsAlone(Enumeration):
    def _enumerate_module(self) -> None:
        self._enumerate_globals()


def struct_order(module: Module) -> list[Type]:
    """The identified structs of a module in the order of its type table: those that something in it has as a type.

    Raises what `Enumeration` does.
    """
    structs = [type_ for type_ in _GlobalsAlone(module).types if type_.is_identified]
    if set(structs) == set(module.struct_types):  # as in most modules
        return structs
    return [type_ for type_ in Enumeration(module).types if type_.is_identified]


def _operands_in_memory(instruction: Instruction) -> tuple[Value, ...]:
    """The value operands in LLVM's order: a call's operand bundles are between its arguments and the callee."""
    if not instruction.bundles:
        return instruction.operands
    bundled = [value for bundle in instruction.bundles for value in bundle.operands]
    return (*instruction.operands[:-1], *bundled, instruction.operands[-1])


def _last_first(node: MDNode) -> list[Metadata | None]:
    """The operands of a node, to be taken from the end."""
    operands = node.operands()
    operands.reverse()
    return operands


def _is_argument_list(metadata: Metadata) -> bool:
    return isinstance(metadata, MDNode) and metadata.code is MetadataCode.ARG_LIST


def _pieces(metadata: Metadata) -> list[Metadata]:
    """The metadata to enumerate for an operand: a DIArgList's elements, else the metadata itself."""
    if isinstance(metadata, MDNode) and metadata.code is MetadataCode.ARG_LIST:
        return [piece for piece in metadata.operands() if piece is not None]
    return [metadata]


def _is_integer(type_: Type) -> bool:
    """An integer or a vector of integers."""
    return type_.scalar.code is _INTEGER
