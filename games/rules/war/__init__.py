"""The War family (section 1): War, Peace, three players, Automatic War, Number beats Faces or
the Ace, Underdog, Slap War.  One procedure; the variations are options."""
