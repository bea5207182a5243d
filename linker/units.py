"""The modules of one link, read from its inputs into one context.

They belong to that link: passes leave them as they are, and merging works in place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush

from mtlb.bitcode import read_module
from mtlb.container.archive import defined_symbols
from mtlb.container.tags import DebugLocation
from mtlb.convert import needs_conversion
from mtlb.ir import Context, Function, Module

from .conversion import converted, told
from .inputs import Input, Inputs
from .linkage import entry_nodes, needs
from .options import LinkOptions

__all__ = ["Unit", "Units", "read_units"]


@dataclass(eq=False)
class Unit:
    """One input of a link with the module that was read from it, for this link alone.

    `finished`: the module goes into the library as it is. `debug_locations`: where functions were, if the module's
    debug info was removed.
    """

    input_: Input
    module: Module
    finished: bool
    debug_locations: dict[Function, DebugLocation] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The input as the user wrote it."""
        return self.input_.path


@dataclass
class Units:
    """All units of a link, in the order in which they were read, in one `context`. `dropped`: path and reason."""

    context: Context = field(default_factory=Context)
    units: list[Unit] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    dropped: list[tuple[str, str]] = field(default_factory=list)

    def read(self, input_: Input, options: LinkOptions) -> None:
        """Add the module of an input, converted if need be. UnsupportedError for one that can't be converted."""
        module = read_module(input_.data, context=self.context, file=input_.path, base=input_.base)
        result = converted(module, input_.path, input_.data, input_.base, options)
        if result is not None:
            self.warnings += told(result, input_.path, needs_conversion(module))
            module = read_module(result.bitcode, context=self.context, file=input_.path)
        self.units.append(Unit(input_, module, input_.finished))
        self.notes.append(f"{input_.path}: {sum(1 for _ in entry_nodes(module))} entry points")


def read_units(inputs: Inputs, options: LinkOptions | None = None) -> Units:
    """Read the modules of `inputs`, and those archive members that define what is undefined, until nothing is missing.

    The first member, in command-line order, that defines any name that is still needed is read next. Each pair of a
    member and a name that it defines is examined once. FormatError or UnsupportedError, naming the input, for a module
    that can't be read.
    """
    options = LinkOptions() if options is None else options
    units = Units()
    for input_ in inputs.modules:
        units.read(input_, options)
    definers: dict[str, list[int]] = {}
    for number, member in enumerate(inputs.members):
        for name in member.defines:
            definers.setdefault(name, []).append(number)
    defined: set[str] = set()
    wanted: dict[str, str] = {}  # each needed name, and the first input that needs it
    candidates: list[tuple[int, int, str]] = []  # heap of: member, when its name was first needed, the name
    taken: set[int] = set()
    looked_at = 0
    while True:
        for unit in units.units[looked_at:]:
            defined.update(defined_symbols(unit.module))
            for name in needs(unit.module):
                if name not in wanted:
                    for number in definers.get(name, ()):
                        heappush(candidates, (number, len(wanted), name))
                    wanted[name] = unit.path
        looked_at = len(units.units)
        while candidates and (candidates[0][0] in taken or candidates[0][2] in defined):
            heappop(candidates)
        if not candidates:
            break
        number, _, name = heappop(candidates)
        taken.add(number)
        input_ = inputs.members[number].input_
        units.read(input_, options)
        units.notes.append(f"{input_.path}: linked for {name!a}, which {wanted[name]} needs")
    left = [member.input_ for number, member in enumerate(inputs.members) if number not in taken]
    units.notes.extend(f"{input_.path}: not needed" for input_ in left)
    return units
