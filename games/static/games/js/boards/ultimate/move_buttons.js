// The buttons under the table: draw, to the field, put down, stakes, call the table; the clocks.
import { h } from "../../../vendor/preact.js";
import { chips, icon } from "../../core/cards.js";
import { minutes } from "../../core/clock.js";
import { Ring } from "../../core/countdown.js";
import { draw, element } from "../../core/draw.js";
import { t } from "../../core/words.js";
import { button, labelled } from "./parts.js";

const PAUSE_MS = 150; // a double click is one move
const MUSTER_MS = 20000; // how long before it the muster is worth a word

/** @typedef {UltimateWar.View} View */
/** @typedef {UltimateWar.Board} Board */

export class MoveButtons {
  /** @param {Board} board @param {Element} bar */
  constructor(board, bar) {
    this.board = board;
    this.movedAt = 0;
    this.buttons = element(h("span", { class: "deeds" }));
    this.clocks = element(h("span", { class: "clock" }));
    bar.prepend(this.buttons);
    bar.querySelector(".say")?.after(this.clocks);
  }

  /** @param {View} view */
  draw(view) {
    this.buttons.hidden = !view.may;
    this.clocks.hidden = Boolean(view.result);
    if (view.may) draw(this.buttons, ...this.moves(view.may));
    this.tick(view);
  }

  /** @param {UltimateWar.May} may */
  moves({ moves, offers, call_at }) {
    const { choice } = this.board;
    const move = (/** @type {string} */ act, /** @type {string} */ words, /** @type {string} */ label, /** @type {string} */ key) => {
      const onClick = (/** @type {Event} */ event) => this.move(act, event.timeStamp);
      const props = { value: act, "aria-label": label, why: choice.sentence(moves[act]), onClick };
      return button("btn", props, labelled(words, key, choice.short(moves[act])));
    };
    const none = Object.keys(offers).length ? "" : "OPTION_NEEDED";
    const staked = chips(choice.offered().map((code) => `{${code}}`).join(" "));
    const stakes = {
      value: "offer",
      why: choice.sentence(none),
      "aria-pressed": choice.offering,
      onClick: () => this.board.key("c"),
    };
    const call = { value: "call", hidden: call_at === null, onClick: () => this.board.call() };
    return [
      move("draw", t("draw"), t("draw-label"), "d"),
      move("play", t("to-field"), t("to-field-label"), "p"),
      move("deploy", t("deploy"), t("deploy-label"), "f"),
      button("btn", stakes, labelled(t("stake"), "c", none ? choice.short(none) : staked)),
      button("btn", call, labelled(t("call-table"), "m")),
    ];
  }

  /** @param {string} act @param {number} at ms */
  move(act, at) {
    if (at - this.movedAt <= PAUSE_MS) return;
    this.movedAt = at;
    this.board.choice.move(act);
  }

  /** The clocks of the game, once a second. @param {View} view */
  tick(view) {
    clearTimeout(this.timer);
    if (view.result) return;
    const { clock } = this.board;
    const { end, muster, pulse } = view.clocks;
    const now = Math.min(clock.now(), view.multi?.opened ?? Infinity);
    const seconds = muster === null ? Infinity : Math.max(0, Math.ceil((muster - now) / 1000));
    const soon = seconds * 1000 < MUSTER_MS ? t("muster-in", { seconds }) : "";
    const ring = pulse !== null && h(Ring, { clock, until: pulse, label: t("next-pulse"), look: "s q" });
    const words = h("span", { class: "meta" }, view.plan ? t("move-chosen") : soon);
    const left = h("b", null, minutes(Math.ceil((end - now) / 1000)));
    draw(this.clocks, ring, words, icon("clock"), left);
    this.timer = setTimeout(() => this.tick(view), 1000 - (clock.now() % 1000) + 5);
  }
}
