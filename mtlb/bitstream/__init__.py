"""LLVM's bitstream container: bits, blocks, abbreviations and records. It does not interpret IR."""
