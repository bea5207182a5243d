"""Merging the inputs of a shard into one program, and splitting it into modules."""
