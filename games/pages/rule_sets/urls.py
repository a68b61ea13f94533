"""URLs of named house rules."""

from django.urls import path

from games.pages.rule_sets import form, page

urlpatterns = [
    path("rules/set/new/", form.new, name="rule_set_new"),
    path("rules/set/<slug:code>/", page.page, name="rule_set"),
    path("rules/set/<slug:code>/change/", page.change, name="rule_set_change"),
]
