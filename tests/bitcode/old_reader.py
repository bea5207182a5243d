"""`python old_reader.py DIRECTORY FILE...`: parse and verify bitcode with the llvmlite in DIRECTORY; prints a count."""

import sys

sys.path.insert(0, sys.argv[1])

import llvmlite.binding as llvm

for name in sys.argv[2:]:
    with open(name, "rb") as file:
        data = file.read()
    try:
        # The oldest have one context for all.
        own = [llvm.create_context()] if hasattr(llvm, "create_context") else []
        llvm.parse_bitcode(data, *own).verify()
    except Exception as error:
        sys.exit(f"{name}: {error}")
print(len(sys.argv) - 2)
