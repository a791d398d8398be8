"""The puzzle: counts, states, towers, routes and distances."""
