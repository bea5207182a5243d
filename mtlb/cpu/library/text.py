"""The body of one generated function, as text of LLVM IR with opaque pointers (LLVM 20 and later)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...ir import FLOAT_NAMES, Type, TypeCode

__all__ = [
    "SLOT_BYTES",
    "FunctionBody",
    "count_of",
    "element_of",
    "is_float",
    "size_of",
    "spell",
    "splat",
    "with_element",
]

SLOT_BYTES = 64  # what a lane posts where lanes meet, as native/runtime.h has it

_FLOATS = {**FLOAT_NAMES, TypeCode.DOUBLE: "double"}
_MANGLED = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}
_SIZES = {"half": 2, "bfloat": 2, "float": 4, "double": 8, "ptr": 8}


def spell(type_: Type) -> str:
    """A type as text: named structs as what they consist of, pointers as `ptr` with their address space."""
    if type_.is_pointer:
        space = type_.address_space
        return f"ptr addrspace({space})" if space else "ptr"
    if type_.code is TypeCode.INTEGER:
        return f"i{type_.params[0]}"
    if type_.code in _FLOATS:
        return _FLOATS[type_.code]
    if type_.code is TypeCode.VECTOR:
        return f"<{type_.params[0]} x {spell(type_.elements[0])}>"
    if type_.code is TypeCode.ARRAY:
        return f"[{type_.params[0]} x {spell(type_.elements[0])}]"
    if type_.code in (TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED):
        members = "{ " + ", ".join(spell(member) for member in type_.elements) + " }" if type_.elements else "{}"
        return f"<{members}>" if type_.params[0] else members
    return type_.code.name.lower()


def element_of(spelled: str) -> str:
    """The element of a vector; of any other type the type itself."""
    found = re.fullmatch(r"<\d+ x (.+)>", spelled)
    return found[1] if found else spelled


def count_of(spelled: str) -> int:
    """How many elements a vector has; 1 for any other type."""
    found = re.fullmatch(r"<(\d+) x .+>", spelled)
    return int(found[1]) if found else 1


def with_element(spelled: str, element: str) -> str:
    """The type of as many elements as another has."""
    count = count_of(spelled)
    return element if count == 1 else f"<{count} x {element}>"


def is_float(spelled: str) -> bool:
    """Whether it is floating-point, or a vector of that."""
    return element_of(spelled) in _MANGLED


def size_of(spelled: str) -> int:
    """Bytes of a scalar in memory."""
    if spelled in _SIZES:
        return _SIZES[spelled]
    return 8 if spelled.startswith("ptr") else max(1, int(spelled[1:]) // 8)


def splat(spelled: str, value: float | int | str) -> str:
    """A constant of a type: all elements are `value`, which is text already, or a number."""
    element, count = element_of(spelled), count_of(spelled)
    if not isinstance(value, str):
        value = repr(float(value)) if element in _MANGLED else str(int(value))
    return value if count == 1 else "<" + ", ".join([f"{element} {value}"] * count) + ">"


def mangle(spelled: str) -> str:
    """A type in the name of one of LLVM's intrinsics."""
    count, element = count_of(spelled), element_of(spelled)
    return f"{f'v{count}' if count > 1 else ''}{_MANGLED.get(element, element)}"


