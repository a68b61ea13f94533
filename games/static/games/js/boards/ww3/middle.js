// The box in the middle: the cards laid this round, or the war that takes the stage.
import { h } from "../../../vendor/preact.js";
import { card, chips, counter, slot } from "../../core/cards.js";
import { t } from "../../core/words.js";
import { call } from "../parts.js";

/** @typedef {WorldWarThree.View} View */
/** @typedef {WorldWarThree.Side} Side */

/** What lies at a stage of a side: a card, with its state, or a place for one. @param {View} view @param {WorldWarThree.War} war @param {Side} side @param {number} stage */
function cell(view, war, side, stage) {
  const code = side.row[stage - 1];
  const isHeld = side.held === stage;
  if (!code) {
    const stands = side.held !== null && stage > side.held;
    const isNext = !stands && !war.over && !war.back && stage === war.stage;
    return slot(stands ? t("stands") : "", isNext ? "soon" : "");
  }
  const isLast = stage === side.row.findLastIndex(Boolean) + 1;
  const counts = isHeld || (!side.held && isLast && (war.over || side.card === code));
  const isWon = war.over && counts && view.last?.winner === side.seat;
  const look = [war.back || !counts ? "ghost" : "", isHeld && !war.over ? "locked" : "", isWon ? "win" : ""];
  const held = isHeld && h("span", { class: "held" }, t("holds"));
  return h("span", { key: `${stage}${code}`, class: "cell" }, card(code, { look: look.join(" ") }), held);
}

/** My side below, as everywhere on the table. @param {View} view @param {WorldWarThree.War} war */
function ownLast({ you }, { sides }) {
  return sides[0].seat === you ? sides.toReversed() : sides;
}

/** @param {View} view @param {WorldWarThree.War} war @param {string[]} names */
function grid(view, war, names) {
  const marks = ["I", "II", "III"].map((numeral, at) => {
    const isOn = at + 1 === war.stage && !war.over;
    const props = { class: isOn ? "on" : "", "aria-current": isOn ? /** @type {const} */ ("step") : undefined };
    return h("span", props, t("world-war"), " ", h("b", null, numeral));
  });
  const rows = ownLast(view, war).map((side) => {
    const name = h("b", null, side.seat === view.you ? t("You") : names[side.seat - 1]);
    const cells = [1, 2, 3].map((stage) => cell(view, war, side, stage));
    const props = { key: side.seat, class: "wr", "data-seat": side.seat };
    return h("div", props, h("span", { class: "wn" }, counter(side.seat), name), h("span", { class: "cells" }, cells));
  });
  return h("div", { class: "grid" }, h("div", { class: "rail" }, h("span", null), marks), rows);
}

/** What the war is about. @param {WorldWarThree.War} war */
function stakes(war) {
  const rows = war.stakes.map(({ kind, term, text }) =>
    h("div", { class: kind }, h("dt", null, term), h("dd", null, chips(text))),
  );
  return h("dl", { class: "stake" }, rows);
}

/** @param {View} view @param {string[]} names */
function laid(view, names) {
  const items = view.laid.map(({ seat, card: code }) => {
    const look = code === view.top?.card ? "best" : "";
    const by = h("span", { class: "by" }, counter(seat, "s"), h("span", null, names[seat - 1]));
    return h("li", { key: code, class: look, "data-seat": seat }, card(code), by);
  });
  const next = ["turn", "target"].includes(view.phase) && h("li", { key: "next" }, slot());
  return h("ol", { class: "laid", "aria-label": t("laid-this-round") }, items, next);
}

/** @param {View} view @param {string[]} names */
export function middle(view, names) {
  const { war } = view;
  const shown = war ? [grid(view, war, names), stakes(war)] : laid(view, names);
  return h("div", { class: war ? "box war" : "box", role: "group", "aria-label": t("the-round") }, call(view), shown);
}
