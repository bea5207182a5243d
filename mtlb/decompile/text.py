"""Pieces of Metal source: expressions with precedence and type, statements, and the placement of declarations."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from ..air.types import NUMBERS
from ..ir import Instruction

# --- expressions -----------------------------------------------------------------------------------------------------

PRIMARY, POSTFIX, UNARY, PRODUCT, SUM, SHIFT, RELATION, EQUALITY = 16, 15, 14, 13, 12, 11, 10, 9
AND, XOR, OR, BOTH, EITHER, CONDITION = 8, 7, 6, 5, 4, 3
_SPLATTED = ("+", "-", "*", "/")
_LEVELS = {
    **dict.fromkeys(("*", "/", "%"), PRODUCT),
    **dict.fromkeys(("+", "-"), SUM),
    **dict.fromkeys(("<<", ">>"), SHIFT),
    **dict.fromkeys(("<", "<=", ">", ">="), RELATION),
    **dict.fromkeys(("==", "!="), EQUALITY),
    "&": AND,
    "^": XOR,
    "|": OR,
    "&&": BOTH,
    "||": EITHER,
}
NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PointerText:
    """The pointee of a pointer: a Metal type, an address space keyword, and whether it is const."""

    element: str
    space: str
    is_const: bool = False

    @property
    def spelled(self) -> str:
        """The spelling in Metal."""
        const = "const " if self.is_const and self.space != "constant" else ""
        return f"{const}{self.space} {self.element}*"


class OperatorText(NamedTuple):
    """An operator and its operands. `is_exact`: for a comparison that equals the negation of its opposite."""

    operator: str
    left: str
    right: str
    is_exact: bool = False


OPPOSITE: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The opposite of each comparison, which differs from the negation for unordered floats."""


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression. `type`: its Metal type; `level`: its precedence; `names`: the variables in it.
    `number`: the value of an integer literal, which is spelled for each type. `pointer`: for an address. `place`:
    the object of an address and its precedence, if it is written that way. `parts`: for an operator with two
    operands, with `is_exact` where the opposite comparison is true in all other cases. `bare`: the text without a
    cast, for assignment to a variable of the type. `splat`: the number that all vector elements equal."""

    text: str
    level: int
    type: str
    names: frozenset[str] = NOTHING
    number: int | None = None
    pointer: PointerText | None = None
    place: tuple[str, int] | None = None
    parts: OperatorText | None = None
    bare: Expr | None = None
    splat: Expr | None = None

    def at(self, level: int) -> str:
        """The text, in parentheses if the context binds more strongly."""
        return self.text if self.level >= level else f"({self.text})"


_NUMBERS = {number.name: number for number in NUMBERS}
_NUMERIC = re.compile(r"(packed_)?(" + "|".join(_NUMBERS) + r")([234]?)")


def numeric(type_: str) -> tuple[str, int, bool] | None:
    """The element, count and packedness of a numeric type; None for another type."""
    match = _NUMERIC.fullmatch(type_)
    return (match[2], int(match[3] or 1), bool(match[1])) if match else None


def is_integer(type_: str) -> bool:
    """Whether it is an integer or an integer vector; bool does not count."""
    shape = numeric(type_)
    return shape is not None and _NUMBERS[shape[0]].kind in ("int", "uint")


def bits_of(element: str) -> int:
    """The width of an element in bits."""
    return _NUMBERS[element].bits


def is_signed(type_: str) -> bool:
    """Whether its elements are signed integers."""
    shape = numeric(type_)
    return shape is not None and _NUMBERS[shape[0]].kind == "int"


def with_sign(type_: str, *, signed: bool) -> str:
    """The integer type with the same size and the given signedness; other types are returned unchanged."""
    shape = numeric(type_)
    if shape is None or not is_integer(type_):
        return type_
    word = shape[0].removeprefix("u") if signed else "u" + shape[0].removeprefix("u")
    return f"{word}{shape[1] if shape[1] > 1 else ''}"


_SUFFIX = {
    number.name: ("u" if number.kind == "uint" else "") + ("l" if number.bits == 64 else "")
    for number in NUMBERS
    if number.kind in ("int", "uint") and number.bits >= 32
}


def literal(value: int, type_: str) -> Expr:
    """An integer, or its splat, as a literal of a type."""
    shape = numeric(type_)
    if shape is None:
        return Expr(str(value), PRIMARY, type_, number=value)
    element, count, _ = shape
    kind, bits = _NUMBERS[element].kind, _NUMBERS[element].bits
    if kind == "bool":
        text = "true" if value & 1 else "false"
    elif kind == "float":
        return Expr(f"{type_}({value})", PRIMARY, type_)
    else:
        value &= (1 << bits) - 1
        signed = value - (1 << bits) if value >> (bits - 1) else value
        shown = signed if kind == "int" else value
        big = abs(shown) >= 0x10000
        digits = f"{'-' * (shown < 0)}{abs(shown):#x}" if big and _is_round(abs(shown)) else str(shown)
        if kind == "int" and value == 1 << (bits - 1):
            text = f"{element}({value:#x}{'ul' if bits == 64 else 'u'})"
        elif element in _SUFFIX:
            text = digits + _SUFFIX[element]
        else:
            text = f"{element}({digits})"
    level = UNARY if text.startswith("-") else PRIMARY
    if count > 1:
        return Expr(f"{type_}({text})", PRIMARY, type_, splat=Expr(text, level, element))
    return Expr(text, level, type_, number=value)


def _is_round(value: int) -> bool:
    """Whether a number is more readable in hexadecimal."""
    return len(f"{value:x}".strip("0f")) <= 2 or value > 0xFFFFFF


def float_text(bits: int, element: str) -> str:
    """The shortest text of a float with these bits."""
    suffix = {"float": "f", "half": "h", "bfloat": "bf"}[element]
    if element == "half":
        value = struct.unpack("<e", struct.pack("<H", bits))[0]
    else:
        value = struct.unpack("<f", struct.pack("<I", bits if element == "float" else bits << 16))[0]
    if value != value or value in (float("inf"), float("-inf")):
        word = "uint" if element == "float" else "ushort"
        if value != value:
            return f"as_type<{element}>({word}({bits:#x}))"
        text = "-INFINITY" if value < 0 else "INFINITY"
        return text if element == "float" else f"{element}({text})"
    if element == "bfloat":
        return f"bfloat({_shortest(value, 'f')}f)"
    return _shortest(value, "e" if element == "half" else "f") + suffix


def _shortest(value: float, form: str) -> str:
    for digits in range(1, 18):
        text = f"{value:.{digits}g}"
        try:
            if struct.pack(f"<{form}", float(text)) == struct.pack(f"<{form}", value):
                break
        except OverflowError:
            continue
    text = re.sub(r"e([+-])0*", lambda match: "e-" if match[1] == "-" else "e", text)
    return text if "." in text or "e" in text else f"{text}.0"


def joined(*expressions: Expr) -> frozenset[str]:
    """The variables in several expressions."""
    names = NOTHING
    for expression in expressions:
        names |= expression.names
    return names


def infix(operator: str, left: Expr, right: Expr, type_: str) -> Expr:
    """`left operator right`. Operands of bitwise operators and shifts are parenthesized unless they are plain."""
    level = _LEVELS[operator]
    if operator not in ("<<", ">>"):
        left, right = as_operand(left, right, operator), as_operand(right, left, operator)
        if left.bare is not None and right.bare is not None:
            right = as_operand(right, replace(left, bare=None), operator)  # one of two equal casts is enough
    else:
        right = as_operand(right, left, operator)
    loose = operator in ("&", "|", "^", "<<", ">>", "&&", "||")
    least = UNARY if operator in ("&", "|", "^", "<<", ">>") else SHIFT if level == EQUALITY else level
    first = left.at(max(level, least) if not (left.level == level and operator in ("&", "|", "^")) else level)
    if operator in ("&&", "||") and left.level in (BOTH, EITHER) and left.level != level:
        first = f"({left.text})"
    second = right.at(max(level + 1, least if loose or level == EQUALITY else 0))
    parts = OperatorText(operator, left.text, right.text)
    return Expr(f"{first} {operator} {second}", level, type_, joined(left, right), parts=parts)


def is_one_bracket(text: str) -> bool:
    """Whether a text in parentheses is one operand: `(a + b)`, not `(a) + (b)`."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and place < len(text) - 1:
            return False
    return True


