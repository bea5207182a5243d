"""LLVM IR in memory: types, values, metadata, instructions and modules, with every id resolved to an object.

Objects carry no numbers: ids exist only while a module is being read or written, so one function may be in several
modules at once (that is how an entry point is split off without a copy).

Objects compare by identity. Literal types, constants, metadata strings and uniqued nodes are made through a `Context`,
which gives the same object for the same content, so identity is equality there; named structs, globals, functions,
instructions and distinct nodes are each their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..machinery.lazy import lazy_names
from .attributes import Attribute, AttributeForm, AttributeGroup, AttributeKind, AttributeList, AttributePlace
from .copy import copy_module, replace_metadata, view
from .data_layout import AIR_DATA_LAYOUT, AIR_DATA_LAYOUT_BEFORE_2_1, DataLayout
from .debug_info import Schema, metadata_schema
from .eras import ERAS, LLVM_3_ERAS, Era, era_for_air, native_era
from .globals import Alias, Comdat, Function, GlobalValue, GlobalVariable
from .instructions import BasicBlock, BlockInstruction, Call, Instruction, OperandBundle, make_instruction
from .linkage import FlagBehaviour, Linkage
from .metadata import (
    ConstantAsMetadata,
    DebugLoc,
    LocalAsMetadata,
    MDField,
    MDNode,
    MDString,
    Metadata,
    MetadataAsValue,
)
from .module import Context, Module, Replaceable
from .opcodes import (
    FLOAT_NAMES,
    STRUCT_TYPES,
    TERMINATORS,
    ComdatSelection,
    ConstantCode,
    DllStorage,
    FastMath,
    GepFlag,
    InstCode,
    MetadataCode,
    Ordering,
    Predicate,
    TailKind,
    ThreadLocal,
    TypeCode,
    UnnamedAddr,
    Visibility,
    WrapFlag,
)
from .operators import AtomicOperation, BinaryOperator, CallingConvention, CastOperator, UnaryOperator
from .types import Type
from .values import Argument, Constant, InlineAsm, Value, constant_number

if TYPE_CHECKING:
    from .text.reader import parse
else:
    import builtins

    # Few need the reader of text. `globals` is a file of this package.
    __getattr__ = lazy_names(builtins.globals(), {"parse": ".text.reader"})

__all__ = [
    "AIR_DATA_LAYOUT",
    "AIR_DATA_LAYOUT_BEFORE_2_1",
    "ERAS",
    "FLOAT_NAMES",
    "LLVM_3_ERAS",
    "STRUCT_TYPES",
    "TERMINATORS",
    "Alias",
    "Argument",
    "AtomicOperation",
    "Attribute",
    "AttributeForm",
    "AttributeGroup",
    "AttributeKind",
    "AttributeList",
    "AttributePlace",
    "BasicBlock",
    "BinaryOperator",
    "BlockInstruction",
    "Call",
    "CallingConvention",
    "CastOperator",
    "Comdat",
    "ComdatSelection",
    "Constant",
    "ConstantAsMetadata",
    "ConstantCode",
    "Context",
    "DataLayout",
    "DebugLoc",
    "DllStorage",
    "Era",
    "FastMath",
    "FlagBehaviour",
    "Function",
    "GepFlag",
    "GlobalValue",
    "GlobalVariable",
    "InlineAsm",
    "InstCode",
    "Instruction",
    "Linkage",
    "LocalAsMetadata",
    "MDField",
    "MDNode",
    "MDString",
    "Metadata",
    "MetadataAsValue",
    "MetadataCode",
    "Module",
    "OperandBundle",
    "Ordering",
    "Predicate",
    "Replaceable",
    "Schema",
    "TailKind",
    "ThreadLocal",
    "Type",
    "TypeCode",
    "UnaryOperator",
    "UnnamedAddr",
    "Value",
    "Visibility",
    "WrapFlag",
    "constant_number",
    "copy_module",
    "era_for_air",
    "make_instruction",
    "metadata_schema",
    "native_era",
    "parse",
    "replace_metadata",
    "view",
]
