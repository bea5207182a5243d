# Lists the functions of Metal libraries in the program's file, with their source, by asking mtlb.
# @category Metal
# @menupath Analysis.Metal functions
#
# Each library gets a bookmark, each function's module a label and its Metal source as a plate comment. Needs the
# command mtlb; MTLB names another one. Runs in Jython (Python 2.7) and in PyGhidra: names of Ghidra are globals,
# f-strings are not there.
# ruff: noqa: F821, UP032
import json
import os
import re
import subprocess


def ask(*words):
    """The JSON that a command of mtlb prints; None if it prints none: the reason is on stderr."""
    command = [os.environ.get("MTLB", "mtlb")]
    command.extend(words)
    command.append("--json")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, error = process.communicate()
    if not out.strip():
        print("mtlb {}: {}".format(words[0], error.decode("utf-8", "replace").strip()))
        return None
    return json.loads(out.decode("utf-8"))


def functions_in(path):
    """(offset of the library in the file, its size, the functions as `mtlb.decompile/1` has them), library by library.

    Libraries inside zips and texts have no bytes of their own in the file, and are left out.
    """
    answer = ask("find", path)
    for one in answer["found"] if answer else ():
        if one["kind"] == "metallib" and one["path"] == path:
            source = ask("decompile", one["place"])
            yield one["offset"], one["size"], source["functions"] if source else []


def label(name):
    """A name that Ghidra accepts as a label."""
    return "metal_" + re.sub(r"[^0-9A-Za-z_$.:]", "_", name)


def run():
    """Mark everything that is found, in the program that is open."""
    path = currentProgram.getExecutablePath()
    memory = currentProgram.getMemory()
    count = 0
    for offset, size, functions in functions_in(path):
        for address in memory.locateAddressesForFileOffset(offset):
            createBookmark(address, "Metal", "library, {} bytes, {} functions".format(size, len(functions)))
        for one in functions:
            for address in memory.locateAddressesForFileOffset(one["offset"]):
                createLabel(address, label(one["name"] or "module"), True)
                setPlateComment(address, one["source"])
            print("{} {}: {} bytes at {}".format(one["kind"], one["name"], one["size"], one["offset"]))
            count += 1
    print("{} Metal functions".format(count))


if "currentProgram" in globals():
    run()
