"""Rules of Metal that are checked on the IR of a source, after the passes; `rewrite/rules.py` has those on tokens, and
`restrictions.py` those on attributes.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..base.metal import AddressSpace
from ..convert.checks import find_recursion
from ..ir import Call, Function, GlobalVariable, InstCode, Module
from ..ir.uses import named_by, reached_from
from .describe import DeclaredEntry
from .names import SAMPLER_STATE, THREADGROUP_MEMORY, source_name
from .rewrite import Unit, source_error
from .rewrite.entries import NO_VARIABLES
from .rewrite.program_scope import SYMBOL
from .rewrite.rules import EXCESS_ELEMENTS

_RECURSION = (2, 4)
"""The first version of the language with recursion."""
_RECURSIVE = ("kernel", "visible", "stitchable")
_EXCESS = "mtlb.excess_elements"


@dataclass(frozen=True)
class ModuleChecks:
    """The checks of one module. `file`: the place for what has none in the source."""

    module: Module
    unit: Unit
    declared: list[DeclaredEntry]
    language: tuple[int, int]
    file: str

    def run(self) -> None:
        """Raise SourceError for what Metal does not allow."""
        self.check_values()
        self.check_recursion()
        self.check_lists()
        self.check_program_scope()
        self.check_threadgroup_memory()

    def check_values(self) -> None:
        """SourceError for a variable in constant memory whose value the passes did not compute (specification, 4.2)."""
        for variable in self.module.globals:
            if variable.address_space == AddressSpace.PRIVATE and not variable.is_constant:
                where = self.unit.place_of_constant(name := source_name(variable.name))
                if where:
                    raise source_error(where, f"the initializer of '{name}' is not a constant expression")

    def check_recursion(self) -> None:
        """SourceError for recursive functions that the passes did not turn into loops, where the language does not have
        them: kernels do from Metal 2.4 on (specification, 1.5.4), and so do the functions that they call through
        tables. The text is mtlb's, not Apple's.
        """
        is_new = self.language >= _RECURSION
        roots = [item.read.function for item in self.declared if not (is_new and item.source.stage in _RECURSIVE)]
        recursion = find_recursion(self.module, roots)
        if recursion is None:
            return
        names = [source_name(item.name) for item in recursion[0]]
        where = next((self.unit.functions[name] for name in names if name in self.unit.functions), self.file)
        raise source_error(where, f"recursion is not supported: {' calls '.join(names)}")

    def check_lists(self) -> None:
        """SourceError, in clang's words, for lists that initialise a vector and are too long: the header calls
        `_EXCESS` for them. The place is that of the entry point; `rewrite/rules.py` has the element's where the type is
        written at the list.
        """
        places = {item.read.function.name: item.source.where for item in self.declared}
        for function in self.module.functions:
            for call in function.instructions():
                if isinstance(call, Call) and isinstance(call.callee, Function) and call.callee.name == _EXCESS:
                    raise source_error(places.get(function.name, self.file), EXCESS_ELEMENTS)

    def check_program_scope(self) -> None:
        """SourceError for a function that is not in line in an entry point and uses its builtins or bindings."""
        reached = reached_from([item.read.function for item in self.declared])
        for function in self.module.functions:
            if function in reached and any(item.name.startswith(SYMBOL) for item in named_by(function)):
                reason = "a builtin or binding of program scope is used in a function that is not inlined"
                raise source_error(self.unit.functions.get(source_name(function.name), self.file), reason)

    def check_threadgroup_memory(self) -> None:
        """SourceError for a vertex or fragment function with threadgroup variables (specification, 4.4)."""
        for item in self.declared:
            if item.source.stage in ("vertex", "fragment"):
                reached = reached_from([item.read.function])
                used = (value.name for function in reached for value in named_by(function))
                if any(name.startswith(THREADGROUP_MEMORY) for name in used):
                    raise source_error(item.source.where, NO_VARIABLES.format(item.source.stage))


def check_samplers(function: Function, declared: DeclaredEntry) -> None:
    """SourceError for a sampler that is stored in device memory and does not come from there (specification, 2.13.1).

    `function` has its final address spaces.
    """
    arguments = zip(function.arguments, declared.entry.fact.arguments, strict=False)
    own = {argument for argument, fact in arguments if fact.kind == "sampler"}
    for item in function.instructions():
        if item.code is InstCode.STORE and item.operands[1].type.address_space == AddressSpace.DEVICE:
            value = item.operands[0]
            is_static = isinstance(value, GlobalVariable) and value.name.startswith(SAMPLER_STATE)
            if value in own or is_static:
                reason = "a sampler that is an argument or a constant can't be stored in device memory"
                raise source_error(declared.source.where, reason)
