"""The signals sent after a commit.  Entry points receive these signals, because lower layers never
call entry points."""

from django.dispatch import Signal

# Arguments: player_id and followed_id, of somebody who was not followed by that player before.
followed = Signal()
# Arguments: circle and player_id, of a new member.
joined = Signal()
# Arguments: circle and player, who is no member any more.
left = Signal()
