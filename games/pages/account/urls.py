"""URLs of the pages of an account: settings, preferences, notices, tokens and bots."""

from django.urls import path

from games.pages.account import bots, notices, preferences, tokens, views

urlpatterns = [
    path("me/", views.me, name="me"),
    path("me/tokens/", tokens.tokens, name="account_tokens"),
    path("me/tokens/<int:token>/revoke/", tokens.revoke, name="account_token_revoke"),
    path("me/bots/", bots.bots, name="account_bots"),
    path("me/bots/<int:bot>/", bots.bot, name="account_bot"),
    path("me/bots/<int:bot>/delete/", bots.delete, name="account_bot_delete"),
    path("me/preferences/", preferences.preferences, name="preferences"),
    path("me/preferences/emblem/", preferences.emblem, name="emblem"),
    path("me/preferences/change/", preferences.change, name="preferences_change"),
    path("me/preferences/address/", views.choose_address, name="address_for_others"),
    path("mail/stop/<str:token>/", notices.stop, name="mail_stop"),
    path("me/notices/", notices.notices, name="notices"),
    path("me/notices/seen/", notices.seen, name="notices_seen"),
    path("me/data.json", views.export, name="export"),
    path("me/goodbye/", views.goodbye, name="goodbye"),
    path("account/seat/", views.leave_seat, name="leave_seat"),
]
