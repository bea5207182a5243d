"""Types read from text."""

from __future__ import annotations

from ..module import Context
from ..opcodes import TypeCode
from ..types import Type
from .lexer import Token, Tokens
from .words import SIMPLE_TYPES

_SIMPLE = {word: code for code, word in SIMPLE_TYPES.items()}
_MOST_BITS = (1 << 23) - 1
_MOST_ELEMENTS = (1 << 64) - 1
_NOT_FIRST_CLASS = frozenset({TypeCode.VOID, TypeCode.LABEL, TypeCode.METADATA, TypeCode.FUNCTION, TypeCode.TOKEN})


class TypeReader:
    """Reads types; named structs exist from when they are first named.

    `opaque`: the text has pointers without a pointee.
    """

    def __init__(self, tokens: Tokens, context: Context, *, opaque: bool) -> None:
        self.tokens = tokens
        self.context = context
        self.opaque = opaque
        self.structs: dict[str, Type] = {}
        self._defined: dict[str, None] = {}
        self._first_use: dict[str, int] = {}
        self.void = context.type(TypeCode.VOID)
        self.metadata = context.type(TypeCode.METADATA)
        self.label = context.type(TypeCode.LABEL)
        self._types: dict[str, Type] = {}

    def pointer_to(self, type: Type, space: int = 0) -> Type:
        """The pointer to a type, in the form that the text has."""
        if self.opaque:
            return self.context.opaque_pointer_type(space)
        return self.context.pointer_type(type, space)

    def type(self) -> Type:
        """A type of a value or function; not void."""
        at = self.tokens.at
        type = self.any()
        if type is self.void:
            raise self.tokens.error("a value of type void", at)
        return type

    def is_here(self) -> bool:
        """Whether a type begins at the current token."""
        kind, word = self.tokens.kind, self.tokens.word
        if kind is Token.WORD:
            return word in _SIMPLE or word in ("ptr", "target") or (word[0] == "i" and word[1:].isdigit())
        return kind is Token.LOCAL or word in ("[", "{", "<")

    def any(self) -> Type:
        """A type, void included."""
        tokens = self.tokens
        tokens.enter()
        type = self._first()
        while True:
            if tokens.take("*"):
                type = self._pointer(type, 0)
            elif tokens.word == "addrspace" and type.code is not TypeCode.OPAQUE_POINTER:
                space = self.address_space()
                tokens.need("*")
                type = self._pointer(type, space)
            elif tokens.word == "(" and tokens.kind is Token.SIGN:
                type = self._function(type)
            else:
                tokens.leave()
                return type

    def address_space(self) -> int:
        """``addrspace(N)``, or 0 if it is not here."""
        tokens = self.tokens
        if not tokens.take("addrspace"):
            return 0
        tokens.need("(")
        space = tokens.number("an address space", (1 << 24) - 1)
        tokens.need(")")
        return space

    def _pointer(self, pointee: Type, space: int) -> Type:
        if self.opaque:
            raise self.tokens.error("a pointer with a pointee in a text of opaque pointers", self.tokens.at - 1)
        if pointee.code in (TypeCode.VOID, TypeCode.LABEL, TypeCode.METADATA):
            raise self.tokens.error(f"a pointer to {SIMPLE_TYPES[pointee.code]}", self.tokens.at - 1)
        return self.context.pointer_type(pointee, space)

    def _first(self) -> Type:
        tokens = self.tokens
        kind, word = tokens.kind, tokens.word
        if kind is Token.WORD:
            type_ = self._types.get(word)
            if type_ is not None:
                tokens.at += 1
                return type_
            return self._word(word)
        if kind is Token.LOCAL:
            return self._struct_named(tokens.next())
        if tokens.take("["):
            count = tokens.number("the length of an array", _MOST_ELEMENTS)
            tokens.need("x")
            element = self._element()
            tokens.need("]")
            return self.context.type(TypeCode.ARRAY, (count,), (element,))
        if tokens.take("{"):
            return self.context.type(TypeCode.STRUCT_ANON, (0,), self._members())
        if tokens.take("<"):
            if tokens.take("{"):
                members = self._members()
                tokens.need(">")
                return self.context.type(TypeCode.STRUCT_ANON, (1,), members)
            if tokens.word == "vscale":
                raise tokens.unsupported("a scalable vector")
            count = tokens.number("the length of a vector")
            if not count:
                raise tokens.error("a vector without elements", tokens.at - 1)
            tokens.need("x")
            element = self._element()
            tokens.need(">")
            return self.context.type(TypeCode.VECTOR, (count,), (element,))
        raise tokens.expected("a type")

    def _word(self, word: str) -> Type:
        tokens = self.tokens
        if word in _SIMPLE:
            type_ = self.context.type(_SIMPLE[word])
        elif word[0] == "i" and word[1:].isdigit():
            bits = int(word[1:]) if len(word) < 12 else 0
            if not 0 < bits <= _MOST_BITS:
                raise tokens.error(f"an integer type of {word[1:][:20]} bits")
            type_ = self.context.integer_type(bits)
        elif word == "ptr":
            tokens.at += 1
            return self.context.opaque_pointer_type(self.address_space())
        elif word == "target":
            return self._target()
        else:
            raise tokens.expected("a type")
        self._types[word] = type_
        tokens.at += 1
        return type_

    def _target(self) -> Type:
        tokens = self.tokens
        tokens.need("target")
        tokens.need("(")
        name = tokens.string("the name of a target type")
        types: list[Type] = []
        numbers: list[int] = []
        while tokens.take(","):
            if tokens.kind is Token.INTEGER:
                numbers.append(tokens.number())
            else:
                types.append(self.any())
        tokens.need(")")
        return self.context.type(TypeCode.TARGET_TYPE, tuple(numbers), tuple(types), name)

    def _element(self) -> Type:
        at = self.tokens.at
        type = self.type()
        if type.code in _NOT_FIRST_CLASS:
            raise self.tokens.error("the element type is not a value type", at)
        return type

    def _members(self) -> tuple[Type, ...]:
        tokens = self.tokens
        members: list[Type] = []
        if not tokens.take("}"):
            members.append(self._element())
            while tokens.take(","):
                members.append(self._element())
            tokens.need("}")
        return tuple(members)

    def _function(self, result: Type) -> Type:
        tokens = self.tokens
        tokens.need("(")
        parameters: list[Type] = []
        is_vararg = 0
        if not tokens.take(")"):
            while True:
                if tokens.take("..."):
                    is_vararg = 1
                    break
                parameters.append(self.type())
                if not tokens.take(","):
                    break
            tokens.need(")")
        return self.function(result, parameters, is_vararg)

    def function(self, result: Type, parameters: list[Type], is_vararg: int) -> Type:
        """A function type."""
        if result.code in (TypeCode.LABEL, TypeCode.METADATA, TypeCode.FUNCTION):
            raise self.tokens.error("a function can't return this type", self.tokens.at - 1)
        return self.context.type(TypeCode.FUNCTION, (is_vararg,), (result, *parameters))

    # --- named structs -----------------------------------------------------------------------------------------------

    def _struct_named(self, word: str) -> Type:
        struct = self.structs.get(word)
        if struct is None:
            name = "" if word[1].isdigit() else self.tokens.name_in(word)
            struct = self.structs[word] = Type(TypeCode.OPAQUE, (), (), name)
            self._first_use.setdefault(word, self.tokens.at - 1)
        return struct

    def definition(self) -> None:
        """``%name = type ...``."""
        tokens = self.tokens
        at = tokens.at
        word = tokens.next()
        tokens.need("=")
        tokens.need("type")
        if word in self._defined:
            raise tokens.error(f"{word} is defined twice", at)
        self._first_use.setdefault(word, at)
        struct = self._struct_named(word)
        self._defined[word] = None
        if tokens.take("opaque"):
            return
        packed = tokens.take("<")
        tokens.need("{")
        struct.elements = self._members()
        if packed:
            tokens.need(">")
        struct.params = (int(packed),)
        struct.code = TypeCode.STRUCT_NAMED

    def finish(self) -> list[Type]:
        """The structs, in the order of their definitions. FormatError for one that has none."""
        for word, at in self._first_use.items():
            if word not in self._defined:
                raise self.tokens.error(f"{word} is not defined", at)
        self._refuse_circles()
        return [self.structs[word] for word in self._defined]

    def _refuse_circles(self) -> None:
        """FormatError for a struct that holds itself: no value has such a type."""
        done: set[Type] = set()
        for word, root in self.structs.items():
            path: set[Type] = set()
            work: list[tuple[Type, bool]] = [(root, False)]
            while work:
                type, is_after = work.pop()
                if is_after:
                    path.discard(type)
                    done.add(type)
                elif type in path:
                    raise self.tokens.error(f"{word} holds itself", self._first_use.get(word, 0))
                elif type not in done:
                    path.add(type)
                    work.append((type, True))
                    if not type.is_pointer and type.code is not TypeCode.FUNCTION:
                        work += [(element, False) for element in type.elements]
