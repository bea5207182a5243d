"""Kernels that try to get out of a run: text of modules, for the tests of the door and for fuzzing it."""

from __future__ import annotations

from collections.abc import Iterator

from mtlb.ir import Module, parse

__all__ = [
    "INTRINSICS",
    "OUR_NAMES",
    "REFUSED",
    "STORE",
    "TYPES",
    "hostile",
    "hostile_text",
    "hostile_texts",
    "misdeclared",
]


def hostile_text(body: str, top: str = "", attributes: str = "") -> str:
    """A kernel `k(device long* out)` with these instructions before its end, and other things in its module."""
    return f"""
target triple = "air64-apple-macosx14.0.0"
{top}
define void @k(i64 addrspace(1)* %out) {attributes} {{
{body}
  ret void
}}
!air.kernel = !{{!0}}
!air.version = !{{!4}}
!air.language_version = !{{!5}}
!0 = !{{void (i64 addrspace(1)*)* @k, !1, !2}}
!1 = !{{}}
!2 = !{{!3}}
!3 = !{{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read_write", !"air.address_space", i32 1,
  !"air.arg_type_size", i32 8, !"air.arg_type_align_size", i32 8, !"air.arg_type_name", !"long",
  !"air.arg_name", !"out"}}
!4 = !{{i32 2, i32 6, i32 0}}
!5 = !{{!"Metal", i32 3, i32 1, i32 0}}
"""


def hostile(body: str, top: str = "", attributes: str = "") -> Module:
    """That kernel as a module."""
    return parse(hostile_text(body, top, attributes).encode())


STORE = "  store i64 %x, i64 addrspace(1)* %out, align 8"
SYSTEM = "declare i32 @system(i8*)"
COMMAND = '@touch = private constant [9 x i8] c"touch me\\00"'


