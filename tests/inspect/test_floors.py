from __future__ import annotations

import csv
from pathlib import Path

import pytest

from mtlb.base.metal import DataType
from mtlb.base.versions import Platform, Version
from mtlb.container import ConstantTag, Layout
from mtlb.container import open as open_library
from mtlb.inspect import Fact, floor
from mtlb.inspect.floors import Floors
from tests.inspect.libraries import edited, function, library


def facts(value: object) -> dict[str, str]:
    return {f"{r.kind}": str(r.os) for r in value.reasons}  # type: ignore[attr-defined]


def test_stamp_container_versions_and_triple_all_count() -> None:
    actual = floor(library(function()))
    assert (actual.platform, actual.os) == (Platform.MACOS, (14, 0, 0))
    assert facts(actual) == {"stamp": "14.0", "container": "13.0", "air": "14.0", "msl": "14.0", "triple": "14.0"}
    assert {reason.kind for reason in actual.binding} == {Fact.STAMP, Fact.AIR, Fact.MSL, Fact.TRIPLE}


@pytest.mark.parametrize(
    ("os", "air", "msl", "expected"),
    [
        ("14.4", "2.6", "3.1", "14.4"),
        ("14.0", "2.7", "3.1", "15.0"),
        ("14.0", "2.6", "4.0", "26.0"),
        ("14.0", "2.6", "1.0", "14.0"),
        ("14.0", "2.10", "3.1", "None"),
        ("14.0", "2.6", "9.0", "None"),
    ],
)
def test_the_newest_fact_decides(os: str, air: str, msl: str, expected: str) -> None:
    assert str(floor(library(function(air=air, msl=msl), os=os)).os) == expected


def test_functions_are_named_and_counted() -> None:
    actual = floor(library(function("a"), function("b", msl="3.2"), function("c", msl="3.2")))
    (reason,) = actual.against(Version(14))
    assert (reason.kind, reason.value, reason.functions, reason.os) == (Fact.MSL, "3.2", ("b", "c"), (15, 0, 0))
    assert (reason.function, reason.count) == ("b", 2)
    floors = Floors.of(library(function("a"), function("b", msl="3.2")), modules=False)
    rows = list(floors)
    assert [str(row.os) for row in rows] == ["14.0", "15.0"]
    assert [reason.text for reason in rows[1].binding] == ["Metal 3.2"]
    assert floors.whole.os == max(row.os for row in rows)  # type: ignore[type-var]


def test_a_function_needs_what_its_library_needs() -> None:
    """The newest row is the headline, whatever sets it: here the stamp."""
    floors = Floors.of(library(function("a"), function("b"), os="26.2"))
    rows = list(floors)
    assert [str(row.os) for row in rows] == ["26.2", "26.2"]
    assert str(floors.whole.os) == "26.2"
    assert [reason.text for reason in rows[0].binding] == ["stamped for 26.2"]


def test_an_old_container_of_metallib_proves_nothing() -> None:
    """Its old builds wrote their newest version for any target; air-lld's follows the target."""
    old = function(air="2.0", msl="2.0")
    by_metallib = library(old, container="1.2.5", layout=Layout.METALLIB)
    by_air_lld = library(old, container="1.2.5")
    assert str(floor(by_metallib, modules=False).os) == "10.13"
    assert str(floor(by_air_lld, modules=False).os) == "11.0"


def test_features() -> None:
    constant = function(air="2.3", msl="2.3")
    constant.public_metadata.function_constants = (ConstantTag("c", DataType.BFLOAT, 0),)
    actual = floor(library(constant, function(air="2.3", msl="2.3", type="mesh"), os="11.0"), modules=False)
    features = {r.value: str(r.os) for r in actual.reasons if r.kind is Fact.FEATURE}
    assert features == {"function constants": "10.12", "type bfloat": "14.0", "mesh functions": "13.0"}


def test_a_triple_of_another_platform_is_a_problem() -> None:
    actual = floor(library(function(), platform="ios", os="17.0"))
    assert actual.problems == ("triple air64-apple-macosx14.0.0 is for macOS, the library for iOS",)
    assert Fact.TRIPLE not in {reason.kind for reason in actual.reasons}


def test_the_triple_tells_the_platform_of_old_containers() -> None:
    assert floor(library(function(), container="1.2.5")).platform is Platform.MACOS
    ios = edited(lambda m: setattr(m, "triple", "air64-apple-ios13.0.0"))
    actual = floor(library(function(data=ios, air="2.2", msl="2.2"), container="1.2.4", platform="ios"))
    assert (actual.platform, actual.os) == (Platform.IOS, (13, 0, 0))


def test_an_unreadable_module_is_a_problem_and_the_rest_counts() -> None:
    actual = floor(library(function(data=b"BC\xc0\xde" + bytes(28))))
    assert str(actual.os) == "14.0"
    assert len(actual.problems) == 1
    assert actual.problems[0].startswith("saxpy: ")


def test_nothing_asks_for_anything() -> None:
    actual = floor(library(container="1.2.4", layout=Layout.METALLIB))
    assert (str(actual.os), actual.reasons) == ("10.11", ())


# Read off header and functions of real files, of every platform and container version that the corpus has.
CORPUS = dict(csv.reader(Path(__file__).with_name("floors.csv").read_text().splitlines()[1:]))


@pytest.mark.corpus
@pytest.mark.parametrize("name", CORPUS)
def test_floors_of_real_files(shared: Path, name: str) -> None:
    with open_library(shared / "corpus" / name) as real:
        actual = floor(real)
    assert f"{actual.platform.label} {actual.os}" == CORPUS[name]
    assert not actual.problems
