"""A compiler from expressions to kernels: `python toy_compiler.py 'sqrt(x*x + y*y) > 1 ? x : 2*y' out.metallib`

The language: numbers, the variables x and y (one element of a buffer each), + - * /, comparisons, c ? a : b, calls.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

import mtlb
from mtlb import emit
from mtlb.base.errors import BuildError
from mtlb.emit import boolean, f32, u32

_TOKEN = re.compile(r"\s*(\d+\.?\d*|[a-z_]\w*|[<>]=?|[-+*/?:(),])", re.ASCII)
_RELATIONS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Compiler:
    """A recursive descent parser that builds instructions as it goes."""

    def __init__(self, text: str, b: emit.Builder, variables: dict[str, emit.Value]) -> None:
        self.tokens = self.split(text)
        self.b = b
        self.variables = variables

    @staticmethod
    def split(text: str) -> list[str]:
        """The tokens, and an empty one at the end."""
        tokens, place = [], 0
        while text[place:].strip():
            match = _TOKEN.match(text, place)
            if match is None:
                raise BuildError(f"what is {text[place:].strip()[0]!r}?")
            tokens.append(match[1])
            place = match.end()
        return [*tokens, ""]

    def take(self, *wanted: str) -> str:
        """The next token if it is one of `wanted`, else ""."""
        return self.tokens.pop(0) if self.tokens[0] in wanted else ""

    def expect(self, token: str) -> None:
        """Take a token that must be there."""
        found = self.tokens.pop(0)
        if found != token:
            raise BuildError(f"expected {token or 'the end'!r}, found {found or 'the end'!r}")

    def expression(self) -> emit.Value:
        """Comparison ["?" expression ":" expression]."""
        condition = self.comparison()
        if not self.take("?"):
            return condition
        if_true = self.expression()
        self.expect(":")
        return self.b.select(condition, if_true, self.expression())

    def comparison(self) -> emit.Value:
        """Sum [relation sum]."""
        left = self.sum()
        relation = self.take(*_RELATIONS)
        return self.b.compare(_RELATIONS[relation], left, self.sum()) if relation else left

    def sum(self) -> emit.Value:
        """Product {+|- product}."""
        left = self.product()
        while operator := self.take("+", "-"):
            right = self.product()
            left = left + right if operator == "+" else left - right
        return left

    def product(self) -> emit.Value:
        """Factor {*|/ factor}."""
        left = self.factor()
        while operator := self.take("*", "/"):
            right = self.factor()
            left = left * right if operator == "*" else left / right
        return left

    def factor(self) -> emit.Value:
        """-factor, a number, a variable, a call, or an expression in parentheses."""
        if self.take("-"):
            return -self.factor()
        if self.take("("):
            inside = self.expression()
            self.expect(")")
            return inside
        token = self.tokens.pop(0)
        if token[:1].isdigit():
            return self.b.const(f32, float(token))
        if token in self.variables:
            return self.variables[token]
        self.expect("(")
        arguments = [self.expression()]
        while self.take(","):
            arguments.append(self.expression())
        self.expect(")")
        return self.b.math(token, *arguments)


def build(target: str = "macos14", text: str = "sqrt(x*x + y*y) > 1 ? x : 2*y") -> emit.Module:
    """The kernel `evaluate`, which computes the expression for every pair of x and y."""
    m = emit.Module(target, "toy", source="expression")
    k = m.kernel("evaluate")
    buffers = {name: k.buffer(name, f32, place, "read") for place, name in enumerate("xy")}
    out = k.buffer("out", f32, 2)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    compiler = Compiler(text, b, {name: buffer[i].load() for name, buffer in buffers.items()})
    result = compiler.expression()
    compiler.expect("")
    out[i].store(b.convert(result, f32) if result.type == boolean else result)
    b.ret()
    return m


def main(arguments: Sequence[str]) -> None:
    """Compile the first argument, write the library to the second."""
    mtlb.save(mtlb.link([build("macos14", arguments[0])]).library, arguments[1])


if __name__ == "__main__":
    main(sys.argv[1:])
