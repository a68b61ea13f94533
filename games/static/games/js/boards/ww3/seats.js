// Seats of World War III: the opponents in a row of panels, one's own piles and hand below.
import { h } from "../../../vendor/preact.js";
import { HIDDEN, cardName } from "../../core/card_words.js";
import { card, pile, slot, thickness } from "../../core/cards.js";
import { isolated, t } from "../../core/words.js";
import { plate, standing, tag } from "../parts.js";

/** @typedef {WorldWarThree.Board} Board */

/** @typedef {WorldWarThree.View} View */
/** @typedef {WorldWarThree.Seat} Seat */

/** What a seat that plays is doing. @param {View} view @param {Seat} seat */
function doing(view, seat) {
  if (seat.fights) return t("at-war");
  if (view.at !== seat.seat) return "";
  return view.phase === "target" ? t("aims") : t("to-play");
}

/** @param {View} view @param {Seat} seat @param {string} aim the key that aims at this seat */
function tags(view, seat, aim) {
  const over = view.phase === "over";
  const mine = seat.seat === view.you;
  const state = standing(seat, over) || (over ? "" : doing(view, seat));
  const playing = !over && !seat.out;
  return [
    aim && tag(aim, "now"),
    mine && tag(t("you"), "now"),
    state && tag(state),
    playing && seat.ready && tag(t("ready")),
    playing && seat.auto && !mine && tag(t("auto")),
    seat.captured > 0 && h("span", { class: "cap taken" }, t("captured", { count: seat.captured })),
  ];
}

/** Open to all, so it is a button that spreads it out. @param {Seat} seat @param {Board} board */
function discards({ seat, discard }, board) {
  const last = discard.at(-1);
  const count = discard.length;
  const top = last ? t("on-top", { card: cardName(last) }) : t("empty");
  const label = [isolated(board.names[seat - 1]), t("discard-pile", { count }), top].join(", ");
  const props = {
    type: /** @type {const} */ ("button"),
    class: "pile",
    "data-zone": "discard",
    "aria-label": `${label}. ${t("show-all")}`,
    onClick: () => board.spread(seat),
  };
  const shown = last ? card(last, { key: last, look: thickness(count), silent: true }) : slot();
  return h("button", props, shown, h("span", { class: "cap" }, h("b", null, count), " ", t("discards", { count })));
}

/** Declared twos lie side by side, one over the other. @param {Seat} seat */
function twos({ shown }) {
  const row = h("span", { class: "tw" }, shown.map((code) => card(code, { key: code })));
  const caption = h("figcaption", null, h("b", null, shown.length), " ", t("declines", { count: shown.length }));
  return h("figure", { class: "pile twos", "data-zone": "shown" }, row, caption);
}

/** @param {View} view @param {Seat} seat @param {Board} board @param {string} [aim] */
function zones(view, seat, board, aim = "") {
  const pickup = pile(seat.pickup, t("pick-up"), { zone: "pickup" });
  const piles = [pickup, discards(seat, board), seat.shown.length > 0 && twos(seat)];
  return [plate(seat, board, ...tags(view, seat, aim)), h("div", { class: "zones" }, piles)];
}

/** An opponent's panel; open hands (in a replay) lie below the piles. @param {View} view @param {Seat} seat @param {Board} board @param {string} aim */
export function panel(view, seat, board, aim) {
  const look = [seat.fights || view.at === seat.seat ? "mark" : "", aim && "aim", seat.out ? "gone" : ""];
  const known = seat.hand.filter((code) => code !== HIDDEN);
  const hand = known.length > 0 && h("div", { class: "hand small" }, known.map((code) => card(code, { key: code })));
  const props = { key: seat.seat, class: `opp ${look.join(" ")}`, "data-seat": seat.seat };
  return h("section", { ...props, "aria-label": board.names[seat.seat - 1] }, zones(view, seat, board, aim), hand);
}

/** One's own piles, and the hand with the card that must be laid. @param {View} view @param {Seat} seat @param {Board} board */
export function ownSeat(view, seat, board) {
  const asked = view.asks?.acts.includes("play");
  const cards = seat.hand.map((code, at) => {
    const key = code === HIDDEN ? `hidden-${at}` : code;
    if (at !== seat.must) return card(code, { key });
    return card(code, { key, look: asked ? "must now" : "must", label: t("highest", { card: cardName(code) }) });
  });
  const props = {
    class: "hand",
    role: /** @type {const} */ ("group"),
    "aria-label": t("your-hand"),
    onClick: (/** @type {Event} */ event) => board.pressHand(event),
  };
  const look = seat.out ? "mine gone" : "mine";
  const mine = h("div", { class: look, "data-seat": seat.seat }, zones(view, seat, board));
  return [mine, h("div", props, cards)];
}
