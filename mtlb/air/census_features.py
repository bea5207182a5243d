"""The features of a module that the census counts: a short text for each property, without names, numbers and sizes.

A feature is a class and its values, separated by spaces: `decl.sig air.fma.f32 float (float, float, float)`. The
classes and their spelling are those of the shipped census of Apple's modules (`mtlb.air.census`), which other tools
extracted from LLVM 14's text. In types a struct is written `%S` unless AIR defines it (`%struct._texture_2d_t`), and
the length of an array is written N.

| class | has |
|---|---|
| `decl.air`, `decl.llvm`, `decl.other` | the name of a declared function; `user` |
| `decl.sig`, `decl.pattr`, `decl.attr` | its type, the attributes of its parameters, its own |
| `decl.attrset`, `decl.words` | attributes, words: of all functions of a kind |
| `call`, `callflags`, `callattr`, `callattrset`, `callpattr` | the same of calls, with flags |
| `callconst` | constant arguments of barriers, atomic functions and textures |
| `op`, `opflags`, `cast`, `castk`, `icmp`, `fcmp`, `phi`, `select`, `ret`, `br`, `switch` | types, flags |
| `gep`, `gepix`, `mem`, `memty`, `memal`, `alloca` | pointee, indices, alignment, address space |
| `extractelement`, `insertelement`, `shuffle`, `extractvalue`, `insertvalue` | types |
| `const` | an undef or poison operand, and the class of its user |
| `imd` | the kind of metadata of an instruction |
| `glob`, `globty` | linkage, address space, type, alignment of a variable |
| `def.attr`, `def.words`, `def.param`, `def.pattr` | of a function with a body; its list (`air.kernel`) or `helper` |
| `md.named`, `md.argpattr` | named metadata; attributes of an entry point's parameter by its kind |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..container import FunctionType
from ..ir import (
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
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
)
from ..ir.names import COMPILE_UNITS, INTRINSIC
from ..ir.text.constants import wrap_text
from ..ir.text.words import (
    CASTS,
    FAST_FLAGS,
    FLOAT_OPERATORS,
    INTEGER_OPERATORS,
    LINKAGES,
    PREDICATES,
    UNNAMED_ADDR,
    VISIBILITIES,
)
from .census import signature_feature
from .entry_nodes import entry_function, entry_nodes
from .entry_points import read_entry_points
from .names import PREFIX, SAMPLER_STATES, SOURCE_FILE_NAME
from .words import ENTRY_LISTS

_COUNTED_KINDS = (FunctionType.INTERSECTION, FunctionType.MESH, FunctionType.OBJECT, FunctionType.EXTERN)
_UNCOUNTED = {name for name, kind in ENTRY_LISTS.items() if kind not in _COUNTED_KINDS}
_UNCOUNTED |= {SAMPLER_STATES, COMPILE_UNITS, SOURCE_FILE_NAME}
"""Named metadata of variable length: the number of nodes is not a feature."""
_AIR_STRUCT = "struct._"
_ALL_FAST = 0xFE
_LINKAGES = {int(item): word for item, word in LINKAGES.items()}
_INTEGERS = frozenset({ConstantCode.INTEGER, ConstantCode.NULL})
_SIMPLE = {code: code.name.lower() for code in (TypeCode.VOID, TypeCode.DOUBLE, TypeCode.LABEL, TypeCode.METADATA)}
_SIMPLE |= {TypeCode.HALF: "half", TypeCode.BFLOAT: "bfloat", TypeCode.FLOAT: "float", TypeCode.TOKEN: "token"}
_SHAPED = ("sample", "read", "write", "gather", "matrix")
_ORDERED = ("barrier", "fence", "atomic")


def features_of(module: Module) -> frozenset[str]:
    """The features of a module with typed pointers. With opaque pointers, features that name a pointee are
    different.
    """
    return frozenset(_Extraction(module).run())


def type_text(type_: Type) -> str:
    """A type without struct names, except those of AIR, and without array lengths."""
    code = type_.code
    if code is TypeCode.INTEGER:
        return f"i{type_.params[0]}"
    if code in _SIMPLE:
        return _SIMPLE[code]
    if code is TypeCode.VECTOR:
        return f"<{type_.params[0]} x {type_text(type_.scalar)}>"
    if code is TypeCode.ARRAY:
        return f"[N x {type_text(type_.elements[0])}]"
    if code is TypeCode.POINTER:
        space = f" addrspace({type_.address_space})" if type_.address_space else ""
        return f"{type_text(type_.pointee)}{space}*"
    if type_.is_pointer:
        return f"ptr addrspace({type_.address_space})" if type_.address_space else "ptr"
    if code is TypeCode.FUNCTION:
        return f"{type_text(type_.result)} ({', '.join(map(type_text, type_.parameters))})"
    if code is TypeCode.STRUCT_ANON:
        inside = f"{{ {', '.join(map(type_text, type_.elements))} }}" if type_.elements else "{}"
        return f"<{inside}>" if type_.params and type_.params[0] else inside
    name = _without_number(type_.name or "")
    return f"%{name}" if name.startswith(_AIR_STRUCT) and name.endswith("_t") else "%S"


def type_class(type_: Type) -> str:
    """The class of a type; for a pointer, also the class of its pointee and the address space."""
    code = type_.code
    if type_.is_pointer:
        space = f"AS{type_.address_space}*"
        if code is not TypeCode.POINTER:
            return f"opaque {space}"
        inner = type_.pointee
        if inner.code is TypeCode.FUNCTION:
            return f"fn {space}"
        if inner.code is TypeCode.ARRAY:
            return f"[N] {space}"
        if inner.code is TypeCode.STRUCT_ANON:
            return f"{{}} {space}"
        return f"ptr {space}" if inner.is_pointer else f"{type_text(inner)} {space}"
    if code is TypeCode.ARRAY:
        return f"[N x {type_class(type_.elements[0])}]"
    return "{}" if code is TypeCode.STRUCT_ANON else type_text(type_)


def _without_number(name: str) -> str:
    """A name of a struct without the number that linking adds."""
    head, dot, tail = name.rpartition(".")
    return head if dot and tail.isdigit() else name


def attribute_texts(group: AttributeGroup | None, *, sizes: bool = True) -> list[str]:
    """Attributes in LLVM's words and order; without `sizes`, numbers are written N and values of strings are
    omitted.
    """
    numbers: list[tuple[str, str]] = []
    strings = []
    for attribute in group.attributes if group is not None else ():
        if isinstance(attribute.kind, str):
            value = f'="{attribute.value}"' if isinstance(attribute.value, str) else ""
            strings.append(f'"{attribute.kind}"{value if sizes else "=…" if value else ""}')
            continue
        word = _WORDS.get(int(attribute.kind), f"attribute{attribute.kind}")
        if word == "align":
            numbers.append(("~" + word, f"align {attribute.value if sizes else 'N'}"))
        elif isinstance(attribute.value, int):
            numbers.append(("~" + word, f"{word}({attribute.value if sizes else 'N'})"))
        else:
            # LLVM sorts by the names of its enumerators: NoUndef, NonNull
            numbers.append((f"no~{word}" if word.startswith("non") else word, word))
    return [text for _, text in sorted(numbers)] + sorted(strings)


_WORDS = {int(kind): kind.text for kind in AttributeKind}


def _groups(attributes: AttributeList) -> dict[int, AttributeGroup]:
    return {group.place: group for group in attributes}


def _set_text(attributes: AttributeList) -> str:
    return " ".join(sorted(attribute_texts(_groups(attributes).get(AttributePlace.FUNCTION))))


def _each(attributes: AttributeList, count: int) -> list[str]:
    """The attributes of each of `count` parameters."""
    groups = _groups(attributes)
    places = range(AttributePlace.PARAMETERS, AttributePlace.PARAMETERS + count)
    return [" ".join(attribute_texts(groups.get(place), sizes=False)) for place in places]


def _fast(flags: int) -> str:
    if flags & 1 or flags & _ALL_FAST == _ALL_FAST:
        return "fast"
    return " ".join([word for bit, word in FAST_FLAGS if flags & bit])


class _Extraction:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.kinds = dict(module.metadata_kinds)
        self.roles: dict[Function, str] = {}
        for kind, _, node in entry_nodes(module):
            function = entry_function(node)
            if function is not None:
                self.roles.setdefault(function, kind)

    def run(self) -> Iterator[str]:
        for name, nodes in self.module.named_metadata.items():
            yield f"md.named !{name} n={'' if name in _UNCOUNTED else len(nodes)}"
        for variable in self.module.globals:
            yield from self.variable(variable)
        for function in self.module.functions:
            if function.blocks:
                yield from self.definition(function)
                for instruction in function.instructions():
                    yield from self.instruction(instruction)
            else:
                yield from self.declaration(function)
        yield from self.arguments()

    # --- globals

    def variable(self, variable: GlobalVariable) -> Iterator[str]:
        words = [_LINKAGES.get(int(variable.linkage), ""), UNNAMED_ADDR.get(int(variable.unnamed_addr), "")]
        words.insert(1, VISIBILITIES.get(int(variable.visibility), ""))
        space = f"addrspace({variable.address_space})" if variable.address_space else ""
        kind = "constant" if variable.is_constant else "global"
        value = variable.initializer
        init = "none" if value is None else "value"
        if isinstance(value, Constant) and value.code in (ConstantCode.UNDEF, ConstantCode.POISON, ConstantCode.NULL):
            zero = "zeroinitializer" if value.type.elements else "null" if value.type.is_pointer else "value"
            init = zero if value.code == ConstantCode.NULL else ConstantCode(value.code).name.lower()
        section = f'section "{variable.section}"' if variable.section else ""
        text = " ".join(filter(None, words))
        yield f"glob {text} {space} {kind} init={init} sect={section} "
        align = f"align {1 << variable.alignment - 1}" if variable.alignment else ""
        yield f"globty {space} {kind} {type_class(variable.value_type)} {align}"

    def declaration(self, function: Function) -> Iterator[str]:
        name = function.name
        kind = "air" if name.startswith(PREFIX) else "llvm" if name.startswith(INTRINSIC) else "other"
        type_, attributes = function.value_type, function.attributes
        yield f"decl.{kind} {name if kind != 'other' else 'user'}"
        groups = _groups(attributes)
        words = UNNAMED_ADDR.get(int(function.unnamed_addr), "")
        if kind == "air":  # the counted modules have upgraded attributes for LLVM's own functions
            yield signature_feature(name, type_text(type_))
            yield f"decl.attr {name} {_set_text(attributes)}"
            result = " ".join(attribute_texts(groups.get(AttributePlace.RESULT), sizes=False))
            yield f"decl.pattr {name} {'; '.join(_each(attributes, len(type_.parameters)))} ret={result}"
        section = f'section "{function.section}"' if function.section else ""
        yield f"decl.words {kind}  | {'  '.join(filter(None, [words, section]))}"
        if kind != "llvm":
            yield f"decl.attrset {kind} {_set_text(attributes)}"

    def definition(self, function: Function) -> Iterator[str]:
        role = self.roles.get(function, "helper")
        for attribute_text in attribute_texts(_groups(function.attributes).get(AttributePlace.FUNCTION)):
            if not attribute_text.startswith(
                '"no-frame-pointer-elim'
            ):  # counted as "frame-pointer", the attribute of newer modules
                yield f"def.attr {role} {attribute_text}"
        convention = "fastcc" if function.calling_convention == 8 else ""
        words = " ".join(filter(None, [_LINKAGES.get(int(function.linkage), ""), convention]))
        section = f'section "{function.section}"' if function.section else ""
        rest = [UNNAMED_ADDR.get(int(function.unnamed_addr), ""), section, "align N" if function.alignment else ""]
        yield f"def.words {role} {words} | {'  '.join(filter(None, rest))}"
        parameters = function.value_type.parameters
        for type_, attributes in zip(parameters, _each(function.attributes, len(parameters)), strict=True):
            result = type_class(type_)
            yield f"def.param {role} {result}"
            yield f"def.pattr {role} {result.rpartition(' AS')[2] if '*' in result else 'value'} {attributes}"

    def arguments(self) -> Iterator[str]:
        for entry in read_entry_points(self.module):
            parameters = entry.function.value_type.parameters
            attributes = _each(entry.function.attributes, len(parameters))
            kind = self.roles.get(entry.function, "")
            for argument in entry.arguments:
                if argument.index is None or argument.index >= len(parameters):
                    continue
                type_ = parameters[argument.index]
                place = f"ptr AS{type_.address_space}" if type_.is_pointer else "value"
                said = (
                    "function_constant" if argument.function_constant is not None else argument.kind
                )  # the first word of the feature
                yield f"md.argpattr !{kind} air.{said} {place} {attributes[argument.index]}"

    # --- instructions

    def instruction(self, i: Instruction) -> Iterator[str]:
        result = list(_HANDLERS.get(i.code, _other)(i))
        word = result.pop(0)
        yield f"opcode {word}"
        yield from result
        for kind, _ in i.metadata:
            yield f"imd {self.kinds.get(kind, kind)} on {word}"
        for operand in i.operands:
            if isinstance(operand, Constant) and operand.code in (ConstantCode.UNDEF, ConstantCode.POISON):
                yield f"const {ConstantCode(operand.code).name.lower()} in {word}"


def _operator(i: Instruction) -> Iterator[str]:
    scalar = i.type.scalar
    is_float = scalar.is_floating
    if i.code is InstCode.UNOP:
        word = "fneg"
        flags = _fast(i.fast_flags)
    else:
        word = (FLOAT_OPERATORS if is_float else INTEGER_OPERATORS).get(i.opcode, f"op{i.opcode}")
        flags = _fast(i.fast_flags) if is_float else wrap_text(word, i.fast_flags).strip()
    yield word
    yield f"op {word} {type_text(i.type)}"
    yield f"opflags {word} {flags}"


def _cast(i: Instruction) -> Iterator[str]:
    word = CASTS.get(i.opcode, f"cast{i.opcode}")
    source, target = i.operands[0].type, i.type
    yield word
    yield f"cast {word} {type_class(source)} to {type_class(target)}"
    texts = ["ptr" if item.is_pointer else type_text(item) for item in (source, target)]
    yield f"castk {word} {texts[0]} to {texts[1]}"


def _memory(i: Instruction) -> Iterator[str]:
    word = "load" if i.code is InstCode.LOAD else "store"
    type_ = i.type if word == "load" else i.operands[0].type
    pointer = i.operands[0] if word == "load" else i.operands[1]
    if not pointer.type.is_pointer:
        pointer = i.operands[0]
    space = f"AS{pointer.type.address_space}"
    yield word
    yield f"mem {word} {'volatile' if i.is_volatile else ''} {space}"
    yield f"memty {word} {type_class(type_)} {space}"
    yield f"memal {word} {type_class(type_)} align {1 << i.alignment - 1 if i.alignment else 0}"


def _address(i: Instruction) -> Iterator[str]:
    source = i.aux_type
    assert source is not None
    yield "getelementptr"
    result = type_class(source)
    yield f"gep {'inbounds' if i.inbounds & 1 else ''} {result} AS{i.type.scalar.address_space}"
    shape = "struct" if result == "%S" or "{" in result else "array" if result[0] == "[" else ""
    shape = shape or ("vector" if result[0] == "<" else "scalar")
    indices = []
    for operand in i.operands[1:]:
        constant = isinstance(operand, Constant) and operand.code in _INTEGERS
        indices.append(type_text(operand.type) + ("c" if constant else "v"))
    yield f"gepix {shape} {','.join(indices)}"


def _call(i: Instruction) -> Iterator[str]:
    callee = i.operands[-1]
    name = callee.name if isinstance(callee, Function) else ""
    kind = (
        "air" if name.startswith(PREFIX) else "llvm" if name.startswith(INTRINSIC) else "user" if name else "indirect"
    )
    key = name if kind in ("air", "llvm") else kind
    fast = _fast(i.fast_flags) if i.fast_flags else ""
    tail = {1: "tail", 2: "musttail", 3: "notail"}.get(int(i.tail_kind), "")
    convention = "fastcc" if i.calling_convention == 8 else ""
    yield "call"
    yield f"call {kind} {' '.join(filter(None, [tail, fast]))} {convention}"
    arguments = i.operands[:-1]
    text = _set_text(i.attributes)
    if kind == "air":
        yield f"callflags {key} {fast}"
    if kind != "llvm":
        yield f"callattr {key} {text}"
        yield f"callattrset {kind} {text}"
        yield f"callpattr {key} {'; '.join(_each(i.attributes, len(arguments)))}"
    if kind in ("air", "llvm"):
        yield from _constants(key, kind, arguments)


def _constants(name: str, kind: str, arguments: Sequence[Value]) -> Iterator[str]:
    for number, argument in enumerate(arguments):
        if (
            not isinstance(argument, Constant)
            or argument.type.code is not TypeCode.INTEGER
            or argument.code not in _INTEGERS
        ):
            continue
        value = argument.params[0] if argument.code == ConstantCode.INTEGER else 0
        is_bit = argument.type.params[0] == 1
        text = ("false", "true")[int(bool(value))] if is_bit else str(value)
        if any(word in name for word in _ORDERED) or (kind == "air" and is_bit and any(w in name for w in _SHAPED)):
            yield f"callconst {name} arg{number}={text}"


def _compare(i: Instruction) -> Iterator[str]:
    type_ = i.operands[0].type
    word = "fcmp" if type_.scalar.is_floating else "icmp"
    yield word
    yield f"{word} {PREDICATES.get(int(i.predicate), i.predicate)} {type_class(type_)}"
    yield f"opflags {word} {_fast(i.fast_flags) if word == 'fcmp' else ''}"


def _select(i: Instruction) -> Iterator[str]:
    bits = [operand for operand in i.operands if type_text(operand.type).endswith(("i1", "i1>"))]
    condition = bits[0] if bits else i.operands[0]
    yield "select"
    yield f"select {type_text(condition.type)} {type_class(i.type)}"
    yield f"opflags select {_fast(i.fast_flags)}"


def _phi(i: Instruction) -> Iterator[str]:
    yield "phi"
    yield f"phi {type_class(i.type)}"


def _return(i: Instruction) -> Iterator[str]:
    yield "ret"
    yield f"ret {type_class(i.operands[0].type) if i.operands else 'void'}"


def _branch(i: Instruction) -> Iterator[str]:
    yield "br"
    yield f"br {'cond' if i.operands else 'uncond'}"


def _switch(i: Instruction) -> Iterator[str]:
    yield "switch"
    yield f"switch {type_text(i.operands[0].type)}"


def _alloca(i: Instruction) -> Iterator[str]:
    assert i.aux_type is not None
    yield "alloca"
    yield f"alloca {type_class(i.aux_type)} align {1 << i.alignment - 1 if i.alignment else 0}"


def _element(i: Instruction) -> Iterator[str]:
    word = "extractelement" if i.code is InstCode.EXTRACTELT else "insertelement"
    index = i.operands[-1]
    index_class = "const" if isinstance(index, Constant) and index.code in _INTEGERS else "var"
    yield word
    yield f"{word} {type_text(i.operands[0].type)} index {type_text(index.type)} {index_class}"


def _shuffle(i: Instruction) -> Iterator[str]:
    yield "shufflevector"
    mask = type_text(i.operands[2].type) if len(i.operands) > 2 else f"<{i.type.params[0]} x i32>"
    yield f"shuffle {type_text(i.operands[0].type)} mask {mask}"


def _member(i: Instruction) -> Iterator[str]:
    word = "extractvalue" if i.code is InstCode.EXTRACTVAL else "insertvalue"
    yield word
    yield f"{word} {type_class(i.operands[0].type)}"


def _other(i: Instruction) -> Iterator[str]:
    word = i.code.name.lower()
    yield word
    yield f"inst {word} "


_HANDLERS = {
    InstCode.UNOP: _operator,
    InstCode.BINOP: _operator,
    InstCode.CAST: _cast,
    InstCode.LOAD: _memory,
    InstCode.STORE: _memory,
    InstCode.GEP: _address,
    InstCode.CALL: _call,
    InstCode.CMP2: _compare,
    InstCode.VSELECT: _select,
    InstCode.PHI: _phi,
    InstCode.RET: _return,
    InstCode.BR: _branch,
    InstCode.SWITCH: _switch,
    InstCode.ALLOCA: _alloca,
    InstCode.EXTRACTELT: _element,
    InstCode.INSERTELT: _element,
    InstCode.SHUFFLEVEC: _shuffle,
    InstCode.EXTRACTVAL: _member,
    InstCode.INSERTVAL: _member,
}

CLASSES = frozenset(
    word
    for line in (
        "alloca br call callattr callattrset callconst callflags callpattr cast castk const",
        "decl.air decl.attr decl.attrset decl.llvm decl.other decl.pattr decl.sig decl.words",
        "def.attr def.param def.pattr def.words extractelement extractvalue fcmp gep gepix glob globty icmp imd inst",
        "insertelement insertvalue md.argpattr md.named mem memal memty op opcode opflags phi ret select shuffle",
        "switch",
    )
    for word in line.split()
)
"""The classes of features that are extracted here; the census also has others."""


def count(modules: Iterable[tuple[str, Module]]) -> dict[str, dict[str, int]]:
    """The number of modules by feature and AIR version. `modules` are pairs of a version and a module."""
    result: dict[str, dict[str, int]] = {}
    for version, module in modules:
        for feature in features_of(module):
            numbers = result.setdefault(feature, {})
            numbers[version] = numbers.get(version, 0) + 1
    return result
