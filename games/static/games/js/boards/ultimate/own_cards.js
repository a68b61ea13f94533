// One's own cards: hidden ones left, open ones right of the divider, what just happened below.
import { h } from "../../../vendor/preact.js";
import { HIDDEN, cardName } from "../../core/card_words.js";
import { chips, slot, thickness } from "../../core/cards.js";
import { Ring } from "../../core/countdown.js";
import { t } from "../../core/words.js";
import { tag, who } from "../parts.js";
import { button, face } from "./parts.js";

const LEAST_RING_MS = 5000;

/** @typedef {UltimateWar.View} View */
/** @typedef {UltimateWar.Seat} Seat */
/** @typedef {UltimateWar.Board} Board */

/** A card that can be chosen. @param {Board} board @param {Seat} seat @param {UltimateWar.Source} source @param {string} code @param {string} label */
function own({ choice }, seat, source, code, label) {
  const row = seat.field.find((each) => each.card === source);
  const isBound = row ? row.locked || row.pledged : seat.locked.some((each) => each === source);
  const isChosen = choice.source === source;
  const isOffered = !isBound && (choice.source || choice.offering) && choice.offered().includes(source);
  const look = [code === HIDDEN ? thickness(seat.stack) : "", isChosen ? "sel" : "", isBound ? "locked" : ""];
  const props = {
    key: source,
    why: choice.whySource(source),
    "data-source": source,
    "aria-pressed": isChosen,
    "aria-label": label,
    "data-badge": t("at-stake"),
    onClick: () => choice.pickSource(source),
  };
  return button(`card-btn ${isChosen ? "up" : ""} ${isOffered ? "offered" : ""}`, props, face(code, look.join(" ")));
}

/** An empty place, to which the chosen card may go. @param {Board} board @param {UltimateWar.Zone | "field"} place @param {string} label @param {string} words */
function empty({ choice }, place, label, words) {
  const why = choice.source ? choice.whyPut(place) : "";
  const look = choice.source && !why ? "slot-btn reach" : "slot-btn";
  const props = { key: "empty", why, "data-put": place, "aria-label": label, onClick: () => choice.put(place) };
  return button(look, props, slot(words));
}

/** @param {string} title @param {Boards.Children} cards @param {Boards.Children} caption @param {Boards.Children} [ring] */
function zone(title, cards, caption, ring) {
  const head = h("span", { class: "zl" }, ring, title);
  return h("div", { class: ring === undefined ? "zn" : "zn fz" }, head, cards, h("span", { class: "cap" }, caption));
}

/** What binds a card that is not on the field. @param {View} view @param {Seat} seat @param {UltimateWar.Zone} which */
function bound(view, seat, which) {
  if (!seat.locked.includes(which)) return "";
  const isAsked = view.challenges.some((row) => row.target === view.you && row.zone === which);
  return isAsked ? t("challenged") : t("in-challenge");
}

/** @param {Board} board @param {View} view @param {Seat} seat */
function field(board, view, seat) {
  const until = view.result ? null : seat.war_at;
  const onSecond = (/** @type {number} */ seconds) => seconds || board.elapsed(seat.seat);
  const times = { clock: board.clock, until, least: LEAST_RING_MS, label: t("you-no-field"), quiet: false, onSecond };
  const places = board.placesOf(seat.seat).codes.map((code) => {
    const card = code
      ? own(board, seat, code, code, t("your-field", { card: cardName(code) }))
      : empty(board, "field", t("empty-field"), "");
    return h("span", { class: "place" }, card);
  });
  const caption = until === null ? chips(board.caption()) : t("bare");
  return zone(t("Field"), h("span", { class: "fld" }, places), caption, until !== null && h(Ring, { look: "s", ...times }));
}

/** @param {Board} board @param {View} view @param {Seat} seat */
export function ownCards(board, view, seat) {
  const plate = [who(seat.seat, { ...board, bots: new Set() }), h("b", { class: "tot" }, seat.total), tag(t("you"), "now")];
  const note = h("p", { class: board.note.isFresh ? "mine fresh" : "mine" }, chips(board.note.text));
  const stack = seat.stack
    ? own(board, seat, "stack", HIDDEN, t("your-stack", { count: seat.stack }))
    : slot(t("empty"));
  const hand = seat.hand
    ? own(board, seat, "hand", seat.hand, t("your-hand", { card: cardName(seat.hand) }))
    : empty(board, "hand", t("empty-hand"), t("hand"));
  const stackCaption = [h("b", null, seat.stack), " ", bound(view, seat, "stack")];
  return h(
    "section",
    { class: seat.out ? "own gone" : "own", "aria-label": t("your-cards") },
    h("div", { class: "me-side" }, h("div", { class: "plate" }, plate), note),
    h("div", { class: "zones" }, [
      zone(t("Stack"), h("span", { class: "one" }, stack), stackCaption),
      zone(t("Hand"), h("span", { class: "one" }, hand), bound(view, seat, "hand")),
      field(board, view, seat),
    ]),
  );
}
