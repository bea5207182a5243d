"""The merged program: all inputs together, before any entry point is split off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mtlb.base.classes import NamedTuple, dataclass, field
from mtlb.ir import (
    ConstantCode,
    Context,
    Function,
    GlobalValue,
    GlobalVariable,
    Linkage,
    MDNode,
    Module,
    TypeCode,
    Value,
)
from mtlb.ir.names import GLOBAL_CTORS, METADATA_SECTION
from mtlb.ir.references import References
from mtlb.ir.uses import elements_of, globals_in_fields

from ..inputs.linkage import FILTERED_METADATA, USED
from ..inputs.modules import LoadedModule
from ..plan.imports import Imports
from ..plan.roots import Constructors, Roots


class ProgramEntry(NamedTuple):
    """One entry point: the `kind` of list that names it (`air.kernel`), its function, its node, its module."""

    kind: str
    function: Function
    node: MDNode
    loaded: LoadedModule

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.function.name


@dataclass(frozen=True)
class AppendingVariable:
    """A variable that collects elements over all inputs: `llvm.global_ctors`, `llvm.used`, `llvm.compiler.used`.

    `parts`: the variables of the shard's inputs, in link order. `count`: how many inputs of the whole link have one.
    """

    name: str
    parts: tuple[GlobalVariable, ...]
    count: int

    @property
    def elements(self) -> list[Value]:
        """The elements of all parts, in link order."""
        return [element for part in self.parts for element in elements_of(part)]

    def with_elements(self, context: Context, elements: Sequence[Value]) -> GlobalVariable:
        """The variable of the program, with these elements."""
        return collected(context, self.name, elements, self.parts[0])


def collected(
    context: Context, name: str, elements: Sequence[Value], model: GlobalVariable | None = None
) -> GlobalVariable:
    """A variable that collects elements, like `model`; without one a list of pointers, as `llvm.used` is."""
    if model is None:
        pointer = context.pointer_type(context.integer_type(8))
        array = context.type(TypeCode.ARRAY, (0,), (pointer,))
        model = GlobalVariable(context.pointer_type(array), array, name, Linkage.APPENDING)
        model.section = METADATA_SECTION
    element_type = model.value_type.elements[0]
    value_type = context.type(TypeCode.ARRAY, (len(elements),), (element_type,))
    type_ = context.pointer_type(value_type, model.address_space)
    result = GlobalVariable(type_, value_type, name, model.linkage)
    result.is_constant = model.is_constant
    result.section = model.section
    result.unnamed_addr = model.unnamed_addr
    result.visibility = model.visibility
    result.dso_local = model.dso_local
    result.alignment = model.alignment
    result.extra = model.extra
    if elements:
        result.initializer = context.constant(value_type, ConstantCode.AGGREGATE, (), tuple(elements))
    else:
        result.initializer = context.constant(value_type, ConstantCode.NULL)
    return result


def _places(nodes: Sequence[MDNode]) -> dict[GlobalValue, list[int]]:
    """The nodes that refer to a value."""
    places: dict[GlobalValue, list[int]] = {}
    for place, node in enumerate(nodes):
        for value in globals_in_fields(node):
            places.setdefault(value, []).append(place)
    return places


@dataclass
class Program:
    """The inputs of a shard as one program. It is not changed after construction, so threads may split it concurrently.

    `entries`: those of each input, in the order of the library. `metadata_kinds`: common to all modules. `origins`: the
    module that defines a value. `references`: which globals each global needs. `roots`: common to all entry points.
    `constructors`: None where no input has a list of them. `imports`: what dynamic libraries define.
    `root_places`, `root_names`: as `Roots` takes them.
    """

    context: Context
    modules: Sequence[LoadedModule]
    entries: dict[LoadedModule, list[ProgramEntry]]
    appending: dict[str, AppendingVariable] = field(default_factory=dict)
    named_metadata: dict[str, list[MDNode]] = field(default_factory=dict)
    metadata_kinds: list[tuple[int, str]] = field(default_factory=list)
    origins: dict[GlobalValue, LoadedModule] = field(default_factory=dict)
    imports: Imports = field(default_factory=Imports)
    root_places: dict[GlobalValue, int] = field(default_factory=dict)
    root_names: Sequence[tuple[str, int]] = ()
    references: References = field(default_factory=References)
    roots: Roots = field(init=False)
    constructors: Constructors | None = field(init=False)
    _places: dict[str, dict[GlobalValue, list[int]]] = field(init=False)
    _source_places: dict[GlobalValue, int] = field(init=False)  # computed on first use

    def __post_init__(self) -> None:
        used = {name: self.appending[name].elements for name in USED if name in self.appending}
        self.roots = Roots(self.root_places, self.root_names, used)
        variable = self.appending.get(GLOBAL_CTORS)
        self.constructors = None if variable is None else Constructors(variable.elements)
        self._places = {name: _places(self.named_metadata.get(name, ())) for name in FILTERED_METADATA}
        self._source_places = {}

    def view(self, origin: Module) -> Module:
        """An empty view of the program, with the properties of an input's module."""
        return Module(
            context=self.context,
            identification=origin.identification,
            epoch=origin.epoch,
            version=origin.version,
            triple=origin.triple,
            data_layout=origin.data_layout,
            metadata_kinds=self.metadata_kinds,
            operand_bundle_tags=origin.operand_bundle_tags,
            sync_scopes=origin.sync_scopes,
            symtab_version=origin.symtab_version,
            producer=origin.producer,
            era=origin.era,
        )

    @property
    def source_places(self) -> dict[GlobalValue, int]:
        """The index of each function, input after input."""
        if not self._source_places:
            functions = [function for loaded in self.modules for function in loaded.module.functions]
            self._source_places = {function: place for place, function in enumerate(functions)}
        return self._source_places

    def nodes_about(self, name: str, values: Iterable[GlobalValue], *, in_order: bool = False) -> list[MDNode]:
        """The nodes of a list of `FILTERED_METADATA` that refer to one of `values`, in the order of the list.

        `in_order`: in the order of `values` instead. The cost depends on `values` alone.
        """
        places = self._places[name]
        chosen = dict.fromkeys([place for value in values for place in places.get(value, ())])
        return [self.named_metadata[name][place] for place in (chosen if in_order else sorted(chosen))]
