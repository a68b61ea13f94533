"""URLs of the lab."""

from django.urls import path

from games.pages.lab import (
    calibration,
    comparison,
    deal,
    deals,
    games,
    known,
    luck,
    place,
    runs,
    sample,
    sweep,
    tournament,
)

urlpatterns = [
    path("", runs.lab, name="lab"),
    path("chances/", calibration.calibration, name="lab_calibration"),
    path("deals/", deals.deals, name="lab_deals"),
    path("compare/", comparison.compare, name="lab_compare"),
    path("known/", known.known, name="lab_known"),
    path("known/<slug:key>/", known.repeat, name="lab_repeat"),
    path("deal/", deal.page, name="lab_deal"),
    path("sweep/", sweep.page, name="lab_sweep"),
    path("sweep.json", sweep.as_json, name="lab_sweep_json"),
    path("sweep.csv", sweep.as_csv, name="lab_sweep_csv"),
    path("q/<slug:key>/", comparison.question, name="lab_question"),
    path("q/<slug:key>/ask/", comparison.ask, name="lab_ask"),
    path("tournament/", tournament.page, name="lab_tournament"),
    path("tournament/<slug:code>/", tournament.event, name="lab_event"),
    path("luck/<slug:game>/", luck.luck, name="lab_luck"),
    path("<slug:code>/", runs.result, name="lab_run"),
    path("<slug:code>/do/", runs.change, name="lab_change"),
    path("<slug:code>/game/", games.pick, name="lab_pick"),
    path("<slug:code>/<int:index>/", games.game, name="lab_game"),
    path("<slug:code>/<int:index>/chances/", games.ask_for_chances, name="lab_chances"),
    path("<slug:code>/<int:index>/at/<str:at>/", place.place, name="lab_place"),
    path("<slug:code>/from/", place.run_again, name="lab_from"),
    path("<slug:code>/<int:index>/frames.json", games.frames, name="lab_frames"),
    path("<slug:code>/<int:index>.wsn", games.wsn, name="lab_wsn"),
    path("<slug:code>/games.json", sample.as_json, name="lab_sample_json"),
    path("<slug:code>/games.csv", sample.as_csv, name="lab_sample_csv"),
    path("<slug:code>.json", runs.run_json, name="lab_json"),
    path("<slug:code>.csv", runs.run_csv, name="lab_csv"),
]
