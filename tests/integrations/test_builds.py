"""Each build system builds the library, does nothing the second time, and builds anew what changed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mtlb._version import __version__
from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.integrations.project import FILES, Project, expected, tool

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for mtlb is a shell script")

CMAKE = ROOT / "mtlb/cmake"
LISTS = """cmake_minimum_required(VERSION 3.20)
project(app NONE)
find_package(mtlb {version} REQUIRED)
add_custom_command(OUTPUT made.air DEPENDS second.air
  COMMAND "${{CMAKE_COMMAND}}" -E copy "${{CMAKE_CURRENT_SOURCE_DIR}}/second.air" made.air)
mtlb_add_metallib(shaders ALL SOURCES first.air made.air {words})
get_target_property(library shaders MTLB_LIBRARY)
message(STATUS "library: ${{library}}")
"""


def is_linked_once_more_after_a_change(project: Project, build: list[str | Path], library: Path) -> None:
    """`build` builds `library`; again, it does nothing; after a change it links."""
    before = project.links
    project.run(*build)
    assert library.read_bytes() == expected(project.folder)
    stamp = library.stat().st_mtime_ns
    project.run(*build)
    assert (project.links, library.stat().st_mtime_ns) == (before + 1, stamp)
    project.change()
    project.run(*build)
    assert project.links == before + 2
    assert library.read_bytes() == expected(project.folder)


@pytest.mark.parametrize("generator", ["Ninja", "Unix Makefiles"])
@pytest.mark.long
def test_cmake(tmp_path: Path, generator: str) -> None:
    cmake, _ = tool("cmake"), tool("ninja" if generator == "Ninja" else "make")
    project = Project(tmp_path)
    (tmp_path / "CMakeLists.txt").write_text(LISTS.format(version=__version__, words=""))
    said = project.run(cmake, "-G", generator, "-S", ".", "-B", "build", f"-Dmtlb_DIR={CMAKE}")
    library = tmp_path / "build/shaders.metallib"
    assert f"library: {library}" in said
    is_linked_once_more_after_a_change(project, [cmake, "--build", "build"], library)


def test_the_folder_of_the_package_is_printed() -> None:
    result = invoke("--cmake-dir")
    assert Path(result.text.strip()).samefile(CMAKE)


def configured(project: Project, version: str = "", words: str = "", code: int = 1) -> str:
    (project.folder / "CMakeLists.txt").write_text(LISTS.format(version=version, words=words))
    directory = f"-Dmtlb_DIR={CMAKE}"
    return " ".join(project.run(tool("cmake"), "-S", ".", "-B", "build", directory, code=code).split())


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("third.metal", "third.metal is Metal source: compile it to .air first"),
        ("PLATFORM", "no value for: PLATFORM"),
        ("SOURCES", "no value for: SOURCES"),
    ],
)
def test_wrong_words_in_cmake(tmp_path: Path, words: str, reason: str) -> None:
    assert reason in configured(Project(tmp_path), "", words)


@pytest.mark.parametrize("version", ["99.0", f"{__version__.split('.')[0]}.999"])
@pytest.mark.long
def test_a_version_that_is_too_old_for_cmake(tmp_path: Path, version: str) -> None:
    assert "Could not find a configuration file for package" in configured(Project(tmp_path), version)


@pytest.mark.long
def test_options_in_cmake(tmp_path: Path) -> None:
    project = Project(tmp_path)
    configured(project, "", "OUTPUT out/a.metallib PLATFORM macos MIN_OS 15.0 OPTIONS --uuid " + 32 * "7", code=0)
    project.run(tool("cmake"), "--build", "build")
    said = project.run(sys.executable, "-m", "mtlb", "info", "build/out/a.metallib", PYTHONPATH=str(ROOT))
    assert "macOS 15.0" in said
    assert "77777777-7777-7777-7777-777777777777" in said.lower()


@pytest.mark.long
def test_cmake_finds_the_package_of_an_environment(tmp_path: Path) -> None:
    """share/cmake/mtlb beside the bin folder that is in PATH, as the wheel installs it."""
    project = Project(tmp_path / "app")
    place = tmp_path / "environment/share/cmake/mtlb"
    place.mkdir(parents=True)
    for path in CMAKE.glob("*.cmake"):
        (place / path.name).write_bytes(path.read_bytes())
    programs = tmp_path / "environment/bin"
    programs.mkdir()
    project.program.rename(programs / "mtlb")
    (project.folder / "CMakeLists.txt").write_text(LISTS.format(version="", words=""))
    path = os.pathsep.join([str(programs), project.environment["PATH"]])
    project.run(tool("cmake"), "-S", ".", "-B", "build", PATH=path)
    project.run(tool("cmake"), "--build", "build", PATH=path)
    assert (project.folder / "build/shaders.metallib").exists()


@pytest.mark.long
def test_meson(tmp_path: Path) -> None:
    meson, _ = tool("meson"), tool("ninja")
    project = Project(tmp_path, FILES / "meson/meson.build")
    project.run(meson, "setup", "build")
    is_linked_once_more_after_a_change(project, [meson, "compile", "-C", "build"], tmp_path / "build/shaders.metallib")


@pytest.mark.long
def test_ninja(tmp_path: Path) -> None:
    project = Project(tmp_path, FILES / "ninja/build.ninja")
    is_linked_once_more_after_a_change(project, [tool("ninja")], tmp_path / "shaders.metallib")


@pytest.mark.long
def test_make(tmp_path: Path) -> None:
    project = Project(tmp_path, FILES / "make/Makefile")
    is_linked_once_more_after_a_change(project, [tool("make")], tmp_path / "shaders.metallib")
    project.run(tool("make"), "clean")
    assert not (tmp_path / "shaders.metallib").exists()


BUILD = """load("@rules_mtlb//:defs.bzl", "metal_library")

