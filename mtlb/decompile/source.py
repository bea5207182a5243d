"""Metal source of a module: declarations, helper functions, entry points."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from ..air.entry_points import EntryPoint, read_entry_points
from ..air.facts import StaticSampler, compile_options, function_constants, static_samplers
from ..air.intrinsics import intrinsic
from ..air.symbols import cxx_names
from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..container import FunctionType
from ..ir import (
    Argument,
    Constant,
    ConstantCode,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.uses import named_by
from ..ir.verify import verify_module
from . import rays
from .body import BodyWriter, FunctionText, ReturnedText, declared
from .calls import word_type
from .entries import EntrySource, EntryText
from .expressions import ExpressionWriter
from .names import LocalNames, entry_name, identifier
from .stages import MeshText, PixelText
from .text import PRIMARY, Expr, PointerText, SourceLine, address, printed, source_lines
from .types import RAY_KINDS, Inexpressible, MetalTypes, is_of_atomics, resource_type, texture_type
from .uses import BodyUses, callee_name

TYPES_HEADER = "types.h"
"""The name of the header with structs that several functions share."""
STYLES = ("readable", "faithful")
"""The styles of source: expressions folded to natural size, or one statement for each instruction."""
_INIT_SECTION = "air.static_init"
_ADDRESSES = (InstCode.GEP, InstCode.CAST, ConstantCode.CE_GEP, ConstantCode.CE_CAST)
_COMPUTE = (FunctionType.KERNEL, FunctionType.OBJECT, FunctionType.MESH)
_SIMD_SIZE = "air.get_simdgroup_size."
_MOST_PARAMETERS = 90
"""The maximum length of a parameter list in a single line."""
_BORDERS = ("transparent_black", "opaque_black", "opaque_white")
_LARGEST_LOD = 65504.0
"""The largest half float: the value of an unlimited maximum level of detail."""


@dataclass(slots=True)
class Decompiled:
    """The source of a function. `problems`: descriptions of what could not be expressed; with any, the source does
    not compile to the same code.
    `structs`: the text of each struct by name, nested structs first. `origins`: for each line of `body` the numbers
    of its instructions in the module: from 0, function by function, block by block. `is_fast`, `is_invariant`: whether
    fast math, and the option `-fpreserve-invariance`, keep what the module says."""

    name: str
    kind: str
    structs: dict[str, str]
    body: str
    problems: list[str] = field(default_factory=list)
    is_fast: bool = True
    origins: list[tuple[int, ...]] = field(default_factory=list)
    is_invariant: bool = False

    @property
    def text(self) -> str:
        """The whole source, including its structs."""
        return self.without_structs(())

    def line_origins(self) -> list[tuple[int, ...]]:
        """`origins` for each line of `text`, which ends with the body."""
        return [()] * (self.text.count("\n") - len(self.origins)) + self.origins

    def without_structs(self, elsewhere: Collection[str]) -> str:
        """The source, with some structs moved to the header `TYPES_HEADER`."""
        comments = [f"// Not compilable as it is: {reason}" for reason in self.problems]
        options = [*([] if self.is_fast else ["-fno-fast-math"]), *["-fpreserve-invariance"] * self.is_invariant]
        if options:
            comments.insert(0, f"// Compiled with {' '.join(options)}")
        include = f'\n#include "{TYPES_HEADER}"' if not self.structs.keys().isdisjoint(elsewhere) else ""
        head = f"#include <metal_stdlib>{include}\n\nusing namespace metal;"
        structs = [text for name, text in self.structs.items() if name not in elsewhere]
        head += _ray_namespace([*structs, self.body])
        return "".join(f"{line}\n" for line in comments) + "\n\n".join([head, *structs, self.body]) + "\n"


def shared_structs(sources: Iterable[Decompiled]) -> dict[str, str]:
    """The structs that several functions have, if they and their nested structs are the same in all of them.
    `types_header` is the text of a header with these."""
    texts: dict[str, set[str]] = {}
    count: Counter[str] = Counter()
    order: dict[str, str] = {}
    for source in sources:
        count.update(source.structs.keys())
        for name, text in source.structs.items():
            texts.setdefault(name, set()).add(text)
            order.setdefault(name, text)
    shared: dict[str, str] = {}
    for name, text in order.items():
        words = set(re.findall(r"\w+", text)) & order.keys() - {name}
        if count[name] > 1 and len(texts[name]) == 1 and words <= shared.keys():
            shared[name] = text
    return shared


def types_header(structs: dict[str, str]) -> str:
    """A header with structs that several functions share."""
    head = f"#pragma once\n#include <metal_stdlib>\n\nusing namespace metal;{_ray_namespace(structs.values())}"
    return "\n\n".join([head, *structs.values()]) + "\n"


def _ray_namespace(texts: Iterable[str]) -> str:
    """The line that a source with types of ray tracing needs."""
    return f"\n{rays.NAMESPACE}" if any(rays.TYPE_NAMES.search(text) for text in texts) else ""


def decompile_module(module: Module, *, style: str = "readable") -> list[Decompiled]:
    """The source of each entry point in a module, with all its callees.
    Raises FormatError for unreadable metadata of entry points, and for a module that LLVM's verifier would reject.
    Raises UnsupportedError for values and statements with excessive nesting."""
    problems = verify_module(module, debug_info=False)
    if problems:
        raise FormatError(f"the module is not valid: {problems[0]}")
    entries: list[EntryPoint | None] = [*read_entry_points(module)]
    try:
        instructions = (instruction for function in module.functions for instruction in function.instructions())
        numbers = {instruction: number for number, instruction in enumerate(instructions)}
        return [_Source(module, entry, style, numbers).decompiled() for entry in entries or [None]]
    except RecursionError:
        raise UnsupportedError("values or statements are nested too deeply for source text") from None


def _has_fast_operations(function: Function) -> bool:
    """Whether operations on floats have flags of fast math. Modules made with -fpreserve-invariance have them, although
    they say that fast math is off."""
    return any(
        instruction.code is InstCode.BINOP and instruction.type.is_floating and bool(instruction.fast_flags)
        for instruction in function.instructions()
    )


class _Source:
    """The source of one entry point, or of all functions in a module without entry points. `numbers`: of all
    instructions."""

    def __init__(
        self, module: Module, entry: EntryPoint | None, style: str, numbers: Mapping[Instruction, int]
    ) -> None:
        self.module = module
        self.numbers = numbers
        self.entry = entry
        self.is_faithful = style == "faithful"
        self.types = MetalTypes([entry] if entry is not None else [])
        self.is_invariant = entry is not None and any(output.invariant for output in entry.outputs)
        self.is_fast = "fast_math_disable" not in compile_options(module) or (
            entry is not None and self.is_invariant and _has_fast_operations(entry.function)
        )
        self.problems: list[str] = []
        self.names = LocalNames()
        self.function_names: dict[Function, str] = {}
        self.shared: dict[GlobalVariable, Expr] = {}
        self.constants: list[str] = []
        self.tables: list[str] = []
        self.threadgroup: list[str] = []
        self.constant_names: dict[str, str] = {}
        self.samplers: dict[str, StaticSampler] = {}
        self.local_samplers: list[GlobalVariable] = []
        self.states: dict[int, str] = {}
        self.handles: dict[Value, str] = {}
        self.signed: set[Value] = set()
        """Arguments of helper functions that these use as signed integers."""
        self.parameter_names: dict[Value, str] = {}
        self.atomics: dict[GlobalVariable, str] | None = None
        self.mesh: MeshText | None = None
        self.simd_size = ""
        self.control_points: dict[str, tuple[str, list[tuple[str, str]]]] = {}
        declared_names = [function.name for function in module.functions]
        self.words = rays.WORDS if rays.has_rays(declared_names) else frozenset[str]()
        self.pixel: PixelText | None = None

    def decompiled(self) -> Decompiled:
        """The source, descriptions of what could not be expressed, and the origin of each line."""
        self._note_samplers()
        functions = self._functions()
        if self.entry is not None:
            own = self.entry.name.rpartition("::")[2]
            self.function_names[self.entry.function] = self.names.take(entry_name(own))
        for function in functions:
            if function not in self.function_names:
                self.function_names[function] = self.names.new(_function_word(function.name))
        self.types.avoid(self.function_names.values())
        self._function_constants()
        self._find_handles(functions[::-1])
        for function in functions:
            uses = BodyUses(function, function.blocks, keep_all=True)
            self.signed |= {argument for argument in function.arguments if uses.signed.get(argument)}
        texts: list[list[SourceLine]] = []
        heads: list[str] = []
        for function in functions:
            if self.entry is None or function is not self.entry.function:
                texts.append(self._helper(function))
                if len(functions) > 2:
                    heads.append("\n".join(line.text for line in texts[-1]).partition(" {\n")[0] + ";")
        if self.entry is not None:
            texts.append(_in_namespaces(self._entry(self.entry), self.entry.name))
        structs = {self.types.names[type_]: self._struct(type_) for type_ in self.types.used}
        parts = [source_lines("\n".join(lines)) for lines in (self.constants, self.tables, heads) if lines]
        body: list[SourceLine] = []
        for part in (*parts, *texts):
            body += [*[SourceLine("")] * bool(body), *part]
        origins = [tuple(sorted(self.numbers[instruction] for instruction in line.origins)) for line in body]
        name, kind = (self.entry.name, self.entry.kind.name.lower()) if self.entry is not None else ("", "")
        problems = list(dict.fromkeys(self.problems))
        text = "\n".join(line.text for line in body)
        return Decompiled(name, kind, structs, text, problems, self.is_fast, origins, self.is_invariant)

    # --- what functions there are

    def _functions(self) -> list[Function]:
        """The defined functions that the entry point needs, callees first."""
        if self.entry is None:
            return [
                function
                for function in self.module.functions
                if not function.is_declaration and function.section != _INIT_SECTION
            ]
        functions: dict[Function, None] = {}
        self._reach(self.entry.function, functions, set())
        return list(functions)

    def _find_handles(self, functions: list[Function]) -> None:
        """Determine the types of resource parameters: from the first call, callers first."""
        if self.entry is not None:
            for argument in self.entry.arguments:
                number = argument.index
                if number is None or number >= len(self.entry.function.arguments):
                    continue
                if argument.kind == "texture":
                    self.handles[self.entry.function.arguments[number]] = texture_type(argument.type_name)
                elif argument.kind in RAY_KINDS:
                    self.handles[self.entry.function.arguments[number]] = resource_type(argument.type_name)
        for function in functions:
            resources: dict[Value, Expr] = {
                a: Expr("", PRIMARY, self.handles[a]) for a in function.arguments if a in self.handles
            }
            values = ExpressionWriter(self, None, resources)
            for taken in function.arguments:
                if taken.type.code is TypeCode.POINTER and taken not in resources:
                    with suppress(Inexpressible, FormatError):
                        spelled, pointer = values.parameter(taken)
                        values.named[taken] = Expr("a", PRIMARY, spelled, pointer=pointer)
            for instruction in function.instructions():
                if instruction.code is not InstCode.CALL or not isinstance(instruction.callee, Function):
                    continue
                callee = self.module.own(instruction.callee)
                for taken, value in zip(callee.arguments, instruction.arguments, strict=False):
                    word = self._name_of(value, function)
                    if word:
                        self.parameter_names.setdefault(taken, word)
                    kind = values.handle_type(value) if taken not in self.handles else ""
                    if kind.startswith(("texture", "depth", "visible_function_table<")) or rays.TYPE_NAMES.match(kind):
                        self.handles[taken] = kind

    def _name_of(self, value: Value, function: Function, depth: int = 0) -> str:
        """The name, at its origin, of a value that a function passes on; "" if it has no name."""
        if isinstance(value, Argument):
            if self.entry is not None and function is self.entry.function:
                return next((argument.name for argument in self.entry.arguments if argument.index == value.index), "")
            return value.name or self.parameter_names.get(value, "")
        if not isinstance(value, Instruction) or depth > 6:
            return ""
        if value.code in (InstCode.CAST, InstCode.EXTRACTVAL, InstCode.GEP):
            is_whole = value.code is not InstCode.GEP or all(constant_number(index) == 0 for index in value.indices)
            return self._name_of(value.operands[0], function, depth + 1) if is_whole else ""
        if value.code is InstCode.LOAD:
            return self._name_of(value.pointer, function, depth + 1)
        if value.code is InstCode.INSERTVAL:
            return self._name_of(value.operands[1], function, depth + 1)
        if value.code is InstCode.ALLOCA:
            stores = [
                instruction
                for instruction in function.instructions()
                if instruction.code is InstCode.STORE and instruction.pointer is value
            ]
            return self._name_of(stores[0].value, function, depth + 1) if len(stores) == 1 else ""
        return ""

    def _reach(self, first: Function, order: dict[Function, None], seen: set[Function]) -> None:
        stack: list[tuple[Function, Iterator[Function]]] = [(first, self._called(first))]
        seen.add(first)
        while stack:
            function, rest = stack[-1]
            for called in rest:
                if called not in seen:
                    seen.add(called)
                    stack.append((called, self._called(called)))
                    break
            else:
                stack.pop()
                order[function] = None

    def _called(self, function: Function) -> Iterator[Function]:
        for value in named_by(function):
            own = self.module.own(value)
            if isinstance(own, Function) and not own.is_declaration and own.blocks:
                yield own

    # --- what is before functions

    def _struct(self, type_: Type) -> str:
        lines = "".join(f"  {line};\n" for line in self.types.declarations(type_))
        packed = " __attribute__((packed))" if type_.params[0] and self._is_packed(type_) else ""
        return f"struct{packed} {self.types.names[type_]} {{\n{lines}}};"

    def _is_packed(self, type_: Type) -> bool:
        """Whether the layout of a packed struct differs from that of the same struct unpacked."""
        return any(
            offset % self.types.layout.alignment(element) for offset, element in self.types.layout.members(type_)
        )

    def _note_samplers(self) -> None:
        try:
            self.samplers = {sampler.symbol: sampler for sampler in static_samplers(self.module)}
        except MtlbError as error:
            self.problems.append(error.reason)

    def _function_constants(self) -> None:
        """Function constants, and values derived from them before the function runs."""
        for constant in function_constants(self.module):
            name = self.names.new(constant.name)
            type_ = constant.type_name
            self.constant_names[constant.symbol] = name
            self.constants.append(f"constant {type_} {name} [[function_constant({constant.index})]];")
        for variable in self.module.globals:
            if variable.name in self.constant_names:
                name = self.constant_names[variable.name]
                type_ = next(c.type_name for c in function_constants(self.module) if c.symbol == variable.name)
                self.shared[variable] = address(name, PRIMARY, PointerText(type_, "constant"), frozenset({name}))
        for function in self.module.functions:
            if function.section == _INIT_SECTION and function.blocks:
                self._initializers(function)

    def _initializers(self, function: Function) -> None:
        """The variables that static constructors set: the names of constants, or expressions."""
        if len(function.blocks) > 1:
            self.problems.append("constants that are computed with branches")
        values = ExpressionWriter(self, None, {})
        described = [] if self.entry is None else [*self.entry.arguments, *self.entry.outputs]
        predicates = [argument.function_constant for argument in described if argument.function_constant is not None]
        names = {predicate.symbol: predicate.name for predicate in predicates}
        constants: dict[tuple[str, str], str] = {}  # by type and value: a constant is also its own predicate
        for instruction in function.blocks[0].instructions:
            if instruction.code is not InstCode.STORE or not isinstance(instruction.pointer, GlobalVariable):
                continue
            variable = self.module.own(instruction.pointer)
            try:
                stored: Value = instruction.value
                value = values.truth(stored) or values.value(stored)
            except (Inexpressible, FormatError) as error:
                self.problems.append(str(error))
                continue
            name = value.text
            type_ = value.type
            if name not in self.constant_names.values():
                name = constants.get((type_, value.text), "")
            if not name:
                name = self.names.new(identifier(names.get(variable.name) or _plain_symbol(variable.name)))
                constants[type_, value.text] = name
                self.constants.append(f"constant {type_} {name} = {value.text};")
            self.constant_names[variable.name] = name
            self.shared[variable] = address(name, PRIMARY, PointerText(type_, "constant"), frozenset({name}))

    # --- the protocol of `Globals`

    @property
    def entry_function(self) -> Function | None:
        """The entry point that the source is of."""
        return self.entry.function if self.entry is not None else None

    def variable(self, variable: GlobalVariable) -> Expr:
        """The address of a module variable; declares it."""
        own = self.module.own(variable)
        cached = self.shared.get(own)
        if cached is not None:
            return cached
        if own.name in self.samplers:
            name = self.names.new(_sampler_name(own.name, self.samplers[own.name]))
            self.threadgroup.append(_sampler_text(name, self.samplers[own.name]))
            self.local_samplers.append(own)
            text_of_variable = Expr(name, PRIMARY, "sampler", frozenset())
        else:
            name = self.names.new(_plain_symbol(own.name) or "table")
            space = self.types.space(own.type)
            text = declared(self.types, own.value_type, name)
            spelled = self.types.spelled(own.value_type)
            atomic = self._atomics().get(own, "")
            if atomic and re.fullmatch(rf"(array<)?{atomic}(, \d+>)?", spelled):
                text, spelled = f"atomic_{text}", spelled.replace(atomic, f"atomic_{atomic}")
            pointer = PointerText(spelled, space)
            text_of_variable = address(name, PRIMARY, pointer, frozenset())
            if space == "threadgroup":
                self.threadgroup.append(f"threadgroup {text};")
            elif space == "constant" and own.initializer is not None:
                values = ExpressionWriter(self, None, {})
                self.tables.append(f"constant {text} = {values.initializer(own.initializer)};")
            else:
                raise Inexpressible(f"the variable {own.name}")
        self.shared[own] = text_of_variable
        return text_of_variable

    def _atomics(self) -> dict[GlobalVariable, str]:
        """The variables with an atomic library type, and the type from the calls on them."""
        if self.atomics is None:
            self.atomics = {}
            for function in self.module.functions:
                for instruction in function.instructions():
                    callee = intrinsic(callee_name(instruction))
                    if callee is None or not callee.family.name.startswith("atomic.local."):
                        continue
                    base: Value = instruction.arguments[0]
                    is_form = False
                    while isinstance(base, (Instruction, Constant)) and base.code in _ADDRESSES and base.operands:
                        is_form |= base.code in (InstCode.GEP, ConstantCode.CE_GEP) and len(base.operands) > 1
                        base = base.operands[0]
                    if isinstance(base, GlobalVariable) and is_form and is_of_atomics(base.value_type):
                        type_ = word_type(callee.words["T"], signed=".s." in callee.name)
                        self.atomics.setdefault(self.module.own(base), type_)
        return self.atomics

    def sampler(self, state: int) -> Expr:
        """The sampler for state that code encodes as a number; declared at its use."""
        name = self.states.get(state)
        words = StaticSampler("", (state & ((1 << 64) - 1),))
        if name is None:
            name = self.states[state] = self.names.new(_sampler_name("", words))
        text = _sampler_text(name, words)
        if text not in self.threadgroup:
            self.threadgroup.append(text)
        return Expr(name, PRIMARY, "sampler", frozenset())

    def function(self, function: Function) -> str:
        """The name of a function of the module."""
        name = self.function_names.get(self.module.own(function))
        if name is None:
            raise Inexpressible(f"a call of {function.name} before the function runs")
        return name

    # --- functions

    def _entry(self, entry: EntryPoint) -> list[SourceLine]:
        own = self.function_names[entry.function]
        names = LocalNames(
            frozenset(self._all_names()) - {own} | self.words
        )  # an argument may have the same name as its function
        has_size = entry.kind in _COMPUTE and any(
            callee_name(instruction).startswith(_SIMD_SIZE) for instruction in entry.function.instructions()
        )
        writer = EntrySource(
            entry,
            self.function_names[entry.function],
            self.types,
            names,
            self.constant_names,
            has_simd_size=has_size,
        )
        head = writer.text()
        self.problems += head.problems
        self.mesh, self.pixel, self.simd_size = head.mesh, head.pixel, head.simd_size
        self.control_points = head.control_points
        return self._defined(entry.function, head, names)

    def _helper(self, function: Function) -> list[SourceLine]:
        names = LocalNames(frozenset(self._all_names()) | self.words)
        values = ExpressionWriter(self, None, {})
        head = EntryText()
        parameters = []
        for argument in function.arguments:
            try:
                spelled, pointer = values.parameter(argument)
            except (Inexpressible, FormatError) as error:
                self.problems.append(str(error))
                spelled, pointer = "uint", None
            name = names.new(argument.name or self.parameter_names.get(argument) or f"a{argument.index}")
            parameters.append(f"{spelled} {name}")
            head.arguments[argument] = Expr(name, PRIMARY, spelled, frozenset({name}), pointer=pointer)
        try:
            head.returned = ReturnedText(self.types.spelled(function.value_type.result))
        except (Inexpressible, FormatError) as error:
            self.problems.append(str(error))
        between = "\n    " if len(", ".join(parameters)) > _MOST_PARAMETERS else ""
        inner = f",{between or ' '}".join(parameters)
        head.head = f"{head.returned.type} {self.function_names[function]}({between}{inner})"
        return self._defined(function, head, names)

    def _defined(self, function: Function, head: EntryText, names: LocalNames) -> list[SourceLine]:
        self.threadgroup = []
        for sampler in self.local_samplers:
            self.shared.pop(sampler, None)
        self.local_samplers = []
        body = BodyWriter(self, function, head.arguments, names, head.returned, is_faithful=self.is_faithful)
        function_text: FunctionText = body.text()
        self.problems += function_text.problems
        is_entry = self.entry is not None and function is self.entry.function
        if not is_entry and any(line.startswith("threadgroup") for line in self.threadgroup):
            self.problems.append("threadgroup memory of a function that is not a kernel")
        before = [*head.structs, *([""] * bool(head.structs)), f"{head.head} {{"]
        before += [f"  {line}" for line in self.threadgroup]
        return [*source_lines("\n".join(before)), *printed(function_text.statements, 1), SourceLine("}")]

    def _all_names(self) -> list[str]:
        return [*self.function_names.values(), *self.constant_names.values(), *self.types.names.values()]


def _in_namespaces(lines: list[SourceLine], name: str) -> list[SourceLine]:
    """The text of a function in the namespaces of its name: `a::b::f`."""
    spaces = name.split("::")[:-1]
    if not spaces or not all(space.isidentifier() for space in spaces):
        return lines
    return [*source_lines(f"namespace {'::'.join(spaces)} {{\n"), *lines, *source_lines("\n}")]


_AFTER_LOCAL = re.compile(r"(_\d|__\d+_)?(\.\w+)*")
"""Itanium C++ ABI 5.1.6: the discriminator of a local name; and LLVM's suffixes."""


