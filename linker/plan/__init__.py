"""What is known of each input, and what is decided over all of them."""
