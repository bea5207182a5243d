"""The records of LLVM's bitcode, one table per block, and the code that `tools/gen_records.py` makes of the tables."""
