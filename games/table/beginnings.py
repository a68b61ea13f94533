"""The places in simulated games from which tables continue."""

from django.db import models

from games.table.models import Table


class Beginning(models.Model):
    """A place in a game of a lab run, from which a table continues.  Nothing else of the simulated
    game is stored."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="beginning")
    run = models.CharField(max_length=8)  # its code
    number = models.PositiveBigIntegerField()  # of the game
    deal = models.TextField()
    events = models.JSONField()  # from the deal on, unmasked
    state = models.JSONField()  # Record.to_dict
    at_ms = models.PositiveIntegerField()  # game time

    def __str__(self) -> str:
        return f"beginning of table {self.table_id}"