metal_library(name = "shaders", srcs = ["first.air", "second.air"], options = ["--require-functions", "2"])
"""
WORKSPACE = """local_repository(name = "rules_mtlb", path = "{rules}")
load("@rules_mtlb//:defs.bzl", "mtlb_repository")
mtlb_repository(name = "mtlb")
"""


@pytest.mark.builds
def test_bazel(tmp_path: Path) -> None:
    bazel = tool("bazel")
    project = Project(tmp_path / "app")
    (project.folder / "BUILD").write_text(BUILD)
    (project.folder / "WORKSPACE").write_text(WORKSPACE.format(rules=FILES / "bazel"))
    build: list[str | Path] = [
        bazel,
        f"--output_user_root={tmp_path / 'bazel'}",
        "build",
        "--spawn_strategy=local",
        ":shaders",
    ]
    try:
        library = project.folder / "bazel-bin/shaders.metallib"
        is_linked_once_more_after_a_change(project, build, library)
    finally:
        project.run(bazel, f"--output_user_root={tmp_path / 'bazel'}", "shutdown")


@pytest.mark.builds
def test_pre_commit(tmp_path: Path) -> None:
    """Our hooks, from this checkout, in a repository with a good library and a damaged one."""
    command = tool("pre-commit")
    project = Project(tmp_path / "app")
    (project.folder / "good.metallib").write_bytes(expected(project.folder))
    git = [tool("git"), "-c", "user.name=a", "-c", "user.email=a@b"]
    project.run(*git, "init", "-q")
    project.run(*git, "add", "good.metallib", "first.air")
    words = [command, "try-repo", str(ROOT), "mtlb-verify", "--ref", "HEAD", "--all-files", "--verbose"]
    said = project.run(*words, PRE_COMMIT_HOME=str(tmp_path / "home"))
    assert "Passed" in said
    (project.folder / "good.metallib").write_bytes(expected(project.folder)[:-1])
    project.run(*git, "add", "good.metallib")
    said = project.run(*words, code=1, PRE_COMMIT_HOME=str(tmp_path / "home"))
    assert "good.metallib: error:" in said


@pytest.mark.long
def test_the_action_checks_and_reports(tmp_path: Path) -> None:
    project = Project(tmp_path)
    (tmp_path / "good.metallib").write_bytes(expected(tmp_path))
    script = FILES / "github/check.sh"
    project.run(script, MTLB_PATHS="  good.metallib\n\n", MTLB_MIN_OS="macos:15.0\n", MTLB_SARIF="out")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"check.sarif", "lint.sarif"}
    said = project.run(script, code=1, MTLB_PATHS="good.metallib", MTLB_MIN_OS="macos:11.0", MTLB_LINT="false")
    assert "needs macOS 14.0" in said
    (run,) = json.loads((tmp_path / "mtlb-sarif/check.sarif").read_text())["runs"]
    assert {result["ruleId"] for result in run["results"]} == {"newer-os"}
    assert {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]} == {
        "good.metallib"
    }
    project.run(script, code=2, MTLB_PATHS=" \n")


@pytest.mark.long
def test_the_summary_of_a_job(tmp_path: Path) -> None:
    """A row for each library, also for one that can't be read; names make no Markdown."""
    project = Project(tmp_path)
    (tmp_path / "a|b <x>.metallib").write_bytes(expected(tmp_path))
    (tmp_path / "bad.metallib").write_bytes(b"x")
    words = {"MTLB_PATHS": "a|b <x>.metallib\nbad.metallib\nabsent.metallib", "MTLB_MIN_OS": "macos:11"}
    project.run(FILES / "github/check.sh", code=1, GITHUB_STEP_SUMMARY="summary.txt", PYTHON=sys.executable, **words)
    lines = (tmp_path / "summary.txt").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ")]
    heads = ["| library | needs | as promised | why not |", "| file | errors | warnings | notes |"]
    assert [row for row in rows if row in heads] == heads and all(len(row.split(" | ")) == 4 for row in rows)
    assert any(row.startswith("| a&#124;b &#60;x&#62;.metallib | macos 14.0 | no | ") for row in rows)
    assert any(row.startswith("| bad.metallib | ? | no | not a metallib: ") for row in rows)
    assert "absent.metallib" in "".join(lines)