@dataclass(eq=False, slots=True)
class FunctionBody:
    """One function being made. `letters` are the parts of its name after the family's; `air_name` is its whole name.

    `result` and `parameters` are spelled types; the parameters are called %0, %1, …, and %site is the number of the
    call site of a function in which lanes meet. `is_fragment` says for which stage it is.
    """

    air_name: str
    letters: Sequence[str]
    result: str
    parameters: Sequence[str]
    is_fragment: bool = False
    lines: list[str] = field(default_factory=list)
    externals: dict[str, str] = field(default_factory=dict)  # functions of C and of LLVM that it calls: declarations
    block: str = "entry"
    _names: int = 0

    @property
    def arguments(self) -> list[str]:
        """The names of the parameters."""
        return [f"%{number}" for number in range(len(self.parameters))]

    @property
    def signed(self) -> bool:
        """Whether its integers are signed, as the first letter says."""
        return "u" not in self.letters

    def op(self, text: str) -> str:
        """An instruction with a result, which it returns."""
        self._names += 1
        name = f"%t{self._names}"
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text: str) -> None:
        """An instruction without a result."""
        self.lines.append(f"  {text}")

    def label(self, name: str) -> None:
        """The begin of a block."""
        self.lines.append(f"{name}:")
        self.block = name

    def call(self, result: str, name: str, *arguments: tuple[str, str]) -> str:
        """A call of a function of the run-time, of C's library or of LLVM; its result ("" for void)."""
        self.externals[name] = f"declare {result} @{name}({', '.join(type_ for type_, _ in arguments)})"
        text = f"call {result} @{name}({', '.join(f'{type_} {value}' for type_, value in arguments)})"
        if result == "void":
            self.do(text)
            return ""
        return self.op(text)

    def constant_text(self, text: str) -> str:
        """The address of a text that ends with 0."""
        symbol = f"mtlb.text.{text}"
        self.externals[symbol] = f'@{symbol} = private constant [{len(text) + 1} x i8] c"{text}\\00"'
        return f"@{symbol}"

    def llvm(self, name: str, type_: str, *arguments: str) -> str:
        """An intrinsic of LLVM with operands and result of one type."""
        return self.call(type_, f"llvm.{name}.{mangle(type_)}", *((type_, argument) for argument in arguments))

    def cast(self, value: str, type_: str, to: str, *, signed: bool = False) -> str:
        """A number as one of another type: between floats, between integers, or from integer to float."""
        if type_ == to:
            return value
        source, target = element_of(type_), element_of(to)
        if is_float(type_) and is_float(to):
            if {source, target} == {"half", "bfloat"}:
                middle = with_element(to, "float")
                return self.op(f"fptrunc {middle} {self.op(f'fpext {type_} {value} to {middle}')} to {to}")
            return self.op(f"{'fpext' if size_of(source) < size_of(target) else 'fptrunc'} {type_} {value} to {to}")
        if is_float(to):
            return self.op(f"{'si' if signed else 'ui'}tofp {type_} {value} to {to}")
        bits, wanted = int(source[1:]), int(target[1:])
        word = "trunc" if bits > wanted else "sext" if signed else "zext"
        return value if bits == wanted else self.op(f"{word} {type_} {value} to {to}")

    def in_float(self, make: Callable[[str, Sequence[str]], str], *operands: str) -> str:
        """`make(type, operands)` in single precision, for operands of the type of the result.

        What half and bfloat numbers give is the result in single precision, rounded.
        """
        wide = with_element(self.result, "float")
        if element_of(self.result) not in ("half", "bfloat"):
            return make(self.result, operands)
        made = make(wide, [self.cast(operand, self.result, wide) for operand in operands])
        return self.cast(made, wide, self.result)

    def each(self, make: Callable[[str, Sequence[str]], str], type_: str, *operands: str) -> str:
        """`make(element type, elements)` for the elements of operands that are scalars or vectors of `type_`."""
        if count_of(type_) == 1:
            return make(type_, operands)
        element, found = element_of(type_), "poison"
        for number in range(count_of(type_)):
            elements = [self.op(f"extractelement {type_} {operand}, i32 {number}") for operand in operands]
            found = self.op(f"insertelement {type_} {found}, {element} {make(element, elements)}, i32 {number}")
        return found

    def generic(self, pointer: str, type_: str) -> str:
        """A pointer as one of address space 0."""
        return pointer if type_ == "ptr" else self.op(f"addrspacecast {type_} {pointer} to ptr")

    def text(self, result: str, *, meets: bool) -> str:
        """The definition, that returns `result`."""
        parameters = [f"{type_} %{number}" for number, type_ in enumerate(self.parameters)]
        if meets:
            parameters.append("i64 %site")
        body = "\n".join(self.lines)
        returned = "ret void" if self.result == "void" else f"ret {self.result} {result}"
        inlined = "noinline" if meets else "alwaysinline"
        head = f"define {self.result} @{quoted(self.air_name)}({', '.join(parameters)}) {inlined} nounwind {{"
        return f"{head}\nentry:\n{body}\n  {returned}\n}}\n"


def quoted(name: str) -> str:
    """A name of a global as text has it after `@`."""
    if re.fullmatch(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*", name):
        return name
    escaped = "".join(
        c if " " <= c < "\x7f" and c not in '"\\' else "".join(f"\\{b:02X}" for b in _bytes(c)) for c in name
    )
    return f'"{escaped}"'


def _bytes(character: str) -> bytes:
    return character.encode("utf-8", "surrogateescape")
