"""LLVM IR as text: what the steps before and between LLVM's passes read of it.

    define float @f(ptr %0) #0 {            a function: its head, and its body with the last brace
      %2 = load float, ptr %0, align 4      an access
      %3 = call float @g(float %2)          a call
    }
    attributes #0 = { nounwind }            a group of attributes
    %struct.A = type { float }              a named type

`passes.py` uses this file too, without mtlb: it imports nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

NAME = r'(?:"[^"\n]*"|[\w.$]+)'
"""The name of a symbol or of a type, without its sigil."""
FLAGS = "nnan ninf nsz arcp contract afn reassoc"
"""What `fast` stands for."""
FLAG_WORDS = rf"(?:(?:fast|{FLAGS.replace(' ', '|')}) )+"
"""Flags of floating-point math, which stand before the type of an instruction."""
CONVERSION = "mtlb.convert "
"""The start of the names of functions that stand for conversions in the passes, `mtlb.convert sitofp i32 to float`."""
_INSTANCE = "_ZN5__mtl8instanceI"
"""The start of the symbols of `__mtl::instance<Tag, R, A...>`."""
GROUP = re.compile(r"#\d+(?=[^#\n]*\{$)")
"""The number of a function's attributes, in its head."""
CALL = re.compile(rf"(\bcall\b[^@\n]*@)({NAME})(?=\()")
"""A call up to the function, and the function."""
ACCESS = re.compile(
    r"^  (?:(?P<result>%[\w.]+) = )?(?P<operation>(?:load|store)(?: volatile)?) (?P<type>[^\n]+?(?=[ ,]))"
    r"(?: (?P<value>[^\n]+?))?, ptr (?P<pointer>[%@][\w.]+), align (?P<align>\d+)(?P<rest>[^\n]*)$"
)
"""A load, or a store of a number, that is not atomic and whose pointer is not an expression."""
_FUNCTION = re.compile(rf"^(define [^@\n]*@({NAME})\([^\n]*\{{)\n(.*?^\}})$", re.MULTILINE | re.DOTALL)
_TYPE = re.compile(rf"^(%{NAME}) = type ([^\n]*)$", re.MULTILINE)


class TextFunction(NamedTuple):
    """A function: `head` is its first line, `body` the others."""

    name: str
    head: str
    body: str

    @property
    def called(self) -> list[str]:
        """The name of each call's function."""
        return [name for _, name in CALL.findall(self.body)]

    @property
    def group(self) -> str:
        """The number of its attributes, "" without."""
        match = GROUP.search(self.head)
        return match[0] if match else ""


def functions(text: str) -> Iterator[TextFunction]:
    """The functions that have bodies."""
    return (TextFunction(match[2], match[1], match[3]) for match in _FUNCTION.finditer(text))


def edit_functions(text: str, change: Callable[[TextFunction], TextFunction | None]) -> str:
    """The text with changed functions; those for which `change` returns None remain."""

    def changed(match: re.Match[str]) -> str:
        function = change(TextFunction(match[2], match[1], match[3]))
        return match[0] if function is None else f"{function.head}\n{function.body}"

    return _FUNCTION.sub(changed, text)


def attribute_groups(text: str) -> dict[str, str]:
    """The groups of attributes by number, with their braces."""
    return dict(re.findall(r"^attributes (#\d+) = (\{[^\n]*\})", text, re.MULTILINE))


def named_types(text: str) -> dict[str, str]:
    """The bodies of the named types."""
    return dict(_TYPE.findall(text))


def without_types(text: str, names: Container[str]) -> str:
    """The text without the definitions of these types, whose lines are empty then."""
    return _TYPE.sub(lambda match: "" if match[1] in names else match[0], text)


def entry_symbols(text: str) -> dict[int, str]:
    """The function of each entry point, out of the tables that the rewriter writes."""
    rows = re.findall(rf"^@__mtl_entry_(\d+) = [^\n]*?\{{ ptr @({NAME}),", text, re.MULTILINE)
    return {int(number): name for number, name in rows}


def export_symbols(text: str) -> dict[int, str]:
    """The function of each external function, by the rewriter's number."""
    rows = re.findall(rf"^@__mtl_export_(\d+) = [^\n]* ptr @({NAME}),", text, re.MULTILINE)
    return {int(number): name for number, name in rows}


def name_instances(text: str, prefix: str) -> str:
    """Give the external functions that instances of templates call the symbols of the instances, behind a prefix
    (`rewrite/external.py`).
    """
    if _INSTANCE not in text:
        return text
    pattern = re.compile(rf"@({_INSTANCE}[\w.$]*)")
    names = {name: prefix + match[2] for match in _FUNCTION.finditer(text) for name in pattern.findall(match[3])}
    return pattern.sub(lambda match: "@" + names.get(match[1], match[1]), text)


def char_type(text: str) -> str:
    """The node of TBAA's type of bytes, "" without TBAA."""
    match = re.search(r'^(!\d+) = !\{!"omnipotent char"', text, re.MULTILINE)
    return match[1] if match else ""


def next_node(text: str) -> int:
    """The number of the next node of metadata."""
    return max(map(int, re.findall(r"^!(\d+) = ", text, re.MULTILINE)), default=-1) + 1


def list_items(text: str) -> list[str]:
    """The items of a list with commas between, such as the members of a struct."""
    result, depth, quoted = [""], 0, False
    for letter in text:
        quoted ^= letter == '"'
        depth += (letter in "{[<(") - (letter in "}])>") if not quoted else 0
        if letter == "," and not depth and not quoted:
            result.append("")
        else:
            result[-1] += letter
    return [item.strip() for item in result]
