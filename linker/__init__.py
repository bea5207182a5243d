"""The linker: AIR modules in, one Metal library out. `link.py` tells the story on one page."""
