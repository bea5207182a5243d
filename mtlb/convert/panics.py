"""Functions that never return and can't run on a GPU: a call ends the thread, as `llvm.trap` does.

Checks of Zig and Rust call a function that prints a message and ends the program; it makes system calls, or another
module defines it. A function that never returns but can be converted is kept.
"""

from __future__ import annotations

from ..ir import (
    AttributeKind,
    AttributeList,
    AttributePlace,
    Call,
    Constant,
    ConstantCode,
    Function,
    GlobalVariable,
    InlineAsm,
    InstCode,
    Instruction,
    Linkage,
    TypeCode,
    Value,
)
from ..ir.names import INTRINSIC
from ..ir.uses import globals_in
from ..passes.rewriter import Rewriter
from .arguments import is_empty
from .plan import Plan
from .sources import SourceTarget

_WIDEST = 64
_GENERIC = 0


def end_threads(code: Rewriter, roots: list[Function], source: SourceTarget, plan: Plan) -> None:
    """Replace calls of such functions that `roots` reach by the end of the thread, with a warning for each caller."""
    obstacles = _Obstacles(code, source, plan)
    seen = set(roots)
    work = list(roots)
    while work:
        function = work.pop()
        for block in function.blocks:
            for place, i in enumerate(block.instructions):
                callee = i.operands[-1] if isinstance(i, Call) else None
                if not isinstance(callee, Function):
                    continue
                reason = obstacles.of(callee) if _never_returns(i, callee) else ""
                if reason:
                    code.function = function
                    why = f"a call of @{callee.name}, which never returns, ends the thread: {reason}"
                    code.warn(None, why)
                    end = Instruction(InstCode.UNREACHABLE, code.void)
                    end.debug_loc = i.debug_loc
                    _leave(block.instructions[-1].blocks, block)
                    block.instructions[place:] = [end]
                    break
                if callee not in seen:
                    seen.add(callee)
                    work.append(callee)


def _leave(successors: tuple[object, ...], block: object) -> None:
    """Remove the values for `block` from the phis of its successors."""
    for successor in dict.fromkeys(successors):
        for i in getattr(successor, "instructions", ()):
            if i.code is not InstCode.PHI:
                break
            pairs = [(value, b) for value, b in zip(i.operands, i.blocks, strict=True) if b is not block]
            i.operands, i.blocks = tuple(value for value, _ in pairs), tuple(b for _, b in pairs)


def _never_returns(call: Instruction, callee: Function) -> bool:
    return _has_no_return(call.attributes) or _has_no_return(callee.attributes)


def _has_no_return(attributes: AttributeList) -> bool:
    return any(
        attribute.kind == AttributeKind.NO_RETURN
        for group in attributes
        if group.place == AttributePlace.FUNCTION
        for attribute in group.attributes
    )


class _Obstacles:
    """The reasons why functions can't be converted, as far as they are visible without trying."""

    def __init__(self, code: Rewriter, source: SourceTarget, plan: Plan) -> None:
        self.code = code
        self.source = source
        self.plan = plan
        self.reasons: dict[Function, str] = {}
        self.own_reasons: dict[Function, str] = {}

    def of(self, function: Function) -> str:
        """The first obstacle in a function and in the functions that it calls; "" for none."""
        search = self.reasons.get(function)
        if search is None:
            search = self.reasons[function] = self._search(function)
        return search

    def _search(self, root: Function) -> str:
        path: dict[Function, None] = {}
        done: set[Function] = set()
        stack: list[tuple[Function, bool]] = [(root, False)]
        while stack:
            function, is_left = stack.pop()
            if is_left:
                path.pop(function, None)
                done.add(function)
            elif function in path:
                return f"@{function.name} calls itself"
            elif function not in done:
                if reason := self.own(function):
                    return reason
                path[function] = None
                stack.append((function, True))
                callees = dict.fromkeys(i.operands[-1] for i in function.instructions() if i.code is InstCode.CALL)
                stack += [(callee, False) for callee in callees if isinstance(callee, Function)]
        return ""

    def own(self, function: Function) -> str:
        """The obstacle in the body of one function."""
        own_reason = self.own_reasons.get(function)
        if own_reason is None:
            own_reason = self.own_reasons[function] = self._look(function)
        return own_reason

    def _look(self, function: Function) -> str:
        if function in self.code.module.unread:
            return str(self.code.module.unread[function].reason)
        name = function.name
        if function.is_declaration:
            is_known = name.startswith(INTRINSIC) or name in self.plan.functions or name in self.plan.builtins
            is_known = is_known or self.source.function(name) is not None or self.source.builtin(name) is not None
            return "" if is_known or not _has_no_return(function.attributes) else "it is not defined"
        for i in function.instructions():
            callee = i.operands[-1] if i.code is InstCode.CALL else None
            if isinstance(callee, InlineAsm):
                if not is_empty(callee) and not self.source.has_ptx:
                    return f"@{name} has inline assembly"
            elif callee is not None and not isinstance(callee, Function):
                return f"@{name} calls through a pointer"
            if any(_is_foreign_type(value) for value in (i, *i.operands)):
                return f"@{name} computes with types that AIR does not have"
            for variable in (v for o in i.operands for v in globals_in(o) if isinstance(v, GlobalVariable)):
                if _is_of_host(variable):
                    return f"@{name} uses the variable @{variable.name}"
        return ""


def _is_foreign_type(value: Value) -> bool:
    scalar = value.type.scalar
    if scalar.code is TypeCode.INTEGER:
        return scalar.params[0] > _WIDEST
    return scalar.code in (TypeCode.DOUBLE, TypeCode.X86_FP80, TypeCode.FP128, TypeCode.PPC_FP128)


def _is_of_host(variable: GlobalVariable) -> bool:
    """Whether a variable can't be a variable of AIR: it is written, external, or contains addresses."""
    if variable.address_space != _GENERIC:
        return False
    if not variable.is_constant or variable.thread_local or variable.linkage is Linkage.EXTERN_WEAK:
        return True
    work: list[Value] = [variable.initializer] if variable.initializer is not None else []
    while work:
        value = work.pop()
        if value.type.is_pointer and not (isinstance(value, Constant) and value.code == ConstantCode.NULL):
            return True
        work += value.operands if isinstance(value, Constant) else ()
    return False
