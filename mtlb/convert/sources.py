"""Source targets of modules: their kernels, address spaces, built-in values and run-time functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..air.builtins import ELSEWHERE
from ..air.scopes import MemoryKind, MemoryOrder, ThreadScope
from ..air.types import NUMBERS
from ..base.features import FENCES_SINCE, ORDERED_BARRIERS_SINCE
from ..ir import (
    AtomicOperation,
    BinaryOperator,
    Call,
    ConstantAsMetadata,
    Function,
    Instruction,
    MDString,
    Module,
    Ordering,
    Predicate,
    TypeCode,
    Value,
    constant_number,
)
from ..passes.rewriter import Rewriter
from . import lanes, tiles, words
from .expressions import E
from .integers import product_of_24_bits
from .math import air_math
from .nvvm import nvvm_function
from .opencl import opencl_group_function
from .places import HeldPlace
from .plan import BUILTINS, Builtin

_Replacement = Callable[[Rewriter, Call, list[Value]], Value | bool | None]
_XYZ = ("x", "y", "z")


def _undeclared(load: Instruction, places: Sequence[HeldPlace]) -> int | None:
    """No address space: the source target's types do not name those of pointers."""
    return None


@dataclass(frozen=True)
class SourceTarget:
    """A source target: its calling convention for kernels, its address spaces mapped to AIR's, the functions that
    return built-in values, and the functions that AIR functions replace.
    """

    kernel_convention: int | None = None
    address_spaces: Mapping[int, int] = field(default_factory=dict)
    generic: int = 0
    builtins: Mapping[str, Builtin] = field(default_factory=dict)
    functions: Mapping[str, _Replacement] = field(default_factory=dict)
    derived: Mapping[str, Callable[[Rewriter], Value]] = field(default_factory=dict)  # from built-in values
    patterns: tuple[tuple[str, Builtin], ...] = ()
    has_ptx: bool = False
    library: Callable[[Rewriter, Call, str, list[Value]], Value | bool | None] | None = (
        None  # finds further functions by name
    )
    has_images: bool = False  # whether there are OpenCL C functions on images and samplers
    is_metal: bool = False  # whether the module comes from Metal source
    declared: Callable[[Instruction, Sequence[HeldPlace]], int | None] = _undeclared
    """AIR's space of a pointer that is loaded from one of these places, or that a call returns."""
    elsewhere: int | None = None  # AIR's space of pointers in objects that functions outside of the module fill
    of_integers: int | None = None  # AIR's space of pointers that are made from integers
    has_packets: bool = False  # whether kernels read the sizes of a dispatch from memory

    def builtin(self, name: str) -> Builtin | None:
        """The built-in value that a function returns; None for any other function."""
        result = self.builtins.get(name)
        if result is None:
            result = next((builtin for pattern, builtin in self.patterns if re.fullmatch(pattern, name)), None)
        return result

    def function(self, name: str) -> _Replacement | None:
        """The rule that replaces calls of a function; None for an unknown name."""
        result, library = self.functions.get(name), self.library
        if result is not None or library is None:
            return result
        return lambda code, call, values: library(code, call, name, values)


_NAMES = {name: names for name, names in ELSEWHERE.items() if name in BUILTINS}
_VECTORS = {name: names for name, names in _NAMES.items() if BUILTINS[name] > 1}
_SINGLE = {name: names for name, names in _NAMES.items() if name not in _VECTORS}


def _axes(pattern: str, builtin: str) -> dict[str, Builtin]:
    return {f"{pattern}.{axis}": Builtin(builtin, number) for number, axis in enumerate(_XYZ)}


def _each_axis(names: dict[str, str], prefix: str) -> dict[str, Builtin]:
    """A function for each axis of the builtins in `names`."""
    rows = [_axes(prefix + name, builtin) for builtin, name in names.items() if name]
    return {name: builtin for row in rows for name, builtin in row.items()}


_MEMORY = MemoryKind.DEVICE | MemoryKind.THREADGROUP  # barriers of other targets order both


