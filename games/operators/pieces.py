"""Base classes of the admin: read-only rows, and actions that ask for a reason."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
else:  # the real class takes no types
    AnyAdmin = admin.ModelAdmin


class ReadOnly(AnyAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow only the filters that are offered: with any other filter an operator could search
        for hidden values, such as the first cards of a running game."""
        return lookup.split(LOOKUP_SEP)[0] in self.list_filter

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [field for field in self.fields or () if isinstance(field, str)]


class Rows(ReadOnly):
    """Read-only rows in a list, without a page for each row."""

    show_full_result_count = False
    list_per_page = 50

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def with_reason(
    request: HttpRequest, chosen: QuerySet[Any], *, action: str, question: str, button: str
) -> tuple[str, HttpResponse | None]:
    """The reason the operator gave, or the page that asks for one."""
    reason = request.POST.get("reason", "").strip()
    if "confirmed" in request.POST and reason:
        return reason, None
    context = admin.site.each_context(request) | {
        "title": button,
        "question": question,
        "button": button,
        "action": action,
        "chosen": chosen,
    }
    return "", render(request, "admin/reason.html", context)
