"""The rewriter alone: tokens, attributes, entry points, members. No compiler is needed."""

from __future__ import annotations

import pytest

from mtlb.base.errors import BuildError
from mtlb.metal.messages import SourceColumns, SourceMessage, in_source_columns, read_messages
from mtlb.metal.names import metal_names
from mtlb.metal.optimise import mask_shifts, normalise
from mtlb.metal.rewrite import SourceError, SourceTokens, Unit, rewrite


def written(text: str) -> str:
    """What becomes of a text, with single blanks."""
    return " ".join(rewrite(text).source.written().split())


@pytest.mark.parametrize(
    "text",
    [
        "int a = 1'000; // c\n",
        '#line 7 "x y.h"\nint b; /* d */ int c;\n\n',
        'const char* s = R"x(a " ( b)x"; char t = \'"\';\n',
        "a->b ->* c ::d ... && || <<= >>= 0x1.8p+3 .5e-2f\n",
    ],
)
def test_text_that_is_not_edited_stays(text: str) -> None:
    assert SourceTokens(text).written() == text


def test_tokens_know_their_place() -> None:
    source = SourceTokens('int a;\n# 30 "b.metal" 2\n\n  int b;\n', "a.metal")
    places = {token.text: token.place for token in source.tokens if token.text in ("a", "b")}
    assert (places["a"].file, places["a"].line, places["a"].column) == ("a.metal", 1, 5)
    assert (places["b"].file, places["b"].line, places["b"].column) == ("b.metal", 31, 7)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("int a[3;\n", "a.metal:1:8: error: expected ']'"),
        ("}\n", "a.metal:1:1: error: extraneous closing bracket ('}')"),
        ('char* a = "b;\n', 'a.metal:1:11: error: unterminated "'),
        ("kernel void k(device int* p [[buffer(0), buffer(1)]]) {}", "attribute 'buffer' is given twice"),
        ("template [[kernel]] decltype(f<int>) f<int>;", "which is not a template of a kernel"),
        ("constant int a [[function_constant()]];", "'function_constant' needs the index of the constant"),
    ],
)
def test_what_is_not_metal(text: str, message: str) -> None:
    with pytest.raises(BuildError) as error:
        rewrite(text, "a.metal")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "static float a() { return 1.0 + 2.f + 3e2 + 0x1p3 + 4; }",
            "static float a() { return 1.0f + 2.f + 3e2f + 0x1p3f + 4; }",
        ),
        ("static void f() { auto b = static_cast<half>(c); }", "static void f() { auto b = __mtl::cast<half>(c); }"),
        ("float f(device float* p, const thread int& q);", "float f( float* p, const int& q);"),
        ("constant float table[] = {1.0};", "const float table[] = {1.0f};"),
        ("struct S { float g() const device; };", None),
    ],
)
def test_words_that_cpp_lacks(text: str, expected: str | None) -> None:
    result = written(text)
    assert result == expected if expected else "device" not in result and "g() const ;" in result


@pytest.mark.parametrize(
    ("text", "scope", "of_members"),
    [
        ("struct S { coherent device uint* p; };", "device", True),
        ("kernel void k(device uint* p) { coherent(system) device uint* q = p; }", "system", False),
        ("void f(volatile coherent(system) device uint* p, coherent device uint* q);", "system", False),
        ("void f(volatile device uint* p);", "", False),
    ],
)
def test_coherent_pointers_that_are_not_of_entry_points(text: str, scope: str, of_members: bool) -> None:
    unit = rewrite(text, "a.metal", (3, 2))
    assert (unit.coherence, unit.has_coherent_members) == (scope, of_members)
    assert "coherent" not in unit.source.written()


def test_coherent_parameters() -> None:
    text = "kernel void k(volatile coherent(system) device uint* p, device uint* q, device coherent(device) uint* r) {}"
    result = rewrite(text, "a.metal", (3, 2))
    assert [parameter.coherence for parameter in result.entries[0].parameters] == ["system", "", "device"]
    assert "coherent" not in result.source.written() and not result.coherence
    assert rewrite("void f(coherent device uint* p) {}", language=(3, 2)).coherence == "device"


