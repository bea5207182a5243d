"""Runs modules on the host through LLVM: functions of AIR get bodies that do what Metal says they do.

What a module says before and after legalisation is compared by running both (tests/convert/test_values.py).
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence

from llvmlite import binding

from mtlb.air.intrinsics import intrinsic
from mtlb.base.versions import Version
from mtlb.bitcode import read_module, write_module
from mtlb.convert.legalise import legalise
from mtlb.convert.pointers import type_pointers
from mtlb.ir import ERAS, Module
from mtlb.ir.verify import verify_module

binding.initialize_native_target()
binding.initialize_native_asmprinter()
HOST = binding.get_default_triple()
NEWEST = Version(2, 8)

_LLVM = {"f16": "half", "f32": "float", "bf16": "bfloat", "void": "void"}


def llvm_type(word: str) -> str:
    """A word of the table of intrinsics in LLVM's syntax."""
    if word.startswith("{"):
        return "{ " + ", ".join(map(llvm_type, word[1:-1].split(", "))) + " }"
    _, star, space = word.rpartition("*")
    if star:
        return f"ptr addrspace({space})" if space != "0" else "ptr"
    if vector := re.fullmatch(r"v(\d+)(\w+)", word):
        return f"<{vector[1]} x {llvm_type(vector[2])}>"
    return _LLVM.get(word, word)