def as_operand(value: Expr, beside: Expr, operator: str) -> Expr:
    """An operand that C++ converts implicitly: literals without suffix, a scalar for a vector with equal elements."""
    own = numeric(beside.type)
    if own is None or beside.number is not None:
        return value
    if value.splat is not None and own[1] > 1 and beside.splat is None and operator in _SPLATTED:
        return value.splat
    if not is_integer(beside.type) or own[1] > 1 or numeric(value.type) is None:
        return value
    if value.number is not None:
        return unsuffixed(value)
    if value.bare is None or beside.bare is not None or is_signed(beside.type) or own[0] not in ("uint", "ulong"):
        return value
    # An unsigned operand converts the other to unsigned: the cast makes the implicit conversion explicit.
    return value.bare if bits_of(value.bare.type) <= bits_of(own[0]) and value.type == beside.type else value


def unsuffixed(value: Expr) -> Expr:
    """An integer literal as an int, if it fits; any other expression unchanged."""
    if value.number is None or not is_integer(value.type):
        return value
    shown = literal(value.number, value.type).number or 0
    bits = _NUMBERS[value.type].bits if value.type in _NUMBERS else 0
    if is_signed(value.type) and bits and shown >> (bits - 1):
        shown -= 1 << bits
    if not -(1 << 31) < shown < 1 << 31:
        return value
    plain = literal(shown, "int")
    return replace(value, text=plain.text, level=plain.level)


