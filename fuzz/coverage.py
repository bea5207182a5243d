"""Coverage-guided fuzzing of one target: `python -m fuzz.coverage module -max_total_time=600 corpus-directory`.

Needs `pip install atheris` (Linux, macOS). The arguments behind the target are libFuzzer's.
"""

from __future__ import annotations

import sys


def main() -> None:
    import atheris

    with atheris.instrument_imports(include=["mtlb"]):
        import mtlb.air
        import mtlb.bitcode
        import mtlb.container

        from fuzz.guard import check
        from fuzz.targets import TARGETS

    target = TARGETS[sys.argv[1]]

    def test_one_input(data: bytes) -> None:
        finding = check(target, data).finding
        if finding is not None:
            raise AssertionError(f"{finding.place}\n{finding.detail}")

    atheris.Setup([sys.argv[0], *sys.argv[2:]], test_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
