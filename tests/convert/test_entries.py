"""Kernels of other targets: what becomes of parameters, built-in values and address spaces, and what they compute."""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable

import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.air.lint import lint_module
from mtlb.base.errors import BuildError, UnsupportedError
from mtlb.base.metal import AccessQualifier
from mtlb.bitcode import read_module
from mtlb.convert import Builtin, ConvertOptions, ConvertTarget, Plan, PlannedArgument, PlannedEntry

from .kernels import Kernel, converted, floats

NVPTX = """
target triple = "nvptx64-nvidia-cuda"
%S = type { float, i32 }
@tab = internal addrspace(4) constant [4 x float] [float 1.0, float 2.0, float 3.0, float 4.0]
@sh = internal addrspace(3) global [64 x float] undef, align 4
define internal float @helper(ptr %p, i32 %i) {
  %q = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %q
  %t = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %f = sitofp i32 %t to float
  %r = fadd float %v, %f
  ret float %r
}
define ptx_kernel void @k(ptr %a, ptr addrspace(1) %b, i32 %n, float %s, ptr byval(%S) align 4 %st) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %nt = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %cta, %nt
  %i = add i32 %m, %tid
  %c = icmp slt i32 %i, %n
  br i1 %c, label %go, label %end
go:
  %g = addrspacecast ptr addrspace(1) %b to ptr
  %x = call float @helper(ptr %a, i32 %i)
  %lid = and i32 %tid, 63
  %shp = getelementptr [64 x float], ptr addrspacecast (ptr addrspace(3) @sh to ptr), i32 0, i32 %lid
  store float %x, ptr %shp
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = call float @helper(ptr %shp, i32 0)
  %fi = getelementptr %S, ptr %st, i32 0, i32 0
  %fv = load float, ptr %fi
  %e = and i32 %i, 3
  %tp = getelementptr [4 x float], ptr addrspace(4) @tab, i32 0, i32 %e
  %tv = load float, ptr addrspace(4) %tp
  %z = fmul float %y, %s
  %z2 = fadd float %z, %fv
  %z3 = fadd float %z2, %tv
  %o = getelementptr float, ptr %g, i32 %i
  store float %z3, ptr %o
  %sel = select i1 %c, ptr %o, ptr null
  %cmp = icmp eq ptr %sel, null
  br i1 %cmp, label %end, label %more
more:
  call void @llvm.memcpy.p0.p1.i64(ptr %a, ptr addrspace(1) %b, i64 0, i1 false)
  br label %end
end:
  ret void
}
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
"""

HOST = """
target triple = "x86_64-unknown-linux-gnu"
@scale = private unnamed_addr constant [2 x float] [float 2.0, float 3.0]
define i32 @saxpy(i64 %i, ptr noalias %x, ptr %y, float %a) {
  %px = getelementptr inbounds float, ptr %x, i64 %i
  %vx = load float, ptr %px, align 4
  %slot = alloca ptr
  store ptr %y, ptr %slot
  %yy = load ptr, ptr %slot
  %py = getelementptr inbounds float, ptr %yy, i64 %i
  %vy = load float, ptr %py, align 4
  %s = load float, ptr getelementptr inbounds (float, ptr @scale, i64 1), align 4
  %p = fmul float %a, %vx
  %q = fmul float %p, %s
  %r = fadd float %q, %vy
  store float %r, ptr %py, align 4
  ret i32 0
}
"""
HOST_PLAN = {
    "entries": {
        "saxpy": {
            "name": "my_saxpy",
            "arguments": [
                {"builtin": "thread_position_in_grid"},
                {"name": "x", "access": "read", "buffer": 3},
                {"name": "y"},
                {"name": "a"},
            ],
        }
    }
}

