"""Relations between players: follows, blocks, invitations and circles."""
