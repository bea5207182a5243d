"""mtlb ar and mtlb sources."""

from __future__ import annotations

from pathlib import Path

import mtlb
from mtlb.linker import LinkOptions, SourceOptions, link
from tests.cli.invoke import invoke
from tests.linker.samples import GOLDEN
from tests.linker.test_sources import recorded

HELPER, STAGES, MAIN = (GOLDEN / f"link_{name}.air" for name in ("helper", "stages", "main"))


def test_an_archive_is_made_listed_and_linked(tmp_path: Path) -> None:
    path = tmp_path / "libx.a"
    assert invoke("ar", "create", HELPER, STAGES, "-o", path).code == 0
    lines = invoke("ar", "list", path).text.splitlines()
    assert lines[0] == "link_helper.air  2,640 bytes" and "  _Z6unusedf" in lines and "  place" in lines
    assert invoke("ar", "list", path, path).text.splitlines()[0].startswith(f"{path}: link_helper.air")
    assert invoke("link", MAIN, "-L", tmp_path, "-l", "x", "-o", tmp_path / "out.metallib").code == 0


def test_words_that_do_not_go_together(tmp_path: Path) -> None:
    assert "writes no file" in invoke("ar", "list", HELPER, "-o", tmp_path / "x").stderr
    assert invoke("ar", "list", HELPER).text.splitlines()[0] == f"{HELPER}  2,640 bytes"
    result = invoke("ar", "list", GOLDEN.parent / "lib" / "air-lld-macos14.metallib")
    assert result.code == 1 and "neither an archive nor a module but a metallib" in result.stderr
    library = tmp_path / "x.metallib"
    library.write_bytes(mtlb.write(link([recorded()], LinkOptions(sources=SourceOptions())).library))
    for words, reason in (
        (("list", library, "-o", tmp_path / "y"), "writes no library"),
        (("split", library, "-o", tmp_path / "y"), "needs --companion"),
        (("extract", library), "needs --directory"),
        (("list", library, "-d", tmp_path), "--directory and --force are only for extract"),
        (("merge", library), "takes a library and its companion"),
        (("split", library, library, "--companion", tmp_path / "z"), "takes one library"),
    ):
        result = invoke("sources", *words)
        assert result.code == 2 and reason in result.stderr, words


def test_a_universal_archive_gives_the_slice_for_the_target(tmp_path: Path) -> None:
    archive, both = tmp_path / "libx.a", tmp_path / "both.a"
    assert invoke("ar", "create", HELPER, "-o", archive).code == 0
    assert invoke("lipo", "create", f"{archive}:air64_v26", f"{archive}:air64_v28", "-o", both).code == 0
    result = invoke("link", MAIN, both, "-v", "-o", tmp_path / "out.metallib")
    assert result.code == 0 and "both.a(air64_v26)(link_helper.air): linked for" in result.stderr
    assert invoke("lipo", "create", f"{archive}:air64_v28", "-o", both).code == 0
    result = invoke("link", MAIN, both, "-o", tmp_path / "none.metallib")
    assert result.code == 1 and "no slice is for AIR 2.6 or older: it has air64_v28" in result.stderr
    assert not (tmp_path / "none.metallib").exists()


def test_sources_are_listed_split_joined_and_extracted(tmp_path: Path) -> None:
    library, less, more, again = (
        tmp_path / name for name in ("a.metallib", "b.metallib", "b.metallibsym", "c.metallib")
    )
    library.write_bytes(mtlb.write(link([recorded()], LinkOptions(sources=SourceOptions("air-lld", "/w"))).library))
    text = invoke("sources", "list", library).text
    assert text.startswith("command    air-lld\ndirectory  /w\narchive 0\n") and "metal-options.txt" in text
    assert invoke("sources", "split", library, "-o", less, "--companion", more).code == 0
    assert invoke("sources", "merge", less, more, "-o", again).code == 0
    assert again.read_bytes() == library.read_bytes()
    result = invoke("sources", "merge", GOLDEN.parent / "lib" / "air-lld-macos14.metallib", more, "-o", tmp_path / "no")
    assert result.code == 1 and "b.metallibsym: it belongs to another library" in result.stderr
    assert invoke("sources", "extract", library, "-d", tmp_path / "files").code == 0
    assert "00000_metal-options.txt" in [path.name for path in (tmp_path / "files").iterdir()]
    assert invoke("sources", "list", less).text == "no embedded sources\n"
    result = invoke("sources", "split", less, "-o", again, "--companion", tmp_path / "no")
    assert result.code == 1 and "no embedded sources" in result.stderr


def test_a_link_makes_both_files_at_once(tmp_path: Path) -> None:
    source = tmp_path / "saxpy.air"
    source.write_bytes(bytes(recorded().data))
    less, more, whole = (tmp_path / name for name in ("a.metallib", "a.metallibsym", "whole.metallib"))
    words = ("link", source, "--embed-sources", "--recorded-command", "x", "--library-name", "a.metallib")
    assert invoke(*words, "-o", less, "--companion", more).code == 0
    assert invoke(*words, "-o", whole).code == 0
    assert invoke("sources", "merge", less, more, "-o", tmp_path / "joined.metallib").code == 0
    assert (tmp_path / "joined.metallib").read_bytes() == whole.read_bytes()
    result = invoke("link", source, "-o", less, "--companion", more)
    assert result.code == 2 and "need --embed-sources" in result.stderr
