"""Draws the pictures of the documentation: `python tools/gen_pictures.py`; `--check` compares them with the files.

Their facts are those of the project: the sections of a golden library, the steps of `linker/`, the table of rooms in
tests/test_house.py with the words of docs/design.md. They are SVG with colours for light and dark surroundings, and
narrow: text of 12 pixels can be read on a phone.
"""

from __future__ import annotations

import ast
import re
import struct
import sys
import textwrap
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

import mtlb
from mtlb.container.function_list import FUNCTION_TAGS
from mtlb.inspect import measure

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"
WIDTH = 480

STYLE = """
.ground{fill:#fff;stroke:#d0d7de}
.box{fill:#eef1fb;stroke:#5468c4}
.data{fill:#e9f5ee;stroke:#3f8f63}
.group{fill:#f6f8fa;stroke:#b6c0ca}
.line{fill:none;stroke:#57606a;stroke-width:1.4}
.tip{fill:#57606a}
text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif;fill:#1f2328}
.name{font:600 13px ui-monospace,SFMono-Regular,Menlo,"Liberation Mono",monospace}
.code{font:11.5px ui-monospace,SFMono-Regular,Menlo,"Liberation Mono",monospace}
.small{fill:#4d5660}
.right{text-anchor:end}
.middle{text-anchor:middle}
@media (prefers-color-scheme:dark){
.ground{fill:#1b1e26;stroke:#3d444d}
.box{fill:#262d4a;stroke:#8b9bea}
.data{fill:#1d3529;stroke:#62b98a}
.group{fill:#22262f;stroke:#4c5561}
.line{stroke:#a8b1bb}
.tip{fill:#a8b1bb}
text{fill:#e6edf3}
.small{fill:#b4bdc7}
}
"""


class Drawing:
    """An SVG under construction; y grows downwards, and the height is what was drawn."""

    def __init__(self, title: str, description: str) -> None:
        self.title = title
        self.description = description
        self.parts: list[str] = []
        self.height = 0.0

    def box(self, x: float, y: float, width: float, height: float, kind: str = "box") -> None:
        """A rectangle; `kind` is a class of the style."""
        self.parts.append(f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5"/>')
        self.height = max(self.height, y + height)

    def text(self, x: float, y: float, words: str, kind: str = "") -> None:
        """A line of text on the base line `y`."""
        style = f' class="{kind}"' if kind else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}"{style}>{escape(words)}</text>')
        self.height = max(self.height, y + 4)

    def wrapped(self, x: float, y: float, words: str, columns: int, kind: str = "small") -> float:
        """Lines of at most so many characters; the base line after them."""
        for line in textwrap.wrap(words, columns):
            self.text(x, y, line, kind)
            y += 15
        return y

    def arrow(self, *points: tuple[float, float], dashed: bool = False) -> None:
        """A line through the points with a tip at the last one, to which it runs straight."""
        path = "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
        dashes = ' stroke-dasharray="4 3"' if dashed else ""
        self.parts.append(f'<path class="line" d="{path}"{dashes}/>')
        (fx, fy), (x, y) = points[-2:]
        dx, dy = (x > fx) - (x < fx), (y > fy) - (y < fy)
        base = (x - 7 * dx, y - 7 * dy)
        side = (4 * dy, 4 * dx)
        corners = (points[-1], (base[0] + side[0], base[1] + side[1]), (base[0] - side[0], base[1] - side[1]))
        self.parts.append(f'<path class="tip" d="M{" L".join(f"{a:g} {b:g}" for a, b in corners)}Z"/>')

    def svg(self) -> str:
        """The file."""
        height = self.height + 14
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" '
            f'height="{height:g}" role="img" aria-labelledby="title desc">\n'
            f'<title id="title">{escape(self.title)}</title>\n<desc id="desc">{escape(self.description)}</desc>\n'
            f"<style>{STYLE}</style>\n"
            f'<rect class="ground" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1:g}" rx="8"/>\n'
            + "\n".join(self.parts)
            + "\n</svg>\n"
        )


# --- the container -------------------------------------------------------------------------------------------------

HOLDS = {
    "HEADER": "platform, OS version, kind; where sections are",
    "FUNCTION_LIST": "a group of tags for each function",
    "HEADER_EXTENSION": "UUID; where the later sections are",
    "PUBLIC_METADATA": "function constants, vertex attributes",
    "PRIVATE_METADATA": "names of sources (DEBI, DEPF)",
    "MODULE_LIST": "wrapped LLVM bitcode, a module for each function",
    "REFLECTION_LIST": "arguments and results, as FlatBuffers",
}
BY_HEADER = ("FUNCTION_LIST", "PUBLIC_METADATA", "PRIVATE_METADATA", "MODULE_LIST")


