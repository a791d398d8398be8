"""The puzzle to look at: drawings, figures, characters, and a page to play on."""