_SAME = (
    *("sqrt", "floor", "ceil", "trunc", "rint", "round", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh"),
    *("tanh", "exp", "exp2", "exp10", "log", "log2", "log10", "fabs", "pow", "fma", "atan2"),
)
_NAMES = {name: name for name in _SAME} | {"fmin": "minnum", "fmax": "maxnum", "powr": "pow"}
_CASTS = {"fs": ("fptosi", ""), "fu": ("fptoui", ""), "sf": ("sitofp", ""), "uf": ("uitofp", "")}


def _body(name: str, air: Version) -> tuple[str, list[str]]:
    """The definition of a function of AIR, and the declarations that it needs."""
    actual = intrinsic(name)
    assert actual is not None, name
    result = llvm_type(actual.result(air).word)
    types = [llvm_type(p.word) for p in actual.parameters(air)]
    arguments = [f"%a{n}" for n in range(len(types))]
    family = actual.family.name.removeprefix("fast_")
    word = actual.words.get("T", "")
    needs: list[str] = []
    lines: list[str] = []

    def call(llvm: str, *operands: str) -> str:
        parameter_types = ", ".join(o.split(" %")[0].split(" true")[0].split(" false")[0] for o in operands)
        needs.append(f"declare {result} @{llvm}({parameter_types})")
        return f"%r = call {result} @{llvm}({', '.join(operands)})"

    typed = [f"{t} {a}" for t, a in zip(types, arguments, strict=True)]
    if family == "convert":
        source = actual.words["S"]
        parts = name.split(".")
        to, from_ = parts[2], parts[4]
        if to == from_ == "f":
            bits = [int(w.rpartition("f")[2]) for w in (source, word)]
            lines = [f"%r = {'fpext' if bits[1] > bits[0] else 'fptrunc'} {types[0]} %a0 to {result}"]
        elif from_ + to in _CASTS:
            lines = [f"%r = {_CASTS[from_ + to][0]} {types[0]} %a0 to {result}"]
        else:
            lines = [f"%r = zext {types[0]} %a0 to {result}"]
    elif family in _NAMES:
        lines = [call(f"llvm.{_NAMES[family]}.{word}", *typed)]
    elif family == "fract":
        needs.append(f"declare {result} @llvm.floor.{word}({result})")
        lines = [f"%s = call {result} @llvm.floor.{word}({result} %a0)", f"%r = fsub {result} %a0, %s"]
    elif family == "fmod":
        lines = [f"%r = frem {types[0]} %a0, %a1"]
    elif family == "ldexp":
        lines = [call(f"llvm.ldexp.{word}.i32", *typed)]
    elif family == "rsqrt":
        needs.append(f"declare {result} @llvm.sqrt.{word}({result})")
        lines = [f"%s = call {result} @llvm.sqrt.{word}({result} %a0)", f"%r = fdiv {result} 1.0, %s"]
    elif family in ("clz", "ctz"):
        lines = [call(f"llvm.{'ctlz' if family == 'clz' else 'cttz'}.{word}", typed[0], "i1 false")]
    elif family in ("popcount", "reverse_bits"):
        lines = [call(f"llvm.{'ctpop' if family == 'popcount' else 'bitreverse'}.{word}", *typed)]
    elif family in ("min", "max"):
        lines = [call(f"llvm.{name.split('.')[2]}{family}.{word}", *typed)]
    elif family == "mul_hi":
        extend, bits = "sext" if ".s." in name else "zext", int(word[1:])
        wide = f"i{2 * bits}"
        lines = [
            f"%x = {extend} {word} %a0 to {wide}",
            f"%y = {extend} {word} %a1 to {wide}",
            f"%p = mul {wide} %x, %y",
            f"%h = lshr {wide} %p, {bits}",
            f"%r = trunc {wide} %h to {word}",
        ]
    elif family == "saturate":
        needs += [f"declare {result} @llvm.{item}num.{word}({result}, {result})" for item in ("min", "max")]
        lines = [
            f"%s = call {result} @llvm.maxnum.{word}({result} %a0, {result} 0.0)",
            f"%r = call {result} @llvm.minnum.{word}({result} %s, {result} 1.0)",
        ]
    elif family.startswith("atomic.") and family.split(".")[-1] in ("load", "store"):
        if family.endswith("load"):
            lines = [f"%r = load atomic {result}, {typed[0]} monotonic, align 4"]
        else:
            lines = [f"store atomic {typed[1]}, {typed[0]} monotonic, align 4"]
    elif family.endswith("cmpxchg.weak"):
        lines = [
            f"%e = load {result}, ptr %a1",
            f"%x = cmpxchg {typed[0]}, {result} %e, {result} %a2 monotonic monotonic",
            f"%r = extractvalue {{ {result}, i1 }} %x, 0",
            f"store {result} %r, ptr %a1",
        ]
    elif family.startswith("atomic.") and family != "atomic.fence":
        operation = family.split(".")[-1]
        if operation in ("min", "max") and ".u." in name:
            operation = "u" + operation
        if operation == "add" and word == "f32":
            operation = "fadd"
        lines = [f"%r = atomicrmw {operation} {typed[0]}, {typed[1]} monotonic"]
    elif family.startswith("simd_shuffle") or family in ("simd_sum", "simd_max", "simd_min", "simd_broadcast_first"):
        lines = [f"%r = bitcast {types[0]} %a0 to {result}"]  # a group of one
    elif result != "void":
        raise AssertionError(f"no body for {name}")
    end = "ret void" if result == "void" else f"ret {result} %r"
    text = (
        f"define {result} @{name}({', '.join(typed)}) {{\n" + "\n".join(f"  {line}" for line in [*lines, end]) + "\n}\n"
    )
    return text, needs


def bodies(module: Module, air: Version) -> str:
    """A module of textual IR that defines the functions of AIR which `module` declares."""
    needed: dict[str, None] = {}
    texts = []
    for function in module.functions:
        if function.is_declaration and function.name.startswith("air."):
            text, needs = _body(function.name, air)
            texts.append(text)
            needed.update(dict.fromkeys(needs))
    declared = {re.search(r"@([\w.]+)\(", line)[1]: line for line in needed}  # type: ignore[index]
    return "\n".join([*texts, *declared.values()])


# What the host's LLVM calls to round to bfloat: to nearest, ties to even.
_LIBRARY = """
define bfloat @__truncsfbf2(float %x) {
  %b = bitcast float %x to i32
  %l = lshr i32 %b, 16
  %o = and i32 %l, 1
  %h = add i32 %o, 32767
  %s = add i32 %b, %h
  %n = fcmp uno float %x, %x
  %q = or i32 %b, 4194304
  %v = select i1 %n, i32 %q, i32 %s
  %t = lshr i32 %v, 16
  %u = trunc i32 %t to i16
  %r = bitcast i16 %u to bfloat
  ret bfloat %r
}
"""


class Program:
    """A module, ready to run: functions `(ptr in, ptr out)` by name."""

    def __init__(self, bitcode_or_text: bytes | str, extra: str = "") -> None:
        context = binding.create_context()
        if isinstance(bitcode_or_text, str):
            module = binding.parse_assembly(bitcode_or_text, context)
        else:
            module = binding.parse_bitcode(bitcode_or_text, context)
        module.triple, module.data_layout = HOST, ""
        extra += _LIBRARY if "bfloat" in str(module) else ""
        if extra:
            module.link_in(binding.parse_assembly(extra, context))
        module.triple = HOST
        module.verify()
        features = binding.get_host_cpu_features()
        features["avx512fp16"] = False  # LLVM's fptosi.sat of a NaN half is not 0 with it
        target = binding.Target.from_triple(HOST)
        machine = target.create_target_machine(cpu=binding.get_host_cpu_name(), features=features.flatten(), opt=1)
        module.data_layout = str(machine.target_data)
        self.engine = binding.create_mcjit_compiler(module, machine)
        self.engine.finalize_object()

    def call(self, name: str, data: bytes, size: int) -> bytes:
        """What the function writes to `out` for these bytes in `in`."""
        address = self.engine.get_function_address(name)
        assert address, name
        function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(address)
        source = ctypes.create_string_buffer(data, max(len(data), 1) + 64)
        target = ctypes.create_string_buffer(size + 64)
        function(ctypes.addressof(source), ctypes.addressof(target))
        return target.raw[:size]


def read(text: str) -> Module:
    """The module of textual IR."""
    return read_module(binding.parse_assembly(text, binding.create_context()).as_bitcode())


def program(module: Module, air: Version = NEWEST) -> Program:
    """A module of ours, ready to run."""
    return Program(write_module(type_pointers(module), ERAS[-1]), bodies(module, air))


def legalised(text: str, air: Version = NEWEST) -> Module:
    """The module of textual IR of a foreign target after legalisation; it is sound."""
    module = read(text)
    legalise(module, air, is_foreign=True)
    assert verify_module(module) == []
    return module


def both(text: str, air: Version = NEWEST) -> tuple[Program, Program, Module]:
    """The program as it was written, and as it is after legalisation."""
    module = legalised(text, air)
    return Program(text), program(module, air), module


def instructions(module: Module) -> Sequence[str]:
    """The names of instructions and callees of all functions."""
    return [
        f"call {i.operands[-1].name}" if i.code.name == "CALL" else i.code.name
        for function in module.functions
        for i in function.instructions()
    ]