def tags_of_first(data: bytes, start: int) -> list[tuple[str, bytes]]:
    """The tags of the first group of the function list at `start` (docs/format.md §4)."""
    at, results = start + 8, []
    while (name := data[at : at + 4]) != b"ENDT":
        (length,) = struct.unpack_from("<H", data, at + 4)
        results.append((name.decode(), data[at + 6 : at + 6 + length]))
        at += 6 + length
    return results


def shown(name: str, value: bytes) -> str:
    """What the value of a tag says."""
    if name == "NAME":
        return f'"{value[:-1].decode()}"'
    if name == "HASH":
        return f"SHA-256 of the module: {value[:6].hex()}…"
    if name == "TYPE":
        return f"{value[0]}: a {mtlb.open(LIBRARY).functions[0].type.label}"
    if name == "OFFT":
        public, private, module = struct.unpack("<3Q", value)
        return f"public {public}, private {private}, module {module}"
    if name == "VERS":
        major, minor, language, sub = struct.unpack("<4H", value)
        return f"AIR {major}.{minor}, Metal {language}.{sub}"
    return f"{int.from_bytes(value, 'little'):,}{' bytes' if name == 'MDSZ' else ' in the reflection list'}"


def container() -> str:
    """The sections of a small library, and the tags of its first function."""
    data = LIBRARY.read_bytes()
    parts = [(part.name, part.offset, part.size) for part in measure(data).parts]
    first = mtlb.open(LIBRARY).functions[0]
    drawing = Drawing(
        "The container of a metallib",
        f"The sections of a library of {len(data):,} bytes from top to bottom with offsets and sizes: "
        + "; ".join(f"{name} at {offset:#x}, {size} bytes" for name, offset, size in parts),
    )
    drawing.text(16, 26, f"{LIBRARY.name}, {len(data):,} bytes", "code")
    places, y = {}, 38.0
    for name, offset, size in parts:
        drawing.box(70, y, 340, 40, "data" if name.endswith("_LIST") and name != "FUNCTION_LIST" else "box")
        drawing.text(62, y + 25, f"{offset:#x}", "code right")
        drawing.text(80, y + 17, name, "name")
        drawing.text(402, y + 17, f"{size:,} bytes", "code right")
        drawing.text(80, y + 33, HOLDS[name], "small")
        places[name] = y + 20
        y += 44
    for name in BY_HEADER:
        drawing.arrow((410, places["HEADER"]), (456, places["HEADER"]), (456, places[name]), (411, places[name]))
    later = places["REFLECTION_LIST"]
    start = places["HEADER_EXTENSION"]
    drawing.arrow((410, start), (436, start), (436, later), (411, later), dashed=True)
    drawing.text(16, y + 22, f"The group of {first.name} in the function list: tag, bytes, value", "")
    y += 32
    tags = tags_of_first(data, next(offset for name, offset, _ in parts if name == "FUNCTION_LIST"))
    assert {name for name, _ in tags} <= set(FUNCTION_TAGS)
    for name, value in tags:
        drawing.box(16, y, 448, 22, "group")
        drawing.text(26, y + 15, name, "name")
        drawing.text(100, y + 15, str(len(value)), "code right")
        drawing.text(116, y + 15, shown(name, value), "code")
        y += 25
    return drawing.svg()


# --- the link pipeline -----------------------------------------------------------------------------------------------

Step = tuple[str, tuple[str, ...], str]
BEFORE: tuple[Step, ...] = (
    ("load", ("inputs/load.py", "inputs/conversion.py"), "AIR, archives, LLVM IR, SPIR-V: one list of modules"),
    ("scan", ("plan/scan.py", "plan/facts.py"), "what each module defines, needs and has entry points of"),
    ("plan", ("plan/plan.py", "plan/symbols.py"), "symbols are resolved over all; the order; the shards"),
)
EACH: tuple[Step, ...] = (
    ("read", ("inputs/modules.py",), "the modules that the shard needs"),
    ("merge", ("program/merge.py", "plan/types.py"), "one program, with each symbol once"),
    ("split", ("program/split.py", "plan/roots.py"), "a view for each entry point: what it reaches"),
    ("finish", ("output/finish.py",), "the form of the target; described, written, hashed"),
)
AFTER: tuple[Step, ...] = (
    ("assemble", ("output/assemble.py", "output/library.py"), "the container around the finished modules"),
)