REFUSED: dict[str, tuple[str, str]] = {
    **{
        f"address space {space}": (
            hostile_text(
                f"  %p = inttoptr i64 8 to i64 addrspace({space})*\n  store i64 7, i64 addrspace({space})* %p"
            ),
            f"address space {space}: the type of CAST in k",
        )
        for space in (256, 257, 258, 270)  # segments of x86-64: gs, fs, ss; pointers of 32 bits
    },
    "an address space in a type of a type": (
        hostile_text("  %p = alloca { i64, [2 x i8 addrspace(256)*] }"),
        "address space 256: the type of ALLOCA in k",
    ),
    "a variable in a segment": (
        hostile_text("  %p = load i64, i64 addrspace(257)* @v", "@v = internal addrspace(257) global i64 0"),
        "address space 257: variable 'v'",
    ),
    **{
        f"a number of {type_}": (
            hostile_text(f"  %p = alloca {type_}\n  %v = load {type_}, {type_}* %p"),
            f"type {type_.upper()}: the type of ALLOCA in k",
        )
        for type_ in ("x86_fp80", "fp128", "ppc_fp128")
    },
    "an integer that is wide": (
        hostile_text("  %p = alloca i4000\n  %v = load i4000, i4000* %p"),
        "an integer of 4000 bits: the type of ALLOCA in k",
    ),
    "a vector that is long": (
        hostile_text("  %p = alloca <4096 x i8>\n  %v = load <4096 x i8>, <4096 x i8>* %p"),
        "a vector of 4096 elements: the type of ALLOCA in k",
    ),
    "memory of the stack by a number": (
        hostile_text("  %n = load i64, i64 addrspace(1)* %out\n  %p = alloca i8, i64 %n"),
        "an alloca whose size is not a constant in k",
    ),
    "inline assembly": (
        hostile_text(f'  %x = call i64 asm sideeffect "syscall", "={{ax}},{{ax}}"(i64 39)\n{STORE}'),
        "inline assembly in k",
    ),
    "inline assembly as a value": (
        hostile_text('  %p = select i1 true, void ()* asm sideeffect "nop", "", void ()* null\n  call void %p()'),
        "inline assembly",
    ),
    "assembly of the module": (
        hostile_text("", 'module asm ".globl x\\0A x: syscall"'),
        "the module has assembly of its own",
    ),
    "a function of C": (hostile_text("  %r = call i32 @system(i8* null)", SYSTEM), "can't be run: system"),
    "a function of C in a table": (
        hostile_text(
            "  %f = load i32 (i8*)*, i32 (i8*)** @table\n"
            "  %r = call i32 %f(i8* getelementptr ([9 x i8], [9 x i8]* @touch, i32 0, i32 0))",
            f"{SYSTEM}\n{COMMAND}\n@table = internal constant i32 (i8*)* @system",
        ),
        "can't be run: system",
    ),
    "a function of C deep in a constant": (
        hostile_text(
            "  %x = load i64, i64* @number\n" + STORE,
            f"{SYSTEM}\n@number = internal constant i64 add (i64 ptrtoint (i32 (i8*)* @system to i64), i64 1)",
        ),
        "can't be run: system",
    ),
    "the address of a function of C": (
        hostile_text(f"  %x = ptrtoint i32 (i8*)* @system to i64\n{STORE}", SYSTEM),
        "can't be run: system",
    ),
    "an alias of a function of C": (
        hostile_text("  %r = call i32 @other(i8* null)", f"{SYSTEM}\n@other = alias i32 (i8*), i32 (i8*)* @system"),
        "can't be run: system",
    ),
    "an ifunc": (
        hostile_text(
            "  call void @chosen()",
            "@chosen = ifunc void (), void ()* ()* @choose\ndefine internal void ()* @choose() {\n  unreachable\n}",
        ),
        "alias 'chosen' is chosen by code",
    ),
    "a constructor of C": (
        hostile_text(
            "",
            "declare void @abort()\n@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] "
            "[{ i32, void ()*, i8* } { i32 1, void ()* @abort, i8* null }]",
        ),
        "can't be run: abort",
    ),
    "a destructor": (
        hostile_text(
            "",
            "@llvm.global_dtors = appending global [1 x { i32, void ()*, i8* }] "
            "[{ i32, void ()*, i8* } { i32 1, void ()* @f, i8* null }]\ndefine void @f() {\n  ret void\n}",
        ),
        "variable 'llvm.global_dtors' has a name of LLVM's",
    ),
    "a variable of C": (
        hostile_text(f"  %x = load i64, i64* @stdout\n{STORE}", "@stdout = external global i64"),
        "can't be run: stdout",
    ),
    "a variable of C in a table": (
        hostile_text(
            f"  %p = load i64*, i64** @t\n  %x = load i64, i64* %p\n{STORE}",
            "@environ = external global i64\n@t = internal constant i64* @environ",
        ),
        "can't be run: environ",
    ),
    "a weak variable of C": (
        hostile_text(f"  %x = load i64, i64* @stdout\n{STORE}", "@stdout = extern_weak global i64"),
        "can't be run: stdout",
    ),
    "a thread-local variable": (
        hostile_text(f"  %x = load i64, i64* @t\n{STORE}", "@t = internal thread_local global i64 7"),
        "variable 't' is local to threads",
    ),
    "a function of the run-time": (
        hostile_text("  call void @mtlb_end_thread()", "declare void @mtlb_end_thread()"),
        "can't be run: mtlb_end_thread",
    ),
    "a table of the run-time": (
        hostile_text(f"  %x = load i64, i64* @mtlb_functions\n{STORE}", "@mtlb_functions = external global i64"),
        "can't be run: mtlb_functions",
    ),
    "a personality": (
        hostile_text("", "declare i32 @p(...)", "personality i32 (...)* @p"),
        "can't be run: p",
    ),
    "prefix data": (hostile_text("", "", "prefix i64 123"), "function 'k' has a personality, data of its own"),
    "prologue data": (hostile_text("", "", "prologue i64 123"), "function 'k' has a personality, data of its own"),
    "a garbage collector": (hostile_text("", "", 'gc "statepoint-example"'), "or a garbage collector"),
    "attribute naked": (hostile_text("", "", "naked"), "attribute naked: function 'k'"),
    "attribute ssp": (hostile_text("", "", "sspreq"), "attribute sspreq: function 'k'"),
    "attribute safestack": (hostile_text("", "", "safestack"), "attribute safestack: function 'k'"),
    "a calling convention": (
        hostile_text("  call cc 64 void @f()", "define cc 64 void @f() {\n  ret void\n}"),
        "function 'f' has calling convention 64",
    ),
    "a calling convention of a call": (
        hostile_text("  %p = inttoptr i64 64 to void ()*\n  call cc 83 void %p()"),
        "a call with calling convention 83 in k",
    ),
    "an operand bundle": (
        hostile_text('  call void @f() [ "kcfi"(i32 1) ]', "define void @f() {\n  ret void\n}"),
        "a call with operand bundles ('kcfi') in k",
    ),
    "the address of a function of Metal": (
        hostile_text(
            f"  %x = ptrtoint float (float)* @air.sin.f32 to i64\n{STORE}", "declare float @air.sin.f32(float)"
        ),
        "the address of 'air.sin.f32' is taken: an operand of CAST in k",
    ),
    "a function of Metal that there is not": (
        hostile_text("  call void @air.system()", "declare void @air.system()"),
        "can't be run: air.system",
    ),
}
"""Text of a module, and what the refusal says of it."""

