"""Lists of moves, whoever made them: read, replayed and judged."""
