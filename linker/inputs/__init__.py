"""The files of a link, and the modules in them."""

from .files import Input, InputFile, InputLike, find_library
from .load import DynamicLibrary, Inputs, load

__all__ = ["DynamicLibrary", "Input", "InputFile", "InputLike", "Inputs", "find_library", "load"]
