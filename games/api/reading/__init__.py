"""Public facts for programs: rules, players, boards, and finished games in bulk."""
