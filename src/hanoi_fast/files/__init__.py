"""Files of moves: what they hold, how they are written, resumed, described, checked and read."""
