"""Which symbols of a module other modules must define, which the GPU compiler provides, and the names in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..ir import Function, GlobalValue, Linkage, Module, Visibility
from ..ir.names import INTRINSIC
from .names import PREFIX

_INTRINSIC_PREFIXES = (INTRINSIC, PREFIX)
_NAME_LENGTH = re.compile(r"[KLORVr]*(\d+)")
_CORE_IMAGE_PREFIXES = ("_ZN9coreimage", "_ZNK9coreimage")


def is_intrinsic(name: str) -> bool:
    """Whether the GPU compiler provides the symbol: no input has to define it."""
    return name.startswith(_INTRINSIC_PREFIXES)


def cxx_names(symbol: str) -> tuple[list[str], str]:
    """The names in a C++ symbol, from the outermost namespace to the function or variable, and the text after them.
    Other symbols have none. Source: the Itanium C++ ABI, 5.1."""
    if not symbol.startswith("_Z"):
        return [], symbol
    is_nested = symbol.startswith("_ZN")
    at, names = 2 + (is_nested or symbol.startswith("_ZL")), list[str]()
    while (number := _NAME_LENGTH.match(symbol, at)) and (is_nested or not names):
        at = number.end() + int(number[1])
        names.append(symbol[number.end() : at])
    return names, symbol[at:]


def is_core_image(name: str) -> bool:
    """Whether Core Image provides the symbol to the kernels that it loads: the C++ functions of its namespace."""
    return name.startswith(_CORE_IMAGE_PREFIXES)


def has_to_be_defined(value: GlobalValue) -> bool:
    """Whether a link needs a definition of a declared symbol; weak references need none."""
    return value.is_shared and not is_intrinsic(value.name) and not value.linkage.is_optional


def needed_symbols(module: Module) -> Iterator[str]:
    """The declared names that other modules must define."""
    for value in module.global_values():
        if value.is_declaration and has_to_be_defined(value):
            yield value.name


def is_exported(function: Function) -> bool:
    """Whether a library exports a function of one of its modules."""
    return (
        function.is_definition
        and function.linkage is Linkage.EXTERNAL
        and function.visibility == Visibility.DEFAULT
        and not is_intrinsic(function.name)
    )