def call(name: str, arguments: Iterable[Expr], type_: str) -> Expr:
    """`name(arguments)`."""
    values = list(arguments)
    return Expr(f"{name}({', '.join(value.text for value in values)})", PRIMARY, type_, joined(*values))


def converted(value: Expr, type_: str) -> Expr:
    """The value converted to another Metal type: unchanged if it has it, a new literal, a constructor, or a pointer
    cast."""
    if value.type == type_:
        return value
    if value.type.startswith(("texture", "depth", "sampler")):
        return value
    if value.number is not None and numeric(type_) is not None:
        return literal(value.number, type_)
    if value.pointer is not None:
        return Expr(f"({type_}){value.at(UNARY)}", UNARY, type_, value.names)
    if numeric(type_) is not None and value.type == f"{type_[:-1]}4" and type_.endswith("3"):
        return Expr(f"{value.at(POSTFIX)}.xyz", POSTFIX, type_, value.names)
    bare = value if is_integer(type_) and is_integer(value.type) and type_ in _NUMBERS else None
    return Expr(f"{type_}({value.text})", PRIMARY, type_, value.names, bare=bare)


def pointed(value: Expr, pointer: PointerText) -> Expr:
    """An address as a pointer to another type; unchanged if it is one already."""
    own = value.pointer
    if own == pointer:
        return value
    if own is not None and own.element == pointer.element and own.space == pointer.space and pointer.is_const:
        return Expr(value.text, value.level, pointer.spelled, value.names, pointer=pointer, place=value.place)
    text = f"({pointer.spelled}){value.at(UNARY)}"
    return Expr(text, UNARY, pointer.spelled, value.names, pointer=pointer)


def address(place: str, level: int, pointer: PointerText, names: frozenset[str]) -> Expr:
    """The address of a place."""
    if level == UNARY and place.startswith("*"):
        return Expr(place[1:], UNARY, pointer.spelled, names, pointer=pointer)
    text = f"&{place}" if level >= UNARY else f"&({place})"
    return Expr(text, UNARY, pointer.spelled, names, pointer=pointer, place=(place, level))


def target(value: Expr) -> tuple[str, int]:
    """The object that an address points to, and its precedence."""
    if value.place is not None:
        return value.place
    return f"*{value.at(UNARY)}", UNARY


# --- statements ------------------------------------------------------------------------------------------------------

Origins = frozenset[Instruction]
"""The instructions of a piece of text: the statement's own, and those written inline in it."""
NO_ORIGINS: Origins = frozenset()


@dataclass(eq=False, slots=True)
class TextLine:
    """A single-line statement. `sets`: the variable that it assigns, `value` the text of the value, `parts` its
    operator."""

    text: str
    names: frozenset[str] = NOTHING
    sets: str = ""
    value: str = ""
    leaves: bool = False
    parts: OperatorText | None = None
    origins: Origins = NO_ORIGINS


