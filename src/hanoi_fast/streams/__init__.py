"""Moves as bytes: layouts, renderings, documents and the chunks they are made of."""
