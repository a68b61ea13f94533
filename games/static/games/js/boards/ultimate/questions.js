// What is asked of me, one box each, and the challenges of the others, one line each.
import { h } from "../../../vendor/preact.js";
import { cardName } from "../../core/card_words.js";
import { chips, counter } from "../../core/cards.js";
import { Ring } from "../../core/countdown.js";
import { t } from "../../core/words.js";
import { KEYS } from "./keys.js";
import { button, face, labelled } from "./parts.js";

/** @typedef {UltimateWar.Board} Board */

const MOST = 2; // lines about others; the rest is counted

/** @typedef {UltimateWar.View} View */
/** @typedef {UltimateWar.Question} Question */

/** What a player is asked who is about to call the whole table. @param {string} card @returns {Question} */
export function callQuestion(card) {
  const answers = [
    { action: "lowest", label: t("their-lowest"), look: "ink" },
    { action: "highest", label: t("their-highest"), look: "" },
    { action: "none", label: t("nothing"), look: "" },
    { action: "cancel", label: t("cancel"), look: "quiet" },
  ];
  const words = { title: t("call-whole-table"), detail: t("call-with", { card }) };
  return { kind: "call", key: "call", id: 0, ...words, until: null, options: [], answers };
}

/** @param {Pick<Question, "kind">} question */
export function isAsked({ kind }) {
  return ["answer", "consent", "join", "call"].includes(kind);
}

/** @param {Board} board @param {Question} question */
function ring({ clock }, { until, since, title, kind }) {
  const quiet = !isAsked({ kind });
  return until !== null && h(Ring, { clock, until, since, label: title, quiet, look: quiet ? "q" : "" });
}

/** @param {Board} board @param {Question} question @param {string} code */
function option(board, question, code) {
  const { choice } = board;
  const { id } = question;
  const why = choice.source ? choice.whyOption(choice.source) : "";
  const armed = choice.aimsAt({ kind: "option", id, card: code }) ? "armed" : "";
  const props = {
    why,
    "data-option": code,
    "aria-label": t("strike-option", { card: cardName(code) }),
    onClick: () => board.isEarly(question) || choice.pick({ kind: "option", id, card: code }),
  };
  return button(`card-btn ${choice.source && !why ? "reach" : ""} ${armed}`, props, face(code));
}

/** @param {Board} board @param {Question} question */
function box(board, question) {
  const { kind, key, title, detail, options, answers } = question;
  const asked = isAsked(question);
  const words = h("div", null, h("h3", null, chips(title)), h("p", null, chips(detail)));
  const buttons = answers.map(({ action, label, look }) => {
    const shown = action === "join" && board.choice.source ? t("join-with-it") : label;
    const onClick = () => board.isEarly(question) || board.answer(action, question);
    return button(`btn ${look}`, { value: action, onClick }, labelled(chips(shown), KEYS[action]));
  });
  const cards = options.map((code) => option(board, question, code));
  const caption = h("span", { class: "cap" }, t("at-stake"));
  return h(
    "div",
    { key, class: asked ? "chal asked" : "chal", "data-key": key, "data-kind": kind },
    h("div", { class: "who2" }, ring(board, question), words),
    cards.length > 0 && h("div", { class: "optc" }, caption, cards),
    buttons.length > 0 && h("div", { class: "ans" }, buttons),
  );
}

/** What is asked, else what happens. @param {Board} board @param {View} view */
export function ask(board, view) {
  const boxes = board.asking().map((question) => box(board, question));
  const { title, detail } = view.call;
  const idle = h("div", { class: "idle" }, h("b", null, chips(title)), h("span", null, chips(detail)));
  return h("div", { class: boxes.length > 1 ? "ask two" : "ask" }, boxes.length ? boxes : idle);
}

/** Who challenges what, with signs for the seats. @param {Board} board @param {UltimateWar.Challenge} row */
function challengeWords({ view, names }, { seat, target, zone, options }) {
  const values = { name: `<${seat}>`, other: `<${target}>`, options: options.map((code) => `{${code}}`).join(" ") };
  const isMine = seat === view?.you;
  const stack = isMine ? t("you-challenge-stack", values) : t("challenges-stack", values);
  const hand = isMine ? t("you-challenge-hand", values) : t("challenges-hand", values);
  const parts = (zone === "stack" ? stack : hand).split(/<(\d)>/);
  return parts.map((part, at) => {
    if (at % 2 === 0) return chips(part);
    return h("span", { class: "nb" }, counter(Number(part), "s"), " ", h("b", null, names[Number(part) - 1]));
  });
}

/** One's own challenges first; those that are asked about have a box. @param {Board} board @param {View} view */
export function challenges(board, view) {
  const boxed = new Set(board.asking().map(({ id }) => id));
  const open = view.challenges.filter(({ id }) => !boxed.has(id));
  const rows = [...open.filter((row) => row.seat === view.you), ...open.filter((row) => row.seat !== view.you)];
  const lines = rows.slice(0, MOST).map((row) => {
    const { id, opened, until, proposal } = row;
    const due = view.clocks.pulse ?? proposal?.until ?? until;
    const timer = h(Ring, { clock: board.clock, until: due, since: opened, label: t("to-answer"), look: "s q" });
    return h("li", { key: id, class: "chal2" }, timer, h("span", null, challengeWords(board, row)));
  });
  const more = rows.length > MOST && h("li", { key: "plus", class: "plus" }, `+${rows.length - MOST}`);
  return h("ul", { class: "others" }, lines, more);
}
