"""Who calls whom in the functions of a library."""

from __future__ import annotations

from ..ir import Function, Module
from ..ir.uses import named_by


def called_by(module: Module, name: str) -> list[str]:
    """The functions that the function `name` of a module reaches, in the order of their first mention.

    These are functions of the module and those that it declares, such as `air.*`; a function whose address is taken
    counts. A `name` that the module does not define reaches nothing.
    """
    stack = [function for function in module.functions if function.name == name and not function.is_declaration]
    reached: dict[str, None] = {}
    seen = set(stack)
    while stack:
        for callee in _mentioned(module, stack.pop()):
            reached.setdefault(callee.name)
            if callee not in seen:
                seen.add(callee)
                if not callee.is_declaration:
                    stack.append(callee)
    return list(reached)


def call_pairs(module: Module) -> list[tuple[str, str]]:
    """Each function with a body and each function that it mentions, in the order of the module."""
    return [
        (function.name, callee.name)
        for function in module.functions
        if not function.is_declaration
        for callee in _mentioned(module, function)
    ]


def _mentioned(module: Module, function: Function) -> list[Function]:
    called: dict[Function, None] = {}
    for value in named_by(function):
        own = module.own(value)
        if isinstance(own, Function):
            called.setdefault(own)
    return list(called)
