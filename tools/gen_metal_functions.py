"""Makes docs/metal-library.md: which of Metal's standard library is there, from the headers themselves.

    python tools/gen_metal_functions.py            write it
    python tools/gen_metal_functions.py --check    exit with 1 if what is checked in is not up to date

A function is listed with the functions of AIR that its overloads call. `REFUSED` has names of the specification that
are not there; tests/metal/test_functions.py asks a compiler for all of both.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mtlb.air.intrinsics import intrinsic  # noqa: E402
from mtlb.air.textures import SHAPES  # noqa: E402

FOLDER = ROOT / "mtlb/metal/include/mtlb"
PAGE = ROOT / "docs/metal-library.md"
TESTS = ROOT / "tests/metal"

REFUSED = {
    "metal_raytracing": "raytracing::intersection_function_buffer_arguments",
}
"""Names of the specification that are not there, by header. Each is an error that names it."""

_SECTIONS = {
    "relational": "metal_relational",
    "math": "metal_math",
    "geometry": "metal_geometric",
    "matrices": "metal_matrix",
    "synchronisation": "metal_compute",
    "votes": "metal_simdgroup",
    "atomics": "metal_atomic",
    "SIMD-group matrices": "metal_simdgroup_matrix",
    "samplers": "metal_texture",
    "rasterization rates": "metal_graphics",
    "imageblocks": "metal_imageblocks",
    "mesh functions": "metal_mesh",
    "logging": "metal_logging",
    "command buffers": "metal_command_buffer",
    "tables of visible functions": "metal_visible_function_table",
    "ray tracing": "metal_raytracing",
    "pull-model interpolation": "metal_interpolate",
    "tessellation": "metal_tessellation",
    "tensors": "metal_tensor",
    "products of matrices": "MetalPerformancePrimitives",
}
"""The headers of Apple's names, which sources include, by the sections of ours. All of them are the one library."""
_OTHERS = {"discard_fragment": "metal_graphics", "dfdx": "metal_graphics", "dfdy": "metal_graphics"}
_OTHERS |= dict.fromkeys(("mul24", "mad24", "madsat"), "metal_integer")
_OTHERS |= {"fwidth": "metal_graphics", "cross": "metal_geometric", "dot": "metal_geometric"}
_LEAF = re.compile(r'(__air_\w+)\([^;]*?__asm__\("(air\.[^"]+)"\)')
_FUNCTION = re.compile(r"__MTL_INLINE (?:constexpr )?[\w:<>,&*(). ]+? (\w+)\(")
_ASKED = re.compile(r"__MTL_((?:ASK|REF)\w*)\((?:\w+, )?(\w+)")
_SUFFIX = re.compile(r"\.(?:[su]\.)?(?:v\d+)?(?:[fi]\d+|bf16)(?:\..*)?$")


@dataclass
class Row:
    """A function: Apple's header, and the functions of AIR that it calls."""

    name: str
    header: str
    air: set[str] = field(default_factory=set)


def _headers(lines: list[str]) -> Iterator[tuple[str, str]]:
    """The lines of a header of sections, each with Apple's header."""
    header = "metal_stdlib"
    for line in lines:
        if line.startswith("// --- "):
            title = re.split(r"[:.]", line[7:])[0].strip()
            header = _SECTIONS.get(title, header)
        yield header, line


def _generated_header(name: str, air: str) -> str:
    if name.startswith(("pack_", "unpack_")):
        return "metal_pack"
    if name.startswith(("simd_", "quad_")):
        return "metal_simdgroup"
    return "metal_integer" if re.search(r"\.(?:[su]\.)?(?:v\d)?i\d+$", air) else "metal_math"


def functions() -> dict[str, Row]:
    """The functions that are not methods, by name."""
    rows: dict[str, Row] = {}
    leaves: dict[str, str] = {}
    for name in ("functions.h", "lanes.h"):
        for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
            leaves.update(_LEAF.findall(line))
            for function in [] if line.startswith(" ") else _FUNCTION.findall(line):  # not the methods of pixel types
                called = {leaves[item] for item in re.findall(r"__air_\w+", line) if item in leaves}
                header = _OTHERS.get(function) or _generated_header(function, min(called, default=""))
                rows.setdefault(function, Row(function, header)).air |= called
    lines = (FOLDER / "library.h").read_text(encoding="utf-8").splitlines()
    for header, line in _headers(lines):
        leaves.update(_LEAF.findall(line))
        if line.startswith(("  ", "struct ")) and not line.startswith("  __MTL_INLINE") and "friend" in line:
            continue
        for function in _FUNCTION.findall(line):
            called = {leaves[item] for item in re.findall(r"__air_\w+", line) if item in leaves}
            rows.setdefault(function, Row(function, _OTHERS.get(function, header))).air |= called
    for word in ("add", "sub", "and", "or", "xor", "min", "max"):
        rows[f"atomic_fetch_{word}_explicit"] = Row(f"atomic_fetch_{word}_explicit", "metal_atomic")
    for word in ("min", "max"):
        rows[f"atomic_{word}_explicit"] = Row(f"atomic_{word}_explicit", "metal_atomic")
    for word in ("load", "store", "exchange", "compare_exchange_weak"):
        rows[f"atomic_{word}_explicit"] = Row(f"atomic_{word}_explicit", "metal_atomic")
    hidden = ("_", "operator")
    others = _METHODS.union(_OF_TEXTURES.values())
    return {name: row for name, row in sorted(rows.items()) if not name.startswith(hidden) and name not in others}


