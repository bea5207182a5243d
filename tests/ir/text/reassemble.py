"""`python reassemble.py DIRECTORY`: assembles text with the llvmlite in DIRECTORY and compares it with its module.

Reads a line `BITCODE TEXT OUT SAME` of paths for each module from stdin. LLVM prints the module of BITCODE and that of
TEXT, which it writes and reads again (that upgrades attributes as reading a file does). It writes the first to SAME and
the second to OUT, for our own reader to compare. Prints a count, or the first module that differs.
"""

import difflib
import sys

sys.path.insert(0, sys.argv[1])

import llvmlite.binding as llvm

_NAMES = ("; ModuleID", 'source_filename = "<string>"')


def text(module):
    # LLVM's own assembler, 14 to 22, forgets the fast-math flags of phis.
    lines = str(module).replace(" = phi fast ", " = phi ").splitlines()
    return [line for line in lines if not line.startswith(_NAMES)]


count = 0
for line in sys.stdin:
    bitcode, source, out, same = line.split()
    with open(bitcode, "rb") as file:
        original = llvm.parse_bitcode(file.read(), llvm.create_context())
    expected = text(original)
    with open(same, "wb") as file:
        file.write(original.as_bitcode())
    with open(source) as file:
        try:
            module = llvm.parse_assembly(file.read(), llvm.create_context())
            module.verify()
        except RuntimeError as error:
            sys.exit(f"{bitcode}: {error}")
    again = llvm.parse_bitcode(module.as_bitcode(), llvm.create_context())
    with open(out, "wb") as file:
        file.write(again.as_bitcode())
    actual = text(again)
    if actual != expected:
        sys.exit("\n".join([bitcode, *list(difflib.unified_diff(expected, actual, lineterm="", n=0))[:20]]))
    count += 1
print(count)
