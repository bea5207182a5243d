"""C++ names of symbols: the part of the Itanium ABI's mangling that Metal code uses, printed as LLVM's demangler does.

Source: the Itanium C++ ABI, chapter 5. Names with unsupported parts (expressions, decltype) are returned unchanged.
"""

from __future__ import annotations

from ..base.classes import NamedTuple

_BUILTINS = {
    "v": "void", "w": "wchar_t", "b": "bool", "c": "char", "a": "signed char", "h": "unsigned char", "s": "short",
    "t": "unsigned short", "i": "int", "j": "unsigned int", "l": "long", "m": "unsigned long", "x": "long long",
    "y": "unsigned long long", "n": "__int128", "o": "unsigned __int128", "f": "float", "d": "double",
    "e": "long double", "g": "__float128", "z": "...", "Dh": "half", "Di": "char32_t", "Ds": "char16_t",
    "Du": "char8_t", "Dn": "std::nullptr_t", "DF16b": "std::bfloat16_t", "DF16_": "_Float16",
}  # fmt: skip
_LITERAL_SUFFIXES = {"j": "u", "l": "l", "m": "ul", "x": "ll", "y": "ull"}
_OPERATORS = {
    "nw": "new", "na": "new[]", "dl": "delete", "da": "delete[]", "ps": "+", "ng": "-", "ad": "&", "de": "*", "co": "~",
    "pl": "+", "mi": "-", "ml": "*", "dv": "/", "rm": "%", "an": "&", "or": "|", "eo": "^", "aS": "=", "pL": "+=",
    "mI": "-=", "mL": "*=", "dV": "/=", "rM": "%=", "aN": "&=", "oR": "|=", "eO": "^=", "ls": "<<", "rs": ">>",
    "lS": "<<=", "rS": ">>=", "eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "nt": "!",
    "aa": "&&", "oo": "||", "pp": "++", "mm": "--", "cm": ",", "pt": "->", "cl": "()", "ix": "[]",
}  # fmt: skip
_STANDARD = {
    "Sa": "std::allocator", "Sb": "std::basic_string", "Ss": "std::string", "Si": "std::istream", "So": "std::ostream",
    "Sd": "std::iostream",
}  # fmt: skip
_QUALIFIERS = {"r": "restrict", "V": "volatile", "K": "const"}
_SPECIAL = {"TV": "vtable for ", "TI": "typeinfo for ", "TS": "typeinfo name for ", "GV": "guard variable for "}
_MAX_DEPTH = 100


class _Unknown(Exception):
    """The name is not one that this demangler knows."""


class _Type(NamedTuple):
    """A type as text: the parts before and after a declared name (after it for functions and arrays)."""

    left: str
    right: str = ""

    def __str__(self) -> str:
        return self.left + self.right


