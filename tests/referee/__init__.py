"""The referee: checks a played tournament from its export alone (section 14.7).

It is written against the rules and shares no code with what draws, scores and stores tournaments,
so that a mistake there is found here."""
