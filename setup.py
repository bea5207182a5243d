"""What pyproject.toml can't say: where the packages `mtlb.linker` and `mtlb.cli` are, the compiled engine if it is
asked for (docs/engine.md), files below `share`, and the README with addresses."""

import sys
from pathlib import Path

from setuptools import find_namespace_packages, setup

ROOT = Path(__file__).parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]
import build_engine  # noqa: E402
import checkout_links  # noqa: E402
import pypi_readme  # noqa: E402

import mtlb  # noqa: E402

settings = build_engine.settings()
# Where links can be made, an editable install is a plain path entry, which type checkers follow; mypyc needs them too.
linked = ("editable_wheel" in sys.argv or "ext_modules" in settings) and checkout_links.make_links()
if "ext_modules" in settings and not linked:
    raise SystemExit("mtlb: error: the compiled engine is built where the file system has links")
folders = () if "editable_wheel" in sys.argv and linked else checkout_links.FOLDERS
packages = set(find_namespace_packages(str(ROOT), include=["mtlb", "mtlb.*"]))
for name in checkout_links.FOLDERS:
    packages |= {f"mtlb.{package}" for package in find_namespace_packages(str(ROOT), include=[name, f"{name}.*"])}
shared = []
if "bdist_wheel" in sys.argv:  # a source distribution has no use for them, and an editable install no place
    from shared_files import shared_files

    shared = shared_files()
setup(
    packages=sorted(packages),
    package_dir={"": ".", **{f"mtlb.{name}": name for name in folders}},
    data_files=shared,
    long_description=pypi_readme.text(mtlb.__version__),
    long_description_content_type="text/markdown",
    **settings,
)
