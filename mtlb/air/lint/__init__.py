"""The conventions of AIR as rules."""
