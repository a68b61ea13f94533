"""Follows, blocks and mutes.  Only the player who set a relation sees it.  The relation applies to
the player's bots, too."""

from django.db import models
from django.db.models import UniqueConstraint

from games.accounts.models import Player


class Follow(models.Model):
    player = models.ForeignKey(Player, models.CASCADE, related_name="follows", db_index=False)
    followed = models.ForeignKey(Player, models.CASCADE, related_name="followers")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [UniqueConstraint(fields=["player", "followed"], name="one_follow_a_pair")]

    def __str__(self) -> str:
        return f"{self.player_id} follows {self.followed_id}"


class Block(models.Model):
    player = models.ForeignKey(Player, models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(Player, models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [UniqueConstraint(fields=["player", "blocked"], name="one_block_a_pair")]

    def __str__(self) -> str:
        return f"{self.player_id} blocks {self.blocked_id}"


class Mute(models.Model):
    """A mute, which hides from a player everything that the muted player says at tables."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="mutes", db_index=False)
    muted = models.ForeignKey(Player, models.CASCADE, related_name="muted_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [UniqueConstraint(fields=["player", "muted"], name="one_mute_a_pair")]

    def __str__(self) -> str:
        return f"{self.player_id} mutes {self.muted_id}"
