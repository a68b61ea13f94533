"""Where tables begin that go on from a simulated game."""

from django.db import models

from games.table.models import Table


class Beginning(models.Model):
    """A place of a simulated game, a game of a run of the lab, from which a table goes on: nothing
    else of that game is stored."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="beginning")
    run = models.CharField(max_length=8)  # its code
    number = models.PositiveBigIntegerField()  # of the game
    deal = models.TextField()
    events = models.JSONField()  # from the deal on, unmasked
    state = models.JSONField()  # Record.to_dict
    at_ms = models.PositiveIntegerField()  # game time

    def __str__(self) -> str:
        return f"beginning of table {self.table_id}"
