"""Files of moves: what they hold, and how they are written, resumed, described and checked."""