def _wait(code: Rewriter, family: str, scope: ThreadScope) -> None:
    order = () if code.air < ORDERED_BARRIERS_SINCE else (MemoryOrder.SEQ_CST,)
    code.air_call(family, [], [code.integer(code.i32, n) for n in (_MEMORY, *order, scope)])


def _barrier(code: Rewriter, call: Call, values: list[Value]) -> Value | bool:
    _wait(code, "wg.barrier", ThreadScope.THREADGROUP)
    return True if call.type.code is TypeCode.VOID else code.integer(call.type, 0)


def _simd_barrier(code: Rewriter, call: Call, values: list[Value]) -> bool:
    _wait(code, "simdgroup.barrier", ThreadScope.SIMDGROUP)
    return True


def _fence(code: Rewriter, call: Call, values: list[Value]) -> bool:
    if code.air < FENCES_SINCE:
        code.warn(call, f"a fence of memory, which AIR {code.air} does not have, is left out")
        return True
    numbers = (_MEMORY, MemoryOrder.SEQ_CST, ThreadScope.DEVICE)
    code.air_call("atomic.fence", [], [code.integer(code.i32, n) for n in numbers])
    return True


def _math(family: str) -> _Replacement:
    return lambda code, call, values: air_math(code, family, values, call.fast_flags)


def _reciprocal(code: Rewriter, call: Call, values: list[Value]) -> Value:
    return code.binary(BinaryOperator.FDIV, code.one(call.type), values[0], call.fast_flags)


def _mul24(*, signed: bool) -> _Replacement:
    """`mul.u24`, `mul.i24`, as LLVM's IntrinsicsAMDGPU.td defines them."""
    return lambda code, call, values: product_of_24_bits(code, *values, signed=signed)


def _truth(code: Rewriter, call: Call, values: list[Value]) -> Value:
    return code.compare(Predicate.ICMP_NE, values[0], code.null(values[0].type))


def _zero(code: Rewriter, call: Call, values: list[Value]) -> Value:
    return code.null(call.type)


def _wave_size(code: Rewriter, call: Call, values: list[Value]) -> Value:
    return code.integer(call.type, 32)


def _linear(position: str, size: str) -> Callable[[Rewriter], Value]:
    """The linear index of a thread in a box, row by row."""

    def value(code: Rewriter) -> Value:
        (x, y, z), (width, height, _) = (
            [code.extract_element(code.builtin(name), axis) for axis in range(3)] for name in (position, size)
        )
        plane = code.binary(BinaryOperator.ADD, code.binary(BinaryOperator.MUL, z, height), y)
        return code.binary(BinaryOperator.ADD, code.binary(BinaryOperator.MUL, plane, width), x)

    return value


_local_index = _linear("thread_position_in_threadgroup", "threads_per_threadgroup")
_global_index = _linear("thread_position_in_grid", "threads_per_grid")


def _expression(make: Callable[[Rewriter, Call, list[Value]], E]) -> _Replacement:
    return lambda code, call, values: make(code, call, values).value


def _formula(make: Callable[[E], E]) -> _Replacement:
    return lambda code, call, values: make(E(code, values[0], call.fast_flags)).value


def _cached_load(code: Rewriter, call: Call, values: list[Value]) -> Value:
    """`ldg.global`: address, alignment."""
    return code.load(call.type, values[0], (constant_number(values[1]) or 1).bit_length())


def _wrapping(operation: AtomicOperation) -> _Replacement:
    """`atomic.load.inc`, `atomic.load.dec`: address, the bound at which the counter wraps around."""
    return lambda code, call, values: code.atomic(operation, values[0], values[1], Ordering.MONOTONIC, alignment=3)


_LOADED = {kind[0]: [number.word for number in NUMBERS if number.kind == kind] for kind in ("int", "float")}


def _nothing(code: Rewriter, call: Call, values: list[Value]) -> bool:
    return True


