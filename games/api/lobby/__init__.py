"""How a player meets others: invitations and wishes."""