def test_small_numbers() -> None:
    text = written("void f() { half a = 1.5H + .5h; bfloat b = 2bf * 1e3BF; }")
    assert text.startswith("void f() { half a = 1.5h + .5h; bfloat b = 2_mtl_bf * 1e3_mtl_bf; }")


@pytest.mark.parametrize(("spelled", "index"), [("3", 3), ("010", 8), ("0x1F", 31), ("1'0u", 10), ("0", 0)])
def test_indices_of_function_constants(spelled: str, index: int) -> None:
    result = rewrite(f"constant int n [[function_constant({spelled})]];", "a.metal")
    assert [constant.index for constant in result.constants] == [index]


def test_no_line_is_added() -> None:
    text = "struct A {\n int b;\n};\nkernel void k(\n device A* a) {\n threadgroup int x[4], y;\n x[0] = y;\n}\n"
    assert rewrite(text).source.written().count("\n") == text.count("\n")


def test_threadgroup_variables() -> None:
    result = written("kernel void f() { threadgroup float a[2][3], b; g(a); }")
    assert "typedef float __mtl_type_1_0 [ 2 ] [ 3 ];" in result
    assert "auto& b = __mtl::threadgroup_memory<__mtl_type_1_1, __mtl_tag_1, 1>::value;" in result
    assert "threadgroup_memory" not in written(
        "kernel void f(threadgroup float* a, threadgroup int& b) { threadgroup float* c = a; }"
    )


def test_members_of_structs() -> None:
    text = """
    struct A { float a, b[2]; static int c; device int* d [[id(3)]]; float e() { return 1; } int f : 3; thread int& g;
    };
    typedef struct { half4 h [[position]]; } B;
    template <class T, int N> struct C : public A, public B { T i{}; private: T j = {}; };
    enum class D { k };
    template <class T> struct E;
    """
    unit = rewrite(text)
    assert [member.name for member in unit.members] == ["a", "b", "d", "g", "h", "i", "j"]
    d = unit.members[2]
    assert d.space == 1 and d.attributes == {"id": ("3",)}
    assert "__mtl::referred<A, decltype(A::g), __builtin_offsetof(A, g), 3>" in unit.source.written()
    result = " ".join(unit.source.written().split())
    assert "typedef struct B { half4 h ;" in result and "__mtl::members<C, __mtl::field<&C::i" in result
    assert result.count("__mtl_members") == 3


def entries(unit: Unit) -> dict[str, tuple[str, str]]:
    return {entry.name: (entry.stage, entry.function) for entry in unit.entries}


def test_entry_points() -> None:
    text = """
    kernel void a(uint i [[thread_position_in_grid]]) {}
    [[kernel]] void b() {}
    extern "C" { [[max_total_threads_per_threadgroup(64)]] kernel void c() {} }
    vertex float4 d(uint i [[vertex_id]]) { return 0; }
    [[host_name("named")]] fragment half4 e() { return 0; }
    kernel void declared();
    void f() {}
    """
    assert entries(rewrite(text)) == {
        "a": ("kernel", "&::a"),
        "b": ("kernel", "&::b"),
        "c": ("kernel", "&c"),
        "d": ("vertex", "&::d"),
        "named": ("fragment", "&::e"),
    }


