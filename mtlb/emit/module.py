"""A module under construction: functions, entry points, globals, samplers, function constants; then its bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..air import FunctionConstant as FunctionConstantFact
from ..air import Interface, LanguageVersion, ModuleFlag, StaticSampler, write_interface
from ..air.facts import sampler_word
from ..air.lint import Finding, lint
from ..base.arguments import instance
from ..base.errors import BuildError
from ..base.metal import AddressSpace
from ..base.versions import Version
from ..bitcode.writer import write_module
from ..container import FunctionType
from ..ir import (
    AIR_DATA_LAYOUT,
    AIR_DATA_LAYOUT_BEFORE_2_1,
    ERAS,
    Argument,
    CallingConvention,
    Constant,
    ConstantCode,
    Function,
    GlobalVariable,
    Linkage,
    UnnamedAddr,
)
from ..ir import Module as IRModule
from ..ir import TypeCode
from ..ir.verify import verify_module
from ..linker import LinkOptions, link
from .builder import Builder
from .lowering import Lowering
from .names import sampler as sampler_type
from .target import Target
from .types import Pointer, Scalar, Struct, Type, Vector, Void
from .value import Value, caller