OPENCL = """
target triple = "spir64-unknown-unknown"
define spir_kernel void @scale(ptr addrspace(1) %x, ptr addrspace(2) %c, ptr addrspace(3) %t, <4 x float> %v, i8 %n) {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %w = call i64 @_Z14get_local_sizej(i32 0)
  %p = getelementptr float, ptr addrspace(1) %x, i64 %i
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %l = load float, ptr addrspace(4) %g
  %f = load float, ptr addrspace(2) %c
  %m = fmul float %l, %f
  %e = extractelement <4 x float> %v, i32 2
  %k = fadd float %m, %e
  %u = uitofp i8 %n to float
  %j = fadd float %k, %u
  %h = uitofp i64 %w to float
  %o = fadd float %j, %h
  store float %o, ptr addrspace(3) %t
  call void @_Z7barrierj(i32 1)
  %b = load float, ptr addrspace(3) %t
  store float %b, ptr addrspace(1) %p
  ret void
}
declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z14get_local_sizej(i32)
declare void @_Z7barrierj(i32)
"""

AMD = """
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @twice(ptr addrspace(1) inreg %x) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %i = add i32 %t, %g
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %i
  %v = load i32, ptr addrspace(1) %p
  %w = shl i32 %v, 1
  store i32 %w, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
"""


# As clang compiles HIP: blockDim of the last block is the rest of the grid, so that the field depends on the block.
HIP = """
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @sizes(ptr addrspace(1) %x) {
  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %m = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %both.p = getelementptr inbounds i8, ptr addrspace(4) %d, i64 4
  %both = load <2 x i16>, ptr addrspace(4) %both.p, align 4
  %gx = extractelement <2 x i16> %both, i32 0
  %gy = extractelement <2 x i16> %both, i32 1
  %grid.p = getelementptr inbounds { i16, i16, i16, i16, i16, i16, i32, i32, i32 }, ptr addrspace(4) %d, i64 0, i32 6
  %grid = load i32, ptr addrspace(4) %grid.p, align 4, !range !9
  %block = call i32 @llvm.amdgcn.workgroup.id.x()
  %count = load i32, ptr addrspace(4) %m, align 4
  %full = icmp ult i32 %block, %count
  %at = select i1 %full, i64 6, i64 9
  %size.p = getelementptr inbounds i16, ptr addrspace(4) %m, i64 %at
  %size = load i16, ptr addrspace(4) %size.p, align 2
  %zero.p = getelementptr inbounds i8, ptr addrspace(4) %m, i64 40
  %zero = load i64, ptr addrspace(4) %zero.p, align 8
  %row = mul i32 %block, 5
  %a = getelementptr i32, ptr addrspace(1) %x, i32 %row
  %gx.w = zext i16 %gx to i32
  store i32 %gx.w, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(1) %a, i32 1
  %gy.w = zext i16 %gy to i32
  store i32 %gy.w, ptr addrspace(1) %b
  %c = getelementptr i32, ptr addrspace(1) %a, i32 2
  store i32 %grid, ptr addrspace(1) %c
  %e = getelementptr i32, ptr addrspace(1) %a, i32 3
  %size.w = zext i16 %size to i32
  store i32 %size.w, ptr addrspace(1) %e
  %f = getelementptr i32, ptr addrspace(1) %a, i32 4
  %zero.w = trunc i64 %zero to i32
  store i32 %zero.w, ptr addrspace(1) %f
  ret void
}
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare i32 @llvm.amdgcn.workgroup.id.x()
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!9 = !{i32 1, i32 0}
"""


def test_what_an_amd_kernel_finds_in_memory_about_its_dispatch() -> None:
    result = converted(HIP)
    assert lint_errors(result.bitcode) == []
    kernel = Kernel(result.bitcode)
    kinds = {argument.kind for argument in kernel.entry.arguments}
    assert kinds == {"buffer", "threads_per_grid", "dispatch_threads_per_threadgroup", "threadgroup_position_in_grid"}
    x = (ctypes.c_uint32 * 30)(*[99] * 30)
    kernel.run({"x": x}, 6, dispatch_threads_per_threadgroup=(4, 5, 6))
    # Six threads in groups of four: one is full, the second has the rest of two.
    assert [x[5 * n : 5 * n + 5] for n in range(3)] == [[4, 5, 6, 4, 0], [4, 5, 6, 2, 0], [4, 5, 6, 2, 0]]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "i64 40",
            "i64 80",
            r"%zero = load .*: the 8 bytes at 80 of the dispatch information, which Metal does not provide",
        ),
        ("i32 500", "i32 400", r"%count = load .*: the 4 bytes at 0 of the dispatch information"),
        ("i64 %at", "i64 %zero", r"%size.p = getelementptr .*an access to dispatch information at a variable offset"),
        ("store i32 %gx.w, ptr addrspace(1) %a", "store ptr addrspace(4) %d, ptr addrspace(1) %a", "used as memory"),
    ],
)
def test_what_metal_does_not_tell_of_a_dispatch_is_refused(old: str, new: str, message: str) -> None:
    text = HIP.replace(old, new)
    if new == "i64 %zero":
        text = HIP.replace("  %size.p =", "  %zero.q = load i64, ptr addrspace(1) %x\n  %size.p =").replace(
            old, "i64 %zero.q"
        )
    with pytest.raises(UnsupportedError, match=rf"function 'sizes', .*{message}"):
        converted(text)


