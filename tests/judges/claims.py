"""What others found Apple's compiler for GPUs to refuse or to get wrong, each as a search in a module's text.

They come from projects whose modules run on hardware, as read in November 2026: GPUCompiler.jl (`src/metal.jl`: its
work-arounds, with the issues of Metal.jl that they name), Metal.jl's own issues, MetalASM's notes. Some of what such
projects avoid is in hundreds of Apple's own modules, and says something of their writers alone: those are not here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mtlb.air import air_version
from mtlb.air.intrinsics import LLVM_FUNCTIONS, intrinsic
from mtlb.ir import Module


class Claim(NamedTuple):
    """`pattern` is found in a line of a module that breaks it; `case` is such a line."""

    name: str
    source: str
    pattern: re.Pattern[str]
    case: str


def _claim(name: str, source: str, pattern: str, case: str) -> Claim:
    return Claim(name, source, re.compile(pattern), case)


CLAIMS = (
    _claim(
        "double precision",
        "GPUCompiler.jl, validate_ir: Metal does not support double precision",
        r"^  [^!;]*(?<![\w.])double(?![\w.])",
        "  %y = fadd double %x, %x",
    ),
    _claim("128 bits", "GPUCompiler.jl, validate_ir: never 128-bit integers", r"\bi128\b", "  %y = add i128 %x, %x"),
    _claim(
        "atomic instructions",
        "Metal.jl #968: LLVM's own fence crashes macOS 27; GPUCompiler.jl lowers all of them to air.atomic.*",
        r"^  (?:%\S+ = )?(?:atomicrmw|cmpxchg|fence)\b",
        "  fence seq_cst",
    ),
    _claim(
        "i1 in memory", "MetalASM: loads and stores of i1", r"^  (?:%\S+ = load|store) i1\b", "  store i1 true, i1* %p"
    ),
    _claim(
        "integers to bfloat",
        "MetalASM: sitofp and uitofp to bfloat are treated as to half",
        r"= [su]itofp .* to (?:<\d+ x )?bfloat",
        "  %y = sitofp i32 %x to bfloat",
    ),
    _claim(
        "shuffles of 64 bits",
        "MetalASM: simd_shuffle of i64 crashes",
        r"call .*@air\.simd_shuffle\w*\.(?:[su]\.)?i64",
        "  %y = call i64 @air.simd_shuffle.u.i64(i64 %x, i16 0)",
    ),
    _claim(
        "aggregates loaded as a whole",
        "Metal.jl #792: a wide load that feeds several extractvalue crashes AGX",
        r"= load (?:\{|<\{|\[|%\S+,)",
        "  %y = load [4 x float], [4 x float] addrspace(1)* %p",
    ),
    _claim(
        "data in the generic address space",
        "GPUCompiler.jl: constants that are read through address space 0 crash Metal's validator",
        r"^@\S+ = (?!.*addrspace\()(?!.*\bappending\b)",
        "@table = internal constant [2 x i32] [i32 1, i32 2]",
    ),
    _claim(
        "generic pointers",
        "GPUCompiler.jl: AIR miscompiles comparisons of generic pointers",
        r"= addrspacecast .*\bto [^()]*\*(?:,|$)(?<!\)\*)",
        "  %q = addrspacecast i32 addrspace(1)* %p to i32*",
    ),
    _claim(
        "traps",
        "Metal.jl #433, #370: a trap, then unreachable",
        r"@llvm\.(?:trap|debugtrap)\b",
        "  call void @llvm.trap()",
    ),
    _claim(
        "pointers without a type",
        "GPUCompiler.jl: Metal's loader reads typed pointers, LLVM 15 at the latest",
        r"^(?!;|!).*(?<![\w.%@\"])ptr(?![\w.\"(])",
        "  %y = load i32, ptr %p",
    ),
)
"""That a pattern finds its `case` is tested, so that none is blind."""


def broken(module: Module) -> Iterator[str]:
    """The claims that a module breaks, with the line."""
    for line in module.text().splitlines():
        for claim in CLAIMS:
            if claim.pattern.search(line):
                yield f"{claim.name}: {line.strip()}"
    yield from chained_bytes(module.text())
    yield from unknown_signatures(module)


def chained_bytes(text: str) -> Iterator[str]:
    """GPUCompiler.jl #862: bytes at an address that was computed from an address in bytes, one index each: with two
    threadgroups the access of the first is dropped."""
    first = re.compile(r"(%\S+) = getelementptr (?:inbounds )?i8, i8[^,]*, i\d+ \S+$")
    chained = re.compile(r"getelementptr (?:inbounds )?i8, i8[^,]* (%[^\s,]+), i\d+ \S+$")
    for function in text.split("\ndefine "):
        result = set(re.findall(first.pattern, function, re.MULTILINE))
        used = re.findall(chained.pattern, function, re.MULTILINE)
        if both := result.intersection(used):
            yield f"chained addresses in bytes: {', '.join(sorted(both))}"


def unknown_signatures(module: Module) -> Iterator[str]:
    """Metal.jl d323aa9f: a function of another AIR version's signature makes the back end crash
    (XPC_ERROR_CONNECTION_INTERRUPTED). GPUCompiler.jl: bf16 in a name is bfloat in the type, and llvm.* is lowered."""
    version = air_version(module)
    for function in module.functions:
        if function.name.startswith("llvm."):
            if not any(
                function.name[5:] == name or function.name[5:].startswith(f"{name}.") for name in LLVM_FUNCTIONS
            ):
                yield f"not AIR's: {function.name}"
        elif function.name.startswith("air.") and function.is_declaration:
            known = intrinsic(function.name)
            form = None if known is None else known.family.form_of(function.value_type)
            if form is None or (version is not None and not form.is_for(version)):
                yield f"not of AIR {version}: {function.name}"
