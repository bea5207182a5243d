"""Every message of Apple's that users search for, each set off by a library made for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import mtlb
from mtlb.archives import Slice, UniversalFile
from mtlb.base.findings import Finding, Severity
from mtlb.base.versions import Platform, Version
from mtlb.bitcode import Module, read_module
from mtlb.bitcode.writer import write_module
from mtlb.container import DynamicHeader, FileType, Library, LibraryFunction, write
from mtlb.inspect.doctor import CHECKS, diagnose
from tests.changes import put
from tests.cli.invoke import invoke
from tests.golden.make import BAD
from tests.inspect.libraries import edited, library, stored
from tests.inspect.libraries import function as plain_function


def function(name: str = "saxpy", air: str = "2.6", msl: str = "3.1", *, data: bytes | None = None) -> LibraryFunction:
    """A function of this name, which is that of the golden module's function as well."""

    def rename(module: Module) -> None:
        entry = module.function("saxpy")
        assert entry is not None
        entry.name = name

    if data is not None and name != "saxpy":
        read = read_module(data)
        rename(read)
        data = write_module(read)
    return plain_function(name, air, msl, data=edited(rename) if data is None else data)


def examined(data: memoryview, system: str = "", *, modules: bool = True) -> list[Finding]:
    platform, _, os = system.partition(":")
    return diagnose(
        data,
        "x.metallib",
        platform=Platform.of(platform) if platform else None,
        os=Version.parse(os) if os else None,
        modules=modules,
    )


def without_sdk(module: Module) -> None:
    flags = module.named_metadata["llvm.module.flags"]
    flags[:] = [node for node in flags if "SDK Version" not in repr(node.fields)]


def air_2_8(module: Module) -> None:
    node = module.named_metadata["air.version"][0]
    old = module.context.integer_type(32)
    node.fields = put(node.fields, 1, module.context.value_metadata(module.context.constant(old, 4, (8,))))


def test_a_sound_library_has_nothing() -> None:
    assert examined(stored(function())) == []
    assert examined(stored(function()), "macos:26.1") == []


def test_type_tables_are_not_decoded_for_floors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lint has read the modules: a floor looks into those alone that lint can't read."""
    asked: list[memoryview] = []
    monkeypatch.setattr("mtlb.inspect.floors.has_opaque_pointers", asked.append)
    assert examined(stored(function())) == []
    assert asked == []
    module = bytearray(plain_function("saxpy").module)
    start = module.index(b"BC\xc0\xde")
    for at in range(start + 64, len(module)):  # damage that leaves the symbol table, which has the triple
        damaged = module[:at] + bytes(8) + module[at + 8 :]
        examined(stored(plain_function("saxpy", data=bytes(damaged))))
        if asked:
            break
    assert asked


def only(findings: list[Finding]) -> Finding:
    (finding,) = findings
    return finding


# --- the messages of the loader, word for word ------------------------------------------------------------------------


def test_language_version_of_the_library() -> None:
    new = stored(function(air="2.8", msl="4.0"), os="26.0", container="1.2.9")
    finding = only(examined(new, "macos:15.7", modules=False))
    assert finding.message == "This library is using language version 4.0 which is not supported on this OS."
    assert finding.severity is Severity.ERROR
    assert "-std=metal3.2" in finding.advice


def test_deployment_target() -> None:
    """Metal 3.1 would do on macOS 15; AIR 2.8 does not (metalterm-site#1)."""
    new = stored(function(air="2.8", msl="3.1"), os="26.0", container="1.2.9")
    finding = only(examined(new, "macos:15.7.3", modules=False))
    assert finding.message == "This library is using a deployment target (0x00020008) that is not supported on this OS"


def test_language_version_of_a_function() -> None:
    """4.0 first: the library loads on macOS 26, the 4.1 kernel's pipeline fails (mlx-node#135)."""
    mixed = stored(
        function("kernel_40", air="2.8", msl="4.0"),
        function("kernel_41", air="2.9", msl="4.1"),
        os="26.0",
        container="1.2.9",
    )
    finding = only(examined(mixed, "macos:26.6", modules=False))
    assert finding.message == "Function kernel_41 is using language version 4.1 which is incompatible with this OS."
    assert finding.functions == ("kernel_41",)
    assert examined(mixed, "macos:27", modules=False) == []


@pytest.mark.parametrize("data", [b"", b"hello, world", b"MTLB", bytes(stored(function()))[:300]])
def test_not_a_library(data: bytes) -> None:
    finding = only(examined(memoryview(data), "macos:15"))
    assert finding.message == "MTLLibrary is not formatted as a MetalLib file"
    assert finding.explanation


def test_interrupted_connection() -> None:
    broken = stored(function("ok"), function("dies", data=edited(without_sdk)))
    message = "Compilation failed due to an interrupted connection: XPC_ERROR_CONNECTION_INTERRUPTED"
    finding = only(examined(broken, "macos:26.2"))
    assert (finding.message, finding.severity, finding.functions) == (message, Severity.ERROR, ("dies",))
    assert only(examined(broken, "macos:14")).severity is Severity.WARNING


