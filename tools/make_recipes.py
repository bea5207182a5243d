"""Recipes for rattler-build (conda) and Homebrew: `python tools/make_recipes.py SDIST --url ADDRESS -d FOLDER`.

There is no address that mtlb is downloaded from: it is where whoever packages it keeps the source distribution.
Version, dependencies, licence and summary are those of the package's own metadata (PKG-INFO, Python's core metadata),
and the hash is that of the file. Writes recipe.yaml and mtlb.rb.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import tarfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

_CONDA_EXTRAS = {"cryptography[ssh]": "bcrypt"}  # what an extra of PyPI's adds


def address(text: str) -> str:
    """An address as --url takes it: nothing in it ends a string of YAML or Ruby, or is replaced in one."""
    if re.fullmatch(r"(https?|file)://[A-Za-z0-9._~:/?@!&'()*+,;=%-]+", text) is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not an address (https://, http:// or file://)")
    return text


def metadata_of(sdist: Path) -> Message:
    """The package's metadata. SystemExit if the file is not a source distribution."""
    try:
        with tarfile.open(sdist) as archive:
            for member in archive:
                if re.fullmatch(r"[^/]+/PKG-INFO", member.name) and (file := archive.extractfile(member)) is not None:
                    return Parser().parsestr(file.read().decode("utf-8"))
    except (OSError, tarfile.TarError) as error:
        raise SystemExit(f"{sdist}: {error}") from None
    raise SystemExit(f"{sdist}: no source distribution: it has no PKG-INFO")


def requirements(metadata: Message) -> list[str]:
    """What conda is to install with it, in its words: `typer >=0.28`."""
    results = []
    for line in metadata.get_all("Requires-Dist") or []:
        requirement, _, marker = (part.strip() for part in line.partition(";"))
        if "extra" in marker:
            continue
        match = re.fullmatch(r"([A-Za-z0-9._-]+(?:\[[a-z,]+\])?)\s*(.*)", requirement)
        assert match is not None, line
        results.append(f"{match[1].partition('[')[0]} {match[2]}".strip())
        if match[1] in _CONDA_EXTRAS:
            results.append(_CONDA_EXTRAS[match[1]])
    return results


def conda_recipe(metadata: Message, url: str, sha256: str) -> str:
    """The text of recipe.yaml."""
    python = f"python {metadata['Requires-Python']}"
    run = "\n".join(f"    - {item}" for item in (python, *requirements(metadata)))
    return f"""context:
  version: "{metadata["Version"]}"

package:
  name: mtlb
  version: ${{{{ version }}}}

source:
  url: {json.dumps(url)}
  sha256: "{sha256}"

build:
  number: 0
  noarch: python
  script: ${{{{ PYTHON }}}} -m pip install . -vv --no-deps --no-build-isolation
  python:
    entry_points:
      - mtlb = mtlb.__main__:main

requirements:
  host:
    - {python}
    - pip
    - setuptools >=77
  run:
{run}

tests:
  - python:
      imports: [mtlb, mtlb.linker, mtlb.inspect]
      pip_check: true
  - script:
      - mtlb --version
      - mtlb link --help

about:
  summary: {metadata["Summary"]}
  license: {metadata["License-Expression"]}
  license_file: LICENSE
"""


def homebrew_formula(metadata: Message, url: str, sha256: str) -> str:
    """The text of mtlb.rb. The resources of the Python packages that it needs are left to whoever keeps the tap."""
    return f"""class Mtlb < Formula
  include Language::Python::Virtualenv

  desc "{metadata["Summary"].replace('"', "'")}"
  url {json.dumps(url)}
  sha256 "{sha256}"
  license "{metadata["License-Expression"]}"

  depends_on "cmake" => :build
  depends_on "llvm@20" => :build
  depends_on "cryptography"
  depends_on "python@3.13"

  def install
    virtualenv_install_with_resources
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/mtlb --version")
    (testpath/"empty.air").write ""
    assert_match "mtlb: error", shell_output("#{{bin}}/mtlb link empty.air -o lib.metallib 2>&1", 1)
  end
end
"""


def main() -> int:
    """Write both recipes; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sdist", type=Path, help="mtlb-VERSION.tar.gz, as `python -m build --sdist` makes it")
    parser.add_argument("--url", required=True, type=address, help="where that file is downloaded from")
    parser.add_argument("-d", "--directory", type=Path, default=Path(), help="where the recipes go; default: here")
    arguments = parser.parse_args()
    metadata = metadata_of(arguments.sdist)
    sha256 = hashlib.sha256(arguments.sdist.read_bytes()).hexdigest()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    for name, text in (
        ("recipe.yaml", conda_recipe(metadata, arguments.url, sha256)),
        ("mtlb.rb", homebrew_formula(metadata, arguments.url, sha256)),
    ):
        (arguments.directory / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
