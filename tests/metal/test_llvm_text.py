"""The steps around LLVM's passes that change text: functions, copies of structs, products of sums."""

from __future__ import annotations

from mtlb.metal.copies import hide_copies
from mtlb.metal.llvm_text import ACCESS, attribute_groups, edit_functions, functions, list_items, named_types
from mtlb.metal.passes import hide_conversions, keep_splats, keep_sums, show_constants

_TEXT = """%"struct.A<B, C>" = type { [2 x float], <3 x half> }
define internal float @"f g"(ptr %0) #0 !dbg !3 {
  %2 = tail call float @h(float 1.0), !dbg !4
  ret float %2
}

declare float @h(float)
define void @k() {
  ret void
}
attributes #0 = { noinline nounwind }
"""


def test_functions_have_names_calls_and_groups() -> None:
    first, second = functions(_TEXT)
    assert (first.name, first.called, first.group) == ('"f g"', ["h"], "#0")
    assert (second.name, second.called, second.group) == ("k", [], "")
    assert attribute_groups(_TEXT) == {"#0": "{ noinline nounwind }"}
    assert named_types(_TEXT) == {'%"struct.A<B, C>"': "{ [2 x float], <3 x half> }"}
    assert list_items('[2 x float], <{ i8, i8 }>, %"A<B, C>"') == ["[2 x float]", "<{ i8, i8 }>", '%"A<B, C>"']


def test_functions_that_are_not_changed_remain() -> None:
    assert edit_functions(_TEXT, lambda function: None) == _TEXT
    changed = edit_functions(_TEXT, lambda item: item._replace(body="}") if item.name == "k" else None)
    assert changed == _TEXT.replace("  ret void\n", "")


def test_accesses() -> None:
    load = ACCESS.match("  %1 = load volatile <4 x float>, ptr %0, align 16, !tbaa !5")
    assert load is not None
    assert (load["result"], load["operation"], load["pointer"], load["align"]) == ("%1", "load volatile", "%0", "16")
    store = ACCESS.match("  store float %1, ptr @g, align 4")
    assert store is not None
    assert (store["result"], store["type"], store["value"], store["rest"]) == (None, "float", "%1", "")
    assert ACCESS.match("  %1 = load atomic i32, ptr %0 monotonic, align 4") is None


_COPIES = """  call void @llvm.memcpy.p0.p0.i64(ptr %1, ptr %0, i64 8, i1 false), !tbaa.struct !2
  call void @llvm.memcpy.p0.p0.i64(ptr %1, ptr %0, i64 16, i1 false), !tbaa.struct !3
  call void @llvm.memcpy.p0.p0.i64(ptr %1, ptr %0, i64 64, i1 false), !tbaa.struct !4
!1 = !{!0, !0, i64 0}
!2 = !{i64 0, i64 4, !1, i64 4, i64 4, !1}
!3 = !{i64 0, i64 16, !1}
!4 = !{i64 0, i64 64, !1}
"""


def test_copies_of_structs_and_matrices_are_hidden() -> None:
    """A copy of a vector is an access of its type."""
    lines = hide_copies(_COPIES).splitlines()
    assert [line.partition(", !")[2] for line in lines[:3]] == ["alias.scope !7", "tbaa.struct !3", "alias.scope !9"]
    assert '!6 = distinct !{!6, !5, !"mtlb.copy.0.8"}' in lines and "!mtlb.copies = !{!2, !4}" in lines
    vector = _COPIES.splitlines()[1]
    assert hide_copies(vector) == vector


def test_products_of_sums_keep_their_order() -> None:
    """Of a product of a constant and a sum with a constant, which nothing else uses, the sum has no `reassoc`."""

    def flags(sum_: str, *uses: str) -> bool:
        body = "\n".join(f"  {line}" for line in (f"%2 = {sum_}", *uses))
        return "fast" in keep_sums(f"define void @f(float %0, float %1) {{\n{body}\n}}\n").splitlines()[1]

    product = "%3 = fmul fast float %2, 2.000000e+00"
    assert not flags("fsub fast float %0, 1.000000e+00", product)
    assert not flags("fadd fast float 1.000000e+00, %0", "%3 = fdiv fast float %2, 3.000000e+00")
    assert flags("fadd fast float %0, 1.000000e+00", product, "%4 = fneg fast float %2")
    assert flags("fadd fast float %0, 1.000000e+00", "%3 = fmul fast float %2, %1")
    assert flags("fadd fast float %0, %1", product)
    assert flags("fadd fast float %0, 1.000000e+00", "%3 = fdiv fast float 1.000000e+00, %2")


def test_conversions_are_calls_for_the_passes() -> None:
    """But not those of a half to a float, and of constants."""
    body = ("%2 = sitofp i32 %0 to float", "%3 = fpext fast <2 x half> %1 to <2 x float>", "%4 = fptoui float %2 to i8")
    others = ("%5 = fpext half %x to float", "%6 = uitofp i32 7 to float", "%7 = zext <2 x i8> %y to <2 x i32>")
    lines = hide_conversions("\n".join(f"  {line}" for line in (*body, *others))).splitlines()
    assert lines[:3] == [
        '  %2 = call fast float @"mtlb.convert sitofp i32 to float"(i32 %0)',
        '  %3 = call fast <2 x float> @"mtlb.convert fpext <2 x half> to <2 x float>"(<2 x half> %1)',
        '  %4 = call i8 @"mtlb.convert fptoui float to i8"(float %2)',
    ]
    assert lines[3:6] == [f"  {line}" for line in others]
    assert [line.partition("(")[0] for line in lines[6:]] == [
        f"declare{line.partition('call')[2].removeprefix(' fast').partition('(')[0]}" for line in lines[:3]
    ]


def test_conversions_of_constants_are_shown() -> None:
    name = '@"mtlb.convert fpext <2 x half> to <2 x float>"'
    text = f"  %1 = tail call fast <2 x float> {name}(<2 x half> noundef splat (half 0xH3C00)) #3, !dbg !4\n"
    assert show_constants(text) == "  %1 = fpext <2 x half> splat (half 0xH3C00) to <2 x float>, !dbg !4\n"
    assert show_constants(text.replace("splat (half 0xH3C00)", "%0")) == text.replace("splat (half 0xH3C00)", "%0")


def test_products_with_two_numbers_keep_their_order() -> None:
    """Of (v * a) * b, for a vector and two numbers, the second product has no `reassoc`."""

    def flags(last: str, *uses: str) -> bool:
        lines = [
            f"{name} = shufflevector <2 x float> {name}0, <2 x float> poison, <2 x i32> zeroinitializer"
            for name in ("%a", "%b")
        ]
        body = "\n".join(f"  {line}" for line in (*lines, "%p = fmul fast <2 x float> %v, %a", f"%q = {last}", *uses))
        return keep_splats(f"define void @f() {{\n{body}\n}}\n").count("fast") == body.count("fast")

    assert not flags("fmul fast <2 x float> %p, %b")
    assert not flags("fmul fast <2 x float> %b, %p")
    assert flags("fmul fast <2 x float> %p, %w")
    assert flags("fadd fast <2 x float> %p, %b")
    assert flags("fmul fast <2 x float> %p, %b", "ret <2 x float> %p")
