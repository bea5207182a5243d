"""Symbol resolution: which definition each name means over all inputs, and what is missing or there twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mtlb.base.errors import LinkError
from mtlb.ir import Function, GlobalValue, Linkage, Module
from mtlb.ir.references import References

if TYPE_CHECKING:
    from .inputs import Input

__all__ = ["Resolution", "Symbol", "defines", "is_linkable", "needs", "resolve"]

_INTRINSIC_PREFIXES = ("llvm.", "air.")
_RUNTIME_PREFIX = "___metal_"
_STRONG = frozenset({Linkage.EXTERNAL})
_OPTIONAL = frozenset({Linkage.EXTERN_WEAK})
_BOUND_AT_RUN_TIME = "air.externally_defined"  # section of references to visible functions


@dataclass
class Symbol:
    """One name that inputs share: the value it stands for and where that is from.

    `users` declare it; `others` define it too, weakly, and yield to this definition.
    """

    name: str
    value: GlobalValue
    source: Input
    users: list[Input] = field(default_factory=list)
    others: list[Input] = field(default_factory=list)

    @property
    def is_defined(self) -> bool:
        return not self.value.is_declaration and self.value.linkage is not Linkage.AVAILABLE_EXTERNALLY


@dataclass(frozen=True)
class Resolution:
    """`symbols` by name, in the order in which they were met; `undefined` are those that nobody defines."""

    symbols: dict[str, Symbol]
    undefined: list[Symbol]

    def meant_by(self, value: GlobalValue) -> GlobalValue:
        """What a value of an input is in the program."""
        if not is_linkable(value):
            return value
        return self.symbols[value.name].value


def is_linkable(value: GlobalValue) -> bool:
    """Whether a name means the same in every input: not private to one, and not collected from all."""
    return bool(value.name) and not value.linkage.is_local and value.linkage is not Linkage.APPENDING


def is_intrinsic(name: str) -> bool:
    """What the GPU compiler provides."""
    return name.startswith(_INTRINSIC_PREFIXES)


def defines(module: Module) -> Iterator[str]:
    """The names that a module defines for others."""
    for value in module.global_values():
        if is_linkable(value) and not value.is_declaration:
            yield value.name


def needs(module: Module) -> Iterator[str]:
    """The names that a module leaves to others."""
    for value in module.global_values():
        declared = is_linkable(value) and value.is_declaration and not is_intrinsic(value.name)
        if declared and value.linkage not in _OPTIONAL:
            yield value.name


def resolve(inputs: Sequence[Input]) -> Resolution:
    """Bind every name, in link order. LinkError, in Apple's words, for names that two inputs define."""
    symbols: dict[str, Symbol] = {}
    conflicts: list[str] = []
    for source in inputs:
        for value in source.module.global_values():
            if is_linkable(value) and (conflict := _bind(symbols, value, source)) is not None:
                conflicts.append(conflict)
    if conflicts:
        raise LinkError("\n".join(conflicts))
    undefined = [symbol for symbol in symbols.values() if not symbol.is_defined and _has_to_be_defined(symbol)]
    return Resolution(symbols, undefined)


def _has_to_be_defined(symbol: Symbol) -> bool:
    value = symbol.value
    provided = is_intrinsic(symbol.name) or value.linkage in _OPTIONAL or value.section == _BOUND_AT_RUN_TIME
    return not provided and any(_referring(user.module, symbol.name) for user in symbol.users)


def _bind(symbols: dict[str, Symbol], value: GlobalValue, source: Input) -> str | None:
    """Book one value; what is wrong with it, if that can't be."""
    known = symbols.get(value.name)
    if known is None:
        symbols[value.name] = known = Symbol(value.name, value, source)
        if value.is_declaration:
            known.users.append(source)
        return None
    both = f"\n      {known.source.path}\n      {source.path}"
    if isinstance(known.value, Function) is not isinstance(value, Function):
        return f"symbol '{value.name}' is a function in one input and a variable in another:{both}"
    if value.is_declaration:
        known.users.append(source)
    elif not known.is_defined:
        known.value, known.source = value, source
    elif value.linkage not in _STRONG:
        known.others.append(source)
    elif known.value.linkage not in _STRONG:
        known.others.append(known.source)
        known.value, known.source = value, source
    else:
        return f"duplicated symbol '{value.name}' in:{both}"
    return None


def undefined_message(symbols: Iterable[Symbol]) -> str:
    """Every undefined name with what refers to it, as Apple's linkers list them."""
    symbols = list(symbols)
    architectures = dict.fromkeys(user.module.triple.split("-")[0] for symbol in symbols for user in symbol.users)
    runtime = any(symbol.name.startswith(_RUNTIME_PREFIX) for symbol in symbols)
    lines = [f"undefined symbol(s) for architecture '{', '.join(architectures)}':"]
    for symbol in symbols:
        lines.append(f"  '{symbol.name}', referenced from:")
        lines += [
            f"      {name} in {user.path}" for user in symbol.users for name in _referring(user.module, symbol.name)
        ]
    if runtime:
        lines.append(f"{_RUNTIME_PREFIX}* are in Apple's libmetal_rt_*.a: give that archive as an input")
    return "\n".join(lines)


def _referring(module: Module, name: str) -> list[str]:
    """The functions and variables of a module whose bodies name a symbol."""
    references = References()
    wanted = {value for value in module.global_values() if value.name == name}
    return [value.name for value in module.global_values() if not wanted.isdisjoint(references.of(value).named)]
