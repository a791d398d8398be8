"""What users call: solutions, and how they are made, kept and found again."""
