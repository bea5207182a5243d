"""Images and samplers of OpenCL C give the texels that the specification's formulas give.

The formulas are those of "Image Addressing and Filtering" (OpenCL 3.0, chapter 8), written here in numpy.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mtlb.air import read_entry_points
from mtlb.base.errors import UnsupportedError
from mtlb.convert import Converted, ConvertOptions, ConvertTarget, Plan, convert_bytes
from mtlb.convert.images import IMAGE_FUNCTIONS
from mtlb.cpu import Image, run
from mtlb.ir.verify import verify_module

_HEAD = 'target triple = "spir64-unknown-unknown"\n'
_ACCESSES = {"ro": 0, "wo": 1, "rw": 2}
_SAMPLER = 'target("spirv.Sampler")'
_SHAPES = {  # Dim, depth, arrayed, multisampled, as clang has them in the type
    "image1d": (0, 0, 0, 0),
    "image1d_array": (0, 0, 1, 0),
    "image1d_buffer": (5, 0, 0, 0),
    "image2d": (1, 0, 0, 0),
    "image2d_array": (1, 0, 1, 0),
    "image2d_depth": (1, 1, 0, 0),
    "image2d_array_depth": (1, 1, 1, 0),
    "image2d_msaa": (1, 0, 0, 1),
    "image3d": (2, 0, 0, 0),
}
_LETTERS = {"float": "f", "half": "Dh", "i32": "i", "i64": "m"}
_TARGETS = ["macos14", *(pytest.param(target, marks=pytest.mark.long) for target in ("macos11", "macos26"))]


def image_type(shape: str, access: str = "ro") -> str:
    numbers = ", ".join(map(str, _SHAPES[shape]))
    return f'target("spirv.Image", void, {numbers}, 0, 0, {_ACCESSES[access]})'


def letter(type_: str) -> str:
    match = re.fullmatch(r"<(\d+) x (\w+)>", type_)
    return f"Dv{match[1]}_{_LETTERS[match[2]]}" if match else _LETTERS[type_]


class Program:
    """A kernel that is written call by call. Results are stored as vectors of four words, a block for each call."""

    def __init__(self, parameters: dict[str, str], threads: int = 16) -> None:
        self.parameters = parameters
        self.threads = threads
        self.lines = ["%id = call i64 @_Z13get_global_idj(i32 0)", "%t = trunc i64 %id to i32"]
        self.declared = {"declare i64 @_Z13get_global_idj(i32)"}
        self.count = 0
        self.number = 0

    def name(self) -> str:
        self.number += 1
        return f"%v{self.number}"

    def line(self, text: str) -> str:
        self.lines.append(f"{(actual := self.name())} = {text}")
        return actual

    def place(self, buffer: str, type_: str) -> str:
        """What a thread has in a buffer."""
        address = self.line(f"getelementptr {type_}, ptr addrspace(1) {buffer}, i32 %t")
        return self.line(f"load {type_}, ptr addrspace(1) {address}, align 4")

    def call(self, function: str, shape: str, result: str, *operands: str, access: str = "ro") -> str:
        """`operands`: type and value, the image left out."""
        words = [f"{len(shape) + 7}ocl_{shape}_{access}"]
        split = [re.fullmatch(r"(<[^>]*>|target\(.*\)|\w+) (.+)", o) for o in operands]
        types = [m[1] for m in split if m is not None]
        words += ["11ocl_sampler" if type_ == _SAMPLER else letter(type_) for type_ in types]
        mangled = f"_Z{len(function)}{function}{''.join(words)}"
        image = image_type(shape, access)
        self.declared.add(f"declare {result} @{mangled}({', '.join([image, *types])})")
        name = next(n for n, type_ in self.parameters.items() if type_ == image)
        text = f"call {result} @{mangled}({', '.join([f'{image} {name}', *operands])})"
        if result == "void":
            self.lines.append(text)
            return ""
        return self.line(text)

    def sampler(self, number: int) -> str:
        self.declared.add(f"declare {_SAMPLER} @__translate_sampler_initializer(i32)")
        return self.line(f"call {_SAMPLER} @__translate_sampler_initializer(i32 {number})")

    def store(self, value: str, type_: str) -> None:
        """Four words of each thread, those that the type lacks zero."""
        row = self.line(f"add i32 %t, {self.count * self.threads}")
        address = self.line(f"getelementptr [4 x i32], ptr addrspace(1) %o, i32 {row}")
        self.lines.append(f"store {type_} {value}, ptr addrspace(1) {address}, align 4")
        self.count += 1

    def text(self) -> str:
        parameters = ", ".join(f"{t} {n}" for n, t in {**self.parameters, "%o": "ptr addrspace(1)"}.items())
        body = "\n  ".join(self.lines)
        return f"{_HEAD}define spir_kernel void @k({parameters}) {{\n  {body}\n  ret void\n}}\n" + "\n".join(
            sorted(self.declared)
        )

    def run(self, target: str = "macos14", dtype: Any = np.float32, **inputs: Any) -> np.ndarray:
        result = converted(self.text(), target)
        out = np.zeros((max(1, self.count), self.threads, 4), dtype)
        buffers = {"o": out, **inputs.pop("buffers", {})}
        run(result.bitcode, "k", self.threads, self.threads, buffers=buffers, **inputs)
        return out


def converted(text: str, target: str = "macos14", plan: str = "") -> Converted:
    inputs = Plan.parse(plan) if plan else None
    result = convert_bytes("k.ll", text.encode(), ConvertOptions(ConvertTarget.parse(target), plan=inputs))
    assert verify_module(result.module) == []
    return result


# --- addressing and filtering ----------------------------------------------------------------------------------------

_NONE, _EDGE, _CLAMP, _REPEAT, _MIRROR = 0, 2, 4, 6, 8
_SAMPLERS = [f | m for f in (16, 32) for m in (_NONE, _EDGE, _CLAMP)]
_SAMPLERS += [f | m | 1 for f in (16, 32) for m in (_EDGE, _CLAMP, _REPEAT, _MIRROR)]


def _along(number: int, s: float, size: int) -> list[tuple[int, float]]:
    """The places along one dimension that a sample is made of, with their weights; -1 and `size` are the border."""
    mode, linear = number & 0xE, number & 32
    u = np.float64(s)
    if mode == _REPEAT:
        u = (s - np.floor(s)) * size
    elif mode == _MIRROR:
        u = abs(s - 2 * np.rint(0.5 * s)) * size
    elif number & 1:
        u = s * size
    if not linear:
        actual = [(int(np.floor(u)), 1.0)]
    else:
        low, rest = int(np.floor(u - 0.5)), float(u - 0.5 - np.floor(u - 0.5))
        actual = [(low, 1 - rest), (low + 1, rest)]
    if mode == _REPEAT:
        return [(i % size, w) for i, w in actual]
    if mode == _CLAMP:
        return [(min(max(i, -1), size), w) for i, w in actual]
    return [(min(max(i, 0), size - 1), w) for i, w in actual]


def _sampled(picture: np.ndarray, number: int, place: np.ndarray) -> np.ndarray:
    height, width = picture.shape[:2]
    values = np.zeros(4)
    for y, v in _along(number, float(place[1]), height):
        for x, w in _along(number, float(place[0]), width):
            if 0 <= x < width and 0 <= y < height:
                values += v * w * picture[y, x]
    return values


@pytest.mark.parametrize("target", _TARGETS)
def test_each_sampler_addresses_and_filters_as_the_specification_says(target: str) -> None:
    program = Program({"%im": image_type("image2d"), "%c": "ptr addrspace(1)", "%n": "ptr addrspace(1)"}, 32)
    texels, whole = (program.place(buffer, "<2 x float>") for buffer in ("%c", "%n"))
    for number in _SAMPLERS:
        sampler = program.sampler(number)
        place = whole if number & 1 else texels
        result = program.call("read_imagef", "image2d", "<4 x float>", f"{_SAMPLER} {sampler}", f"<2 x float> {place}")
        program.store(result, "<4 x float>")
    random = np.random.default_rng(3)
    picture = random.random((4, 8, 4)).astype("f4")
    n = (random.integers(-64, 128, (32, 2)) / 32 + 1 / 128).astype("f4")
    c = (random.integers(-32, 160, (32, 2)) / 16 + 1 / 64).astype("f4")
    actual = program.run(target, textures={"im": picture}, buffers={"c": c, "n": n})
    for row, number in zip(actual, _SAMPLERS, strict=True):
        places = n if number & 1 else np.clip(c, 0, [7.9, 3.9]) if number & 0xE == _NONE else c
        in_picture = (c >= 0).all(1) & (c[:, 0] < 8) & (c[:, 1] < 4)
        inside = in_picture if number & 0xE == _NONE else np.ones(32, bool)
        want = np.array([_sampled(picture, number, place) for place in places])
        assert inside.any()
        np.testing.assert_allclose(
            row[inside], want[inside], atol=2e-3 if number & 32 else 0, rtol=0, err_msg=str(number)
        )


def test_a_sampler_that_the_host_gives() -> None:
    program = Program({"%im": image_type("image2d"), "%s": _SAMPLER, "%c": "ptr addrspace(1)"})
    place = program.place("%c", "<2 x float>")
    result = program.call("read_imagef", "image2d", "<4 x float>", f"{_SAMPLER} %s", f"<2 x float> {place}")
    program.store(result, "<4 x float>")
    picture = np.random.default_rng(1).random((4, 4, 4)).astype("f4")
    c = np.random.default_rng(2).random((16, 2)).astype("f4")
    actual = program.run(textures={"im": picture}, samplers={"s": "nearest"}, buffers={"c": c})
    assert (actual[0] == [picture[int(y * 4), int(x * 4)] for x, y in c]).all()


# --- shapes ----------------------------------------------------------------------------------------------------------

_SIZES = {  # as arrays are; the kind of `mtlb.cpu.Image`
    "image1d": ((6, 4), "1d"),
    "image1d_array": ((3, 6, 4), "1d_array"),
    "image2d": ((5, 6, 4), "2d"),
    "image2d_array": ((3, 5, 6, 4), "2d_array"),
    "image2d_depth": ((5, 6), "2d"),
    "image2d_array_depth": ((3, 5, 6), "2d_array"),
    "image3d": ((3, 5, 6, 4), "3d"),
}


def _vector(element: str, values: list[str], count: int) -> str:
    if count == 1:
        return f"{element} {values[0]}"
    zero = "0" if element == "i32" else "0.0"
    values = values + [zero] * (count - len(values))
    return f"<{count} x {element}> <{', '.join(f'{element} {v}' for v in values)}>"


@pytest.mark.parametrize("target", _TARGETS)
@pytest.mark.parametrize("shape", _SIZES)
def test_each_shape_is_read_with_and_without_a_sampler(shape: str, target: str) -> None:
    """Places as integers without a sampler and with one, and as floats; a layer is the nearest that there is."""
    size, kind = _SIZES[shape]
    is_depth, is_array = "depth" in shape, "array" in shape
    dimensions = int(shape[5]) + is_array
    count = {1: 1, 2: 2, 3: 4}[dimensions]
    picture = np.arange(np.prod(size), dtype="f4").reshape(size)
    picture = picture / picture.size if is_depth else picture
    result = "float" if is_depth else "<4 x float>"
    program = Program({"%im": image_type(shape)}, 1)
    sampler = program.sampler(16 | _EDGE)
    want = []
    grid = [[5, 4, 2], [0, 0, 0], [3, 2, 1]]
    for place in (item[:1] + item[2:] if shape == "image1d_array" else item[:dimensions] for item in grid):
        for form in ("plain", "integer", "float"):
            if form == "float":
                middles = [str(p + (0.0 if is_array and n == len(place) - 1 else 0.5)) for n, p in enumerate(place)]
                operands = [f"{_SAMPLER} {sampler}", _vector("float", middles, count)]
            else:
                operands = [f"{_SAMPLER} {sampler}"] * (form == "integer")
                operands.append(_vector("i32", [str(p) for p in place], count))
            program.store(program.call("read_imagef", shape, result, *operands), result)
            want.append(picture[tuple(reversed(place))])
    for layer, nearest in ((0.5, 0), (1.5, 2), (9.0, 2), (-3.0, 0), (1.25, 1)) if is_array else ():
        place = [2, nearest] if shape == "image1d_array" else [2, 1, nearest]
        middles = ["2.5", *(["1.5"] if len(place) == 3 else []), str(layer)]
        operands = [f"{_SAMPLER} {sampler}", _vector("float", middles, count)]
        program.store(program.call("read_imagef", shape, result, *operands), result)
        want.append(picture[tuple(reversed(place))])
    actual = program.run(target, textures={"im": Image(picture, kind)})[:, 0]
    assert (actual[:, 0] if is_depth else actual).tolist() == np.array(want).tolist()


@pytest.mark.parametrize("shape", [*_SIZES, "image2d_msaa", "image1d_buffer"])
def test_sizes(shape: str) -> None:
    size, kind = _SIZES.get(shape, ((2, 5, 6, 4), "2d_ms") if "msaa" in shape else ((6, 4), "1d"))
    dims = {"width": 6, "height": 5, "depth": 3} if shape == "image3d" else {"width": 6, "height": 5}
    dims = {"width": 6} if shape.startswith("image1d") else dims
    program = Program({"%im": image_type(shape)}, 1)
    want = []
    for word, number in dims.items():
        program.store(program.call(f"get_image_{word}", shape, "i32"), "i32")
        want.append([number, 0])
    if len(dims) > 1:
        result = "<4 x i32>" if len(dims) == 3 else "<2 x i32>"
        program.store(program.call("get_image_dim", shape, result), result)
        want.append([6, 5])
    if "array" in shape:
        program.store(program.call("get_image_array_size", shape, "i64"), "i64")
        want.append([3, 0])
    if "msaa" in shape:
        program.store(program.call("get_image_num_samples", shape, "i32"), "i32")
        want.append([2, 0])
    elif shape not in ("image1d", "image1d_array", "image1d_buffer"):
        program.store(program.call("get_image_num_mip_levels", shape, "i32"), "i32")
        want.append([1, 0])
    picture = np.zeros(size, "f4")
    actual = program.run(dtype=np.uint32, textures={"im": Image(picture, kind)})
    assert actual[:, 0, :2].tolist() == want


def test_a_sample_of_a_multisampled_image_and_a_texel_of_a_buffer() -> None:
    samples = np.arange(2 * 3 * 4 * 4, dtype="f4").reshape(2, 3, 4, 4)
    program = Program({"%im": image_type("image2d_msaa")}, 1)
    for sample in (0, 1):
        place = _vector("i32", ["3", "2"], 2)
        program.store(program.call("read_imagef", "image2d_msaa", "<4 x float>", place, f"i32 {sample}"), "<4 x float>")
    result = program.run(textures={"im": Image(samples, "2d_ms")})
    assert result[:, 0].tolist() == samples[:, 2, 3].tolist()


# --- components ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", _TARGETS)
@pytest.mark.parametrize(
    ("suffix", "element", "dtype", "named"),
    [
        ("f", "float", np.float32, "float"),
        ("h", "half", np.float16, "half"),
        ("i", "i32", np.int32, "int"),
        ("ui", "i32", np.uint32, "uint"),
    ],
)
def test_texels_of_each_type_are_read_and_written(
    suffix: str, element: str, dtype: Any, named: str, target: str
) -> None:
    """`read_imagef`, `read_imageh`, `read_imagei`, `read_imageui`, and the same of `write_image`."""
    vector = f"<4 x {element}>"
    program = Program({"%im": image_type("image2d"), "%out": image_type("image2d", "wo")}, 1)
    place, other = _vector("i32", ["1", "2"], 2), _vector("i32", ["3", "0"], 2)
    value = program.call(f"read_image{suffix}", "image2d", vector, place)
    program.call(f"write_image{suffix}", "image2d", "void", other, f"{vector} {value}", access="wo")
    program.store(value, vector)
    picture = np.arange(-30, 30).reshape(3, 5, 4).astype(dtype)
    out = np.zeros((3, 5, 4), dtype)
    result = program.run(target, textures={"im": picture, "out": out}, dtype=dtype)
    assert result[0, 0].tobytes()[: picture[2, 1].nbytes] == picture[2, 1].tobytes()
    assert (out[0, 3] == picture[2, 1]).all()
    assert np.count_nonzero(out.any(axis=2)) == 1
    entry = read_entry_points(converted(program.text(), target).module)[0]
    types = [(a.kind, a.location_index, a.type_name) for a in entry.arguments[:2]]
    assert types == [("texture", 0, f"texture2d<{named}, sample>"), ("texture", 1, f"texture2d<{named}, write>")]


@pytest.mark.parametrize("shape", ["image1d", "image1d_array", "image2d_array", "image3d"])
def test_each_shape_is_written(shape: str) -> None:
    size, kind = _SIZES[shape]
    program = Program({"%out": image_type(shape, "wo")}, 1)
    places = {"image1d": ["4"], "image1d_array": ["4", "2"]}.get(shape, ["4", "3", "2"])
    count = {1: 1, 2: 2, 3: 4}[len(places)]
    value = "<4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>"
    program.call("write_imagef", shape, "void", _vector("i32", places, count), value, access="wo")
    out = np.zeros(size, "f4")
    program.run(textures={"out": Image(out, kind)})
    assert out[tuple(int(p) for p in reversed(places))].tolist() == [1, 2, 3, 4]
    assert np.count_nonzero(out) == 4


# --- forms -----------------------------------------------------------------------------------------------------------

_OLD = """%opencl.image2d_ro_t = type opaque
%opencl.image2d_wo_t = type opaque
%opencl.sampler_t = type opaque
define spir_kernel void @k(%opencl.image2d_ro_t addrspace(1)* %im, %opencl.image2d_wo_t addrspace(1)* %out) !kernel_arg_access_qual !1 !kernel_arg_base_type !2 {
  %s = call %opencl.sampler_t addrspace(2)* @__translate_sampler_initializer(i32 18)
  %v = call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(%opencl.image2d_ro_t addrspace(1)* %im, %opencl.sampler_t addrspace(2)* %s, <2 x i32> <i32 1, i32 2>)
  call void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(%opencl.image2d_wo_t addrspace(1)* %out, <2 x i32> zeroinitializer, <4 x float> %v)
  ret void
}
declare %opencl.sampler_t addrspace(2)* @__translate_sampler_initializer(i32)
declare <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(%opencl.image2d_ro_t addrspace(1)*, %opencl.sampler_t addrspace(2)*, <2 x i32>)
declare void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(%opencl.image2d_wo_t addrspace(1)*, <2 x i32>, <4 x float>)
!1 = !{!"read_only", !"write_only"}
!2 = !{!"image2d_t", !"image2d_t"}
"""  # noqa: E501


@pytest.mark.parametrize("opaque", [False, True])
def test_the_pointers_of_older_compilers(opaque: bool) -> None:
    text = re.sub(r"%opencl\.\w+ addrspace\((\d)\)\*", r"ptr addrspace(\1)", _OLD) if opaque else _OLD
    result = converted(_HEAD + text)
    picture, out = np.arange(60, dtype="f4").reshape(3, 5, 4), np.zeros((3, 5, 4), "f4")
    run(result.bitcode, "k", 1, 1, textures={"im": picture, "out": out})
    assert out[0, 0].tolist() == picture[2, 1].tolist()


def test_a_plan_may_say_the_index() -> None:
    program = Program({"%im": image_type("image2d")}, 1)
    program.store(program.call("read_imagef", "image2d", "<4 x float>", _vector("i32", ["0", "0"], 2)), "<4 x float>")
    plan = '[entries.k]\narguments = [{ texture = 7, type = "texture2d<float, read>" }, {}]'
    entry = read_entry_points(converted(program.text(), plan=plan).module)[0]
    assert [(a.kind, a.location_index) for a in entry.arguments][:1] == [("texture", 7)]
    assert entry.arguments[0].type_name == "texture2d<float, read>"


def test_images_are_passed_to_functions() -> None:
    image, args = image_type("image2d"), f"{_SAMPLER}, <2 x float>"
    name = "_Z12read_imageui14ocl_image2d_ro11ocl_samplerDv2_f"
    text = f"""{_HEAD}define <4 x i32> @f({image} %i, {_SAMPLER} %s) noinline {{
  %a = alloca {image}
  store {image} %i, ptr %a
  %j = load {image}, ptr %a
  %v = call <4 x i32> @{name}({image} %j, {_SAMPLER} %s, <2 x float> <float 1.5, float 2.5>)
  ret <4 x i32> %v
}}
define spir_kernel void @k({image} %im, ptr addrspace(1) %o) {{
  %s = call {_SAMPLER} @__translate_sampler_initializer(i32 18)
  %v = call <4 x i32> @f({image} %im, {_SAMPLER} %s)
  store <4 x i32> %v, ptr addrspace(1) %o
  ret void
}}
declare {_SAMPLER} @__translate_sampler_initializer(i32)
declare <4 x i32> @{name}({image}, {args})
"""
    picture, out = np.arange(60, dtype="u4").reshape(3, 5, 4), np.zeros(4, "u4")
    run(converted(text).bitcode, "k", 1, 1, textures={"im": picture}, buffers={"o": out})
    assert out.tolist() == picture[2, 1].tolist()


# --- what is refused -------------------------------------------------------------------------------------------------


def _refusal(program: Program) -> str:
    with pytest.raises(UnsupportedError) as caught:
        converted(program.text())
    return str(caught.value)


def test_an_image_of_two_types_of_components_is_refused() -> None:
    program = Program({"%im": image_type("image2d")}, 1)
    for suffix, element in (("i", "i32"), ("f", "float")):
        place = _vector("i32", ["0", "0"], 2)
        vector = f"<4 x {element}>"
        program.store(program.call(f"read_image{suffix}", "image2d", vector, place), vector)
    assert "parameter 0 is an image used as float and as int" in _refusal(program)


@pytest.mark.parametrize("word", ["get_image_channel_data_type", "get_image_channel_order"])
def test_the_format_is_not_known(word: str) -> None:
    program = Program({"%im": image_type("image2d")}, 1)
    program.store(program.call(word, "image2d", "i32"), "i32")
    assert f"{word}: Metal does not tell the format of a texture" in _refusal(program)


def test_depth_is_not_written() -> None:
    program = Program({"%im": image_type("image2d_depth", "wo")}, 1)
    program.call("write_imagef", "image2d_depth", "void", _vector("i32", ["0", "0"], 2), "float 1.0", access="wo")
    assert "write_imagef of a depth2d, which Metal does not write" in _refusal(program)


@pytest.mark.parametrize(
    ("number", "reason"), [(16 | _REPEAT, "repeats with unnormalized coordinates"), (10, "number 10")]
)
def test_samplers_that_opencl_does_not_have(number: int, reason: str) -> None:
    program = Program({"%im": image_type("image2d")}, 1)
    sampler = program.sampler(number)
    operands = f"{_SAMPLER} {sampler}", "<2 x float> zeroinitializer"
    program.store(program.call("read_imagef", "image2d", "<4 x float>", *operands), "<4 x float>")
    assert reason in _refusal(program)


def test_each_function_has_a_test() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    tested = {f"get_image_{word}" for word in ("width", "height", "depth")}
    tested |= {f"{word}_image{suffix}" for word in ("read", "write") for suffix in ("f", "h", "i", "ui")}
    assert [n for n in IMAGE_FUNCTIONS if n not in tested and f'"{n}"' not in text] == []
