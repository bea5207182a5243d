"""The linker: AIR modules in, one Metal library out. `link.py` tells the story on one page."""

if __name__ != "mtlb.linker":
    raise ImportError("the linker is imported as mtlb.linker: import mtlb.linker", name=__name__)
