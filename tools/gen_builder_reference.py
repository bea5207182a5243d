"""The reference of `mtlb.emit`, from its docstrings: `python tools/gen_builder_reference.py FILE`.

The documentation site has it as builder-api.md (tools/site_hooks.py).
"""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

from mtlb import emit
from mtlb.base.metal import AddressSpace

HEAD = """# Reference of mtlb.emit

From the docstrings; [builder.md](builder.md) is the tutorial. Sizes
and alignments are in bytes. Whatever is wrong with a call is a `BuildError` that names the function, the instruction
and the line of Python that made it.
"""
GROUPS = (
    ("Modules", ("Module", "Target")),
    (
        "Entry points",
        (
            *("Entry", "ComputeEntry", "KernelEntry", "VertexEntry", "FragmentEntry", "TileEntry"),
            *("ObjectEntry", "MeshEntry", "MeshOutput", "IntersectionEntry", "VisibleEntry", "CoreImageEntry"),
        ),
    ),
    (
        "Instructions",
        (
            *("Builder", "EntryBuilder", "Value", "Reference", "Aggregate", "Global", "FunctionConstant"),
            *("Block", "Branch", "Phi", "AggregatePhi", "Loop"),
        ),
    ),
    ("Parts of a builder", ("Textures", "Atomics", "Lanes", "Matrices")),
    (
        "Types",
        (
            *("Type", "Void", "Scalar", "Vector", "Matrix", "Array", "Pointer", "Struct", "Member", "Handle"),
            *("Texture", "SimdgroupMatrix"),
        ),
    ),
)
PARTS = {"Textures": "texture", "Atomics": "atomic", "Lanes": "simd", "Matrices": "matrix"}
"""What a builder calls its parts, before the names of their methods."""


def documented(cls: type) -> dict[str, object]:
    """The public members that a class has of its own, or of classes that are not shown."""
    shown = {getattr(emit, name) for _, names in GROUPS for name in names}
    values: dict[str, object] = {}
    for base in cls.__mro__:
        if base is not cls and base in shown:
            break
        if base is emit.Target or base.__module__.startswith("mtlb.emit"):
            for name, member in vars(base).items():
                is_public = name == "__call__" or not name.startswith("_")
                if is_public and (inspect.isroutine(member) or isinstance(member, property)):
                    values.setdefault(name, getattr(cls, name) if isinstance(member, classmethod) else member)
    return values


def signature(name: str, value: object) -> str:
    """As one writes it, with the names of the face."""
    text = str(inspect.signature(value)) if callable(value) else ""  # type: ignore[arg-type]
    for arguments in emit.__all__:
        internal = getattr(getattr(emit, arguments), "__name__", arguments)
        if internal != arguments:
            text = re.sub(rf"\b{internal}\b", arguments, text)
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", re.sub(r"\(self(, )?", "(", text))
    text = text.replace("Void(name='void')", "void").replace("'", '"')
    return f"{name}{text}"


def paragraphs(value: object) -> str:
    return inspect.getdoc(value) or ""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for title, names in GROUPS:
        parts.append(f"\n## {title}\n")
        for name in names:
            value = getattr(emit, name)
            part = PARTS.get(name)
            if part is None:
                shown = signature(name, value) if "__init__" in vars(value) or not inspect.isclass(value) else name
                parts.append(f"\n### {name}\n\n`{shown}`\n\n{paragraphs(value)}\n")
            else:
                parts.append(f"\n### {name}\n\n{paragraphs(value)}\n")
            for member, what in sorted(documented(value).items()) if inspect.isclass(value) else ():
                head = member if isinstance(what, property) else signature(member, what)
                if part is not None:
                    head = f"{part}{head.removeprefix('__call__')}" if member == "__call__" else f"{part}.{head}"
                text = paragraphs(what).replace("\n", "\n  ").replace("\n  \n", "\n\n")
                parts.append(f"\n- **`{head}`**  \n  {text}\n")
    parts.append("\n## Types by name\n\n")
    for arguments in sorted(emit.__all__):
        value = getattr(emit, arguments)
        if isinstance(value, emit.Type):
            layout = f"{value.size} bytes, aligned to {value.align}" if has_layout(value) else "not in memory"
            parts.append(f"- `{arguments}`: `{value.name}`, {layout}\n")
        elif inspect.isfunction(value):
            parts.append(f"- `{signature(arguments, value)}`: {paragraphs(value).splitlines()[0]}\n")
    parts.append("\n## Address spaces\n\n")
    spaces = {name: value for name in emit.__all__ if isinstance(value := getattr(emit, name), AddressSpace)}
    for arguments, space in sorted(spaces.items(), key=lambda item: item[1]):
        parts.append(f"- `{arguments}`: {space.value}\n")
    parts.append("\n## Errors\n")
    parts.append(f"\n### BuildError\n\n{paragraphs(emit.BuildError)}\n")
    return "".join(parts)


def has_layout(type: emit.Type) -> bool:
    """Whether a type can be in memory."""
    try:
        return type.size > 0
    except emit.BuildError:
        return False


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
