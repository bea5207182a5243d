"""Types in text."""

from __future__ import annotations

from collections.abc import Iterable

from ...base.errors import UnsupportedError
from ..opcodes import STRUCT_TYPES, TypeCode
from ..types import Type
from .spelling import escaped, quoted_name
from .words import SIMPLE_TYPES

_DEEPEST = 100
_LONGEST = 1 << 20  # characters: types share their elements, so a small file may mean an endless text


class TypeTexts:
    """The text of every type of a module, made on first use.

    `structs` are the identified structs that `definitions` lists: those given, and any other that a text names.
    """

    def __init__(self, structs: Iterable[Type]) -> None:
        self._texts: dict[Type, str] = {}
        self._names: set[str] = set()
        self._unnamed = 0
        self.structs: list[Type] = []
        for struct in structs:
            self._identify(struct)

    def of(self, type: Type) -> str:
        """The text of a type. UnsupportedError for one nested too deeply, or of too long a text."""
        text = self._texts.get(type)
        return self._make(type, 0) if text is None else text

    def definitions(self) -> list[str]:
        """``%name = type ...`` of every identified struct."""
        lines: list[str] = []
        done = 0
        while done < len(self.structs):  # a definition may name structs that nothing else does
            struct = self.structs[done]
            body = "opaque" if struct.code is TypeCode.OPAQUE else self._struct(struct, 0)
            lines.append(f"{self._texts[struct]} = type {body}")
            done += 1
        return lines

    def _identify(self, struct: Type) -> str:
        """Give an identified struct its name, or its number if it has none."""
        if struct in self._texts:
            return self._texts[struct]
        if struct.name:
            name = struct.name
            count = 0
            while name in self._names:  # LLVM's reader renames the later one as well
                name = f"{struct.name}.{count}"
                count += 1
            self._names.add(name)
            text = f"%{quoted_name(name)}"
        else:
            text = f"%{self._unnamed}"
            self._unnamed += 1
        self._texts[struct] = text
        self.structs.append(struct)
        return text

    def _make(self, type: Type, depth: int) -> str:
        stored = self._texts.get(type)
        if stored is not None:
            return stored
        if type.is_identified:
            return self._identify(type)
        if depth > _DEEPEST:
            raise UnsupportedError(f"the text of a type that is nested more than {_DEEPEST} deep")
        text = self._literal(type, depth + 1)
        if len(text) > _LONGEST:
            raise UnsupportedError(f"a type whose text is longer than {_LONGEST:,} characters")
        self._texts[type] = text
        return text

    def _literal(self, type: Type, depth: int) -> str:
        code = type.code
        simple = SIMPLE_TYPES.get(code)
        if simple is not None:
            return simple
        if code is TypeCode.INTEGER:
            return f"i{type.params[0]}"
        if code is TypeCode.POINTER:
            return f"{self._make(type.elements[0], depth)}{_space(type.params[0])}*"
        if code is TypeCode.OPAQUE_POINTER:
            return f"ptr{_space(type.params[0])}"
        if code is TypeCode.ARRAY:
            return f"[{type.params[0]} x {self._make(type.elements[0], depth)}]"
        if code is TypeCode.VECTOR:
            scalable = "vscale x " if len(type.params) > 1 and type.params[1] else ""
            return f"<{scalable}{type.params[0]} x {self._make(type.elements[0], depth)}>"
        if code is TypeCode.FUNCTION:
            parameters = [self._make(parameter, depth) for parameter in type.elements[1:]]
            if type.params[0]:
                parameters.append("...")
            return f"{self._make(type.elements[0], depth)} ({', '.join(parameters)})"
        if code in STRUCT_TYPES:
            return self._struct(type, depth)
        if code is TypeCode.TARGET_TYPE:
            parts = [f'"{escaped(type.name or "")}"', *[self._make(element, depth) for element in type.elements]]
            return f"target({', '.join([*parts, *[str(number) for number in type.params]])})"
        raise UnsupportedError(f"the text of a type {code.name}")

    def _struct(self, type: Type, depth: int) -> str:
        members = ", ".join([self._make(element, depth) for element in type.elements])
        text = f"{{ {members} }}" if members else "{}"
        return f"<{text}>" if type.params[0] else text


def _space(number: int) -> str:
    """After the pointee, or after `ptr`."""
    return f" addrspace({number})" if number else ""