# --- the messages of the linker ---------------------------------------------------------------------------------------


def test_duplicated_symbol() -> None:
    finding = only(examined(stored(function("kernel_silu_4"), function("b"), function("kernel_silu_4"))))
    assert finding.message == "duplicated symbol 'kernel_silu_4' in:\n      x.metallib"
    assert "error: 1 duplicated symbols for target 'air64-apple-macosx14.0.0'" in finding.explanation
    assert "metal: error: air-lld command failed with exit code 1" in finding.explanation


def test_air_version() -> None:
    finding = only(examined(stored(function("_Z2kkPfPKfi", air="2.6", data=edited(air_2_8)))))
    assert finding.message == (
        "air-lld: error: air version set to 2.8.0 (!0 = !{i32 2, i32 8, i32 0}), but expecting 2.6 in _Z2kkPfPKfi"
    )
    by_triple = edited(lambda m: setattr(m, "triple", "air64_v27-apple-macosx14.0.0"))
    assert "expecting 2.7 in" in only(examined(stored(function(data=by_triple)))).message


# --- what Apple has no words for --------------------------------------------------------------------------------------


def codes(findings: list[Finding]) -> list[str]:
    return [finding.code for finding in findings]


def test_an_unknown_platform() -> None:
    data = bytearray(stored(function()))
    data[11] = 0x80 | 0x55
    assert codes(examined(memoryview(bytes(data)), "macos:15", modules=False)) == ["platform"]


def test_every_slice_of_a_universal_library() -> None:
    slices = [Slice.of(stored(function()), "air64_v26"), Slice.of(stored(), "air64_v28")]
    actual = only(examined(memoryview(UniversalFile.create(slices).to_bytes())))
    assert actual.code == "empty" and "In the slice for air64_v28: " in actual.explanation
    slices[1] = Slice.of(b"!<arch>\n", "air64_v28")
    slices.append(Slice.of(bytes(stored(function()))[:200], "air64_v29"))
    found_codes = codes(examined(memoryview(UniversalFile.create(slices).to_bytes())))
    assert found_codes == ["not-a-library", "slice"]
    assert codes(examined(memoryview(b"\xcb\xfe\xba\xbe\0\0\0\2"))) == ["not-a-library"]


def test_a_newer_minor_version_is_a_warning() -> None:
    finding = only(examined(stored(function(), os="14.4"), "macos:14.0"))
    assert (finding.code, finding.severity) == ("minor-version", Severity.WARNING)


def test_companions_and_linked_libraries() -> None:
    result: Library = library(function())
    result.file_type = FileType.SYMBOL_COMPANION
    result.dynamic_header = DynamicHeader()
    result.dynamic_header.libraries = ["@loader_path/libX.metallib"]
    actual = examined(memoryview(write(result)))
    assert codes(actual) == ["symbol-companion", "linked-libraries"]
    assert "@loader_path/libX.metallib" in actual[1].explanation
    assert "beside this library: libX.metallib." in actual[1].explanation and actual[1].severity is Severity.NOTE


def test_a_linked_library_that_is_not_there(tmp_path: Path) -> None:
    result: Library = library(function())
    result.dynamic_header = DynamicHeader()
    names = ["@loader_path/libX.metallib", "@executable_path/libY.metallib"]
    result.dynamic_header.libraries = names
    path = tmp_path / "a.metallib"
    path.write_bytes(write(result))
    actual = only(diagnose(path, str(path)))
    assert (actual.code, actual.severity) == ("linked-libraries", Severity.WARNING)
    assert f"{tmp_path / 'libX.metallib'}. There is no such file here." in actual.explanation
    assert "libY.metallib in the directory of the program." in actual.explanation
    (tmp_path / "libX.metallib").write_bytes(b"")
    assert only(diagnose(path, str(path))).severity is Severity.NOTE


def wrong_hash() -> memoryview:
    data = bytearray(stored(function()))
    data[data.index(b"HASH") + 6] ^= 1
    return memoryview(bytes(data))


def companion(libraries: tuple[str, ...] = ()) -> memoryview:
    result: Library = library(function())
    result.file_type = FileType.SYMBOL_COMPANION if not libraries else FileType.EXECUTABLE
    result.dynamic_header = DynamicHeader()
    result.dynamic_header.libraries = list(libraries)
    return memoryview(write(result))


