"""Compiles mtlb/cpu/native/*.c to the LLVM IR beside it: `python tools/build_runtime.py [--check]`.

For maintainers: it needs clang, which it takes from the PyPI package `ziglang` (0.17: LLVM 22). Users get the IR, which
is made for LLVM 20 and later, for each processor that has a stack switch in runtime.c. What ties it to one model of a
processor or to a newer LLVM is left out: target attributes, `captures`, `range`, module flags, file names.
`--check` compares the digests of the sources with those that the IR was made from, and needs no compiler.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

NATIVE = Path(__file__).resolve().parent.parent / "mtlb" / "cpu" / "native"
UNITS = ("runtime", "lanes", "textures", "stages", "check", "trace")
PROCESSORS = ("x86_64", "aarch64")
_KEPT = ("noinline", "naked", "alwaysinline", "nounwind", "noreturn")
_FLAGS = [
    "-Os",
    "-std=c11",
    "-fno-sanitize=all",
    "-fno-stack-protector",
    "-fno-unwind-tables",
    "-fno-asynchronous-unwind-tables",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-g0",
    "-S",
    "-emit-llvm",
]


def source_digest(unit: str) -> str:
    """Digest of what the IR of a unit is made from."""
    digest = hashlib.sha256()
    for path in (NATIVE / "runtime.h", NATIVE / f"{unit}.c"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def portable(text: str) -> str:
    """The IR without what ties it to one LLVM or one processor of a family."""
    lines = [
        line
        for line in text.splitlines()
        if not re.match(r"source_filename|target |; |!llvm\.|!\d+ = |declare void @llvm\.(lifetime|experimental)", line)
        and not re.search(r"call void @llvm\.(lifetime|experimental\.noalias)", line)
    ]
    text = re.sub(r" +; (?:preds = .*|\\d+ uses?)$", "", "\n".join(lines), flags=re.M)
    text = re.sub(r", ![a-z.]+(?:\.[a-z]+)? !\d+", "", text)  # attachments
    text = re.sub(
        r" captures\([^)]*\)| range\([^)]*\)| initializes\(\(.*?\)\)| (?:noundef|nonnull|writable|dead_on_unwind)\b",
        "",
        text,
    )
    text = re.sub(r"getelementptr inbounds nuw", "getelementptr inbounds", text)
    text = re.sub(r"getelementptr nuw", "getelementptr", text)
    text = re.sub(r" (?:samesign|nneg|disjoint)\b", "", text)
    text = re.sub(r"(?<=trunc )(?:nuw |nsw )+", "", text)

    def attributes(match: re.Match[str]) -> str:
        words = " ".join(word for word in _KEPT if re.search(rf"\b{word}\b", match[2]))
        return f"attributes #{match[1]} = {{ {words or 'nounwind'} }}"

    text = re.sub(r"^attributes #(\d+) = \{(.*)\}$", attributes, text, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def build(unit: str, processor: str) -> str:
    """The text of one file of IR."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.ll"
        command = [sys.executable, "-m", "ziglang", "cc", "-target", f"{processor}-linux-gnu", *_FLAGS]
        subprocess.run([*command, str(NATIVE / f"{unit}.c"), "-o", str(out)], check=True, stderr=subprocess.DEVNULL)
        return f"; {source_digest(unit)} by tools/build_runtime.py\n{portable(out.read_text())}"


def main() -> int:
    """Make the files, or say which are not those of the sources."""
    stale = []
    for unit in UNITS:
        for processor in PROCESSORS:
            path = NATIVE / f"{unit}.{processor}.ll"
            if "--check" in sys.argv[1:]:
                if not path.exists() or source_digest(unit) not in path.read_text().partition("\n")[0]:
                    stale.append(path.name)
            else:
                path.write_text(build(unit, processor))
    if stale:
        print(f"not made from the sources as they are: {', '.join(stale)}; run tools/build_runtime.py")
    return bool(stale)


if __name__ == "__main__":
    raise SystemExit(main())
