"""Coverage-guided fuzzing of one target: `python -m fuzz.coverage module CORPUS_DIRECTORY -max_total_time=600`.

Needs `pip install atheris` (Linux, macOS). The directory is filled with our seeds (with MTLB_SHARED also real files);
the arguments after it are libFuzzer's.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def main() -> None:
    import atheris  # type: ignore[import-untyped,unused-ignore]

    name, corpus, *options = sys.argv[1:]
    with atheris.instrument_imports(include=["mtlb"]):
        from .guard import check
        from .seeds import seeds
        from .targets import TARGETS

        target = TARGETS[name]
        result = seeds(target.kind, Path(os.environ["MTLB_SHARED"]) if "MTLB_SHARED" in os.environ else None)
        for seed in result[:3]:
            check(target, seed)  # imports what the target imports
    directory = Path(corpus)
    directory.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(result):
        directory.joinpath(f"seed-{number}").write_bytes(seed)

    def test_one_input(data: bytes) -> None:
        finding = check(target, data).finding
        if finding is not None:
            raise AssertionError(f"{finding.place}\n{finding.detail}")

    atheris.Setup([sys.argv[0], corpus, *options], test_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