_SREG = "llvm.nvvm.read.ptx.sreg."
_NVPTX_FUNCTIONS: dict[str, _Replacement] = {
    **dict.fromkeys(
        (
            *("llvm.nvvm.barrier0", "llvm.nvvm.barrier.sync", "llvm.nvvm.bar.sync"),
            *("llvm.nvvm.barrier.cta.sync.aligned.all", "llvm.nvvm.barrier.cta.sync.all"),
        ),
        _barrier,
    ),
    **dict.fromkeys(("llvm.nvvm.bar.warp.sync",), _simd_barrier),
    **dict.fromkeys(("llvm.nvvm.membar.cta", "llvm.nvvm.membar.gl", "llvm.nvvm.membar.sys"), _fence),
    **{
        f"llvm.nvvm.shfl.{sync}{mode}.{type_}{p}": lanes.shuffle(mode, is_sync=bool(sync))
        for sync in ("sync.", "")
        for mode in ("bfly", "down", "up", "idx")
        for type_ in ("i32", "f32")
        for p in ("", "p")
    },
    **{f"llvm.nvvm.vote.{mode}{sync}": lanes.vote(mode) for mode in ("any", "all", "uni") for sync in (".sync", "")},
    **dict.fromkeys(("llvm.nvvm.vote.ballot.sync", "llvm.nvvm.vote.ballot"), lanes.ballot),
    "llvm.nvvm.activemask": lanes.active_mask,
    "llvm.nvvm.redux.sync.add": lanes.reduction("simd_sum"),
    "llvm.nvvm.redux.sync.min": lanes.reduction("simd_min", signed=True),
    "llvm.nvvm.redux.sync.max": lanes.reduction("simd_max", signed=True),
    "llvm.nvvm.redux.sync.umin": lanes.reduction("simd_min"),
    "llvm.nvvm.redux.sync.umax": lanes.reduction("simd_max"),
    **{f"llvm.nvvm.redux.sync.{name}": lanes.reduction(f"simd_{name}") for name in ("and", "or", "xor")},
    "llvm.nvvm.prmt": _expression(words.permute_nvidia),
    **{
        f"llvm.nvvm.idp{4 if bits == 8 else 2}a.{left}.{right}": _expression(
            words.dot_product(bits, left == "s", right == "s")
        )
        for bits in (8, 16)
        for left in "su"
        for right in "su"
    },
    **{
        f"llvm.nvvm.ldg.global.{kind}.{word}{space}": _cached_load
        for kind, sizes in _LOADED.items()
        for word in (*sizes, *(f"v{n}{size}" for n in (2, 4) for size in sizes))
        for space in (".p1", ".p0", "")
    },
    **{
        f"llvm.nvvm.atomic.load.{name}.32.{space}": _wrapping(operation)
        for name, operation in (("inc", AtomicOperation.UINC_WRAP), ("dec", AtomicOperation.UDEC_WRAP))
        for space in ("p0", "p1", "p3")
    },
    **dict.fromkeys(("llvm.nvvm.nanosleep", "llvm.nvvm.pm.event.mask"), _nothing),
    **{
        f"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{count}{trans}.b16{space}": tiles.load_matrices(
            count, transposed=bool(trans)
        )
        for count in (1, 2, 4)
        for trans in ("", ".trans")
        for space in ("", ".p3", ".p0")
    },
    # Copies are executed immediately (ptx.py), so there is nothing to wait for.
    **{f"llvm.nvvm.cp.async.{name}": _nothing for name in ("commit.group", "wait.group", "wait.all")},
    "llvm.nvvm.fence.proxy.async": _nothing,
    "__nvvm_reflect": _zero,
}

_NVPTX = SourceTarget(
    kernel_convention=71,
    address_spaces={0: 0, 1: 1, 3: 3, 4: 2, 5: 0},
    builtins={
        **_each_axis({builtin: names.cuda for builtin, names in _VECTORS.items()}, _SREG),
        **{_SREG + names.cuda: Builtin(builtin) for builtin, names in _SINGLE.items() if names.cuda},
    },
    derived={f"{_SREG}lanemask.{relation}": lanes.lane_mask(relation) for relation in ("eq", "le", "lt", "ge", "gt")},
    functions=_NVPTX_FUNCTIONS,
    library=nvvm_function,
    has_ptx=True,
)

