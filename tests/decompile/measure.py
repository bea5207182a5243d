"""Measures the round trip: library, source, library again, the same values.

    python -m tests.decompile.measure FOLDER [COUNT [SEED [--out DIR]]]

A sample of the functions of all libraries in a folder is decompiled and compiled; both run on the same made arguments.
Prints a table of outcomes, and of reasons for those that are not the same.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mtlb.base.errors import MtlbError
from mtlb.base.filekind import FileKind, sniff
from mtlb.bitcode import read_module
from mtlb.container import FunctionType, read
from mtlb.cpu.compare import compare_functions
from mtlb.decompile import Decompiled, decompile_module
from mtlb.ir import (
    AttributePlace,
    BasicBlock,
    BinaryOperator,
    Constant,
    ConstantCode,
    Function,
    Instruction,
    Module,
    Predicate,
    Value,
)
from mtlb.ir.opcodes import InstCode
from mtlb.metal.cache import default_compile_cache
from mtlb.metal.compile import Compilation
from mtlb.metal.options import CompileOptions

ORDER = ("same", "plain", "undefined", "differs", "not run", "refused", "listed", "no text")

GOOD = ("same", "plain", "undefined")
"""Outcomes that say that the source means what the module means."""


@dataclass(frozen=True)
class Trip:
    """What came of one function: `outcome` is of `ORDER`, `reason` says why it is not the same.

    same: all bytes; plain: all bytes, if neither side has the flags of fast math; undefined: all bytes, if besides
    values that neither side defines are zero; not run: neither could be run; refused: `mtlb compile` gives an error;
    listed: the decompiler itself says what it could not express.
    """

    library: str
    name: str
    kind: str
    outcome: str
    reason: str = ""
    text: str = ""
    is_accepted: bool = True


def functions(folder: Path) -> Iterator[tuple[str, int, str]]:
    """Library, number and name of each function below a folder; each module once."""
    seen = set()
    for path in sorted(folder.rglob("*.metallib")):
        data = path.read_bytes()
        if sniff(data) is not FileKind.METALLIB:
            continue
        try:
            library = read(data)
        except MtlbError:
            continue
        for number, function in enumerate(library.functions):
            digest = hash(bytes(function.module))
            if digest not in seen:
                seen.add(digest)
                yield str(path), number, function.name


def trip(path: str, number: int, seeds: int = 1, seconds: float = 5.0) -> Trip:
    """Decompile, compile and compare one function of a library."""
    function = read(Path(path).read_bytes()).functions[number]
    where = (path, function.name, FunctionType(function.type).name.lower())
    try:
        module = read_module(function.module)
        actual = next((item for item in decompile_module(module) if item.name in (function.name, "")), None)
    except Exception as error:
        return Trip(*where, "no text", f"{type(error).__name__}: {error}")
    if actual is None:
        return Trip(*where, "no text", "no such entry point")
    return attempted(where, actual, bytes(function.module), seeds, seconds)


def attempted(
    where: tuple[str, str, str],
    source: Decompiled,
    module: bytes,
    seeds: int,
    seconds: float,
) -> Trip:
    """Compile a text and compare it with the module that it came from."""
    text, problems, is_fast = source.text, source.problems, source.is_fast
    try:
        options = CompileOptions(fast_math=is_fast, invariance=source.is_invariant, seconds=60.0)
        compiled = Compilation("", options, text.encode(), default_compile_cache()).run()
    except MtlbError as error:
        first = _first_error(str(error))
        parses = "error:" not in first  # clang took it, what comes after it did not
        if problems:
            return Trip(*where, "listed", f"{problems[0]} [{first}]", text, is_accepted=parses)
        return Trip(*where, "refused", first, text, is_accepted=parses)
    if problems:
        return Trip(*where, "listed", problems[0], text)
    try:
        result = compare_functions(module, _named(compiled.bitcode, where[1]), where[1], seeds=seeds, seconds=seconds)
        if result.outcome == "differs" and is_fast:
            # Fast math lets compilers and the CPU's back end order operations in other ways: both without it.
            options = CompileOptions(fast_math=False, fp32_functions="fast", contract="off", seconds=60.0)
            compiled = Compilation("", options, text.encode(), default_compile_cache()).run()
            plain = without_fast_math(read_module(module))
            strict = compare_functions(
                plain, _named(compiled.bitcode, where[1]), where[1], seeds=seeds, seconds=seconds
            )
            if strict.outcome == "same":
                return Trip(*where, "plain", "", text)
            both = with_zeros(plain), with_zeros(_named(compiled.bitcode, where[1]))
            if compare_functions(*both, where[1], seeds=seeds, seconds=seconds).outcome == "same":
                return Trip(*where, "undefined", "", text)
            return Trip(*where, strict.outcome, strict.detail, text)
    except MtlbError as error:
        return Trip(*where, "not run", error.reason, text)
    return Trip(*where, result.outcome, result.detail if result.outcome != "same" else "", text)


def _named(bitcode: bytes, name: str) -> Module:
    """A module whose entry point has its name with namespaces, as Apple's compiler writes it."""
    module = read_module(bitcode)
    for function in module.functions:
        if not function.is_declaration and function.name == name.rpartition("::")[2]:
            function.name = name
    return module


