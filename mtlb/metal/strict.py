"""Functions whose floating-point math is stricter than that of the options.

`#pragma METAL fp math_mode(safe)` at the start of a block (ggml's `quantize_q8_0`) becomes a call of `mtlb.math.safe`
there. Before functions are inlined, the function with the call loses the flags that the mode forbids, and calls copies
of the library's functions without them: an operator of vectors is a function of the header. A function is as strict as
the strictest of its blocks: what a mode forbids, other modes allow and do not demand.
"""

from __future__ import annotations

import re

from .llvm_text import FLAG_WORDS, FLAGS, TextFunction, attribute_groups, edit_functions, functions

MARK = "mtlb.math."
_FMULADD = "fmuladd"
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
_DEBUG = re.compile(r",? !dbg !\d+")
_RECORDS = re.compile(r"^ *(?:#dbg_|(?:tail )?call void @llvm\.dbg)[^\n]*\n", re.MULTILINE)


def separate_strict(text: str) -> str:
    """LLVM IR in which marked functions have stricter math; the same text if there are none."""
    if f"@{MARK}" not in text:
        return text
    writer = _Writer(text)

    def changed(function: TextFunction) -> TextFunction | None:
        forbidden = frozenset[str]().union(*(_FORBIDDEN[mark] for mark in _MARKS.findall(function.body)))
        unmarked = function._replace(body=_MARKS.sub("", function.body))
        return writer.stricter(unmarked, forbidden) if forbidden else None

    text = edit_functions(text, changed)
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
        """A function without these flags, which calls copies of the library's functions."""

        def flags(match: re.Match[str]) -> str:
            kept = [word for word in match[1].replace("fast", FLAGS).split() if word not in forbidden]
            return f" {' '.join(kept)} " if kept else " "

        lines = []
        for count, line in enumerate(function.body.split("\n")):
            changed = _FLAGS.sub(flags, line, count=1) if '"' not in line else line
            product = _PRODUCT.match(changed) if _FMULADD in forbidden else None
            if product is not None:
                result, words, type_, a, b, c, _ = product.groups()
                changed = f"  %mtlb.product.{count} = fmul {words}{type_} {a}, {b}\n"
                changed += f"  {result} = fadd {words}{type_} %mtlb.product.{count}, {c}"
            lines.append(changed)
        function = function._replace(body="\n".join(lines)).with_calls(lambda name: self._copy(name, forbidden))
        return function.with_group(self._group(function.group, forbidden))

    def copy_called(self) -> None:
        """Write the copies that stricter functions call, and those that these call."""
        for (name, forbidden), new in self._to_copy:  # copies append what they call
            function = self.functions[name]
            head = _DEBUG.sub("", function.head).replace(f"@{name}(", f"@{new}(", 1).replace(" comdat", "", 1)
            head = re.sub(r"^define (?:\w+_odr|internal|weak)? ?(?:hidden |protected )?", "define internal ", head)
            body = _RECORDS.sub("", _DEBUG.sub("", function.body))
            copy = self.stricter(TextFunction(new, head, body), forbidden)
            self.copies.append(f"{copy.head}\n{copy.body}")

    def _copy(self, name: str, forbidden: frozenset[str]) -> str:
        if name not in self.functions or not _LIBRARY.match(name):
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
