"""Named house rules of one game.  An address always leads to the same rules: they are replaced only
when they can no longer be played, and changed rules are saved as another set."""

from typing import Self

from django.db import models
from django.db.models import UniqueConstraint
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.accounts.names import isolated_text
from games.rules.catalogue import find
from games.rules.game import Game
from games.rules.mending import Mended, mend
from games.table.models import new_code

LONGEST_NAME = 40
LONGEST_KEY = 3 * LONGEST_NAME  # some letters become three when case does not count
KEY = "set-"  # before its code where a form has the key of a preset


class RuleSetQuerySet(models.QuerySet["RuleSet"]):
    def shown(self) -> Self:
        """Public rule sets: the sets of players who are not banned."""
        return self.filter(owner__is_active=True)

    def of(self, player: Player) -> Self:
        """The rule sets of this player, sorted by name."""
        return self.filter(owner=player).order_by("name_key")

    def find_shown(self, code: str) -> "RuleSet | None":
        """The public rule set with this code; None if there is none."""
        return self.shown().select_related("owner").filter(code=code.upper()).first()


class RuleSet(models.Model):
    """A set of house rules.  `options` is the canonical text that the game wrote when the set was
    saved; `rules_version` is the version of the rules with which the lab last measured the set."""

    code = models.CharField(_("code"), max_length=8, unique=True, default=new_code)
    owner = models.ForeignKey(
        Player,
        models.CASCADE,
        related_name="rule_sets",
        db_index=False,  # the constraint has one
        verbose_name=_("owner"),
    )
    game = models.CharField(_("game"), max_length=16)
    options = models.CharField(_("options"), max_length=300, blank=True)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    name_key = models.CharField(max_length=LONGEST_KEY)
    rules_version = models.PositiveIntegerField(_("rules version"), null=True)
    created_at = models.DateTimeField(_("saved"), auto_now_add=True)

    objects = RuleSetQuerySet.as_manager()

    class Meta:
        verbose_name = _("set of house rules")
        verbose_name_plural = _("sets of house rules")
        constraints = [UniqueConstraint(fields=["owner", "name_key"], name="one_rule_set_a_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("rule_set", args=[self.code])

    @property
    def rules(self) -> Game:
        return find(self.game)

    @property
    def key(self) -> str:
        """The key of the rule set, for places that take the key of a preset."""
        return f"{KEY}{self.code}"

    @staticmethod
    def code_in(key: str) -> str:
        """The code in the key of a rule set; "" for other keys."""
        return key.removeprefix(KEY) if key.startswith(KEY) else ""

    @property
    def called(self) -> str:
        """The name of the rule set, for sentences without markup."""
        return isolated_text(self.name)

    @property
    def mended(self) -> Mended:
        """The nearest rules that can be played today, and the reason for any difference."""
        return mend(self.rules.schema, self.options)


def offered_to(reader: object) -> list[RuleSet]:
    """The rule sets that forms offer beside presets: the reader's own, if today's rules still
    accept all their options."""
    own = RuleSet.objects.of(reader) if isinstance(reader, Player) else ()
    return [rule_set for rule_set in own if not rule_set.mended.lost]


def find_offered(reader: object, key: str) -> RuleSet | None:
    """The rule set with this key, if forms offer it to the reader; otherwise None."""
    own = offered_to(reader) if key.startswith(KEY) else ()
    return next((rule_set for rule_set in own if rule_set.key == key), None)
