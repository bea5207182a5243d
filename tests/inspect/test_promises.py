from __future__ import annotations

import pytest

from mtlb.base.errors import BuildError
from mtlb.container import read
from mtlb.inspect.find import Found
from mtlb.inspect.promises import Checked, Promise, check
from tests.inspect.libraries import function, stored


def checked(data: memoryview, *promises: str) -> Checked:
    actual = Found("x.metallib", 0, len(data), read(data), data)
    return check(actual, [Promise.parse(text) for text in promises])


MACOS_14 = stored(function("a"), function("b", msl="3.2"))


@pytest.mark.parametrize(
    ("promises", "failures"),
    [
        ((), []),
        (("macos:15",), []),
        (("macos",), []),
        (("ios:17", "macos:15.0"), []),
        (("ios:17",), ["is for macOS, not for iOS"]),
        (("ios", "tvos"), ["is for macOS, not for iOS, tvOS"]),
        (("macos:14",), ["Metal 3.2: needs macOS 15.0"]),
        (("macos:13.5",), [
            "stamped for 14.0: needs macOS 14.0", "AIR 2.6: needs macOS 14.0", "Metal 3.1: needs macOS 14.0",
            "triple air64-apple-macosx14.0.0: needs macOS 14.0", "Metal 3.2: needs macOS 15.0",
        ]),
    ],
)  # fmt: skip
def test_promises(promises: tuple[str, ...], failures: list[str]) -> None:
    result = checked(MACOS_14, *promises)
    assert [failure.text for failure in result.failures] == failures
    assert result.ok == (not failures)
    assert str(result.floor and result.floor.os) == "15.0"


def test_the_functions_in_the_way_are_named() -> None:
    (failure,) = checked(MACOS_14, "macos:14").failures
    assert failure.reason is not None
    assert failure.reason.functions == ("b",)


def test_nothing_known_meets_it() -> None:
    (failure,) = checked(stored(function(msl="9.9")), "macos:27").failures
    assert failure.text == "Metal 9.9: no macOS release is known to meet it"


def test_what_cannot_be_read_fails() -> None:
    result = check(Found("x", 0, 3, None, memoryview(b"abc"), "not a metallib"))
    assert not result.ok
    assert result.floor is None


@pytest.mark.parametrize("text", ["", "macos:", "macos:x", "beos:1", "14.0"])
def test_invalid_promises(text: str) -> None:
    with pytest.raises(BuildError):
        Promise.parse(text)
