"""Stored notices, which consist of keys and numbers, never of words."""

from typing import Any, Self

from django.db import models

from games.accounts.models import Player


class NoticeQuerySet(models.QuerySet["Notice"]):
    def unseen(self) -> Self:
        return self.filter(seen=None)

    def newest(self) -> Self:
        return self.order_by("-made", "-id")


class Notice(models.Model):
    """A notice to a player.  `subject` is a code or another key of the thing that the notice is
    about.  `args` holds numbers, codes and ids of players (`by`).  If an equal notice is still
    unseen, it is counted up and not repeated."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(max_length=16)  # a Kind
    subject = models.CharField(max_length=40)
    args: Any = models.JSONField(default=dict)
    count = models.PositiveIntegerField(default=1)
    made = models.DateTimeField(db_index=True)
    seen = models.DateTimeField(null=True)
    mail_due = models.DateTimeField(null=True)  # the next try
    mail_tries = models.PositiveSmallIntegerField(default=0)
    mailed = models.DateTimeField(null=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "kind", "subject"],
                condition=models.Q(seen=None),
                name="one_unseen_notice",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-made", "-id"], name="notices_of_player"),
            models.Index(
                fields=["mail_due"], condition=models.Q(mail_due__isnull=False), name="notice_mail"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