@dataclass(eq=False, slots=True)
class NestedText:
    """A compound statement: `parts` are pairs of a head (`if (x)`, `else`, `while (true)`) and a body.
    `names`: those in heads and tail. `condition`: of the first `if`, or of a loop. `declares`: the variable that a
    `for` may declare. `origins`: those of each head in order, if there are any; with a tail, they belong to the
    tail."""

    parts: list[tuple[str, list[Statement]]]
    names: frozenset[str] = NOTHING
    tail: str = ""
    condition: Expr | None = None
    declares: str = ""
    origins: tuple[Origins, ...] = ()

    def head_origins(self, number: int = 0) -> Origins:
        """The instructions of a head."""
        return self.origins[number] if number < len(self.origins) else NO_ORIGINS


Statement = TextLine | NestedText


def with_origins(body: list[Statement], origins: Origins) -> list[Statement]:
    """Statements with the same origins, applied to nested statements too."""
    for statement in body:
        if isinstance(statement, TextLine):
            statement.origins = origins
        else:
            statement.origins = (origins,) * len(statement.parts)
            for _, part in statement.parts:
                with_origins(part, origins)
    return body


@dataclass(slots=True)
class VariableText:
    """A variable of a function: `text` declares it. `is_first`: always declared at the start of the function.
    `origins`: the instructions of the declaration, for memory."""

    name: str
    text: str
    is_first: bool = False
    origins: Origins = NO_ORIGINS


@dataclass(slots=True)
class DeclarationPlaces:
    """Places each declaration in the innermost sequence that contains all references to the variable, before the
    first reference."""

    variables: dict[str, VariableText]
    placed: set[str] = field(default_factory=set)
    _order: dict[str, int] = field(default_factory=dict)
    _mentioned: dict[Statement, frozenset[str]] = field(default_factory=dict)

    def place(self, body: list[Statement]) -> list[Statement]:
        """The sequence of a function with declarations inserted."""
        self._order = {name: number for number, name in enumerate(self.variables)}
        first = [variable for variable in self.variables.values() if variable.is_first]
        self.placed |= {variable.name for variable in first}
        used = frozenset().union(*map(self.mentioned, body)) if body else NOTHING
        statements: list[Statement] = []
        for statement in self.sequence(body, used & self.variables.keys()):
            here = [variable for variable in first if variable.name in self.mentioned(statement)]
            first = [variable for variable in first if variable not in here]
            statements += [TextLine(f"{variable.text};", origins=variable.origins) for variable in here]
            last = here[-1] if here else None
            if last is not None and isinstance(statement, TextLine) and "=" not in last.text and "[" not in last.text:
                start, _, value = statement.text.partition(" = ")
                if start == last.name and not re.search(rf"\b{re.escape(start)}\b", value):
                    statements[-1] = replace(
                        statement, text=f"{last.text} = {value}", origins=statement.origins | last.origins
                    )
                    continue
            statements.append(statement)
        return statements

    def mentioned(self, statement: Statement) -> frozenset[str]:
        """All names in a statement."""
        if isinstance(statement, TextLine):
            return statement.names
        names = self._mentioned.get(statement)
        if names is None:
            names = statement.names.union(*(self.mentioned(inner) for _, body in statement.parts for inner in body))
            self._mentioned[statement] = names
        return names

    def sequence(self, body: list[Statement], candidates: frozenset[str]) -> list[Statement]:
        """A sequence; `candidates` are not referred to elsewhere."""
        sets = [self.mentioned(statement) & candidates - self.placed for statement in body]
        count: dict[str, int] = {}
        for names in sets:
            for name in names:
                count[name] = count.get(name, 0) + 1
        statements: list[Statement] = []
        for statement, names in zip(body, sets, strict=True):
            inner = self._inside(statement, frozenset(name for name in names if count[name] == 1))
            here = sorted((names - inner - self.placed) & self.variables.keys(), key=self._order.__getitem__)
            if isinstance(statement, TextLine):
                statements += self._line(statement, here)
            else:
                self.placed |= set(here)
                own_head = [name for name in here if name == statement.declares and count[name] == 1]
                parts = []
                for head, part in statement.parts:
                    if own_head:
                        kind = self.variables[statement.declares].text.removesuffix(statement.declares)
                        head = f"for ({kind}{head.removeprefix('for (')}"
                    own = frozenset().union(*map(self.mentioned, part)) if part else NOTHING
                    parts.append((head, self.sequence(part, own & inner)))
                statements += [TextLine(f"{self.variables[name].text};") for name in here if name not in own_head]
                statements.append(NestedText(parts, statement.names, statement.tail, origins=statement.origins))
        return statements

    def _line(self, statement: TextLine, here: list[str]) -> list[Statement]:
        self.placed |= set(here)
        declarations: list[Statement] = [
            TextLine(f"{self.variables[name].text};") for name in here if name != statement.sets
        ]
        if statement.sets in here and statement.value:
            text = f"{self.variables[statement.sets].text} = {statement.value};"
            return [*declarations, TextLine(text, statement.names, leaves=statement.leaves, origins=statement.origins)]
        if statement.sets in here:
            return [*declarations, TextLine(f"{self.variables[statement.sets].text};"), statement]
        return [*declarations, statement]

    def _inside(self, statement: Statement, names: frozenset[str]) -> frozenset[str]:
        """The names that occur in a single part of the statement, and not in its head."""
        if isinstance(statement, TextLine):
            return NOTHING
        count: dict[str, int] = {}
        for _, part in statement.parts:
            for name in names.intersection(frozenset().union(*map(self.mentioned, part))) if part else ():
                count[name] = count.get(name, 0) + 1
        return frozenset(name for name, number in count.items() if number == 1) - statement.names


