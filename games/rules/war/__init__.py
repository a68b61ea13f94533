"""The War family (section 1): War, Peace, three players, Automatic War, numbers that beat faces or
aces, Underdog, Slap War.  All variations are options of one procedure."""
