"""LLVM's passes, run by llvmlite and not by clang: the same on every machine, whichever clang a user has.

Everything is inlined first, and variables taken apart (SROA), before instructions are combined: vectors would be copied
as integers otherwise. Loops are not unrolled and nothing is vectorised: the GPU's compiler does that, as after Apple's
front end. Hints about unrolling are hidden from the passes, which would obey them.
"""

from __future__ import annotations

import re
from typing import Any

from ..base.errors import BuildError
from ..bitcode import read_module
from ..ir import MDNode, MDString, Module

_HINT, _HIDDEN = "llvm.loop.unroll.", "mtlb.loop.unroll."
_RESULT = "literal_result"
_LITERAL = re.compile(rf'^(%"?struct\.[^\s="]*(?:__mtl_literal|{_RESULT})[^\s="]*"?) = type (.*)$', re.MULTILINE)
_TARGET = re.compile(r'"target-(?:features|cpu)"="[^"]*" ?')
_INFINITIES = re.compile(r"\b(float|half|bfloat) ([+-]inf|nan)\b")
"""As LLVM 23 spells them; older LLVMs read hexadecimal numbers."""
_BITS = {
    ("float", "+inf"): "0x7FF0000000000000",
    ("float", "-inf"): "0xFFF0000000000000",
    ("half", "+inf"): "0xH7C00",
    ("half", "-inf"): "0xHFC00",
    ("bfloat", "+inf"): "0xR7F80",
    ("bfloat", "-inf"): "0xRFF80",
    ("float", "nan"): "0x7FF8000000000000",
    ("half", "nan"): "0xH7E00",
    ("bfloat", "nan"): "0xR7FC0",
}


_SHIFT = re.compile(
    r"^  (%\S+) = ((?:shl|lshr|ashr)(?: nuw| nsw| exact)*) (<(\d+) x i(\d+)>|i(\d+)) (\S+), (\S+?)(,.*)?$", re.MULTILINE
)


def mask_shifts(text: str) -> str:
    """Shifts by as many bits as Metal's: the number is taken modulo the width of what is shifted.

    C++ leaves greater numbers undefined. Apple's compiler writes an `and` before each shift (MLX's
    `implicit_gemm_conv_2d_*`, where `swizzle_log` is not known), as clang does for OpenCL C.
    """
    made = 0

    def masked(match: re.Match[str]) -> str:
        nonlocal made
        result, operation, type_, count, width, scalar, value, amount, rest = match.groups()
        mask = int(width or scalar) - 1
        if re.fullmatch(r"\d+", amount):
            return f"  {result} = {operation} {type_} {value}, {int(amount) & mask}{rest or ''}"
        if not amount.startswith("%"):
            return match[0]  # a constant vector
        made += 1
        wanted = f"<{', '.join([f'i{width} {mask}'] * int(count))}>" if count else str(mask)
        name = f"%mtlb.shift.{made}"
        return (
            f"  {name} = and {type_} {amount}, {wanted}\n  {result} = {operation} {type_} {value}, {name}{rest or ''}"
        )

    return _SHIFT.sub(masked, text)


def normalise(text: str) -> str:
    """LLVM IR of any clang, as the passes take it: no target's features, no hints, literal types where AIR has them."""
    text = mask_shifts(_TARGET.sub("", text).replace(_HINT, _HIDDEN))
    text = _INFINITIES.sub(lambda match: f"{match[1]} {_BITS[match[1], match[2]]}", text)
    bodies = {match[1]: _packed(match[1], match[2]) for match in _LITERAL.finditer(text)}
    if bodies:
        text = _LITERAL.sub("", text)
        names = sorted(map(re.escape, bodies), key=len, reverse=True)
        text = re.sub(rf"(?:{'|'.join(names)})(?![\w.])", lambda match: bodies[match[0]], text)
    return text


def _packed(name: str, body: str) -> str:
    """The body of a literal type: results are packed, also where clang does not need to say so."""
    return f"<{body}>" if _RESULT in name and body.startswith("{") else body


def optimise(text: str, level: int = 2) -> Module:
    """The module of LLVM IR after the passes. BuildError for text that llvmlite's LLVM does not read."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    try:
        # A context of its own: in a shared one types get other names if an earlier module has the same ones.
        module = llvm.parse_assembly(normalise(text), llvm.create_context())
    except RuntimeError as error:
        raise BuildError(f"what clang wrote can't be read by llvmlite's LLVM: {str(error).splitlines()[0]}") from None
    _inline_all(module)
    machine = llvm.Target.from_default_triple().create_target_machine(opt=2)
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    tuning.loop_interleaving = tuning.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, tuning)
    first = llvm.create_new_module_pass_manager()
    first.add_always_inliner_pass()
    first.add_sroa_pass()
    first.add_global_dead_code_eliminate_pass()
    first.run(module, builder)
    if level:
        builder.getModulePassManager().run(module, builder)
    return _with_hints(read_module(module.as_bitcode(), file="<passes>"))


def _inline_all(module: Any) -> None:
    """Every function is a part of those that call it, but those that say otherwise: pointers of one function may be to
    different memory at its calls.
    """
    for function in module.functions:
        if not function.is_declaration and not any(b"noinline" in attributes for attributes in function.attributes):
            function.add_function_attribute("alwaysinline")


def _with_hints(module: Module) -> Module:
    """The hints about loops, as they were."""
    seen: set[MDNode] = set()
    for function in module.functions:
        for instruction in function.instructions():
            work = [node for _, node in instruction.metadata if isinstance(node, MDNode)]
            while work:
                node = work.pop()
                if node in seen:
                    continue
                seen.add(node)
                for field in node.fields:
                    if isinstance(field, MDString) and field.value.startswith(_HIDDEN):
                        field.value = _HINT + field.value[len(_HIDDEN) :]
                    elif isinstance(field, MDNode):
                        work.append(field)
    return module
