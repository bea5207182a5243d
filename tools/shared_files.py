"""What a wheel puts under `share`: manual pages, shell completions and CMake's package. setup.py calls it.

Pages and completions are written below build/ from the command's own objects, without a date: equal sources give equal
bytes. The folders are those where man, bash, zsh, fish and CMake look beside the `bin` folder of an environment.
"""

from __future__ import annotations

from pathlib import Path

import gen_man_pages
from typer.completion import get_completion_script

__all__ = ["shared_files"]

ROOT = Path(__file__).resolve().parent.parent
COMPLETIONS = {
    "bash": "share/bash-completion/completions/mtlb",
    "zsh": "share/zsh/site-functions/_mtlb",
    "fish": "share/fish/vendor_completions.d/mtlb.fish",
}
CMAKE = ("mtlbConfig.cmake", "mtlbConfigVersion.cmake", "mtlbProgram.cmake")


# typer's script for zsh is one to source. zsh loads a file of site-functions at the first completion, and takes it for
# the function that completes; so it has to call it then. The same test is in Click's script.
_ZSH_SOURCED = "compdef _mtlb_completion mtlb"
_ZSH_LOADED = f"""if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _mtlb_completion "$@"
else
  {_ZSH_SOURCED}
fi"""


def _completion(shell: str) -> str:
    script = get_completion_script(prog_name="mtlb", complete_var="_MTLB_COMPLETE", shell=shell)
    return script.replace(f"\n{_ZSH_SOURCED}", f"\n{_ZSH_LOADED}") + "\n"


def _texts() -> dict[str, str]:
    """The files that are made, by their place below the prefix of an environment."""
    texts = {f"share/man/man1/{name}.1": text for name, text in gen_man_pages.pages()}
    for shell, place in COMPLETIONS.items():
        texts[place] = _completion(shell)
    return texts


def shared_files() -> list[tuple[str, list[str]]]:
    """Folders and the files that go there, as setuptools' `data_files` has them; the files are written below build/."""
    folders: dict[str, list[str]] = {"share/cmake/mtlb": [f"mtlb/cmake/{name}" for name in CMAKE]}
    for place, text in _texts().items():
        path = Path("build") / place
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8", newline="\n")
        folders.setdefault(str(Path(place).parent.as_posix()), []).append(path.as_posix())
    return sorted(folders.items())