def test_instantiations() -> None:
    text = """
    namespace n {
    template <typename T, int N = 2> [[kernel, max_total_threads_per_threadgroup(N * 4)]] void f(
        device T* a [[buffer(0)]], constant int& b [[buffer(N)]]) {}
    }
    using n::f;
    typedef decltype(f<int>) type;
    template [[host_name("one")]] [[kernel]] decltype(f<float>) f<float>;
    template [[host_name("two")]] kernel void f<half, 3>(device half*, constant int&);
    template [[host_name("three")]] [[kernel]] type n::f<vec<int, 4>, (2 > 1)>;
    """
    unit = rewrite(text)
    result = entries(unit)
    assert result["one"] == ("kernel", "&f < float >")
    assert result["two"] == ("kernel", "static_cast<void (*)(half *, const int &)>(&f < half , 3 >)")
    assert result["three"] == ("kernel", "&n :: f < vec < int , 4 > , ( 2 > 1 ) >")
    assert unit.entries[0].numbers == ["N * 4", "N"]
    assert "__mtl_limit_f< float >()" in unit.source.written()


def test_function_constants() -> None:
    text = """
    constant bool a [[function_constant(2)]];
    constant constexpr int b [[function_constant(0x10 + (2 - 1) * 4 - 4u)]];
    constant int c = a ? 1 : b;
    constant int d = 5;
    int e() { return c + d; }
    """
    unit = rewrite(text)
    assert [(constant.name, constant.type, constant.index, constant.symbol) for constant in unit.constants] == [
        ("a", "bool", 2, "__mtl_constant_2_a"),
        ("b", "int", 16, "__mtl_constant_16_b"),
    ]
    result = " ".join(unit.source.written().split())
    assert "inline int __mtl_derived_c() { return a ? 1 : b; }" in result
    assert "const int d = 5;" in result and "return __mtl_derived_c() + d;" in result


def test_overloads_that_differ_in_spaces_alone() -> None:
    same = "int f(device int* p) { return *p; } int f(thread int* q) { return *q; } int f(thread int& r) { return r; }"
    unit = rewrite(same)
    assert unit.source.written().count("return") == 2 and not unit.warnings


def test_samplers() -> None:
    result = written("void f() { constexpr metal::sampler s(filter::linear); constexpr sampler t{}; sampler u = s; }")
    assert "const metal::sampler s(&metal::__sampler_state<metal::__sampler_bits(filter::linear)>::state);" in result
    assert "t(&metal::__sampler_state<metal::__sampler_bits()>::state)" in result and "sampler u = s;" in result
    lasting = "constexpr metal::__lasting_sampler<metal::__sampler_bits(filter :: linear)> s{};"
    assert lasting in written("constexpr sampler s(filter::linear);")
    assert lasting in written("namespace a { constexpr metal::sampler s(filter::linear); }")


def test_names_of_types() -> None:
    assert metal_names("'metal::vec<unsigned int, 3>' and 'matrix<_Float16, 4, 3>'") == "'uint3' and 'half4x3'"
    assert metal_names("call to '__as<metal::vec<float, 2>, unsigned int>'") == "call to 'as_type<float2, uint>'"
    assert metal_names("texture2d<float, metal::access::read>") == "texture2d<float, read>"


def test_messages_have_the_place_in_the_source() -> None:
    text = "/h/x.h:3:4: error: no\n/h/x.h:9:9: note: inside\na.metal:2:5: note: here\n"
    text += "a.metal:7:1: warning: vec<float, 2>\n"
    messages = read_messages(text, "/h")
    assert messages == [
        SourceMessage("a.metal", 2, 5, "error", "no"),
        SourceMessage("a.metal", 7, 1, "warning", "float2"),
    ]


def test_columns_of_messages() -> None:
    source = "/* c */  foo   ( foo,  BAR );"
    written_ = SourceTokens('#line 1 "a.metal"\n foo ( foo, 1 + 2 );\n')
    columns = SourceColumns(written_, lambda _: [source])
    [moved] = in_source_columns([SourceMessage("a.metal", 1, 8, "error", "x")], columns)
    assert moved.column == source.index("foo,") + 1
    [from_macro] = in_source_columns([SourceMessage("a.metal", 1, 15, "error", "x")], columns)
    assert from_macro.column == source.index("BAR") + 1