def pipeline() -> str:
    """The steps of a link from top to bottom."""
    steps = (*BEFORE, *EACH, *AFTER)
    drawing = Drawing(
        "The steps of a link",
        "; ".join(f"{name}: {text}" for name, _, text in steps) + ". Shards are linked independently of each other.",
    )

    def draw(x: float, y: float, width: float, step: Step) -> None:
        name, files, words = step
        missing = [file for file in files if not (ROOT / "linker" / file).exists()]
        assert not missing, missing
        drawing.box(x, y, width, 42)
        drawing.text(x + 12, y + 17, name, "name")
        drawing.text(x + width - 10, y + 17, ", ".join(files), "code right small")
        drawing.text(x + 12, y + 34, words, "small")

    def between(y: float, words: str) -> float:
        drawing.arrow((240, y), (240, y + 26))
        if words:
            drawing.text(252, y + 17, words, "small")
        return y + 27

    y = 16.0
    drawing.box(60, y, 360, 26, "data")
    drawing.text(240, y + 17, "*.air  *.metalar  *.metallib  *.ll  *.spv", "code middle")
    y = between(y + 26, "")
    for step, words in zip(BEFORE, ("modules", "facts of each module", "shards"), strict=True):
        draw(40, y, 400, step)
        y = between(y + 42, words)
    top = y
    inside = y + 30
    drawing.box(24, top, 432, 30 + len(EACH) * 52 + 4, "group")
    drawing.text(40, top + 20, "each shard by itself: in processes, or on several machines", "")
    for number, step in enumerate(EACH):
        draw(44, inside, 392, step)
        if number < len(EACH) - 1:
            drawing.arrow((240, inside + 42), (240, inside + 51))
        inside += 52
    y = between(inside + 4, "finished modules")
    for step in AFTER:
        draw(40, y, 400, step)
        y = between(y + 42, "")
    drawing.box(120, y, 240, 26, "data")
    drawing.text(240, y + 17, "shaders.metallib", "code middle")
    return drawing.svg()


# --- the house -------------------------------------------------------------------------------------------------------


def rooms() -> list[tuple[str, ...]]:
    """The table of tests/test_house.py, top to bottom."""
    tree = ast.parse((ROOT / "tests/test_house.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ROOMS":
            return list(ast.literal_eval(node.value))
    raise SystemExit("tests/test_house.py has no table ROOMS")


def purposes() -> dict[str, str]:
    """What docs/design.md says of each room, up to the first stop."""
    text = (ROOT / "docs/design.md").read_text(encoding="utf-8")
    texts: dict[str, str] = {}
    pattern = r"^ {0,2}([\w.]+(?:/[\w.]+)?)/?(?: +\((?:mtlb/|import )[^)]*\))? {2,}(\S.*(?:\n {10,}\S.*)*)"
    for name, words in re.findall(pattern, text, re.MULTILINE):
        room = "mtlb" if name == "mtlb/__init__.py" else f"mtlb.{name.removeprefix('mtlb/')}"
        texts.setdefault(room, re.split(r"[:;.](?:\s|$)", " ".join(words.split()))[0])
    return texts


def house() -> str:
    """The rooms, top to bottom: imports point downwards."""
    said = purposes()
    kept = [[room for room in row if room in said] for row in rooms()]
    lacking = [room for row in rooms() for room in row if room not in (*said, "mtlb.__main__", "mtlb._version")]
    assert not lacking, f"docs/design.md says nothing of {lacking}"
    drawing = Drawing(
        "The packages of mtlb",
        "From top to bottom; a package imports only what is below it: "
        + "; ".join(", ".join(row) for row in kept if row),
    )
    drawing.text(16, 26, "A package imports only from packages below it.", "")
    y = 38.0
    for row in filter(None, kept):
        width = (448 - 6 * (len(row) - 1)) / len(row)
        columns = int((width - 16) / 6.1)
        if len(row) == 1:
            lines = textwrap.wrap(said[row[0]], int((width - 118) / 6.1))
            height = 12 + 15 * len(lines)
        else:
            height = 26 + 15 * max(len(textwrap.wrap(said[room], columns)) for room in row)
        for number, room in enumerate(row):
            x = 16 + number * (width + 6)
            drawing.box(x, y, width, height, "data" if row == kept[2] else "box")
            drawing.text(x + 8, y + 18, room.removeprefix("mtlb."), "name")
            if len(row) == 1:
                drawing.wrapped(x + 110, y + 18, said[room], int((width - 118) / 6.1))
            else:
                drawing.wrapped(x + 8, y + 34, said[room], columns)
        y += height + 6
    return drawing.svg()


DRAWN: dict[str, Callable[[], str]] = {"container": container, "link": pipeline, "house": house}


def main(words: Sequence[str]) -> None:
    if words not in ([], ["--check"]):
        sys.exit(__doc__)
    for name, draw in DRAWN.items():
        path = PICTURES / f"{name}.svg"
        if not words:
            path.write_text(draw(), encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != draw():
            sys.exit(f"{path.relative_to(ROOT)} is not what tools/gen_pictures.py draws: run it")


if __name__ == "__main__":
    main(sys.argv[1:])