_IDS = {names.opencl: builtin for builtin, names in _VECTORS.items() if names.opencl}
_AMDGPU = SourceTarget(
    kernel_convention=91,
    address_spaces={0: 0, 1: 1, 3: 3, 4: 2, 5: 0},
    builtins={
        **_each_axis({builtin: names.amd for builtin, names in _VECTORS.items()}, "llvm.amdgcn."),
        **{f"__ockl_{name}": Builtin(builtin, "argument") for name, builtin in _IDS.items()},
    },
    functions={
        "llvm.amdgcn.s.barrier": _barrier,
        "llvm.amdgcn.wave.barrier": _simd_barrier,
        **{f"llvm.amdgcn.readfirstlane{word}": lanes.first_lane for word in ("", ".i32", ".f32")},
        **{f"llvm.amdgcn.readlane{word}": lanes.read_lane for word in ("", ".i32", ".f32")},
        **{f"llvm.amdgcn.ballot.{word}": lanes.ballot for word in ("i32", "i64")},
        "llvm.amdgcn.ds.bpermute": lanes.byte_permute,
        "llvm.amdgcn.mbcnt.lo": lanes.lanes_before("lo"),
        "llvm.amdgcn.mbcnt.hi": lanes.lanes_before("hi"),
        "llvm.amdgcn.wavefrontsize": _wave_size,
        "llvm.amdgcn.rcp.f32": _reciprocal,
        "llvm.amdgcn.exp2.f32": _math("exp2"),
        "llvm.amdgcn.log.f32": _math("log2"),
        "llvm.amdgcn.sqrt.f32": _math("sqrt"),
        **{f"llvm.amdgcn.mul.u24{word}": _mul24(signed=False) for word in ("", ".i32")},
        **{f"llvm.amdgcn.mul.i24{word}": _mul24(signed=True) for word in ("", ".i32")},
        "llvm.amdgcn.rsq.f32": _math("rsqrt"),
        "llvm.amdgcn.fract.f32": _math("fract"),
        "llvm.amdgcn.fmed3.f32": _math("fmedian3"),
        "llvm.amdgcn.sin.f32": _formula(lambda x: (x * 2.0).math("sinpi")),  # the operand is in revolutions
        "llvm.amdgcn.cos.f32": _formula(lambda x: (x * 2.0).math("cospi")),
        "llvm.amdgcn.ubfe.i32": _expression(words.bit_field(signed=False)),
        "llvm.amdgcn.sbfe.i32": _expression(words.bit_field(signed=True)),
        "llvm.amdgcn.perm": _expression(words.permute_amd),
        "llvm.amdgcn.alignbit": _expression(words.align_bits),
        "llvm.amdgcn.ds.swizzle": lanes.swizzle,
        **{f"llvm.amdgcn.update.dpp.{word}": lanes.data_parallel for word in ("i32", "f32")},
        **{
            f"llvm.amdgcn.permlane{name}16{word}": lanes.permute_rows(bool(name))
            for name in ("", "x")
            for word in ("", ".i32")
        },
        **{
            f"llvm.amdgcn.wmma.f32.16x16x16.{kind}.v8f32.v16{element}": tiles.wave_multiply
            for kind, element in (("f16", "f16"), ("bf16", "i16"))
        },
        **{
            f"llvm.amdgcn.wave.reduce.{name}.i32": lanes.wave_reduction(f"simd_{family}", signed=name in ("min", "max"))
            for name, family in (
                *(("umin", "min"), ("umax", "max"), ("min", "min"), ("max", "max")),
                *(("add", "sum"), ("and", "and"), ("or", "or"), ("xor", "xor")),
            )
        },
        **dict.fromkeys(
            (
                *("llvm.amdgcn.s.waitcnt", "llvm.amdgcn.s.sleep", "llvm.amdgcn.s.setprio", "llvm.amdgcn.iglp.opt"),
                *("llvm.amdgcn.sched.barrier", "llvm.amdgcn.sched.group.barrier"),
            ),
            _nothing,
        ),
    },
    has_packets=True,
)

