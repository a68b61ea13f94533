// The least a board can be: see games/js/boards/board.d.ts.
import { h } from "../../../vendor/preact.js";
import { lengthWords } from "../../core/card_words.js";
import { card } from "../../core/cards.js";
import { t } from "../../core/words.js";
import { Felt, sharesOf } from "../parts.js";

export class Board extends Felt {
  update({ view }) {
    this.draw(".card", h("div", { class: "lane" }, view.heap.map((code) => card(code, { key: code }))));
    return { seen: 0, sound: "" };
  }
}

export const facts = lengthWords;
export const counts = ({ seats }) => seats.map(({ pile }) => pile);
export const shares = (view, names) => sharesOf(view, names, counts(view), "", 0);
export const choices = ({ asks }) =>
  asks.length ? [{ act: "lay", label: t("lay"), keys: [" "], look: "now", forced: true }] : [];
export const clocked = ["lay"];
export const racing = () => false;