def test_the_action_installs_itself(tmp_path: Path) -> None:
    """Its first step names the checkout that it is in, and no package of an index."""
    yaml = pytest.importorskip("yaml")
    action = yaml.safe_load((FILES / "github/action.yml").read_text(encoding="utf-8"))
    (installs,) = [step["run"] for step in action["runs"]["steps"] if "pip install" in step["run"]]
    assert installs.rstrip().endswith('"$GITHUB_ACTION_PATH/../.."')
    assert (FILES / "github" / "../.." / "pyproject.toml").exists()


def test_recipes_are_made_of_a_source_distribution(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    package = tmp_path / "mtlb-9.8.7.tar.gz"
    metadata = subprocess.run(
        [sys.executable, "-c", MADE_SDIST, str(package)], capture_output=True, text=True, cwd=ROOT, check=True
    ).stdout
    program = [sys.executable, str(ROOT / "tools/make_recipes.py")]
    url = "https://example.org/mtlb-9.8.7.tar.gz"
    subprocess.run([*program, str(package), "--url", url, "-d", str(tmp_path / "out")], check=True)
    recipe = yaml.safe_load((tmp_path / "out/recipe.yaml").read_text().replace("${{", "<").replace("}}", ">"))
    assert recipe["context"]["version"] == "9.8.7"
    assert recipe["source"] == {"url": url, "sha256": metadata.strip()}
    assert "cryptography >=43" in recipe["requirements"]["run"]
    assert "bcrypt" in recipe["requirements"]["run"]
    assert not any("pytest" in item or "numpy" in item for item in recipe["requirements"]["run"])
    formula = (tmp_path / "out/mtlb.rb").read_text()
    assert f'url "{url}"\n  sha256 "{metadata.strip()}"' in formula
    for words in ([], ["--url", 'https://example.org/"\n']):
        done = subprocess.run([*program, str(package), *words], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 2 and "--url" in done.stderr
    wrong = subprocess.run([*program, str(ROOT / "README.md"), "--url", url], capture_output=True, text=True)
    assert wrong.returncode == 1
    assert "README.md" in wrong.stderr and "Traceback" not in wrong.stderr


MADE_SDIST = """
import hashlib, io, sys, tarfile
text = b'''Metadata-Version: 2.4
Name: mtlb
Version: 9.8.7
Summary: Link
License-Expression: MIT
Requires-Python: >=3.10
Requires-Dist: typer>=0.28
Requires-Dist: cryptography[ssh]>=43
Requires-Dist: tomli>=2; python_version < "3.11"
Provides-Extra: test
Requires-Dist: pytest>=8; extra == "test"
'''
with tarfile.open(sys.argv[1], "w:gz") as archive:
    member = tarfile.TarInfo("mtlb-9.8.7/PKG-INFO")
    member.size = len(text)
    archive.addfile(member, io.BytesIO(text))
print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())
"""


YAML = [*FILES.rglob("*.yml"), *(ROOT / ".github").rglob("*.yml"), ROOT / ".pre-commit-hooks.yaml"]


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_yaml_is_yaml(path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    assert yaml.safe_load(path.read_text(encoding="utf-8"))


def test_the_snippets_of_pages_are_yaml_and_use_what_there_is() -> None:
    """Hooks and inputs of the action by their names."""
    yaml = pytest.importorskip("yaml")
    inputs = set(yaml.safe_load((FILES / "github/action.yml").read_text(encoding="utf-8"))["inputs"])
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    used = 0
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for block in re.findall(r"^```yaml\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            assert yaml.safe_load(block), page
            for step in re.findall(r"uses: \S+/integrations/github@\S+\n\s+with:\n((?:\s{10,}.*\n)+)", block):
                assert set(re.findall(r"^ {10}([\w-]+):", step, re.MULTILINE)) <= inputs, page
                used += 1
            assert set(re.findall(r"- id: (mtlb-\S+)", block)) <= hooks, page
    assert used == 1


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml")), ids=lambda path: path.stem
)
def test_issue_forms_have_what_github_asks_for(path: Path) -> None:
    """GitHub's syntax of issue forms: name, description, body; fields with a type, an id of their own, and a label."""
    yaml = pytest.importorskip("yaml")
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert form["name"] and form["description"]
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert {field["type"] for field in fields} <= {"textarea", "input", "dropdown", "checkboxes"}
    assert len({field["id"] for field in fields}) == len(fields) >= 3
    assert all(field["attributes"]["label"] for field in fields)
