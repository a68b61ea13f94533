"""URLs of rules, terms, credits and what browsers ask for by themselves."""

from django.urls import path

from games.pages.about import about, guides, rules

urlpatterns = [
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:key>/", rules.rules_of, name="rules_of"),
    path("about/", guides.about, name="about"),
    path("about/<slug:key>/", guides.guide_for, name="about_guide"),
    path("accessibility/", guides.accessibility, name="accessibility"),
    path("conduct/", about.conduct, name="conduct"),
    path("terms/", about.terms, name="terms"),
    path("privacy/", about.privacy, name="privacy"),
    path("credits/", about.credits, name="credits"),
    path("robots.txt", about.robots, name="robots"),
    path("manifest.webmanifest", about.manifest, name="manifest"),
    path("favicon.ico", about.favicon, name="favicon"),
]
