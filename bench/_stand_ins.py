"""Stand-ins for the functions of cooperative tensors, so that modules that call them can be run and compared.

Real products need the distribution of elements over threads, which Apple's drivers alone know. A stand-in takes the
elements of one thread, 4 bytes each, and adds a product of them, scaled by members of the descriptor. So the results of
two modules of one source are the same if their data flow around the products is.
"""

from __future__ import annotations

import re

from mtlb.air.tensors import MATMUL, RUN
from mtlb.bitcode import read_module, write_module
from mtlb.ir import parse
from mtlb.ir.text.printer import print_module

_BYTES = 4096
_LEFT, _ELEMENTS = 8, 16
_WORDS = {"f32": "float", "f16": "half", "b16": "bfloat"}
_DECLARED = re.compile(rf"^declare (?:zeroext )?(\S+) @({MATMUL}\w+)\((.*)\) [^\n]*$", re.MULTILINE)
_ALLOCA = re.compile(r"alloca i8, i64 %\d+, align \d+")


def with_stand_ins(bitcode: bytes, scale: float = 0.125) -> bytes:
    """A module in which the functions of cooperative tensors are defined; others are left. `scale`: a factor of the
    members of descriptors.
    """
    text = print_module(read_module(bitcode))
    text = _ALLOCA.sub(f"alloca i8, i64 {_BYTES}, align 16", text)
    text = _DECLARED.sub(_defined, text).replace("SCALE", str(scale))
    return write_module(parse(text.encode()))


def _defined(match: re.Match[str]) -> str:
    result, name, parameters = match.groups()
    types = [item.split()[0] for item in re.sub(r'%"[^"]*"\*', "DESCRIPTOR", parameters).split(", ")]
    struct = re.search(r'%"[^"]*"', parameters)
    named = ", ".join(f"{item} %p{number}" for number, item in enumerate(types))
    named = named.replace("DESCRIPTOR", f"{struct[0]}*" if struct else "")
    body = _body(name, struct[0] if struct else "")
    return match[0] if body is None else f"define internal {result} @{name}({named}) {{\n{body}\n}}\n"


def _body(name: str, struct: str) -> str | None:
    operation = name.removeprefix(f"{MATMUL}cooperative_tensor_")
    if operation == "data_size":
        return f"  ret i64 {_BYTES}"
    if operation == "init":
        zeros = [f"  %z{n} = getelementptr i8, i8* %p8, i64 {8 * n}\n" for n in range(_ELEMENTS)]
        casts = [f"  %c{n} = bitcast i8* %z{n} to i64*\n  store i64 0, i64* %c{n}, align 1\n" for n in range(_ELEMENTS)]
        return "".join(a + b for a, b in zip(zeros, casts, strict=True)) + "  ret void"
    if operation == "get_element_pointer":
        return (
            "  %all = icmp eq i16 %p9, -1\n  %first = select i1 %all, i16 0, i16 %p9\n"
            "  %wide = zext i16 %first to i64\n"
            "  %at = shl i64 %wide, 2\n  %result = getelementptr i8, i8* %p8, i64 %at\n  ret i8* %result"
        )
    words = name.removeprefix(f"{RUN}cooperative_").split("_")
    return _product(struct, *words) if name.startswith(f"{RUN}cooperative_") and len(words) == 3 else None


def _product(struct: str, left: str, right: str, result: str) -> str:
    lines = ["%scale0 = fadd float 0.0, 1.0"]
    for number, (member, type_) in enumerate(((0, "i32"), (2, "i32"), (3, "i8"), (4, "i8"), (6, "i32"))):
        place = f"getelementptr {struct}, {struct}* %p0, i32 0, i32 {member}"
        lines += [f"%m{number} = {place}", f"%v{number} = load {type_}, {type_}* %m{number}, align 1"]
        lines += [f"%f{number} = uitofp {type_} %v{number} to float", f"%g{number} = fmul float %f{number}, SCALE"]
        lines += [f"%scale{number + 1} = fadd float %scale{number}, %g{number}"]

    def element(name: str, parameter: int, place: int, word: str) -> list[str]:
        type_ = _WORDS[word]
        made = [f"%{name}a = getelementptr i8, i8* %p{parameter}, i64 {4 * place}"]
        made += [f"%{name}p = bitcast i8* %{name}a to {type_}*"]
        made += [f"%{name}l = load {type_}, {type_}* %{name}p, align 1"]
        wide = f"fpext {type_} %{name}l to float" if type_ != "float" else f"fadd float %{name}l, 0.0"
        return [*made, f"%{name} = {wide}"]

    for place in range(_ELEMENTS):
        lines += element(f"l{place}_", 1, place % _LEFT, left) + element(f"r{place}_", 2, place, right)
        lines += element(f"d{place}_", 3, place, result)
        lines += [f"%t{place} = fmul float %l{place}_, %r{place}_", f"%u{place} = fmul float %t{place}, %scale5"]
        lines += [f"%w{place} = fadd float %d{place}_, %u{place}"]
        lines += [f"store float %w{place}, float* %d{place}_p, align 1"]
    return "\n".join(f"  {line}" for line in [*lines, "ret void"])
