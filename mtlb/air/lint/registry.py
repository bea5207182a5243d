"""Rules and their declaration: the check of a rule is a function decorated with `rule`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Concatenate, Generic, ParamSpec, TypeVar

from ...base.findings import Certainty, Finding, FindingRule, Severity

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
PROVEN, SUSPECTED = Certainty.PROVEN, Certainty.SUSPECTED

_S = TypeVar("_S")
_P = ParamSpec("_P")
RuleCheck = Callable[[_S], Iterator[str]]
"""A check: takes a subject and yields a text for each problem."""


class Scope(Generic[_S]):
    """The checks of one kind of subject (a module, an entry point, an argument...), in order."""

    def __init__(self) -> None:
        self.checks: list[tuple[FindingRule, RuleCheck[_S]]] = []

    def findings(self, subject: _S, function: str = "") -> Iterator[Finding]:
        """The problems that the checks find in `subject`; raises the errors of the checks."""
        for broken, check in self.checks:
            for text in check(subject):
                yield broken.finding(text, function)


_declared: dict[str, FindingRule] = {}


def declare(
    code: str,
    name: str,
    severity: Severity,
    certainty: Certainty,
    summary: str,
    why: str,
    cure: str = "",
    former_names: tuple[str, ...] = (),
) -> FindingRule:
    """Register a rule without a check. ValueError if the code is in use."""
    result = FindingRule(code, name, summary, why, severity, certainty, cure, former_names)
    if _declared.setdefault(code, result) is not result:
        raise ValueError(f"two rules have the code {code}")
    return result


def _with_check(
    declare: Callable[_P, FindingRule],
) -> Callable[Concatenate[Scope[_S], _P], Callable[[RuleCheck[_S]], RuleCheck[_S]]]:
    """`declare` as a decorator of a check: with the scope before its parameters."""

    def rule(scope: Scope[_S], /, *row: _P.args, **named: _P.kwargs) -> Callable[[RuleCheck[_S]], RuleCheck[_S]]:
        return also(scope, declare(*row, **named).code)

    return rule


def also(scope: Scope[_S], code: str) -> Callable[[RuleCheck[_S]], RuleCheck[_S]]:
    """Decorate a further check of a declared rule, for subjects of another scope. KeyError if the rule is not
    declared.
    """
    declared = _declared[code]

    def register(check: RuleCheck[_S]) -> RuleCheck[_S]:
        scope.checks.append((declared, check))
        return check

    return register


rule = _with_check(declare)
"""`rule(scope, ...)` declares a rule, with the parameters of `declare`; the decorated function is its check for the
subjects of `scope`."""


def rules_by_code() -> dict[str, FindingRule]:
    """All declared rules, in the order of their codes."""
    return dict(sorted(_declared.items()))
