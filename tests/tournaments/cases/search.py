"""First rounds, costs, the best draw and plans."""

ANSWERS = dict.fromkeys(("first", "cost", "best", "design"))