def lint_errors(data: bytes) -> list[str]:
    return [str(finding) for finding in lint_module(data)]


def test_a_kernel_of_nvptx() -> None:
    result = converted(NVPTX)
    assert lint_errors(result.bitcode) == []
    kernel = Kernel(result.bitcode)
    words = [(a.kind, a.name, a.type_name, a.address_space, a.location_index) for a in kernel.entry.arguments]
    assert words == [
        ("buffer", "a", "float", 1, 0),
        ("buffer", "b", "float", 1, 1),
        ("buffer", "n", "uint", 2, 2),
        ("buffer", "s", "float", 2, 3),
        ("buffer", "st", "S", 2, 4),
        ("thread_position_in_threadgroup", "thread_position_in_threadgroup", "uint3", None, None),
        ("threadgroup_position_in_grid", "threadgroup_position_in_grid", "uint3", None, None),
        ("dispatch_threads_per_threadgroup", "dispatch_threads_per_threadgroup", "uint3", None, None),
    ]

    class S(ctypes.Structure):
        _fields_ = (("f", ctypes.c_float), ("i", ctypes.c_int))

    a, b = floats(1, 2, 3, 4), floats(0, 0, 0, 0)
    kernel.run({"a": a, "b": b, "n": ctypes.c_int(3), "s": ctypes.c_float(10), "st": S(0.5, 1)}, 4)
    # ((a + 1) + 1) * 10 + 0.5 + table
    assert list(b) == [31.5, 42.5, 53.5, 0]


def test_a_function_of_a_host_by_a_plan() -> None:
    result = converted(HOST, HOST_PLAN)
    assert lint_errors(result.bitcode) == []
    assert result.warnings == ["function 'saxpy': its result is left out: a kernel returns nothing"]
    kernel = Kernel(result.bitcode)
    assert kernel.entry.name == "my_saxpy"
    assert [(a.name, a.location_index, a.access_qualifier) for a in kernel.entry.arguments[:3]] == [
        ("x", 3, AccessQualifier.READ),
        ("y", 0, AccessQualifier.READ_WRITE),
        ("a", 1, AccessQualifier.READ),
    ]
    y = floats(10, 20, 30)
    kernel.run({"x": floats(1, 2, 3), "y": y, "a": ctypes.c_float(2)}, 3)
    assert list(y) == [16, 32, 48]


def test_a_plan_of_objects_and_one_of_toml_say_the_same() -> None:
    text = """
[entries.saxpy]
name = "my_saxpy"
arguments = [
  { builtin = "thread_position_in_grid", axis = "x" },
  { name = "x", access = "read", buffer = 3 },
  { name = "y" },
  { name = "a" },
]
"""
    builtin = Builtin("thread_position_in_grid")
    arguments = (PlannedArgument(builtin=builtin), PlannedArgument("x", 3, access="read"))
    arguments += (PlannedArgument("y"), PlannedArgument("a"))
    plan = Plan((PlannedEntry("saxpy", name="my_saxpy", arguments=arguments),))
    assert Plan.parse(text) == Plan.of(HOST_PLAN) == plan


