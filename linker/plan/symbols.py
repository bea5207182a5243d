"""Symbol resolution: the definition of each name over all inputs, and names that are undefined or defined twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mtlb.air.names import BOUND_AT_RUN_TIME
from mtlb.air.symbols import is_intrinsic
from mtlb.base.classes import NamedTuple, dataclass, field
from mtlb.base.errors import LinkError
from mtlb.ir import Linkage, Module

from .facts import InputFacts, SymbolFacts, referrers

_RUNTIME_PREFIX = "___metal_"
_MOST_SHOWN = 10  # the most conflicts that a message lists


@dataclass
class Symbol:
    """One name that inputs share: the global that it resolves to, and the input that has it.

    `users`: inputs that declare it. `unused`: inputs whose own weak definition is not used.
    """

    name: str
    value: SymbolFacts
    facts: InputFacts
    users: list[InputFacts] = field(default_factory=list)
    unused: list[InputFacts] = field(default_factory=list)

    @property
    def is_defined(self) -> bool:
        """Whether an input exports a definition of it; `available_externally` is only a copy for inlining."""
        return not self.value.is_declaration and self.value.linkage is not Linkage.AVAILABLE_EXTERNALLY


class Resolution(NamedTuple):
    """`symbols` by name, in order of first occurrence. `undefined`: referenced and not defined."""

    symbols: dict[str, Symbol]
    undefined: list[Symbol]


def resolve(inputs: Sequence[InputFacts], read: Callable[[InputFacts], Module]) -> Resolution:
    """Resolve every name, in link order. LinkError, with Apple's message, for names that two inputs define. `read`
    returns the module of an input, for details that its facts don't have.
    """
    symbols: dict[str, Symbol] = {}
    conflicts: list[str] = []
    for facts in inputs:
        for value in facts.symbols:
            if (conflict := _bind(symbols, value, facts)) is not None:
                conflicts.append(conflict)
    if conflicts:
        more = len(conflicts) - _MOST_SHOWN
        listed = [*conflicts[:_MOST_SHOWN], *([f"and {more:,} more, {len(conflicts):,} in all"] if more > 0 else [])]
        raise LinkError("\n".join(listed))
    undefined = [symbol for symbol in symbols.values() if not symbol.is_defined and _has_to_be_defined(symbol, read)]
    return Resolution(symbols, undefined)


def _has_to_be_defined(symbol: Symbol, read: Callable[[InputFacts], Module]) -> bool:
    value = symbol.value
    if is_intrinsic(symbol.name) or value.linkage.is_optional or value.section == BOUND_AT_RUN_TIME:
        return False
    for user in symbol.users:
        own = user.by_name[symbol.name]
        # Bound at run time in this input, though not in the first one that named it.
        is_bound = own.section == BOUND_AT_RUN_TIME and not own.linkage.is_optional
        if is_bound and symbol.name not in user.referrers:
            user.referrers.update(referrers(read(user), [symbol.name]))
    return any(user.referrers.get(symbol.name) for user in symbol.users)


def _bind(symbols: dict[str, Symbol], value: SymbolFacts, facts: InputFacts) -> str | None:
    """Add one value; return the conflict message, or None."""
    symbol = symbols.get(value.name)
    if symbol is None:
        symbols[value.name] = symbol = Symbol(value.name, value, facts)
        if value.is_declaration:
            symbol.users.append(facts)
        return None
    paths = f"\n      {symbol.facts.path}\n      {facts.path}"
    if symbol.value.is_function is not value.is_function:
        return f"symbol '{value.name}' is a function in one input and a variable in another:{paths}"
    if value.is_declaration:
        symbol.users.append(facts)
    elif not symbol.is_defined:
        symbol.value, symbol.facts = value, facts
    elif not value.linkage.is_strong:
        symbol.unused.append(facts)
    elif not symbol.value.linkage.is_strong:
        symbol.unused.append(symbol.facts)
        symbol.value, symbol.facts = value, facts
    else:
        return f"duplicated symbol '{value.name}' in:{paths}"
    return None


def undefined_message(symbols: Iterable[Symbol]) -> str:
    """The message for undefined names, each with its referrers, as Apple's linkers list them."""
    symbols = list(symbols)
    architectures = dict.fromkeys([user.triple.split("-")[0] for symbol in symbols for user in symbol.users])
    runtime = any(symbol.name.startswith(_RUNTIME_PREFIX) for symbol in symbols)
    lines = [f"undefined symbol(s) for architecture '{', '.join(architectures)}':"]
    for symbol in symbols:
        lines.append(f"  '{symbol.name}', referenced from:")
        lines += [
            f"      {name} in {user.path}" for user in symbol.users for name in user.referrers.get(symbol.name, ())
        ]
    if runtime:
        lines.append(f"{_RUNTIME_PREFIX}* are in Apple's libmetal_rt_*.a: give that archive as an input")
    return "\n".join(lines)