def _plain_symbol(symbol: str) -> str:
    """The last component of a mangled symbol: `_ZZ4mainE6shared` is `shared`."""
    name = symbol
    for local in re.finditer(r"E(\d+)", symbol if symbol.startswith("_ZZ") else ""):
        part = symbol[local.end() : local.end() + int(local[1])]
        if _AFTER_LOCAL.fullmatch(symbol[local.end() + int(local[1]) :]) and part.isidentifier():
            return identifier(part)
    numbers = re.findall(r"(\d+)(?=[A-Za-z_])", symbol)
    if symbol.startswith("_Z"):
        place = 0
        for number in numbers:
            at = symbol.find(number, place)
            size = int(number)
            part = symbol[at + len(number) : at + len(number) + size]
            if len(part) == size:
                name = part
                place = at + len(number) + size
    return identifier(name.rpartition(".")[2] if name.rpartition(".")[2].isidentifier() else name)


def _function_word(symbol: str) -> str:
    """A function name without namespaces and types: `_ZN5metal3fooEf` is `foo`."""
    names, _ = cxx_names(symbol)
    return names[-1] if names else symbol.removeprefix("_Z") or "helper"


def _sampler_words(state: StaticSampler) -> list[str]:
    """The arguments of a sampler's constructor, except defaults.
    The defaults are those of the language specification, and of the samplers in the corpus with available source."""
    words = []
    if not state.normalized_coordinates:
        words.append("coord::pixel")
    modes = [mode.name.lower() for mode in state.address_modes]
    if len(set(modes)) == 1:
        words += [f"address::{mode}" for mode in modes[:1] if mode != "clamp_to_edge"]
    else:
        words += [f"{axis}_address::{mode}" for axis, mode in zip("str", modes, strict=True)]
    filters = [state.mag_filter.name.lower(), state.min_filter.name.lower()]
    if filters[0] != filters[1]:
        words += [f"mag_filter::{filters[0]}", f"min_filter::{filters[1]}"]
    elif filters[0] != "nearest":
        words.append(f"filter::{filters[0]}")
    mip = state.mip_filter.name.lower()
    if mip in ("nearest", "linear"):
        words.append(f"mip_filter::{mip}")
    compare = state.compare_function.name.lower()
    if compare not in ("none", "never"):
        words.append(f"compare_func::{compare}")
    if state.max_anisotropy > 1:
        words.append(f"max_anisotropy({state.max_anisotropy})")
    low, high = state.lod_clamp
    if low > 0 or high < _LARGEST_LOD:
        words.append(f"lod_clamp({low}f, {high}f)")
    if "clamp_to_border" in modes and state.border_color < len(_BORDERS):
        words.append(f"border_color::{_BORDERS[state.border_color]}")
    return words


def _sampler_text(name: str, state: StaticSampler) -> str:
    words = ", ".join(_sampler_words(state))
    return f"constexpr sampler {name}({words});" if words else f"constexpr sampler {name};"


def _sampler_name(symbol: str, state: StaticSampler) -> str:
    """The name from the source, or a name from the sampler's state: Apple's compiler discards the name."""
    name = _plain_symbol(symbol)
    if "sampler_state" not in symbol and name:
        return name
    return f"{state.min_filter.name.lower()}_sampler"
