"""The merged program: what the inputs are together, before any entry point is split off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from mtlb.ir import (
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    Context,
    Function,
    GlobalValue,
    GlobalVariable,
    MDNode,
    Module,
    TypeCode,
    Value,
)
from mtlb.ir.references import References, globals_in

from .inputs import Input
from .roots import Constructors, Roots

__all__ = ["CONSTRUCTORS", "USED", "AppendingVariable", "Program", "ProgramEntry"]

CONSTRUCTORS = "llvm.global_ctors"
USED = ("llvm.compiler.used", "llvm.used")


@dataclass(frozen=True)
class ProgramEntry:
    """One entry point: the `kind` of list that names it (`air.kernel`), its function, its node, its input."""

    kind: str
    function: Function
    node: MDNode
    input_: Input

    @property
    def name(self) -> str:
        return self.function.name


@dataclass(frozen=True)
class AppendingVariable:
    """A variable that collects elements over all inputs: `llvm.global_ctors`, `llvm.used`, `llvm.compiler.used`.

    `parts`: that of each input which has one, in link order.
    """

    name: str
    parts: tuple[GlobalVariable, ...]

    @property
    def elements(self) -> list[Value]:
        return [element for part in self.parts for element in _elements(part)]

    def with_elements(self, context: Context, elements: Sequence[Value]) -> GlobalVariable:
        """The variable of the program, with these elements."""
        model = self.parts[0]
        element_type = model.value_type.elements[0]
        value_type = context.type(TypeCode.ARRAY, (len(elements),), (element_type,))
        type_ = context.pointer_type(value_type, model.address_space)
        result = GlobalVariable(type_, value_type, self.name, model.linkage)
        for name in ("is_constant", "section", "unnamed_addr", "visibility", "dso_local", "alignment", "extra"):
            setattr(result, name, getattr(model, name))
        if elements:
            result.initializer = context.constant(value_type, ConstantCode.AGGREGATE, (), tuple(elements))
        else:
            result.initializer = context.constant(value_type, ConstantCode.NULL)
        return result


def _elements(variable: GlobalVariable) -> tuple[Value, ...]:
    return variable.initializer.operands if isinstance(variable.initializer, Constant) else ()


def _places(nodes: Sequence[MDNode]) -> dict[GlobalValue, list[int]]:
    """Which of the nodes name a value."""
    places: dict[GlobalValue, list[int]] = {}
    for place, node in enumerate(nodes):
        for operand in node.fields:
            for value in globals_in(operand.value) if isinstance(operand, ConstantAsMetadata) else ():
                places.setdefault(value, []).append(place)
    return places


@dataclass
class Program:
    """`entries` of each input stand in the order of the library. `metadata_kinds` are common to all modules; `origins`
    says which input defines a value; `references` caches who needs whom."""

    context: Context
    inputs: Sequence[Input]
    entries: dict[Input, list[ProgramEntry]]
    appending: dict[str, AppendingVariable] = field(default_factory=dict)
    named_metadata: dict[str, list[MDNode]] = field(default_factory=dict)
    metadata_kinds: list[tuple[int, str]] = field(default_factory=list)
    origins: dict[GlobalValue, Input] = field(default_factory=dict)
    references: References = field(default_factory=References)
    _places: dict[str, dict[GlobalValue, list[int]]] = field(default_factory=dict, init=False)

    @cached_property
    def roots(self) -> Roots:
        """What every module starts from. Inputs are met last first."""
        names = [name for name in (*USED, CONSTRUCTORS) if name in self.appending]
        collected = [part for name in names for part in self.appending[name].parts[::-1]]
        used = {name: self.appending[name].elements for name in USED if name in self.appending}
        return Roots(self.references, collected, used)

    @cached_property
    def constructors(self) -> Constructors | None:
        """None where no input has a list of constructors."""
        variable = self.appending.get(CONSTRUCTORS)
        return None if variable is None else Constructors(variable.elements)

    def nodes_about(self, name: str, values: Iterable[GlobalValue]) -> list[MDNode]:
        """Those nodes of a named list, in its order, that name one of `values`; it costs no more than `values` do."""
        places = self._places.get(name)
        if places is None:
            places = self._places[name] = _places(self.named_metadata.get(name, ()))
        found = sorted({place for value in values for place in places.get(value, ())})
        return [self.named_metadata[name][place] for place in found]

    def module_of(self, entry: ProgramEntry) -> Module:
        """The module that the entry was read from."""
        return entry.input_.module
