// Cards and signs as nodes for preact: the same markup as the template tags, so that one style sheet serves both.
import { h } from "../../vendor/preact.js";
import { HIDDEN, cardName, isJoker, suitOf } from "./card_words.js";
import { embedded } from "./dom.js";
import { t } from "./words.js";

const CHIP = /\{([2-9TJQKA][cdhsCDHS]|X[1-8])\}([.,;:)]*)/g; // with the stop after it: no line begins with one

/** @type {{sprite: string, courts: Record<string, string>}} */
const assets = document.getElementById("assets") ? embedded("assets") : { sprite: "", courts: {} };

/** @typedef {Protocol.Card} Card */

/** @param {string} symbol @param {string} [look] */
export function use(symbol, look) {
  return h("use", { href: `${assets.sprite}#${symbol}`, class: look });
}

/** @param {string} name */
export function icon(name) {
  return h("svg", { class: "ic", viewBox: "0 0 20 20", "aria-hidden": "true" }, use(`i-${name}`));
}

/** The sign of a seat. @param {number} seat @param {string} [size] */
export function counter(seat, size = "") {
  const look = `ctr ${size}`.trim();
  return h("svg", { class: look, "data-seat": seat, viewBox: "0 0 28 20", "aria-hidden": "true" }, use(`u-${seat}`));
}

/** The sign of a player, if they have one. @param {string | undefined} emblem */
export function emblemOf(emblem) {
  return emblem && h("svg", { class: "emb", viewBox: "0 0 28 20", "aria-hidden": "true" }, use(`e-${emblem}`));
}

// A court picture is fetched only where the full face may show.
const wide = matchMedia("(width >= 860px)");
const COURT = { class: "full", x: 22.6, y: 26.6, width: 54.8, height: 86.8, preserveAspectRatio: "none" };

/** @param {Card} code */
export function picture(code) {
  return h("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, ...faces(code));
}

/** @param {Card} code */
function faces(code) {
  if (code === HIDDEN) return [use("back")];
  const symbol = isJoker(code) ? "X" : code[0] + suitOf(code);
  const mini = use(`m-${symbol}`, "mini");
  if (!wide.matches) return [mini];
  const href = assets.courts[symbol];
  return [use(`f-${symbol}`, "full"), href && h("image", { ...COURT, href }), mini];
}

/**
 * @param {Card} code
 * @param {{key?: string, look?: string, label?: string, silent?: boolean}} [how] silent: said by what it lies on
 */
export function card(code, { key, look = "", label = cardName(code), silent = false } = {}) {
  const said = silent ? {} : { role: /** @type {const} */ ("img"), "aria-label": label };
  const suit = code === HIDDEN ? undefined : suitOf(code);
  return h("span", { key, class: `card ${look}`.trim(), "data-code": code, "data-suit": suit, ...said }, picture(code));
}

/** A place for a card. @param {string} [words] @param {string} [look] */
export function slot(words = "", look = "") {
  return h("span", { class: `slot ${look}`.trim() }, words);
}

/** @param {Card[]} codes @param {string} key */
export function fan(codes, key) {
  const known = codes.filter((code) => code !== HIDDEN);
  const count = codes.length - known.length;
  const words = known.map(cardName);
  if (count) words.push(t("face-down-cards", { count }));
  const look = known.length ? "fan open" : "fan";
  const cards = codes.map((code) => card(code, { silent: true }));
  return h("span", { key, class: look, "data-n": codes.length, role: "img", "aria-label": words.join(", ") }, cards);
}

/** How thick a pile looks. @param {number} count */
export function thickness(count) {
  if (count > 20) return "p3";
  return count > 5 ? "p2" : "";
}

/** A face-down pile. @param {number} count @param {string} label @param {{zone?: string, look?: string, empty?: string}} [how] */
export function pile(count, label, { zone, look = "", empty = "" } = {}) {
  const top = count
    ? card(HIDDEN, { key: "top", look: thickness(count), label: t("cards-face-down", { count }) })
    : slot(empty);
  const caption = h("figcaption", null, h("b", null, count), " ", label);
  return h("figure", { key: zone, class: `pile ${look}`.trim(), "data-zone": zone }, top, caption);
}

/** @param {Card} code */
function chip(code) {
  const rank = isJoker(code) ? t("ranks").split(",")[13] : code[0].replace("T", "10");
  const said = h("span", { class: "sr" }, cardName(code));
  return h("span", { class: "cc", "data-rank": rank, "data-suit": suitOf(code) }, said);
}

/** "Alice {Kd} beats {4s}" -> text and chips; never markup. @param {string} text */
export function chips(text) {
  const nodes = [];
  let from = 0;
  for (const found of text.matchAll(CHIP)) {
    const [whole, code, stop] = found;
    nodes.push(text.slice(from, found.index), stop ? h("span", { class: "nb" }, chip(code), stop) : chip(code));
    from = found.index + whole.length;
  }
  return [...nodes, text.slice(from)];
}

/** A part of a line of the log. @param {string} text @param {string} kind how it is marked, if it is */
export function told(text, kind) {
  return kind ? h("span", { class: kind }, chips(text)) : chips(text);
}
