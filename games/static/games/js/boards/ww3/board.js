// The board of World War III: opponents above, the round or the war in the middle, one's own
// piles and hand below.
import { h } from "../../../vendor/preact.js";
import { rankIndex, rankName } from "../../core/card_words.js";
import { card, pile } from "../../core/cards.js";
import { hit } from "../../core/dom.js";
import { t } from "../../core/words.js";
import { showFaces } from "../../core/motion.js";
import { Felt, othersOf, sharesOf } from "../parts.js";
import { middle } from "./middle.js";
import { Traces, among, isWon, move, seen } from "./motion.js";
import { ownSeat, panel } from "./seats.js";

export { opening, racing } from "./staging.js";

/** @typedef {WorldWarThree.View} View */

/** @param {View} view */
export function facts({ number, rules, seats, wars }) {
  const words = [t("rounds-of", { number, count: rules.cap }), t("wars", { count: wars })];
  if (rules.solo) words.push(t("score", { score: seats[0].captured - number }));
  return words.join(", ");
}

/** @param {View} view @param {string[]} names */
export function shares(view, names) {
  return sharesOf(view, names, counts(view), t("centre"), view.centre);
}

/** @param {View} view */
export function counts({ seats }) {
  return seats.map((seat) => seat.pickup);
}

export const clocked = ["dealt", "turn", "target", "draw", "hold", "joker"];

/** @type {Record<string, Partial<Boards.Choice>>} */
const BUTTONS = {
  play: { keys: [" "] },
  draw: { keys: [" ", "d"], forced: true },
  hold: { keys: ["h"], race: true },
  reset: { keys: ["r"], race: true },
  decline: { keys: ["n"] },
  fight: { keys: [" ", "w"] },
};

/** Where there is something to decide, no choice is the orange one. @param {View} view @returns {Boards.Choice[]} */
export function choices({ asks }) {
  const list = asks?.choices ?? [];
  const open = list.length > 1;
  return list.map((choice, at) => {
    if (choice.act === "target") return { ...choice, keys: [String(at + 1)], look: "" };
    const button = { look: at ? "ink" : "now", keys: [], ...BUTTONS[choice.act], ...choice };
    return open ? { ...button, open, keys: button.keys.slice(-1), forced: false } : button;
  });
}

export class Board extends Felt {
  /** @type {number | undefined} whose discards are spread out */
  shown;

  /** @param {Boards.Controls} controls */
  attach(controls) {
    this.controls = controls;
  }

  /** @param {Boards.Message} message @param {boolean} moving @returns {Boards.Shown} */
  update({ view: shown }, moving) {
    const view = /** @type {View} */ (shown);
    const before = this.view;
    this.view = view;
    showFaces();
    const traces = new Traces(this, view);
    const fresh = this.redraw(view);
    if (!moving) return { seen: 0, sound: "" };
    move(this, view, before, traces, fresh);
    return { seen: seen(view, before, fresh), sound: heard(view, before, fresh) };
  }

  /** @param {View} view */
  redraw(view) {
    const others = othersOf(view);
    this.felt.dataset.seats = String(view.seats.length);
    this.felt.classList.toggle("watching", !view.you);
    const aims = choices(view).filter((choice) => choice.act === "target");
    const panels = others.map((number) => {
      const aim = aims.find(({ args }) => /** @type {{opponent: number}} */ (args).opponent === number);
      return panel(view, view.seats[number - 1], this, aim?.keys[0] ?? "");
    });
    const own = view.you && ownSeat(view, view.seats[view.you - 1], this);
    return this.draw(
      ".card[data-code], .call",
      h("div", { class: "opps", "data-n": others.length }, panels),
      middle(view, this.names),
      h("div", { class: "own" }, own, pile(view.centre, t("centre-pile"), { look: "centre" })),
      h("div", { class: "flight" }),
      this.dialog(view),
    );
  }

  /** One's own card that must be laid can be pressed. @param {Event} event */
  pressHand(event) {
    if (hit(event, ".must")) this.controls?.press(" ", event);
  }

  // A discard pile spread out: every card is public, and so is how many of each rank -----------

  /** @param {number} seat */
  spread(seat) {
    this.shown = seat;
    if (this.view) this.redraw(this.view);
    const [dialog] = this.all("dialog");
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
  }

  /** @param {View} view */
  dialog(view) {
    const codes = this.shown ? [...view.seats[this.shown - 1].discard].reverse() : [];
    const names = codes.toSorted((a, b) => rankIndex(b) - rankIndex(a)).map(rankName);
    const list = [...new Set(names)].map((rank) => {
      return t("count-of-rank", { rank, count: names.filter((name) => name === rank).length });
    });
    const title = t("discards-of", { name: this.names[(this.shown ?? 1) - 1], count: codes.length });
    const words = codes.length ? t("newest-first", { ranks: list.join(", ") }) : t("no-discards");
    const cards = codes.map((code) => card(code, { key: code }));
    return h(
      "dialog",
      { class: "spread", "aria-labelledby": "spread-title", onClose: () => (this.shown = undefined) },
      h("h2", { id: "spread-title" }, title),
      h("p", { class: "meta" }, words),
      h("div", { class: "cards", role: "group", "aria-label": t("newest-first-label") }, cards),
      h("form", { class: "acts", method: "dialog" }, h("button", { class: "btn", autofocus: true }, t("close"))),
    );
  }

  // Elements whose places matter for motion ----------------------------------------------------

  /** @param {number} seat @param {string} selector @returns {Element | null} */
  part(seat, selector) {
    return this.felt.querySelector(`:is(.opp, .mine)[data-seat="${seat}"] ${selector}`);
  }

  /** @param {number} seat */
  pileOf(seat) {
    return this.part(seat, "[data-zone=pickup] > :first-child");
  }
}

/** @param {View} view @param {View | undefined} before @param {Element[]} fresh */
function heard(view, before, fresh) {
  if (view.phase === "over" && before?.phase !== "over") return "over";
  if (isWon(view, before)) return "took";
  if (among(fresh, ".cell *").length || (view.war && !before?.war)) return "war";
  return among(fresh, ".laid *").length ? "card" : "";
}