_OF_TEXTURES = {"__is_null": "is_null_texture"}
"""Functions of textures, by the methods that they call."""
_METHODS = frozenset(
    """set bits get put value resident thread_elements v size empty data begin end front back diagonal filled load store
    run h x ulong ushort vote_t bias level min_lod_clamp sampler quad_vote simd_vote simdgroup_matrix name""".split()  # noqa: SIM905
)
"""What the expression for functions finds of classes, and the parameter of macros that define functions."""


def textures() -> dict[str, dict[str, list[str]]]:
    """The methods of textures: by name, the shapes that have it, and the families of AIR."""
    text = (FOLDER / "textures.h").read_text(encoding="utf-8")
    names: dict[str, dict[str, list[str]]] = {}
    for shape in SHAPES:
        body = re.search(rf"struct {shape} \{{\n(.*?)\n\}};", text, re.DOTALL)
        assert body is not None
        for method in re.findall(r"__MTL_INLINE [\w:<>, ]+? (\w+)\(", body[1]):
            shapes = names.setdefault(_OF_TEXTURES.get(method, method), {}).setdefault("shapes", [])
            if shape not in shapes:
                shapes.append(shape)
    return dict(sorted(names.items()))


_OF_CLASSES = ("stages.h", "raytracing.h", "tensor.h", "tensor_ops.h")
_CLASS = re.compile(r"(?:template<.*> )?(?:struct|class) (\w+)(?:<T, E, tensor_\w+, Tags\.\.\.>)?(?: : .*)? \{$")


def methods() -> dict[str, tuple[str, list[str]]]:
    """The classes of the headers that have classes alone: Apple's header and their methods."""
    result: dict[str, tuple[str, list[str]]] = {}
    current = ""
    texts = [(FOLDER / name).read_text(encoding="utf-8") for name in _OF_CLASSES]
    for header, line in _headers("\n".join(texts).splitlines()):
        if match := _CLASS.match(line):
            current = match[1] if not match[1].startswith(("_", "abi")) else ""
            if current:
                result.setdefault(current, (header, []))
        elif line.startswith("}"):
            current = ""
        elif current and line.startswith(("  __MTL_", "  template")):
            for name in [*_FUNCTION.findall(line), *_asked(line)]:
                if not name.startswith("_") and name not in (*result[current][1], "h"):
                    result[current][1].append(name)
    return {name: item for name, item in result.items() if item[1]}


def _asked(line: str) -> Iterator[str]:
    """The getters that macros of raytracing.h make."""
    for macro, name in _ASKED.findall(line):
        both = macro == "ASK_BOTH"
        yield from (f"get_candidate_{name}", f"get_committed_{name}") if both else (name,)


def family(air: str) -> str:
    """The name of a function of AIR without the types."""
    return _SUFFIX.sub("", air)


def since(names: Iterable[str]) -> str:
    """The first version of AIR that Apple's modules declare one of the functions with; "" if none does."""
    families = {item.family.name: item.family for name in names if (item := intrinsic(name)) is not None}
    seen = [first for item in families.values() for first, _ in item.seen.values()]
    return str(min(seen)) if seen else ""


def tested(name: str, text: str) -> str:
    """Where the values of a function are tested."""
    return "values" if re.search(rf"\b{name}\(", text) else "declared"


def page() -> str:
    """The page."""
    tests = (TESTS / "test_library.py").read_text(encoding="utf-8") + "".join(
        path.read_text(encoding="utf-8")
        for folder in (ROOT / "golden/metal", TESTS / "values")
        for path in sorted(folder.glob("*.metal"))
    )
    lines = [
        "# Metal's standard library, function by function",
        "",
        "Generated by `python tools/gen_metal_functions.py` from the headers of `mtlb compile` ([how](metal.md)).",
        "AIR: the functions that Apple's compiler calls for it, without types; none: it is computed of others, or an",
        "instruction. First: the oldest AIR whose modules by Apple declare one of them, as far as we have any. Test:",
        "`values` are compared with numpy; `declared`: a test finds the name, what it calls is the book of facts'.",
        "",
        "## Functions",
        "",
        "| function | header | AIR | first | test |",
        "|---|---|---|---|---|",
    ]
    for name, row in functions().items():
        families = sorted({family(item) for item in row.air})
        air = ", ".join(f"`{item}`" for item in families)
        lines.append(f"| `{name}` | {row.header} | {air} | {since(row.air)} | {tested(name, tests)} |")
    lines += ["", "## Methods of textures", "", "| method | textures |", "|---|---|"]
    for name, fields in textures().items():
        shapes = fields["shapes"]
        shown = "all" if len(shapes) == len(SHAPES) else ", ".join(f"`{shape}`" for shape in shapes)
        lines.append(f"| `{name}` | {shown} |")
    lines += ["", "## Methods of other classes", "", "| class | header | methods |", "|---|---|---|"]
    for name, (header, names) in methods().items():
        lines.append(f"| `{name}` | {header} | {', '.join(f'`{name}`' for name in names)} |")
    lines += ["", "## Not there", "", "Each is an error that names it.", "", "| header | names |", "|---|---|"]
    for header, names in REFUSED.items():
        if names:
            lines.append(f"| {header} | {', '.join(f'`{name}`' for name in names.split())} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    text = page()
    if parser.parse_args().check:
        if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
            print(f"{PAGE.name} is not up to date; run tools/gen_metal_functions.py", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
