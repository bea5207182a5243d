"""Where a loader looks for a dynamic library."""

from __future__ import annotations

import pytest

from mtlb.base.install_names import InstallName, is_relocatable


@pytest.mark.parametrize(
    ("name", "path", "is_resolvable"),
    [
        ("@loader_path/libX.metallib", "/app/Resources/libX.metallib", True),
        ("@loader_path/../Lib/libX.metallib", "/app/Lib/libX.metallib", True),
        ("@executable_path/libX.metallib", None, True),
        ("@rpath/libX.metallib", None, True),
        ("/usr/lib/libX.metallib", "/usr/lib/libX.metallib", True),
        ("libX.metallib", None, False),
    ],
)
def test_the_place_of_a_library(name: str, path: str | None, is_resolvable: bool) -> None:
    place = InstallName.of(name, "/app/Resources/default.metallib")
    assert (place.path, place.is_resolvable) == (path, is_resolvable) and place.where


def test_words_that_are_no_response_files() -> None:
    assert is_relocatable("@loader_path/x") and is_relocatable("@executable_path/x") and is_relocatable("@rpath/x")
    assert not is_relocatable("@inputs.txt") and not is_relocatable("@loader_paths/x")
