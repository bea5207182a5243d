"""The definitions of `air.*` for a CPU: their calls fit what is in C, and what is in C has its values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from mtlb import emit
from mtlb.air.intrinsics import families, intrinsic, overload
from mtlb.base.errors import UnsupportedError
from mtlb.bitcode import read_module
from mtlb.cpu import Image, Kernel
from mtlb.cpu.library import define, meets
from mtlb.cpu.prepare import prepare
from mtlb.cpu.process import Session
from mtlb.cpu.support import SupportModule
from mtlb.emit import f16, f32, i32, int4, texture, u8, u16, u32, uint4
from mtlb.ir import Context, Function, Linkage, Type, TypeCode, parse
from mtlb.ir.verify import verify_module
from tests.conftest import ROOT, only_long
from tests.cpu.algorithms import gemm_kernel, row_kernel
from tests.cpu.kernels import kernel

NATIVE = ROOT / "mtlb/cpu/native"
UNITS = ("runtime", "lanes", "textures", "stages")


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session() as shared:
        yield shared


def declared(is_fragment: bool, *, checked: bool = False) -> Iterator[Function]:
    """Every function that Apple's modules were seen to declare, of other families one, in each form of the family."""
    context = Context()
    structs: dict[str, Type] = {}

    def struct(name: str) -> Type:
        return structs.setdefault(name, Type(TypeCode.OPAQUE, (), (), name))

    for family in families():
        names = [".".join(["air", family.name, *filter(None, [rest])]) for rest in family.seen]
        for name in names or [overload(family.name, *[words[0] for _, words in family.variables]).name]:
            actual = intrinsic(name)
            assert actual is not None
            for form in family.forms:
                type_ = actual.function_type(context, form.since, struct)
                if meets(name, is_fragment=is_fragment, checked=checked):
                    type_ = context.type(TypeCode.FUNCTION, (0,), (*type_.elements, context.integer_type(64)))
                yield Function(context.pointer_type(type_), type_, name, Linkage.EXTERNAL)
    bit, site = context.integer_type(1), context.integer_type(64)
    for name, operands in {"any": (bit,), "all": (bit,), "is_first": ()}.items():  # which the table lacks
        type_ = context.type(TypeCode.FUNCTION, (0,), (bit, *operands, site))
        yield Function(context.pointer_type(type_), type_, f"air.quad_{name}", Linkage.EXTERNAL)


def signature(function: Function) -> str:
    """Result and parameters, as the text of LLVM has them."""
    words = {TypeCode.VOID: "void", TypeCode.FLOAT: "float", TypeCode.OPAQUE_POINTER: "ptr"}
    return " ".join(words.get(type_.code) or f"i{type_.params[0]}" for type_ in function.value_type.elements)


def defined_in(unit: str) -> dict[str, str]:
    """The functions that others may call of a file of native/, by name, and their signatures."""
    actual = {}
    text = (NATIVE / f"{unit}.x86_64.ll").read_text()
    for result, name, rest in re.findall(r"^define (\w+) @(\w+)\((.*?)\) ", text, re.M):
        actual[name] = " ".join([result, *(item.split()[0] for item in rest.split(", ") if item)])
    return actual