class SourceLine(NamedTuple):
    """A line of source, and its instructions."""

    text: str
    origins: Origins = NO_ORIGINS


def source_lines(text: str) -> list[SourceLine]:
    """The lines of a text that no instruction is behind."""
    return [SourceLine(line) for line in text.split("\n")]


def printed(body: Iterable[Statement], depth: int) -> list[SourceLine]:
    """The lines of statements."""
    printed_lines: list[SourceLine] = []
    indent = "  " * depth
    for statement in body:
        if isinstance(statement, TextLine):
            for text in statement.text.split("\n"):
                lines = wrapped(indent + text) if text else []
                printed_lines += [SourceLine(line, statement.origins) for line in lines] or [SourceLine("")]
            continue
        for number, (head, part) in enumerate(statement.parts):
            origins = NO_ORIGINS if statement.tail else statement.head_origins(number)
            lines = wrapped(f"{indent}{'} ' if number else ''}{head} {{")
            printed_lines += [*(SourceLine(line, origins) for line in lines), *printed(part, depth + 1)]
        origins = statement.head_origins() if statement.tail else NO_ORIGINS
        printed_lines += [SourceLine(line, origins) for line in wrapped(f"{indent}}}{statement.tail}")]
    return printed_lines


_MOST_COLUMNS = 120
_BREAKS = re.compile(r", |(?<=[^ ]) (?=(?:[-+*/%&|^=?:]|&&|\|\||<<|>>|[-+*/]=) )")


def wrapped(line: str) -> list[str]:
    """Split a long line into several, at positions with the fewest open brackets."""
    lines = []
    first = len(line) - len(line.lstrip())
    indent = first
    while len(line) > _MOST_COLUMNS and not line.lstrip().startswith("//"):
        best = _break_of(line, indent)
        if best is None:
            break
        lines.append(line[:best].rstrip())
        indent = first + 4
        line = " " * indent + line[best:].lstrip()
    return [*lines, line]


def _break_of(line: str, indent: int) -> int | None:
    """The position for a line break: the last with the fewest open brackets in the second half of the line."""
    depths, depth = [], 0
    for letter in line[:_MOST_COLUMNS]:
        depth += (letter in "([{") - (letter in ")]}")
        depths.append(depth)
    least: tuple[int, int] | None = None
    for match in _BREAKS.finditer(line, indent, _MOST_COLUMNS):
        place = match.end() if match[0] == ", " else match.start()
        if place >= (_MOST_COLUMNS + indent) // 3 and (least is None or depths[match.start()] <= least[0]):
            least = (depths[match.start()], place)
    return least[1] if least is not None else None