def test_a_kernel_of_opencl() -> None:
    kernel = Kernel(converted(OPENCL).bitcode)
    assert [(a.name, a.address_space) for a in kernel.entry.arguments[:5]] == [
        ("x", 1),
        ("c", 2),
        ("t", 3),
        ("v", 2),
        ("n", 2),
    ]
    x = floats(1, 2)
    vector = (ctypes.c_float * 4)(0, 0, 7, 0)
    buffers = {"x": x, "c": ctypes.c_float(3), "t": floats(0), "v": vector, "n": ctypes.c_uint8(200)}
    kernel.run(buffers, 2)
    assert list(x) == [211, 214]


def test_a_kernel_of_amdgpu() -> None:
    kernel = Kernel(converted(AMD).bitcode)
    x = (ctypes.c_int * 3)(1, 2, 3)
    kernel.run({"x": x}, 3)
    assert list(x) == [2, 4, 6]


@pytest.mark.parametrize("target", ["macos11", "macos13", "ios17", "macos26"])
@pytest.mark.parametrize("policy", ["infer", "i8"])
def test_libraries_for_several_targets(target: str, policy: str) -> None:
    result = converted(NVPTX, target=ConvertTarget.parse(target), pointers=policy)
    library = mtlb.link([("k.air", result.bitcode)]).library
    assert [f.name for f in library.functions] == ["k"]
    assert not [finding for finding in mtlb.verify(mtlb.read(mtlb.write(library))) if finding.is_error]
    assert lint_errors(bytes(library.functions[0].module)) == []
    assert read_entry_points(read_module(library.functions[0].module))[0].name == "k"


@pytest.mark.parametrize(
    ("text", "plan", "error", "message"),
    [
        (HOST, None, BuildError, "no function is marked as an entry point"),
        (HOST, {"entries": {"nope": {}}}, BuildError, "the plan names 'nope', which the module does not define"),
        (HOST, {"entries": {"saxpy": {"arguments": [{}]}}}, BuildError,
         "the plan lists 1 arguments for 'saxpy', which has 4"),
        (HOST, {"entries": {"saxpy": {}}, "builtins": {"f": {"builtin": "thread_index_in_simdgroup"}}}, BuildError,
         "the built-in 'f', which the module does not call"),
        (HOST, {"entries": {"saxpy": {}}, "functions": {"f": "g"}}, BuildError, "the function 'f', which"),
        (HOST, {"entry": {}}, BuildError, "the plan: unknown key 'entry'"),
        (HOST, {"entries": {"saxpy": {"arguments": [{"buffer": 31}]}}}, BuildError, "31 buffers, numbered from 0"),
        (HOST, {"entries": {"saxpy": {"arguments": [{"builtin": "gl_Position"}]}}}, BuildError, "not a built-in value"),
        (
            HOST,
            {"entries": {"saxpy": {"arguments": [{"buffer": 0}, {}, {}, {}]}}},
            BuildError,
            "the plan uses parameter 0 of 'saxpy' as a buffer, but it is not a pointer",
        ),
        (
            HOST,
            {"entries": {"saxpy": {"arguments": [{}, {"buffer": 1}, {"buffer": 1}, {}]}}},
            BuildError,
            "gives two arguments of 'saxpy' the same index",
        ),
    ],
)  # fmt: skip
def test_bad_plans(text: str, plan: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        converted(text, plan)


_HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "define ptx_kernel void @k(ptr %a, i1 %c) {\n %m = alloca float\n %p = select i1 %c, ptr %a, ptr %m\n"
            " store float 1.0, ptr %p\n ret void\n}",
            r"function 'k', %p = select .*: a pointer to thread or device memory: AIR has no pointer to either of them",
        ),
        (
            "define ptx_kernel void @k(i64 %n) {\n %p = inttoptr i64 %n to ptr\n %q = getelementptr i8, ptr %p, i64 4\n"
            " store float 1.0, ptr %q\n ret void\n}",
            r"function 'k', %p = inttoptr \(instruction 1 of block 0\): a pointer to memory of no known address",
        ),
        (
            "define ptx_kernel void @k(ptr %a) {\n call void @f(ptr %a)\n ret void\n}\n"
            "define internal void @f(ptr %a) {\n call void @f(ptr %a)\n ret void\n}",
            r"function 'f', call @f .*: recursion \(@f -> @f\), which AIR does not support",
        ),
        (
            "define ptx_kernel void @k(ptr %a) {\n %v = load double, ptr %a\n %w = fadd double %v, 1.0\n"
            " store double %w, ptr %a\n ret void\n}",
            r"function 'k', %v = load \(instruction 0 of block 0\): double, which Apple GPUs do not support",
        ),
        (
            "define ptx_kernel void @k(ptr %a) {\n %v = load i128, ptr %a\n %w = udiv i128 %v, 3\n"
            " store i128 %w, ptr %a\n ret void\n}",
            r"%w = binop \(instruction 1 of block 0\): an instruction on i128: AIR has integers of at most 64 bits",
        ),
        (
            "@s = internal addrspace(3) global [10000 x float] undef\ndefine ptx_kernel void @k() {\n"
            " store float 1.0, ptr addrspace(3) @s\n ret void\n}",
            "function 'k': it uses 40000 bytes of threadgroup memory, a GPU of Apple has 32768",
        ),
        (
            "define ptx_kernel void @k(" + ", ".join(f"i32 %p{n}" for n in range(32)) + ") {\n ret void\n}",
            "it needs 32 buffers: Metal has 31 for a kernel",
        ),
        (
            'define ptx_kernel void @k() {\n call void asm sideeffect "nop", ""()\n ret void\n}',
            r"function 'k', call .*: inline assembly",
        ),
        (
            "define ptx_kernel void @k() {\n call void @unknown()\n ret void\n}\ndeclare void @unknown()",
            r"function 'k', call @unknown .*: @unknown is not defined",
        ),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        converted(_HEAD + text)


