// Cards, seats and lengths in words. No access to the page.
import { isolated, t } from "./words.js";

const RANKS = "23456789TJQKAX";
const SUITS = "cdhs";
const CARDS = /\{([2-9TJQKA][cdhsCDHS]|X[1-8])\}/g;
const MARK = /<([1-8])>/g; // stands for the name of a seat

/** @typedef {Protocol.Card} Card */

/** @type {Card} a card that lies face down */
export const HIDDEN = "??";

/** @param {Card} code */
export function isJoker(code) {
  return code[0] === "X";
}

/** Suits of the second pack are capital letters; all jokers look the same. @param {Card} code */
export function suitOf(code) {
  return isJoker(code) ? "x" : code[1].toLowerCase();
}

/** 0 for a two, 12 for an ace, 13 for a joker. @param {Card} code */
export function rankIndex(code) {
  return RANKS.indexOf(code[0]);
}

/** "queen", "8", "joker". @param {Card} code */
export function rankName(code) {
  return t("ranks").split(",")[rankIndex(code)];
}

/** "queen of hearts". @param {Card} code */
export function cardName(code) {
  if (code === HIDDEN) return t("face-down-cards", { count: 1 });
  if (isJoker(code)) return rankName(code);
  return t("card", { rank: rankName(code), suit: t("suits").split(",")[SUITS.indexOf(suitOf(code))] });
}

/** "{Kd} wins" -> "king of diamonds wins". @param {string} text */
export function spellCards(text) {
  return text.replace(CARDS, (_, code) => cardName(code));
}

/** Recordings know seats only: "<2> takes 10 cards" -> "Bob takes 10 cards". @param {string | undefined} text @param {string[]} names */
export function nameSeats(text, names) {
  return (text ?? "").replace(MARK, (_, seat) => isolated(names[seat - 1]) || t("Seat", { seat }));
}

/** Names in all texts of a part of a recording. @template T @param {T} tree @param {string[]} names @returns {T} */
export function nameAll(tree, names) {
  return JSON.parse(JSON.stringify(tree), (_, value) => (typeof value === "string" ? nameSeats(value, names) : value));
}

/** "out, 2nd"; a seat that is out may have no place yet. @param {number | null} place */
export function outWords(place) {
  return place ? t("out-place", { place: t("ordinals").split(",")[place - 1] }) : t("out");
}

/** "12 battles, 3 wars". @param {Protocol.View} view */
export function lengthWords({ number, wars }) {
  return [t("units", { count: number }), t("wars", { count: wars })].join(", ");
}
