"""LLVM's bitstream container: bits, blocks, abbreviations and records. Knows no IR."""
