"""World War III (section 3), after David Morrah (1997): hands, turns, and wars of three draws."""