def test_the_options() -> None:
    assert str(ConvertTarget.parse("ios17.2")) == "iOS 17.2 (AIR 2.6)"
    assert str(ConvertTarget.parse("air2.8")) == "macOS 26.0 (AIR 2.8)"
    assert str(ConvertTarget.parse("air64-apple-macosx13.0.0")) == "macOS 13.0 (AIR 2.5)"
    for text in ("macos", "plan9", "beos5", "air9.9", "macos10.13"):
        with pytest.raises(BuildError):
            ConvertOptions(ConvertTarget.parse(text))
    with pytest.raises(BuildError, match="unknown policy for pointers: 'void'"):
        ConvertOptions(pointers="void")


_RECURSION = """target triple = "air64_v26-apple-macosx14.0.0"
define i32 @f(ptr addrspace(1) %p, i32 %n) {
  %m = sub i32 %n, 1
  %r = call i32 @f(ptr addrspace(1) %p, i32 %m)
  ret i32 %r
}
!air.version = !{!0}
!air.language_version = !{!1}
!0 = !{i32 2, i32 6, i32 0}
!1 = !{!"Metal", i32 3, i32 1, i32 0}
"""


def test_functions_of_a_dynamic_library_may_call_themselves() -> None:
    """Apple's compiler takes it from Metal 2.4 on; entry points don't reach them with a stack of their own."""
    assert "call i32 @f(" in converted(_RECURSION).module.text()
    kernel = "define void @k(ptr addrspace(1) %p) {\n call i32 @f(ptr addrspace(1) %p, i32 1)\n ret void\n}\n"
    entry = "!air.kernel = !{!2}\n!2 = !{ptr @k, !3, !3}\n!3 = !{}\n"
    with pytest.raises(UnsupportedError, match=r"function 'f', %r = call @f .*: recursion \(@f -> @f\)"):
        converted(_RECURSION + kernel + entry)
    apples = '!llvm.ident = !{!4}\n!4 = !{!"Apple metal version 31001.667"}\n'
    assert "call i32 @f(" in converted(_RECURSION + kernel + entry + apples).module.text()


# clang -O0: every variable is in memory, so is the address of one.
UNOPTIMISED = """target triple = "x86_64-unknown-linux-gnu"
define void @pick(ptr %a, ptr %b, ptr %c, i32 %i) {
  %p = alloca ptr
  %pp = alloca ptr
  %ap = alloca ptr
  store ptr %a, ptr %ap
  %cv = getelementptr i32, ptr %c, i32 %i
  %w = load i32, ptr %cv
  %is = icmp ne i32 %w, 0
  br i1 %is, label %one, label %other
one:
  %av = load ptr, ptr %ap
  store ptr %av, ptr %p
  br label %both
other:
  store ptr %b, ptr %p
  br label %both
both:
  store ptr %p, ptr %pp
  %q = load ptr, ptr %pp
  %r = load ptr, ptr %q
  %s = getelementptr float, ptr %r, i32 %i
  store ptr %s, ptr %q
  %t = load ptr, ptr %p
  %v = load float, ptr %t
  %x = fmul float %v, 2.0
  store float %x, ptr %t
  ret void
}
"""


