"""In which forms modules of `mtlb compile` differ from those of Apple's compiler of the same source, by class.

    python -m bench.metal_forms FOLDER [--only NAME]     sources that the libraries of a folder embed

Each function is a pair of modules: Apple's, out of the library, and that of the source compiled for the same target and
linked. A class counts functions in which the two differ. Suffixes of names (`struct.A.7`) don't count. Functions that
Apple's compiler of before 2023 made are left out: its forms are others. docs/metal.md §8 has the table.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.ir.text.printer import print_module

from .metal_sources import Embedded, compile_embedded, embedded

T = TypeVar("T")

_COMPILER = b"metalfe-32023"
_CALLED = re.compile(r'call [^@\n]*@("[^"]*"|[\w.$]+)\(')
NUMBERED = re.compile(r"\.\d+(?=[\"\s,*>)}\]]|$)")
"""The number that makes a name differ from an equal one."""
_SCOPE = re.compile(r'"(air-alias-scope-\w+(?:\(\d+\))?)"')
_ATTRIBUTE = re.compile(
    r'(?<= )(?:nocapture|noundef|readonly|readnone|writeonly|align \d+|dereferenceable\(\d+\)|"[^"]*"|noalias)(?= )'
)


def attribute_groups(text: str) -> dict[str, str]:
    """The groups of attributes of textual IR by number, without their braces."""
    return dict(re.findall(r"^attributes (#\d+) = \{ ?(.*?) ?\}$", text, re.MULTILINE))


class Form:
    """What is compared of one module, by class."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.nodes = dict(re.findall(r"^(!\d+) = (.*)$", text, re.MULTILINE))
        self.groups = attribute_groups(text)
        match = re.search(rf'^(define [^\n]*@"?{re.escape(name)}"?\(.*?\n)(.*?)^\}}', text, re.MULTILINE | re.DOTALL)
        self.head, self.body = (match[1], match[2]) if match else ("", "")
        self.helpers = len(re.findall(r"^define ", text, re.MULTILINE)) - 1

    def classes(self) -> dict[str, object]:
        """The value of each class."""
        kinds = re.findall(r", !([\w.]+) !\d+", self.body)
        operations = re.findall(r"^  (?:%\d+ = )?(?:tail |musttail )?(\w+)", self.body, re.MULTILINE)
        own = re.search(r"\) [^()]*?(#\d+)[^()]*\{$", self.head.rstrip())
        return {
            "data layout": re.findall(r"^target datalayout.*", self.text, re.MULTILINE),
            "architecture in the triple": re.findall(r'triple = "(\w+)-', self.text),
            "module flags": [
                item for item in self.named("llvm.module.flags") if not re.search("SDK|Debug|Dwarf", item)
            ],
            "versions": self.named("air.version") + self.named("air.language_version"),
            "compile options": self.named("air.compile_options"),
            "metadata of the entry point": [self.entry(stage) for stage in ("kernel", "vertex", "fragment", "mesh")],
            "order of named metadata": re.findall(r"^!((?!llvm.dbg)[a-z]\S*) = ", self.text, re.MULTILINE),
            "linkage": "weak_odr" in self.head,
            "attributes of parameters": [_ATTRIBUTE.findall(item) for item in self.head.split(" %")],
            "types of parameters": [re.sub(r"[^*]*\*?$", "", NUMBERED.sub("", item)) for item in self.head.split(" %")],
            "attributes of the function": self.groups.get(own[1], "") if own else "",
            "declarations": self.declarations(),
            "scopes of aliases": sorted(set(_SCOPE.findall("\n".join(map(self.whole, self.nodes))))),
            "kinds of metadata": sorted(set(kinds) - {"dbg"}),
            "types in TBAA": sorted({self.whole(item) for item in re.findall(r"!tbaa (!\d+)", self.body)}),
            "addresses in bytes": "getelementptr inbounds i8," in self.body,
            "named types": sorted(
                {NUMBERED.sub("", item) for item in re.findall(r'^%("[^"]*"|\S+) = ', self.text, re.M)}
            ),
            "functions that are not in line": self.helpers,
            "functions that are called": sorted(set(_CALLED.findall(self.body))),
            "instructions": Counter(operations),
        }

    def whole(self, node: str, depth: int = 0) -> str:
        """A node with all that it refers to."""
        if depth > 6 or node not in self.nodes:
            return ""
        return re.sub(
            r"!\d+\b", lambda item: "" if item[0] == node else self.whole(item[0], depth + 1), self.nodes[node]
        )

    def named(self, name: str) -> list[str]:
        """The nodes of a named list."""
        match = re.search(rf"^!{re.escape(name)} = !\{{(.*)\}}$", self.text, re.MULTILINE)
        return [self.whole(item) for item in re.findall(r"!\d+", match[1])] if match else []

    def entry(self, stage: str) -> list[str]:
        """What is said of entry points of a stage, without their types in the IR."""
        return [NUMBERED.sub("", item.partition("@")[2]) for item in self.named(f"air.{stage}")]

    def declarations(self) -> list[str]:
        """What is declared, with its attributes; only what both modules have is compared."""
        lines = re.findall(r"^declare .*$", self.text, re.MULTILINE)
        return [re.sub(r"#\d+", lambda item: self.groups[item[0]], line) for line in lines]


def differences(theirs: bytes, ours: bytes, name: str) -> list[str]:
    """The classes in which two modules of a function differ."""
    left, right = (Form(print_module(read_module(item)), name).classes() for item in (theirs, ours))
    names = [
        {str(re.findall(r"@([^(]+)\(", line)): line for line in item.pop("declarations")} for item in (left, right)
    ]  # type: ignore[attr-defined]
    lefts = [name for name in left if left[name] != right[name]]
    shared = names[0].keys() & names[1].keys()
    return lefts + ["attributes of declarations"] * any(names[0][item] != names[1][item] for item in shared)


def modules_of(unit: Embedded, *, is_whole: bool = False) -> dict[str, bytes]:
    """The modules of the functions of a source, as mtlb compiles it; none if it does not."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            library = mtlb.link([("a.air", compile_embedded(unit, Path(folder), is_whole=is_whole).bitcode)]).library
        except (MtlbError, OSError):
            return {}
    return {function.name: bytes(function.module) for function in library.functions}


def compared(unit: Embedded) -> list[tuple[str, list[str]]]:
    """The functions of one source, with the classes in which they differ."""
    ours = modules_of(unit)
    pairs = [(name, module) for name, module in unit.functions if name in ours and _COMPILER in module]
    return [(name, differences(module, ours[name], name)) for name, module in pairs]


def units(folder: Path, only: str) -> Iterator[Embedded]:
    """The sources that are compared."""
    return (unit for unit in embedded(folder) if only in unit.library + unit.source)


def each_function(
    description: str | None, compare: Callable[[Embedded], list[tuple[str, T]]], arguments: list[str] | None
) -> Iterator[tuple[str, T]]:
    """The functions of the folders on the command line, with what `compare` returns for them."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="names with this in them alone")
    parser.add_argument("-j", type=int, default=2, help="processes")
    argument = parser.parse_args(arguments)
    sources = [unit for folder in argument.folders for unit in units(folder, argument.only)]
    with ProcessPoolExecutor(argument.j) as pool:
        for rows in pool.map(compare, sources):
            yield from rows


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    classes: Counter[str] = Counter()
    functions = 0
    for _, result in each_function(__doc__, compared, arguments):
        functions += 1
        classes.update(result)
    print(f"{functions} functions")
    for name, count in classes.most_common():
        print(f"{count:5}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