_UNDEFINED = (ConstantCode.UNDEF, ConstantCode.POISON)


def with_zeros(module: Module) -> Module:
    """The module with zeros for values that are not defined: what a variable without a value is, and what is in it."""
    for function in module.functions:
        for instruction in function.instructions():
            if any(isinstance(value, Constant) and value.code in _UNDEFINED for value in instruction.operands):
                instruction.operands = tuple(
                    Constant(value.type, ConstantCode.NULL)
                    if isinstance(value, Constant) and value.code in _UNDEFINED
                    else value
                    for value in instruction.operands
                )
    return module


_NO_NANS = 3
"""The flags of a comparison that say that there are no NaNs: `nnan`, and `fast` as old bitcode has it."""
_WITHOUT_NANS = {
    Predicate.FCMP_UGT: Predicate.FCMP_OGT,
    Predicate.FCMP_UGE: Predicate.FCMP_OGE,
    Predicate.FCMP_ULT: Predicate.FCMP_OLT,
    Predicate.FCMP_ULE: Predicate.FCMP_OLE,
    Predicate.FCMP_UEQ: Predicate.FCMP_OEQ,
    Predicate.FCMP_ONE: Predicate.FCMP_UNE,
}


def without_fast_math(module: Module) -> Module:
    """The module with floats computed as they are written, on both sides of a comparison."""
    for function in module.functions:
        function.attributes = tuple(
            attribute for attribute in function.attributes if attribute.place < AttributePlace.FUNCTION
        )
        for instruction in function.instructions():
            is_compared = instruction.code is InstCode.CMP2 and instruction.operands[0].type.is_floating
            if is_compared and len(instruction.params) > 1 and instruction.params[1] & _NO_NANS:
                # Without NaNs both predicates are the same one: the source has the shorter.
                instruction.params = (
                    _WITHOUT_NANS.get(instruction.params[0], instruction.params[0]),
                    *instruction.params[1:],
                )
            if (instruction.code in _FLAGGED and instruction.type.is_floating) or is_compared:
                instruction.set_fields(fast_flags=0)
        for block in function.blocks:
            _split(function, block)
    return module


def _split(function: Function, block: BasicBlock) -> None:
    """A product and a sum in place of `llvm.fmuladd`, which may be either."""
    instructions: list[Instruction] = []
    replaced: dict[Value, Instruction] = {}
    for instruction in block.instructions:
        if instruction.code is InstCode.CALL and instruction.callee.name.startswith("llvm.fmuladd."):
            a, b, c = instruction.arguments
            product = Instruction(InstCode.BINOP, instruction.type, (a, b), (BinaryOperator.FMUL, 0))
            total = Instruction(InstCode.BINOP, instruction.type, (product, c), (BinaryOperator.FADD, 0))
            instructions += [product, total]
            replaced[instruction] = total
        else:
            instructions.append(instruction)
    if replaced:
        block.instructions[:] = instructions
        function.symbols = [symbol for symbol in function.symbols if symbol not in replaced]
        for user in function.instructions():
            user.operands = tuple(replaced.get(operand, operand) for operand in user.operands)


_FLAGGED = (InstCode.UNOP, InstCode.BINOP, InstCode.CALL, InstCode.VSELECT, InstCode.PHI)


def _first_error(text: str) -> str:
    lines = [line for line in text.splitlines() if "error:" in line]
    return (lines or text.splitlines() or [""])[0]


def _general(reason: str) -> str:
    """A reason without places and numbers."""
    reason = re.sub(r"^.*?error: ", "", reason)
    return re.sub(r"\d+", "N", reason)[:110]


def _task(item: tuple[str, int]) -> Trip:
    return trip(*item)


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", type=int, nargs="?", default=400)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--match", default="")
    argument = parser.parse_args(arguments)
    every = [
        function
        for function in functions(argument.folder)
        if re.search(argument.match, function[0] + " " + function[2])
    ]
    chosen = random.Random(argument.seed).sample(every, min(argument.count, len(every)))
    with multiprocessing.get_context("spawn").Pool(argument.jobs, maxtasksperchild=40) as pool:
        trips = list(pool.imap(_task, [item[:2] for item in chosen]))
    outcomes = Counter(item.outcome for item in trips)
    for kind in sorted({item.kind for item in trips}):
        of_kind = Counter(item.outcome for item in trips if item.kind == kind)
        print(kind, dict(of_kind))
    print({name: outcomes[name] for name in ORDER}, "of", len(trips))
    print("accepted:", sum(item.is_accepted for item in trips), "text:", sum(bool(item.text) for item in trips))
    reasons = Counter((item.outcome, _general(item.reason)) for item in trips if item.outcome not in GOOD)
    for (outcome, reason), count in reasons.most_common():
        print(f"{count:4} {outcome:8} {reason}")
    if argument.out is not None:
        argument.out.mkdir(exist_ok=True)
        for number, item in enumerate(trips):
            head = f"// {item.outcome}: {item.reason}\n// {item.library} {item.name}\n"
            (argument.out / f"{number:03}_{item.outcome.replace(' ', '_')}.metal").write_text(head + item.text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
