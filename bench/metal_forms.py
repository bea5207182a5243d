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
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.ir.text.printer import print_module

from .metal_sources import Embedded, compile_embedded, embedded

_COMPILER = b"metalfe-32023"
_CALLED = re.compile(r'call [^@\n]*@("[^"]*"|[\w.$]+)\(')
_SUFFIX = re.compile(r"\.\d+(?=[\"\s,*>)}\]]|$)")
_SCOPE = re.compile(r'"(air-alias-scope-\w+(?:\(\d+\))?)"')
_ATTRIBUTE = re.compile(
    r'(?<= )(?:nocapture|noundef|readonly|readnone|writeonly|align \d+|dereferenceable\(\d+\)|"[^"]*"|noalias)(?= )'
)


class Form:
    """What is compared of one module, by class."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.nodes = dict(re.findall(r"^(!\d+) = (.*)$", text, re.MULTILINE))
        self.groups = dict(re.findall(r"^attributes (#\d+) = \{ ?(.*?) ?\}$", text, re.MULTILINE))
        found = re.search(rf'^(define [^\n]*@"?{re.escape(name)}"?\(.*?\n)(.*?)^\}}', text, re.MULTILINE | re.DOTALL)
        self.head, self.body = (found[1], found[2]) if found else ("", "")
        self.helpers = len(re.findall(r"^define ", text, re.MULTILINE)) - 1

    def classes(self) -> dict[str, object]:
        """The value of each class."""
        kinds = re.findall(r", !([\w.]+) !\d+", self.body)
        operations = re.findall(r"^  (?:%\d+ = )?(?:tail |musttail )?(\w+)", self.body, re.MULTILINE)
        own = re.search(r"\) [^()]*?(#\d+)[^()]*\{$", self.head.rstrip())
        return {
            "data layout": re.findall(r"^target datalayout.*", self.text, re.MULTILINE),
            "architecture in the triple": re.findall(r'triple = "(\w+)-', self.text),
            "module flags": [one for one in self.named("llvm.module.flags") if not re.search("SDK|Debug|Dwarf", one)],
            "versions": self.named("air.version") + self.named("air.language_version"),
            "compile options": self.named("air.compile_options"),
            "metadata of the entry point": [self.entry(stage) for stage in ("kernel", "vertex", "fragment", "mesh")],
            "order of named metadata": re.findall(r"^!((?!llvm.dbg)[a-z]\S*) = ", self.text, re.MULTILINE),
            "linkage": "weak_odr" in self.head,
            "attributes of parameters": [_ATTRIBUTE.findall(one) for one in self.head.split(" %")],
            "types of parameters": [re.sub(r"[^*]*\*?$", "", _SUFFIX.sub("", one)) for one in self.head.split(" %")],
            "attributes of the function": self.groups.get(own[1], "") if own else "",
            "declarations": self.declarations(),
            "scopes of aliases": sorted(set(_SCOPE.findall("\n".join(map(self.whole, self.nodes))))),
            "kinds of metadata": sorted(set(kinds) - {"dbg"}),
            "types in TBAA": sorted({self.whole(one) for one in re.findall(r"!tbaa (!\d+)", self.body)}),
            "addresses in bytes": "getelementptr inbounds i8," in self.body,
            "named types": sorted({_SUFFIX.sub("", one) for one in re.findall(r'^%("[^"]*"|\S+) = ', self.text, re.M)}),
            "functions that are not in line": self.helpers,
            "functions that are called": sorted(set(_CALLED.findall(self.body))),
            "instructions": Counter(operations),
        }

    def whole(self, node: str, depth: int = 0) -> str:
        """A node with all that it refers to."""
        if depth > 6 or node not in self.nodes:
            return ""
        return re.sub(r"!\d+\b", lambda one: "" if one[0] == node else self.whole(one[0], depth + 1), self.nodes[node])

    def named(self, name: str) -> list[str]:
        """The nodes of a named list."""
        found = re.search(rf"^!{re.escape(name)} = !\{{(.*)\}}$", self.text, re.MULTILINE)
        return [self.whole(one) for one in re.findall(r"!\d+", found[1])] if found else []

    def entry(self, stage: str) -> list[str]:
        """What is said of entry points of a stage, without their types in the IR."""
        return [_SUFFIX.sub("", one.partition("@")[2]) for one in self.named(f"air.{stage}")]

    def declarations(self) -> list[str]:
        """What is declared, with its attributes; only what both modules have is compared."""
        lines = re.findall(r"^declare .*$", self.text, re.MULTILINE)
        return [re.sub(r"#\d+", lambda one: self.groups[one[0]], line) for line in lines]


def differences(theirs: bytes, ours: bytes, name: str) -> list[str]:
    """The classes in which two modules of a function differ."""
    left, right = (Form(print_module(read_module(one)), name).classes() for one in (theirs, ours))
    names = [{str(re.findall(r"@([^(]+)\(", line)): line for line in one.pop("declarations")} for one in (left, right)]  # type: ignore[attr-defined]
    found = [name for name in left if left[name] != right[name]]
    shared = names[0].keys() & names[1].keys()
    return found + ["attributes of declarations"] * any(names[0][one] != names[1][one] for one in shared)


def compared(unit: Embedded) -> list[tuple[str, list[str]]]:
    """The functions of one source, with the classes in which they differ."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            made = mtlb.link([("a.air", compile_embedded(unit, Path(folder)).bitcode)]).library
        except (MtlbError, OSError):
            return []
    ours = {one.name: bytes(one.module) for one in made.functions}
    pairs = [(name, module) for name, module in unit.functions if name in ours and _COMPILER in module]
    return [(name, differences(module, ours[name], name)) for name, module in pairs]


def units(folder: Path, only: str) -> Iterator[Embedded]:
    """The sources that are compared."""
    return (unit for unit in embedded(folder) if only in unit.library + unit.source)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="names with this in them alone")
    parser.add_argument("-j", type=int, default=2, help="processes")
    given = parser.parse_args(arguments)
    classes: Counter[str] = Counter()
    functions = 0
    with ProcessPoolExecutor(given.j) as pool:
        for rows in pool.map(compared, [unit for folder in given.folders for unit in units(folder, given.only)]):
            functions += len(rows)
            for _, found in rows:
                classes.update(found)
    print(f"{functions} functions")
    for name, count in classes.most_common():
        print(f"{count:5}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