_SPIRV = SourceTarget(
    kernel_convention=76,
    address_spaces={0: 0, 1: 1, 2: 2, 3: 3, 4: 4},
    generic=4,
    builtins={
        **{f"_Z{len(name)}{name}j": Builtin(builtin, "argument") for name, builtin in _IDS.items()},
        **{name: Builtin(builtin, "argument") for name, builtin in _IDS.items()},
        **{f"_Z{len(item.opencl)}{item.opencl}v": Builtin(builtin) for builtin, item in _SINGLE.items() if item.opencl},
        "_Z22get_max_sub_group_sizev": Builtin("threads_per_simdgroup"),
    },
    derived={"_Z19get_local_linear_idv": _local_index, "_Z20get_global_linear_idv": _global_index},
    patterns=tuple(
        (pattern, Builtin(builtin, "argument"))
        for builtin, names in _VECTORS.items()
        for name, form in ((names.hlsl, r"llvm\.spv\.{}\.i(32|64)"), (names.spirv, r"_Z\d+__spirv_BuiltIn{}[ij]"))
        for pattern in [form.format(name.replace(".", r"\."))]
        if name
    ),
    functions={
        "_Z7barrierj": _barrier,
        "barrier": _barrier,
        "_Z18work_group_barrierj": _barrier,
        **dict.fromkeys(("_Z9mem_fencej", "_Z14read_mem_fencej", "_Z15write_mem_fencej"), _fence),
        "_Z22atomic_work_item_fencej12memory_order12memory_scope": _fence,
        "_Z18work_group_barrierj12memory_scope": _barrier,
        **dict.fromkeys(("_Z17sub_group_barrierj", "_Z17sub_group_barrierj12memory_scope"), _simd_barrier),
        "_Z17get_global_offsetj": _zero,  # grids of Metal start at 0
        "_Z22__spirv_ControlBarrieriii": _barrier,
        "_Z22__spirv_ControlBarrierjjj": _barrier,
        "llvm.spv.group.memory.barrier.with.group.sync": _barrier,
        "llvm.spv.any.i32": _truth,
    },
    library=opencl_group_function,
    has_images=True,
)

BARRIERS: dict[str, _Replacement] = {
    "threadgroup_barrier": _barrier,
    "simdgroup_barrier": _simd_barrier,
    "memory_fence": _fence,
}
"""Meanings that a plan may give a function without a result, in place of a name."""

SOURCE_TABLES: dict[str, SourceTarget] = {
    "nvptx": _NVPTX,
    "amdgpu": _AMDGPU,
    "spirv": _SPIRV,
    "host": SourceTarget(address_spaces={0: 0, 1: 1, 2: 2, 3: 3}),
}
"""Source targets by name; `host` is every other target, whose entry points a plan names."""


def source_of(module: Module) -> str:
    """The source target in a module's triple; without a triple, that of its kernels' calling convention."""
    conventions = {f.calling_convention for f in module.functions if not f.is_declaration}
    for name, source in SOURCE_TABLES.items():
        if not module.triple and source.kernel_convention in conventions:
            return name
    arch = module.triple.partition("-")[0]
    for prefixes, name in (
        (("nvptx",), "nvptx"),
        (("amdgcn", "amdgpu", "r600"), "amdgpu"),
        (("spir",), "spirv"),
    ):
        if arch.startswith(prefixes):
            return name
    return "host"


def kernels_of(module: Module, source: SourceTarget) -> list[str]:
    """The functions that a module marks as kernels, in its order."""
    marked = {
        field.value
        for node in module.named_metadata.get("nvvm.annotations", ())
        for field in node.fields[:1]
        if isinstance(field, ConstantAsMetadata)
        and any(isinstance(f, MDString) and f.value == "kernel" for f in node.fields)
    }
    return [
        function.name
        for function in module.functions
        if isinstance(function, Function)
        and not function.is_declaration
        and (
            function in marked or (source.kernel_convention and function.calling_convention == source.kernel_convention)
        )
    ]