def votes_kernel() -> bytes:
    """A kernel with a ballot and a sum of integers."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, lane = k.buffer("out", u32, 0), k.builtin("thread_index_in_simdgroup", u32)
        b = k.entry()
        out[lane].store(b.simd("sum", lane) + b.convert(b.simd("ballot", lane.eq(2)), u32))

    return kernel(body)


def test_calls_fit_the_functions_in_c() -> None:
    """With opaque pointers no linker sees a call with other operands than the function takes."""
    known = {name: (unit, its) for unit in UNITS for name, its in defined_in(unit).items()}
    count, used = 0, set()
    for is_fragment, checked in ((False, False), (True, False), (False, True)):
        for function in declared(is_fragment, checked=checked):
            support = SupportModule()
            if define(support, function, is_fragment=is_fragment, checked=checked) is None:
                continue
            count += 1
            assert verify_module(support.module) == []
            for called in support.module.functions:
                if called.name.startswith("mtlb_"):
                    unit, its = known[called.name]
                    assert signature(called) == its, (function.name, called.name)
                    assert unit == "runtime" or unit in support.units
                    used.add(called.name)
    assert count > 1500
    for source in (row_kernel(128, normalizes=False), gemm_kernel(8, 8, 8), votes_kernel()):
        prepared = prepare(read_module(source), "k")
        assert prepared.lane_loops
        for called in read_module(prepared.bitcode[-1]).functions:
            if called.name in known:
                unit, its = known[called.name]
                assert signature(called) == its, called.name
                assert unit == "runtime" or unit in prepared.units
                used.add(called.name)
    assert {name for name, (unit, _) in known.items() if unit != "runtime"} - used == set()


WRONG = [
    "float @air.fmin.f32(float, i32)",
    "float @air.fmin.f32(float)",
    "float @air.sqrt.f32(i8*)",
    "i32 @air.atomic.global.add.u.i32(i32, i32, i32, i32, i1)",
    "<4 x float> @air.sample_texture_2d.v4f32(float, float)",
    "void @air.set_position_mesh(i32, i32, <4 x float>)",
]


@pytest.mark.parametrize("declaration", WRONG)
def test_functions_that_are_declared_with_other_types_are_refused(declaration: str) -> None:
    head, _, parameters = declaration.removesuffix(")").partition("(")
    arguments = ", ".join(
        f"{type_} {'null' if '*' in type_ else 'zeroinitializer'}" for type_ in parameters.split(", ")
    )
    result = "" if head.startswith("void") else "%x = "
    text = f"declare {declaration}\ndefine void @k() {{\n  {result}call {head}({arguments})\n  ret void\n}}\n"
    with pytest.raises(UnsupportedError, match=r"declared with the wrong type|uses functions that can't be run"):
        Kernel(parse(text), "k")


# --- what lanes do together, where only some of them come ------------------------------------------------------------

CAME = np.arange(64) % 8 > 2
WIDTHS = {"simd": 32, "quad": 4}
REDUCTIONS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "sum": np.sum,
    "product": np.prod,
    "min": np.min,
    "max": np.max,
    "and": np.bitwise_and.reduce,
    "or": np.bitwise_or.reduce,
    "xor": np.bitwise_xor.reduce,
}
NUMBERS: list[tuple[emit.Type, str]] = [
    (i32, "i4"),
    (u32, "u4"),
    (u8, "u1"),
    (int4, "i4"),
    (f32, "f4"),
    (f16, "f2"),
]


def computed(
    session: Session, type_: emit.Type, x: np.ndarray, operations: list[tuple[str, str, tuple[int, ...]]]
) -> dict[str, np.ndarray]:
    """`operation(x[i], …)` of groups of lanes, by its name, in the lanes that come; 77 in the others."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        inputs = k.buffer("x", type_, 0, "read")
        outs = [k.buffer(f"{group}_{name}", type_, 1 + number) for number, (group, name, _) in enumerate(operations)]
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        with b.if_(i % 8 > 2):
            for (group, name, more), out in zip(operations, outs, strict=True):
                out[i].store(getattr(b, group)(name, inputs[i].load(), *more))

    outputs = {f"{group}_{name}": np.full_like(x, 77) for group, name, _ in operations}
    buffers: dict[str | int, np.ndarray] = {"x": x}
    buffers.update(outputs.items())
    Kernel(kernel(body), "k", session=session).run(64, 64, buffers=buffers)
    return outputs


@pytest.mark.parametrize(("type_", "dtype"), [*NUMBERS[:1], *(only_long(*row) for row in NUMBERS[1:4]), *NUMBERS[4:]])
def test_reductions(type_: emit.Type, dtype: str, session: Session) -> None:
    shape = (64, 4) if type_ is int4 else (64,)
    generator = np.random.default_rng(5)
    x = generator.choice([0.5, 1, 2, -1, -2], shape).astype(dtype) if dtype[0] == "f" else None
    if x is None:
        x = generator.integers(0, 256, (*shape, 4), "u1").view("u4").reshape(shape).astype(dtype)
    names = [name for name in REDUCTIONS if dtype[0] != "f" or name not in ("and", "or", "xor")]
    for name, out in computed(session, type_, x, [(group, name, ()) for group in WIDTHS for name in names]).items():
        group, _, operation = name.partition("_")
        want = np.full_like(x, 77)
        for places in np.arange(64).reshape(-1, WIDTHS[group]):
            came = places[CAME[places]]
            for column in np.ndindex(shape[1:]):
                of_all, of_those = (slice(None), *column), (came, *column)
                want[of_those] = np.array(REDUCTIONS[operation](x[of_all][came])).astype(dtype)
        assert out.tolist() == want.tolist(), name


