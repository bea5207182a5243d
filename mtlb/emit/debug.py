"""Debug info: which line of which source file an instruction comes from."""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath
from typing import Final

from ..ir import Context, DebugLoc, Function, MDField, MDNode, MetadataCode, Module
from ..ir.names import COMPILE_UNITS

_LANGUAGE: Final = 61  # the language number in modules of Apple's compiler
_FULL, _GNU_NAMES = 1, 2
_FLAGS: Final = 1 << 29 | 1 << 8  # DIFlags of a subprogram: all calls described, prototyped; as from Apple's compiler
_DEFINITION: Final = (
    1 << 4 | 1 << 3
)  # DISPFlags: optimized, definition; without the latter LLVM drops the module's debug info
_DBG: Final = 0  # the number of the metadata kind `dbg`


class DebugInfo:
    """The debug info of one module, created on the first use of a line.

    Records have the fields of LLVM 14, in the order of its schema.
    """

    def __init__(self, module: Module, source: str, producer: str) -> None:
        self._module = module
        self._context: Context = module.context
        self._source = PurePosixPath(source)
        self._producer = producer
        self._unit: MDNode | None = None
        self._file: MDNode | None = None
        self._subprograms: dict[Function, MDNode] = {}

    @property
    def is_used(self) -> bool:
        """Whether any location was requested."""
        return self._unit is not None

    def location(self, function: Function, line: int, column: int, file: str = "") -> DebugLoc:
        """The location of an instruction of `function`, in the module's source file or in another file."""
        subprogram = self._subprograms.get(function)
        if subprogram is None:
            subprogram = self._subprograms[function] = self._subprogram(function, line)
            function.metadata = [*function.metadata, (_DBG, subprogram)]
        path = PurePosixPath(file or self._source)
        if path != self._source:
            fields: tuple[MDField, ...] = (subprogram, self._file_of(path), 0)
            subprogram = self._context.node(MetadataCode.LEXICAL_BLOCK_FILE, fields)
        return DebugLoc(line, column, subprogram, None)

    def _text(self, text: str) -> MDField:
        return self._context.string(text) if text else None

    def _files(self) -> MDNode:
        if self._file is None:
            self._file = self._file_of(self._source)
        return self._file

    def _file_of(self, path: PurePosixPath) -> MDNode:
        is_absolute = path.is_absolute() or PureWindowsPath(str(path)).is_absolute()
        directory = str(path.parent) if is_absolute else ""
        return self._context.node(MetadataCode.FILE, (self._text(path.name), self._text(directory), 0, None))

    def _compile_unit(self) -> MDNode:
        if self._unit is None:
            fields: tuple[MDField, ...] = (
                *(_LANGUAGE, self._files(), self._text(self._producer), 1, None, 0, None, _FULL),
                *(None, None, None, None, None, 0, None, 0, 0, _GNU_NAMES, 0, None, None),
            )
            self._unit = MDNode(MetadataCode.COMPILE_UNIT, fields, distinct=True)
            named = self._module.named_metadata
            kept = dict(named)
            named.clear()
            named.update({COMPILE_UNITS: [self._unit], **kept})
        return self._unit

    def _subprogram(self, function: Function, line: int) -> MDNode:
        context, file = self._context, self._files()
        types = context.node(MetadataCode.NODE, (None,))
        type = context.node(MetadataCode.SUBROUTINE_TYPE, (0, types, 0), version=1)
        fields: tuple[MDField, ...] = (
            *(file, self._text(function.name), None, file, line, type, line, None, _DEFINITION, 0, _FLAGS),
            *(self._compile_unit(), None, None, context.node(MetadataCode.NODE, ()), 0, None, None, None),
        )
        return MDNode(MetadataCode.SUBPROGRAM, fields, distinct=True, version=3)