def test_addresses_of_variables_in_memory_are_followed() -> None:
    plan = {"entries": {"pick": {"arguments": [{}, {}, {}, {"builtin": "thread_position_in_grid"}]}}}
    result = converted(UNOPTIMISED, plan)
    assert lint_errors(result.bitcode) == []
    a, b, c = floats(1, 2, 3, 4), floats(5, 6, 7, 8), (ctypes.c_int32 * 4)(1, 0, 0, 1)
    Kernel(result.bitcode).run({"a": a, "b": b, "c": c}, 4)
    assert (list(a), list(b)) == ([2, 2, 3, 8], [5, 12, 14, 8])
    away = (
        "  %pp2 = alloca [2 x ptr]\n  %p2 = getelementptr ptr, ptr %pp2, i32 %w\n  store ptr %p2, ptr %pp\n  %q = load"
    )
    escaped = UNOPTIMISED.replace("  %q = load", away)
    with pytest.raises(
        UnsupportedError, match=r"function 'pick', %r = load .*: a pointer to memory of no known address"
    ):
        converted(escaped, plan)


# Name, types of the operands, type of the result; what it computes of numbers.
_NVVM: list[tuple[str, str, str, Callable[..., float]]] = [
    ("fabs.ftz.f32", "f", "f", abs),
    ("floor.f", "f", "f", math.floor),
    ("ceil.ftz.f", "f", "f", math.ceil),
    ("round.f", "f", "f", round),
    ("saturate.f", "f", "f", lambda x: min(max(x, 0), 1)),
    ("add.rn.ftz.f", "ff", "f", lambda x, y: x + y),
    ("mul.rn.f", "ff", "f", lambda x, y: x * y),
    ("fma.rn.f", "fff", "f", lambda x, y, z: x * y + z),
    ("div.rn.f", "ff", "f", lambda x, y: x / y),
    ("fmin.f", "ff", "f", min),
    ("fmax.ftz.nan.f", "ff", "f", max),
    ("rsqrt.approx.ftz.f", "p", "f", lambda x: 1 / math.sqrt(x)),
    ("ex2.approx.ftz.f", "f", "f", lambda x: 2**x),
    ("rcp.rn.f", "f", "f", lambda x: 1 / x),
    ("f2i.rz.ftz", "f", "i", int),
    ("f2i.rm", "f", "i", math.floor),
    ("f2i.rp", "f", "i", math.ceil),
    ("f2i.rn", "f", "i", round),
    ("i2f.rn", "i", "f", float),
    ("mulhi.i", "ii", "i", lambda x, y: x * y >> 32),
    ("mul24.i", "ii", "i", lambda x, y: x * y),
    ("popc.i", "i", "i", lambda x: bin(x & 0xFFFFFFFF).count("1")),
    ("clz.i", "i", "i", lambda x: 32 - (x & 0xFFFFFFFF).bit_length()),
    ("bitcast.f2i", "f", "i", lambda x: struct.unpack("<i", struct.pack("<f", x))[0]),
]
_INPUTS = ((1.5, -2.25, 0.75), (-0.5, 3.0, 8.0), (2.5, 0.125, -1.0))