def test_literal_types() -> None:
    text = '%"struct.__mtl::literal_result.2" = type <{ i32, i8 }>\ndefine %"struct.__mtl::literal_result.2" @f()\n'
    assert normalise(text) == "\ndefine <{ i32, i8 }> @f()\n"
    assert normalise("float -inf, float 1.0") == "float 0xFFF0000000000000, float 1.0"
    assert normalise('"target-cpu"="sm_52" !"llvm.loop.unroll.full"') == '!"mtlb.loop.unroll.full"'


def test_shifts_in_text() -> None:
    result = mask_shifts(
        "  %3 = shl i32 %1, %2\n  %4 = ashr exact i16 %1, 17, !dbg !3\n  %5 = lshr <2 x i64> %a, %b, !dbg !3\n"
    )
    assert result == (
        "  %mtlb.shift.1 = and i32 %2, 31\n  %3 = shl i32 %1, %mtlb.shift.1\n  %4 = ashr exact i16 %1, 1, !dbg !3\n"
        "  %mtlb.shift.2 = and <2 x i64> %b, <i64 63, i64 63>\n  %5 = lshr <2 x i64> %a, %mtlb.shift.2, !dbg !3\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("double f(int a);", "1:1: error: 'double' is not supported in Metal"),
        ("void f() { if (a) goto b; b: return; }", "1:19: error: 'goto' is not supported in Metal"),
        ("void f() { if (a) goto b; b: return; }", "1:27: error: labeled statements are not supported in Metal"),
        ("struct S { virtual int f() { return 1; } };", "1:12: error: 'virtual' is not supported in Metal"),
        ("void f() { delete new int; }", "1:12: error: 'delete' is not supported in Metal"),
        ("void f(float  *a) {}", "1:15: error: pointer type must have explicit address space qualifier"),
        (
            "struct S {}; void f(const S& a) {}",
            "1:28: error: reference type must have explicit address space qualifier",
        ),
        ("typedef unsigned int u32; void f(u32 *a) {}", "1:38: error: pointer type must have explicit address space"),
        ("void f() { g((float4*)a); }", "1:21: error: pointer type must have explicit address space qualifier"),
        ("const int a = 1;", "1:11: error: program scope variable must reside in constant address space"),
        ("namespace n { constexpr S a{1}; }", "1:27: error: program scope variable must reside in constant"),
        ("template <typename T> constexpr bool a = b<T>;", "1:38: error: program scope variable must reside in"),
    ],
)
def test_what_metal_forbids(text: str, message: str) -> None:
    with pytest.raises(SourceError) as error:
        rewrite(text, "a.metal")
    assert any(line.startswith(f"a.metal:{message}") for line in str(error.value).splitlines()), str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "struct S { S() = delete; int a; }; void f(device S* a, const thread S& b, threadgroup float* c) {}",
        "struct S { int a; }; void f(int a, int S) { g(a * S, S * a, a ? S : b, (S & a)); }",
        "void f(int a) { switch (a) { case 1: default: a = 1; } for (int i : b) {} }",
        "void f(float a) { float b = float(1) * a; g(sizeof(float) * a); int c = a ? 1 : b ? 2 : 3; }",
        "constant int a = 1; constexpr constant float b[2] = {1, 2}; constexpr sampler s(filter::linear);",
        "struct S { int a : 3; static constexpr constant int b = 1; }; int f(int a = 1); using A = int;",
        "enum E { X = 1 }; enum class F : int { Y = 1 };",
        "template <class T> struct U { T a; }; template <> struct U<int> { int a; }; typedef struct { int a; } V;",
        'inline float operator*(float a, V b) { return a; } static_assert(1 == 1, "x"); class C;',
    ],
)
def test_what_metal_allows(text: str) -> None:
    rewrite(text, "a.metal")


def test_pointers_of_metal_4_1_may_be_generic() -> None:
    rewrite("void f(float* a) {}", "a.metal", (4, 1))
