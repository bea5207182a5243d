"""Functions whose floating-point math is stricter than that of the options.

`#pragma METAL fp math_mode(safe)` at the start of a block (ggml's `quantize_q8_0`) becomes a call of `mtlb.math.safe`
there. Before functions are inlined, the function with the call loses the flags that the mode forbids, and calls copies
of the library's functions without them: an operator of vectors is a function of the header. A function is as strict as
the strictest of its blocks: what a mode forbids, other modes allow and do not demand.

Vertex functions with an invariant position keep the order of their operations, and of those of all functions that are
in line there: in Apple's modules (Rive's libraries, whose makefile has -ffast-math and -fpreserve-invariance) they have
the flags `nnan ninf nsz arcp afn` where other functions have `fast`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .llvm_text import (
    CALL,
    FLAG_WORDS,
    FLAGS,
    GROUP,
    TextFunction,
    attribute_groups,
    edit_functions,
    entry_symbols,
    functions,
)

MARK = "mtlb.math."
_FMULADD = "fmuladd"
_IN_ORDER = frozenset({"contract", "reassoc", "in.order"})
_FORBIDDEN = {
    "safe": frozenset(FLAGS.split()),
    "relaxed": frozenset({"nnan", "ninf"}),
    "on": frozenset({"contract"}),
    "off": frozenset({"contract", _FMULADD}),
}
"""The flags that a mode of math, `contract(on)` and `contract(off)` forbid (specification, 1.6.3), and the function
that clang writes for `a * b + c` in one statement.
"""
_ATTRIBUTES = {
    "nnan": '"no-nans-fp-math"="true" ',
    "ninf": '"no-infs-fp-math"="true" ',
    "nsz": '"no-signed-zeros-fp-math"="true" ',
    "afn": '"approx-func-fp-math"="true" ',
    "reassoc": '"unsafe-fp-math"="true" ',
}
_MARKS = re.compile(rf"^[^\n]*call [^\n@]*@{re.escape(MARK)}(\w+)\([^\n]*\n", re.MULTILINE)
_FLAGS = re.compile(rf" ({FLAG_WORDS})")
_LIBRARY = re.compile(r"_ZN?[KVr]*5(?:metal|__mtl)")
_PRODUCT = re.compile(
    r"^  (%\S+) = (?:tail )?call ((?:\w+ )*)(half|bfloat|float|<\d+ x \w+>) @llvm\.fmuladd\.\w+\("
    r"\3 ([^,]+), \3 ([^,]+), \3 ([^,)]+)\)([^\n]*)$"
)
_SUBPROGRAM = re.compile(r" !dbg !\d+")
"""The debug record of a function, which only one function has; those of lines remain, for where it is in line."""


def separate_strict(text: str, exact: Sequence[int] = ()) -> str:
    """LLVM IR in which marked functions have stricter math; the same text if there are none. `exact`: numbers of entry
    points whose operations are neither reassociated nor contracted.
    """
    if f"@{MARK}" not in text and not exact:
        return text
    writer = _Writer(text)
    symbols = entry_symbols(text)
    ordered = {symbols[number] for number in exact}
    text = edit_functions(text, lambda item: writer.stricter(item, _IN_ORDER if item.name in ordered else frozenset()))
    writer.copy_called()
    return "\n".join([text, *writer.copies, *writer.groups, ""])


class _Writer:
    """Writes stricter bodies, and collects the functions and groups of attributes that they need."""

    def __init__(self, text: str) -> None:
        self.functions = {function.name: function for function in functions(text)}
        self.groups: list[str] = []
        self.copies: list[str] = []
        self._attributes = attribute_groups(text)
        self._numbers: dict[tuple[str, frozenset[str]], str] = {}
        self._copied: dict[tuple[str, frozenset[str]], str] = {}
        self._to_copy: list[tuple[tuple[str, frozenset[str]], str]] = []

    def stricter(self, function: TextFunction, forbidden: frozenset[str]) -> TextFunction:
        """A function without these flags and those that its marks forbid, which calls copies of the library's."""
        forbidden = forbidden.union(*(_FORBIDDEN[mark] for mark in _MARKS.findall(function.body)))
        if not forbidden:
            return function

        def flags(match: re.Match[str]) -> str:
            kept = [word for word in match[1].replace("fast", FLAGS).split() if word not in forbidden]
            return f" {' '.join(kept)} " if kept else " "

        lines = []
        for count, line in enumerate(_MARKS.sub("", function.body).split("\n")):
            changed = _FLAGS.sub(flags, line, count=1) if '"' not in line else line
            product = _PRODUCT.match(changed) if _FMULADD in forbidden else None
            if product is not None:
                result, words, type_, a, b, c, _ = product.groups()
                changed = f"  %mtlb.product.{count} = fmul {words}{type_} {a}, {b}\n"
                changed += f"  {result} = fadd {words}{type_} %mtlb.product.{count}, {c}"
            lines.append(changed)
        body = CALL.sub(lambda match: match[1] + self._copy(match[2], forbidden), "\n".join(lines))
        return function._replace(head=GROUP.sub(self._group(function.group, forbidden), function.head), body=body)

    def copy_called(self) -> None:
        """Write the copies that stricter functions call, and those that these call."""
        for (name, forbidden), new in self._to_copy:  # copies append what they call
            function = self.functions[name]
            head = _SUBPROGRAM.sub("", function.head).replace(f"@{name}(", f"@{new}(", 1).replace(" comdat", "", 1)
            head = re.sub(r"^define (?:\w+_odr|internal|weak)? ?(?:hidden |protected )?", "define internal ", head)
            copy = self.stricter(function._replace(head=head), forbidden)
            self.copies.append(f"{copy.head}\n{copy.body}")

    def _copy(self, name: str, forbidden: frozenset[str]) -> str:
        if not _LIBRARY.match(name):
            forbidden = _IN_ORDER if forbidden >= _IN_ORDER else frozenset()
        function = self.functions.get(name)
        if function is None or not forbidden or "noinline" in self._attributes.get(function.group, ""):
            return name
        key = (name, forbidden)
        if key not in self._copied:
            self._copied[key] = ".".join([name, "without", *sorted(forbidden)])
            self._to_copy.append((key, self._copied[key]))
        return self._copied[key]

    def _group(self, number: str, forbidden: frozenset[str]) -> str:
        attributes = self._attributes.get(number, "")
        changed = attributes
        for flag in forbidden & set(_ATTRIBUTES):
            changed = changed.replace(_ATTRIBUTES[flag], "")
        if changed == attributes:
            return number
        key = (number, forbidden)
        if key not in self._numbers:
            self._numbers[key] = f"#{20000 + len(self._numbers)}"
            self.groups.append(f"attributes {self._numbers[key]} = {changed}")
        return self._numbers[key]