INTRINSICS = {
    "llvm.read_register.i64": "i64 (metadata)",
    "llvm.write_register.i64": "void (metadata, i64)",
    "llvm.read_volatile_register.i64": "i64 (metadata)",
    "llvm.stacksave": "i8* ()",
    "llvm.stackrestore": "void (i8*)",
    "llvm.va_start": "void (i8*)",
    "llvm.eh.sjlj.longjmp": "void (i8*)",
    "llvm.eh.return.i64": "void (i64, i8*)",
    "llvm.returnaddress": "i8* (i32)",
    "llvm.frameaddress.p0i8": "i8* (i32)",
    "llvm.addressofreturnaddress.p0i8": "i8* ()",
    "llvm.sponentry.p0i8": "i8* ()",
    "llvm.thread.pointer": "i8* ()",
    "llvm.init.trampoline": "void (i8*, i8*, i8*)",
    "llvm.clear_cache": "void (i8*, i8*)",
    "llvm.localescape": "void ()",
    "llvm.load.relative.i64": "i8* (i8*, i64)",
    "llvm.memcpy.element.unordered.atomic.p0i8.p0i8.i64": "void (i8*, i8*, i64, i32)",
    "llvm.objc.release": "void (i8*)",
    "llvm.coro.begin": "i8* (token, i8*)",
    "llvm.x86.rdtsc": "i64 ()",
    "llvm.instrprof.increment": "void (i8*, i64, i32, i32)",
    "llvm.readcyclecounter": "i64 ()",
}


_FUNCTIONS = [
    *("air.atomic.global.add.u.i32", "air.simd_sum.f32", "air.wg.barrier", "air.convert.f.f32.s.i32", "air.dot.v4f32"),
    *("air.sample_texture_2d.v4f32", "air.write_texture_2d.v4f32", "air.get_width_texture_2d", "air.discard_fragment"),
    *("llvm.memcpy.p0i8.p1i8.i64", "llvm.memset.p0i8.i64", "llvm.ctpop.i32", "air.is_function_constant_defined"),
]
OUR_NAMES = [
    *("mtlb_entry", "mtlb_dispatch", "mtlb_end_thread", "mtlb_check", "mtlb_barrier", "mtlb_where", "mtlb.function"),
    *("mtlb.linked.0", "mtlb.constructor.0", "mtlb_size_of_lane", "file.0", "file.k", "switch_stack", "finish"),
    *("system", "abort", "malloc", "memset", "sinf", "_start", "air.sin.f32", "llvm.memcpy.p0.p0.i64", "llvm.trap"),
]


TYPES = ("void ()", "[3 x i17] (<3 x i17>)", "i64 (i64, i64)", "i8* (i8*, i32, i1)")


def misdeclared(name: str, type_: str) -> str:
    """A kernel that calls a function as one of another type than it has."""
    result, _, parameters = type_.partition(" (")
    arguments = ", ".join(f"{parameter} undef" for parameter in parameters[:-1].split(", ") if parameter)
    target = "  " if result == "void" else "  %x = "
    return hostile_text(f"{target}call {result} @{name}({arguments})", f"declare {result} @{name}({parameters}")


def hostile_texts() -> Iterator[str]:
    """All of them, and kernels whose functions and variables have names of others."""
    yield from (text for text, _ in REFUSED.values())
    for name, type_ in INTRINSICS.items():
        result, _, parameters = type_.partition(" ")
        yield hostile_text(
            f"  %x = bitcast {result} {parameters}* @{name} to i8*", f"declare {result} @{name}{parameters}"
        )
    for name in OUR_NAMES:
        top = f'define i64 @"{name}"(i64 %a) noinline {{\n  %b = add i64 %a, 7\n  ret i64 %b\n}}'
        yield hostile_text(f'  %x = call i64 @"{name}"(i64 1)\n{STORE}', top)
    for number, name in enumerate(_FUNCTIONS):
        yield misdeclared(name, TYPES[number % len(TYPES)])
    sine = "declare float @air.sin.f32(float)"
    yield hostile_text(f"  %y = call float @air.sin.f32(float 1.0)\n  %x = fptosi float %y to i64\n{STORE}", sine)