def demangle(name: str) -> str:
    """The C++ declaration of a symbol; the symbol itself if it is not mangled, or not in a supported way."""
    if not name.startswith("_Z"):
        return name
    body, dot, suffix = name[2:].partition(".")
    parser = _Parser(body)
    try:
        text = parser.encoding()
        if parser.at < len(body):
            return name
    except (_Unknown, RecursionError):
        return name
    return f"{text} (.{suffix})" if dot else text


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.substitutions: list[_Type] = []
        self.arguments: list[str] = []  # of the innermost template: T_, T0_, ...
        self.ends_in_arguments = False  # of the name read last: a function's return type follows
        self.is_special = False  # constructor, destructor or conversion: no return type
        self.qualifiers = ""  # of a member function

    # --- characters ---

    def take(self, text: str) -> bool:
        """Skip `text` if it comes next."""
        if self.text.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def peek(self, length: int = 1) -> str:
        return self.text[self.at : self.at + length]

    def next(self) -> str:
        if self.at >= len(self.text):
            raise _Unknown
        self.at += 1
        return self.text[self.at - 1]

    def number(self) -> int:
        start = self.at
        while self.peek().isdecimal() and self.peek().isascii():
            self.at += 1
        if start == self.at or self.at - start > 6:
            raise _Unknown
        return int(self.text[start : self.at])

    def sequence(self) -> int:
        """`_`: 0; `0_`: 1; a number of base 36."""
        digits = ""
        while not self.take("_"):
            digits += self.next()
            if len(digits) > 5 or not (digits[-1].isdecimal() or digits[-1].isupper()):
                raise _Unknown
        return int(digits, 36) + 1 if digits else 0

    # --- declarations ---

    def encoding(self) -> str:
        for prefix, words in _SPECIAL.items():
            if self.take(prefix):
                return words + (str(self.type()) if prefix[0] == "T" else self.name())
        name = self.name()
        if self.at >= len(self.text) or self.peek() == "E":
            return name
        qualifiers = self.qualifiers
        returned = self.type() if self.ends_in_arguments and not self.is_special else None
        parameters = self.parameters("E")
        text = f"{name}({parameters}){qualifiers}"
        return text if returned is None else f"{returned.left} {text}{returned.right}"

    def parameters(self, end: str) -> str:
        types = []
        while self.at < len(self.text) and self.peek() != end:
            types.append(str(self.type()))
        return "" if types == ["void"] else ", ".join(types)

    def name(self) -> str:
        self.ends_in_arguments = self.is_special = False
        self.qualifiers = ""
        if self.take("N"):
            return self.nested()
        if self.take("Z"):
            return self.local()
        if self.peek() == "S" and self.peek(2) != "St":
            text = str(self.substitution())
        else:
            text = ("std::" if self.take("St") else "") + self.unqualified("")
            if self.peek() == "I":
                self.substitutions.append(_Type(text))
        if self.peek() == "I":
            text += self.template_arguments()
            self.ends_in_arguments = True
        return text

    def local(self) -> str:
        outer = self.encoding()
        if not self.take("E"):
            raise _Unknown
        inner = "string literal" if self.take("s") else self.name()
        if self.take("_"):
            self.number()
        return f"{outer}::{inner}"

    def nested(self) -> str:
        qualifiers = ""
        while self.peek() in _QUALIFIERS:
            qualifiers = f" {_QUALIFIERS[self.next()]}{qualifiers}"
        if self.take("R"):
            qualifiers += " &"
        elif self.take("O"):
            qualifiers += " &&"
        text = last = ""
        while not self.take("E"):
            self.ends_in_arguments = False
            if self.peek() == "I":
                text += self.template_arguments()
                self.ends_in_arguments = True
            elif self.peek() == "S" and self.peek(2) != "St":
                text = last = str(self.substitution())
                continue
            elif self.peek() == "T":
                text = last = self.template_parameter()
            elif self.take("St"):
                text = last = "std"
                continue
            else:
                last = self.unqualified(last)
                text = f"{text}::{last}" if text else last
            if self.peek() != "E":
                self.substitutions.append(_Type(text))
        self.qualifiers = qualifiers
        return text

    def unqualified(self, around: str) -> str:
        self.take("L")  # of internal linkage
        c = self.peek()
        self.is_special = False
        if c.isdecimal():
            length = self.number()
            name = self.text[self.at : self.at + length]
            if len(name) < length or not length:
                raise _Unknown
            self.at += length
            text = "(anonymous namespace)" if name.startswith("_GLOBAL__N") else name
        elif c in "CD" and self.peek(2)[1:].isdecimal():
            self.at += 2
            self.is_special = True
            text = ("~" if c == "D" else "") + around.partition("<")[0].rpartition("::")[2]
        elif self.take("Ut"):
            text = f"'unnamed{self.discriminator()}'"
        elif self.take("Ul"):
            parameters = self.parameters("E")
            self.next()
            text = f"'lambda{self.discriminator()}'({parameters})"
        elif self.take("cv"):
            self.is_special = True
            text = f"operator {self.type()}"
        elif self.peek(2) in _OPERATORS:
            operator = _OPERATORS[self.peek(2)]
            self.at += 2
            text = f"operator{' ' if operator[0].isalpha() else ''}{operator}"
        else:
            raise _Unknown
        while self.take("B"):
            length = self.number()
            text += f"[abi:{self.text[self.at : self.at + length]}]"
            self.at += length
        return text

    def discriminator(self) -> str:
        """`_`, or a number before it: which of several unnamed types it is."""
        if self.take("_"):
            return ""
        number = self.number()
        if not self.take("_"):
            raise _Unknown
        return str(number)

    def template_arguments(self) -> str:
        self.at += 1
        listed: list[str] = []
        while not self.take("E"):
            listed += self.template_argument()
        self.arguments = listed
        return f"<{', '.join(listed)}>"

    def template_argument(self) -> list[str]:
        if self.take("J"):
            pack: list[str] = []
            while not self.take("E"):
                pack += self.template_argument()
            return pack
        if self.take("L"):
            return [self.literal()]
        if self.peek() == "X":
            raise _Unknown
        return [str(self.type())]

    def literal(self) -> str:
        if self.take("_Z"):
            text = self.encoding()
        else:
            code = self.peek()
            kind = str(self.type())
            start = self.at
            while self.peek() not in ("E", ""):
                self.at += 1
            value = self.text[start : self.at]
            negative, digits = value.startswith("n"), value.removeprefix("n")
            if not digits.isdecimal():
                raise _Unknown
            if code == "b" and value in ("0", "1"):
                text = "true" if value == "1" else "false"
            elif code in "ijlmxy":
                text = ("-" if negative else "") + digits + _LITERAL_SUFFIXES.get(code, "")
            else:
                text = f"({kind}){'-' if negative else ''}{digits}"
        if not self.take("E"):
            raise _Unknown
        return text

    def template_parameter(self) -> str:
        self.at += 1
        number = self.sequence()
        if number >= len(self.arguments):
            raise _Unknown
        return self.arguments[number]

    # --- types ---

    def substitution(self) -> _Type:
        short = self.peek(2)
        if short in _STANDARD:
            self.at += 2
            return _Type(_STANDARD[short])
        self.at += 1
        number = self.sequence()
        if number >= len(self.substitutions):
            raise _Unknown
        return self.substitutions[number]

    def type(self) -> _Type:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise _Unknown
        try:
            type_, is_new = self._type()
        finally:
            self.depth -= 1
        if is_new:
            self.substitutions.append(type_)
        return type_

    def _type(self) -> tuple[_Type, bool]:
        """A type, and whether later parts of the name may refer to it."""
        for length in (5, 2, 1):
            builtin = _BUILTINS.get(self.peek(length)) if len(self.peek(length)) == length else None
            if builtin is not None:
                self.at += length
                return _Type(builtin), False
        c = self.peek()
        if c == "U" or c in _QUALIFIERS:  # all qualifiers and the type together are a single substitution
            words = []
            while self.take("U"):
                length = self.number()
                words.append(self.text[self.at : self.at + length])
                self.at += length
            while self.peek() in _QUALIFIERS:
                words.append(_QUALIFIERS[self.next()])
            inner = self.type()
            return _Type(" ".join([inner.left, *reversed(words)]), inner.right), True
        if c in "PRO":
            self.at += 1
            inner = self.type()
            mark = {"P": "*", "R": "&", "O": "&&"}[c]
            if inner.right:  # of a function or an array
                return _Type(f"{inner.left} ({mark}", f"){inner.right}"), True
            return _Type(inner.left + mark), True
        if self.take("Dv"):
            count = self.number()
            if not self.take("_"):
                raise _Unknown
            return _Type(f"{self.type()} vector[{count}]"), True
        if self.take("A"):
            count = self.number()
            if not self.take("_"):
                raise _Unknown
            inner = self.type()
            return _Type(inner.left, f" [{count}]{inner.right.lstrip()}"), True
        if self.take("F"):
            self.take("Y")
            returned = self.type()
            parameters = self.parameters("E")
            self.next()
            return _Type(f"{returned}", f"({parameters})"), True
        if self.take("Dp"):
            return self.type(), False
        if c == "T":
            text = _Type(self.template_parameter())
            if self.peek() != "I":
                return text, True
            self.substitutions.append(text)
            return _Type(f"{text}{self.inner_arguments()}"), True
        if c == "S" and self.peek(2) != "St":
            type_ = self.substitution()
            if self.peek() != "I":
                return type_, False
            return _Type(f"{type_}{self.inner_arguments()}"), True
        if c == "N" or c.isdecimal() or self.peek(2) == "St" or c == "Z":
            return _Type(self.class_name()), True
        raise _Unknown

    def inner_arguments(self) -> str:
        kept = self.arguments
        text = self.template_arguments()
        self.arguments = kept
        return text

    def class_name(self) -> str:
        """The name of a class, without effects on the enclosing function's name."""
        kept = self.arguments, self.ends_in_arguments, self.is_special, self.qualifiers
        text = self.name()
        self.arguments, self.ends_in_arguments, self.is_special, self.qualifiers = kept
        return text