# For each check a library that fails it and nothing else, and the system that it is examined for.
EXAMPLES: dict[str, tuple[Callable[[], memoryview], str]] = {
    "not-a-library": (lambda: memoryview(b"MTLB"), "macos:15"),
    "library-language": (lambda: stored(function(air="2.8", msl="4.0"), os="26.0", container="1.2.9"), "macos:15.7"),
    "deployment-target": (lambda: stored(function(air="2.8", msl="3.1"), os="26.0", container="1.2.9"), "macos:15.7.3"),
    "function-language": (lambda: stored(function("a"), function("b", air="2.7", msl="3.2")), "macos:14"),
    "interrupted": (lambda: stored(function(data=edited(without_sdk))), "macos:26.2"),
    "duplicate-symbol": (lambda: stored(function("a"), function("a")), ""),
    "air-version": (lambda: stored(function(data=edited(air_2_8))), ""),
    "function-deployment-target": (lambda: stored(function("a"), function("b", air="2.7", msl="3.1")), "macos:14"),
    "feature": (
        lambda: stored(plain_function(air="2.4", msl="2.4", type="mesh"), os="12.0", container="1.2.6"),
        "macos:12",
    ),
    "minor-version": (lambda: stored(function(), os="14.4"), "macos:14.0"),
    "platform": (lambda: stored(function()), "ios-simulator:17"),
    "empty": (stored, ""),
    "hash": (wrong_hash, ""),
    "symbol-companion": (companion, ""),
    "linked-libraries": (lambda: companion(("@loader_path/libX.metallib",)), ""),
    "structure": (lambda: memoryview(bytes(stored(function())) + b"more"), ""),
    "triple": (lambda: stored(function(), platform="ios", os="17.0"), ""),
    "newer-triple": (lambda: stored(function(data=edited(newer)), os="14.0"), ""),
    "name": (lambda: stored(plain_function("nope")), ""),
    "convention": (lambda: stored(function(data=edited(lambda m: m.named_metadata.pop("air.language_version")))), ""),
    "slice": (lambda: memoryview(UniversalFile.create([Slice.of(b"!<arch>\n", "air64_v28")]).to_bytes()), ""),
}
WITH_MODULES = ("interrupted", "air-version", "triple", "newer-triple", "name", "convention")


def newer(module: Module) -> None:
    module.triple = "air64-apple-macosx14.2.0"


@pytest.mark.parametrize("code", CHECKS)
def test_every_check_has_an_example(code: str) -> None:
    data, system = EXAMPLES[code]
    assert codes(examined(data(), system, modules=code in WITH_MODULES)) == [code]


# For each remedy that doctor names: the check, the command line, and what is left of the finding.
REMEDIES = {
    "hash": ["rewrite", "x.metallib", "--rehash"],
    "structure": ["rewrite", "x.metallib"],
    "triple": ["retarget", "x.metallib", "--platform", "ios", "--min-os", "17.0"],
    "newer-triple": ["retarget", "x.metallib", "--min-os", "14.0"],
    "newer-triple, the library": ["retarget", "x.metallib", "--min-os", "14.2"],
    "name": ["edit", "x.metallib", "--rename", "nope=saxpy"],
    "name, removed": ["edit", "x.metallib", "--remove", "nope", "--allow-empty"],
    "name, replaced": ["edit", "x.metallib", "--replace", "nope=nope.air"],
    "library-language": ["retarget", "x.metallib", "--min-os", "15.7"],
    "deployment-target": ["retarget", "x.metallib", "--min-os", "15.7.3"],
}


@pytest.mark.parametrize("remedy", REMEDIES)
def test_what_doctor_advises_mends_it(remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = remedy.partition(",")[0]
    make, system = EXAMPLES[code]
    if code in ("library-language", "deployment-target"):  # the example's module is older than its function says
        result = mtlb.Library.of(library(function()))
        result.retarget(min_os="26")
        result.functions[0].language_version = "4.0" if code == "library-language" else "3.1"
        Path("x.metallib").write_bytes(write(result))
    else:
        Path("x.metallib").write_bytes(make())
    right = edited(lambda module: setattr(module.function("saxpy"), "name", "nope"))
    Path("nope.air").write_bytes(right)
    words = REMEDIES[remedy]
    options = [word for word in words if word.startswith("--") and word != "--allow-empty"]
    option = options[-1] if options else words[0]
    before = invoke("doctor", "x.metallib", *(["--os", system] if system else []))
    assert f"[{code}]" in before.text
    advice = " ".join(before.text.split())
    assert f"`mtlb {words[0]}" in advice and option in advice
    assert invoke(*words, "-o", "y.metallib").code == 0
    after = invoke("doctor", "y.metallib", *(["--os", system] if system else []))
    assert f"[{code}]" not in after.text
    if remedy not in ("name, removed", "name, replaced"):
        assert after.code == 0, after.text


@pytest.mark.long
def test_what_verify_lint_and_check_find_is_found(tmp_path: Path) -> None:
    """No library with an error of theirs has nothing wrong."""
    for path in sorted(BAD.glob("*.metallib")):
        if invoke("verify", path).code or invoke("lint", path).code:
            assert "nothing wrong" not in invoke("doctor", path).text, path
    broken = tmp_path / "x.metallib"
    for data in (stored(plain_function("nope")), stored(function(), platform="ios", os="17.0")):
        broken.write_bytes(data)
        assert invoke("doctor", broken).code == 1


def test_without_modules_none_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mtlb.inspect.floors.target_triple", lambda data: pytest.fail("a module was read"))
    monkeypatch.setattr("mtlb.inspect.floors.has_opaque_pointers", lambda data: pytest.fail("a module was read"))
    assert diagnose(stored(function()), os="15", modules=False) == []