def test_exchanges(session: Session) -> None:
    x = np.random.default_rng(6).integers(1, 9, 64).astype("i4")
    lane = np.arange(64)
    simd, quad = lane & 32, lane & 60
    first = np.argmax(CAME.reshape(-1, 4), 1)[lane // 4]  # of the quads, of which all but those without any are read
    expected = {
        ("simd", "shuffle_up", (2,)): np.where(lane % 32 < 2, lane, lane - 2),
        ("simd", "shuffle_down", (2,)): np.where(lane % 32 > 29, lane, lane + 2),
        ("simd", "shuffle_rotate_up", (3,)): simd + (lane - 3) % 32,
        ("quad", "shuffle_up", (1,)): np.where(lane % 4 < 1, lane, lane - 1),
        ("quad", "shuffle_down", (1,)): np.where(lane % 4 > 2, lane, lane + 1),
        ("quad", "shuffle_xor", (1,)): lane ^ 1,
        ("quad", "broadcast", (3,)): quad + 3,
        ("quad", "broadcast_first", ()): quad + first,
        ("simd", "broadcast_first", ()): simd + 3,
    }
    actual = computed(session, i32, x, list(expected))
    for (group, name, _), places in expected.items():
        seen = CAME & CAME[places]  # what a lane that does not come posted is not defined
        assert seen.sum() >= 16
        assert actual[f"{group}_{name}"][seen].tolist() == x[places][seen].tolist(), name


@pytest.mark.parametrize("kind", ["inclusive", "exclusive"])
def test_prefixes(kind: str, session: Session) -> None:
    x = np.random.default_rng(7).integers(1, 9, 64).astype("u4")
    actual = computed(session, u32, x, [("simd", f"prefix_{kind}_{name}", ()) for name in ("sum", "product")])
    for name, reduce in (("sum", np.sum), ("product", np.prod)):
        want = np.full(64, 77, "u4")
        for place in np.flatnonzero(CAME):
            before = np.arange(place & 32, place + (kind == "inclusive"))
            want[place] = reduce(x[before][CAME[before]], dtype="u4")
        assert actual[f"simd_prefix_{kind}_{name}"].tolist() == want.tolist()


def test_filling_shuffles(session: Session) -> None:
    """What is shifted in from past an end of a group of 8 lanes comes from the other end of the values to fill with."""
    ways = ("up", "down")

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, filling = k.buffer("x", i32, 0, "read"), k.buffer("filling", i32, 1, "read")
        outs = [k.buffer(way, i32, 2 + number) for number, way in enumerate(ways)]
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        for way, out in zip(ways, outs, strict=True):
            group = b.const(u16, 8)
            values = x[i].load(), filling[i].load()
            out[i].store(b.simd(f"shuffle_and_fill_{way}", *values, b.const(u16, 3), group))

    x, filling = np.arange(64).astype("i4"), np.arange(1000, 1064).astype("i4")
    up, down = np.zeros(64, "i4"), np.zeros(64, "i4")
    Kernel(kernel(body), "k", session=session).run(64, 64, buffers={"x": x, "filling": filling, "up": up, "down": down})
    rows, fills = x.reshape(8, 8), filling.reshape(8, 8)
    assert up.reshape(8, 8).tolist() == np.hstack([fills[:, 5:], rows[:, :5]]).tolist()
    assert down.reshape(8, 8).tolist() == np.hstack([rows[:, 3:], fills[:, :3]]).tolist()


# --- atomic operations on texels -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("type_", "vector", "format"), [(u32, uint4, "rgba32uint"), (i32, int4, "rgba32sint")])
def test_texels_change_one_after_the_other(
    type_: emit.Scalar, vector: emit.Type, format: str, session: Session
) -> None:
    operations: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
        "add": np.add,
        "sub": np.subtract,
        "min": np.minimum,
        "max": np.maximum,
        "and": np.bitwise_and,
        "or": np.bitwise_or,
        "xor": np.bitwise_xor,
        "exchange": lambda _, value: value,
    }

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image = k.texture("image", texture("texture2d", type_, "read_write"), 0)
        values, out = k.buffer("values", vector, 0, "read"), k.buffer("out", vector, 1)
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        for number, operation in enumerate(operations):
            place = b.vector(b.const(u32, number), b.const(u32, 1))
            out[i * 8 + number].store(b.texture.atomic(operation, image, place, values[i].load()))

    dtype = "u4" if type_ is u32 else "i4"
    generator = np.random.default_rng(8)
    pixels, values = (generator.integers(0, 256, (*size, 16), "u1").view(dtype) for size in ((2, 8), (16,)))
    image, out = Image(pixels.copy(), "2d", format=format), np.zeros((16, 8, 4), dtype)
    buffers: dict[str | int, np.ndarray] = {"values": values, "out": out}
    Kernel(kernel(body), "k", session=session).run(16, 16, buffers=buffers, textures={"image": image})
    for number, operation in enumerate(operations.values()):
        now = pixels[1, number]
        for thread in range(16):
            assert out[thread, number].tolist() == now.tolist()
            now = operation(now, values[thread])
        assert image.array[1, number].tolist() == now.tolist()
    assert (image.array[0] == pixels[0]).all()
