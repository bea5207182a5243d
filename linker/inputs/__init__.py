"""The files of a link, and the modules in them."""
