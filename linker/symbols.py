"""Symbol resolution: the definition of each name over all inputs, and names that are undefined or defined twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from mtlb.base.errors import LinkError
from mtlb.ir import Function, GlobalValue, Linkage, Module
from mtlb.ir.references import References

from .linkage import is_intrinsic, is_linkable, is_optional
from .units import Unit

__all__ = ["Resolution", "Symbol", "resolve", "undefined_message"]

_RUNTIME_PREFIX = "___metal_"
_STRONG = frozenset({Linkage.EXTERNAL})
_MOST_SHOWN = 10  # conflicts that a message lists one by one
_BOUND_AT_RUN_TIME = "air.externally_defined"  # section of references to visible functions


@dataclass
class Symbol:
    """One name that inputs share: the value that it resolves to, and the input of that value.

    `users`: inputs that declare it. `others`: inputs whose own weak definition is not used.
    """

    name: str
    value: GlobalValue
    unit: Unit
    users: list[Unit] = field(default_factory=list)
    others: list[Unit] = field(default_factory=list)

    @property
    def is_defined(self) -> bool:
        """Whether an input defines it for others; `available_externally` is a copy for inlining alone."""
        return not self.value.is_declaration and self.value.linkage is not Linkage.AVAILABLE_EXTERNALLY


@dataclass(frozen=True)
class Resolution:
    """`symbols` by name, in the order in which they were met. `undefined`: needed and not defined."""

    symbols: dict[str, Symbol]
    undefined: list[Symbol]

    def meant_by(self, value: GlobalValue) -> GlobalValue:
        """The value of the program that a value of an input is resolved to."""
        if not is_linkable(value):
            return value
        return self.symbols[value.name].value


def resolve(units: Sequence[Unit]) -> Resolution:
    """Bind every name, in link order. LinkError, with Apple's message, for names that two inputs define."""
    symbols: dict[str, Symbol] = {}
    conflicts: list[str] = []
    for unit in units:
        for value in unit.module.global_values():
            if is_linkable(value) and (conflict := _bind(symbols, value, unit)) is not None:
                conflicts.append(conflict)
    if conflicts:
        more = len(conflicts) - _MOST_SHOWN
        listed = [*conflicts[:_MOST_SHOWN], *([f"and {more:,} more, {len(conflicts):,} in all"] if more > 0 else [])]
        raise LinkError("\n".join(listed))
    referrers = _Referrers()
    undefined = [
        symbol for symbol in symbols.values() if not symbol.is_defined and _has_to_be_defined(symbol, referrers)
    ]
    return Resolution(symbols, undefined)


def _has_to_be_defined(symbol: Symbol, referrers: _Referrers) -> bool:
    value = symbol.value
    provided = is_intrinsic(symbol.name) or is_optional(value) or value.section == _BOUND_AT_RUN_TIME
    return not provided and any(referrers.of(user.module, symbol.name) for user in symbol.users)


def _bind(symbols: dict[str, Symbol], value: GlobalValue, unit: Unit) -> str | None:
    """Add one value; return the conflict message, or None."""
    known = symbols.get(value.name)
    if known is None:
        symbols[value.name] = known = Symbol(value.name, value, unit)
        if value.is_declaration:
            known.users.append(unit)
        return None
    both = f"\n      {known.unit.path}\n      {unit.path}"
    if isinstance(known.value, Function) is not isinstance(value, Function):
        return f"symbol '{value.name}' is a function in one input and a variable in another:{both}"
    if value.is_declaration:
        known.users.append(unit)
    elif not known.is_defined:
        known.value, known.unit = value, unit
    elif value.linkage not in _STRONG:
        known.others.append(unit)
    elif known.value.linkage not in _STRONG:
        known.others.append(known.unit)
        known.value, known.unit = value, unit
    else:
        return f"duplicated symbol '{value.name}' in:{both}"
    return None


def undefined_message(symbols: Iterable[Symbol]) -> str:
    """Every undefined name with what refers to it, as Apple's linkers list them."""
    symbols = list(symbols)
    referrers = _Referrers()
    architectures = dict.fromkeys(user.module.triple.split("-")[0] for symbol in symbols for user in symbol.users)
    runtime = any(symbol.name.startswith(_RUNTIME_PREFIX) for symbol in symbols)
    lines = [f"undefined symbol(s) for architecture '{', '.join(architectures)}':"]
    for symbol in symbols:
        lines.append(f"  '{symbol.name}', referenced from:")
        lines += [
            f"      {name} in {user.path}" for user in symbol.users for name in referrers.of(user.module, symbol.name)
        ]
    if runtime:
        lines.append(f"{_RUNTIME_PREFIX}* are in Apple's libmetal_rt_*.a: give that archive as an input")
    return "\n".join(lines)


class _Referrers:
    """The functions and variables whose bodies name a symbol. Each module is scanned once."""

    def __init__(self) -> None:
        self._by_name: dict[Module, dict[str, list[str]]] = {}

    def of(self, module: Module, name: str) -> list[str]:
        by_name = self._by_name.get(module)
        if by_name is None:
            by_name = self._by_name[module] = {}
            references = References()
            for value in module.global_values():
                for named in dict.fromkeys(v.name for v in references.of(value).named):
                    by_name.setdefault(named, []).append(value.name)
        return by_name.get(name, [])
