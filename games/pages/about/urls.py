"""URLs of rules, terms, credits and files that browsers and search engines request by
themselves."""

from django.contrib.sitemaps import views as sitemaps
from django.urls import path
from django.views.decorators.cache import cache_control
from django.views.generic import RedirectView

from games.pages.about import about, guides, offline, rules
from games.pages.about.sitemaps import SITEMAPS

kept = cache_control(public=True, max_age=3600)

urlpatterns = [
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:key>/", rules.rules_of, name="rules_of"),
    path("about/", guides.about, name="about"),
    path("about/<slug:key>/", guides.guide_for, name="about_guide"),
    path("fair/", guides.fair, name="fair"),
    path("questions/", guides.questions, name="questions"),
    path("accessibility/", guides.accessibility, name="accessibility"),
    path("conduct/", about.conduct, name="conduct"),
    path("terms/", about.terms, name="terms"),
    path("privacy/", about.privacy, name="privacy"),
    path("credits/", about.credits, name="credits"),
    path("robots.txt", about.robots, name="robots"),
    path(
        "sitemap.xml",
        kept(sitemaps.index),
        {"sitemaps": SITEMAPS, "sitemap_url_name": "sitemap"},
        name="sitemaps",
    ),
    path(
        "sitemap-<slug:section>.xml", kept(sitemaps.sitemap), {"sitemaps": SITEMAPS}, name="sitemap"
    ),
    path(".well-known/security.txt", about.security, name="security"),
    path(
        ".well-known/change-password",
        RedirectView.as_view(pattern_name="account_change_password"),
        name="change_password",
    ),
    path("sw.js", offline.worker, name="worker"),
    path("offline/", offline.offline, name="offline"),
    path("manifest.webmanifest", about.manifest, name="manifest"),
    path("favicon.ico", about.favicon, name="favicon"),
]
