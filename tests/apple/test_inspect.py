"""The inspecting commands, on published wheels."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from mtlb.inspect.declared import PackagePromises
from mtlb.inspect.find import find_libraries
from mtlb.inspect.promises import check
from mtlb.inspect.report import build_report
from tests.apple.wheels import MITSUBA, MLX, SDL2, TORCH, Wheel
from tests.inspect.browser import Browser, find_browser

pytestmark = pytest.mark.apple

# (member, offset, SHA-256 of the library, floor)
EMBEDDED = {
    TORCH: [
        (
            "torch/lib/libtorch_cpu.dylib",
            0x6B80BB2,
            "aa015a3c97a481fa85376d13ea29be572b5b8be965520af7f2c938496f3cfda8",
            "macos 13.0",
        ),
        (
            "torch/lib/libtorch_cpu.dylib",
            0x6D5162A,
            "7baf5943235191942e825eeb4b3b8de08f5c5d6237098dc4a4c026b83566651c",
            "macos 14.0",
        ),
    ],
    MITSUBA: [
        (
            "mitsuba/libmitsuba.dylib",
            0x5E2920,
            "30b8364fad8660c0a6a69318255f2181193c5bc0319fb77b36886473972986c0",
            "macos 15.0",
        ),
    ],
}


@pytest.mark.parametrize("wheel", EMBEDDED, ids=lambda wheel: wheel.project)
def test_libraries_inside_of_dylibs_inside_of_wheels(wheel: Wheel) -> None:
    path = wheel.fetch()
    results = []
    for library in find_libraries(path, everywhere=True):
        checked = check(library)
        assert checked.floor is not None
        floor = f"{checked.floor.platform.label} {checked.floor.os}"
        results.append((library.path.removeprefix(f"{path}!"), library.offset, checked.sha256, floor))
    assert results == EMBEDDED[wheel]
    carved = [(place, hashlib.sha256(data).hexdigest()) for place, data in wheel.libraries()]
    assert [(f"{member}@{offset:#x}", digest) for member, offset, digest, _ in results] == carved


@pytest.mark.parametrize(
    ("wheel", "promises", "kept"),
    [
        (MLX, ["macOS 26.0, by the tag macosx_26_0_arm64 (file name and WHEEL)"], {True}),
        (MITSUBA, ["macOS 11.0, by the tag macosx_11_0_arm64 (file name and WHEEL)"], {False}),  # it needs macOS 15.0
        (
            SDL2,
            [
                "macOS 11.0, by the tag macosx_11_0_universal2 (file name and WHEEL)",
                "macOS 10.11, by LSMinimumSystemVersion of "
                "{}!sdl2dll/dll/SDL2.framework/Versions/A/Resources/Info.plist",
            ],
            {True},
        ),
    ],
    ids=["mlx", "mitsuba", "sdl2"],
)
def test_what_wheels_promise(wheel: Wheel, promises: list[str], kept: set[bool]) -> None:
    path = wheel.fetch()
    declarations = PackagePromises()
    checked = [check(library, declared=declarations.of(library)) for library in find_libraries(path)]
    assert {tuple(promise.text for promise in item.promises) for item in checked} == {
        tuple(text.format(path) for text in promises)
    }
    assert {item.ok for item in checked} == kept


def test_the_report_of_mlx(tmp_path: Path) -> None:
    """157 MB, 15,936 functions: a page below 25 MB that opens and filters within seconds."""
    data = memoryview(MLX.member("mlx/lib/mlx.metallib"))
    page = tmp_path / "mlx.html"
    page.write_text(build_report(data, "mlx.metallib"), encoding="utf-8")
    assert page.stat().st_size < 25_000_000
    paths = find_browser()
    if paths is None:
        pytest.skip("no Chromium with chromedriver here")
    browser = Browser(paths, tmp_path / "profile")
    try:
        browser.open(page)  # waits until the page is ready, 30 seconds at most
        count = browser.run(
            'const field = document.getElementById("search"); field.value = "gemm";'
            'field.dispatchEvent(new Event("input")); return document.getElementById("count").textContent;'
        )
        assert count.endswith(" of 15,936")
        assert browser.run("return Number(document.documentElement.dataset.filterMs)") < 1000
        assert browser.messages() == []
    finally:
        browser.close()
