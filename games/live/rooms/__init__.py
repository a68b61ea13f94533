"""Parts of the room of a table: its chat, and who is connected."""