@pytest.mark.parametrize(("name", "operands", "result", "wanted"), _NVVM, ids=[row[0] for row in _NVVM])
def test_intrinsics_of_nvptx(name: str, operands: str, result: str, wanted: Callable[..., float]) -> None:
    types = {"f": "float", "p": "float", "i": "i32"}
    lines = ["define ptx_kernel void @k(ptr %in, ptr %out) {"]
    for n, kind in enumerate(operands):
        lines += [f" %p{n} = getelementptr i32, ptr %in, i32 {n}", f" %a{n} = load {types[kind]}, ptr %p{n}"]
    text = ", ".join(f"{types[kind]} %a{n}" for n, kind in enumerate(operands))
    lines.append(f" %r = call {types[result]} @llvm.nvvm.{name}({text})")
    lines += [f" store {types[result]} %r, ptr %out", " ret void", "}"]
    lines.append(f"declare {types[result]} @llvm.nvvm.{name}({', '.join(types[kind] for kind in operands)})")
    made = converted('target triple = "nvptx64-nvidia-cuda"\n' + "\n".join(lines))
    assert lint_errors(made.bitcode) == []
    kernel = Kernel(made.bitcode)
    source, target = (argument.name for argument in kernel.entry.arguments)
    for row in _INPUTS:
        values = [
            int(value * 1000) if kind == "i" else abs(value) if kind == "p" else value
            for kind, value in zip(operands, row, strict=False)
        ]
        data = ((ctypes.c_int32 if operands[0] == "i" else ctypes.c_float) * 3)(*values)
        out = ((ctypes.c_int32 if result == "i" else ctypes.c_float) * 1)()
        kernel.run({source: data, target: out}, 1)
        assert out[0] == pytest.approx(wanted(*values), rel=1e-6), values


@pytest.mark.parametrize("name", ["add.rz.f", "fma.rm.f", "i2f.rz", "sqrt.rp.f"])
def test_other_roundings_than_to_the_nearest_are_refused(name: str) -> None:
    count = {"add": 2, "fma": 3}.get(name.split(".")[0], 1)
    kind = "i32" if name.startswith("i2f") else "float"
    arguments = ", ".join([f"{kind} {'1' if kind == 'i32' else '1.0'}"] * count)
    text = f"""target triple = "nvptx64-nvidia-cuda"
      define ptx_kernel void @k(ptr %out) {{
        %r = call float @llvm.nvvm.{name}({arguments})
        store float %r, ptr %out
        ret void
      }}
      declare float @llvm.nvvm.{name}({", ".join([kind] * count)})"""
    with pytest.raises(
        UnsupportedError, match=rf"function 'k', %r = call .*llvm\.nvvm\.{name}, which AIR does not support"
    ):
        converted(text)


def test_atomic_operations_of_ptx() -> None:
    """As Triton writes `tl.atomic_add` and `tl.atomic_cas` with a mask."""

    def atomic(n: int, words: str, operands: str) -> str:
        registers = ", ".join(f"${place}" for place in range(2, 2 + operands.count(",") + 1))
        guard = 2 + operands.count(",") + 1
        text = f"mov.u32 $0, 0x7;\\0A @${guard} atom.global.gpu.{words} $0, [ $1 + 0 ], {registers};"
        kinds = "=r,l," + "r," * (operands.count(",") + 1) + "b"
        return (
            f'  %o{n} = call i32 asm sideeffect "{text}", "{kinds}"(ptr addrspace(1) %c, {operands}, i1 %m)\n'
            f"  %q{n} = getelementptr i32, ptr addrspace(1) %d, i32 {n}\n  store i32 %o{n}, ptr addrspace(1) %q{n}\n"
        )

    text = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %c, ptr addrspace(1) %out, i32 %n) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %m = icmp slt i32 %i, %n
  %d = getelementptr [4 x i32], ptr addrspace(1) %out, i32 %i
"""
    text += atomic(0, "acq_rel.add.u32", "i32 5") + atomic(1, "relaxed.max.s32", "i32 12")
    text += atomic(2, "acq_rel.exch.b32", "i32 -3") + atomic(3, "acquire.cas.b32", "i32 -3, i32 40")
    text += "  ret void\n}\ndeclare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
    result = converted(text)
    kernel = Kernel(result.bitcode)
    c, out = (ctypes.c_int32 * 1)(1), (ctypes.c_int32 * 12)()
    names = [argument.name for argument in kernel.entry.arguments if argument.kind == "buffer"]
    kernel.run(dict(zip(names, (c, out, ctypes.c_int32(2)), strict=True)), 3)
    assert list(out) == [1, 6, 12, -3, 40, 45, 45, -3, 7, 7, 7, 7]
    assert c[0] == 40
