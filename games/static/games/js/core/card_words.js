// Cards and seats in words. No access to the page.
/** @type {Record<string, string>} */
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
/** @type {Record<string, string>} */
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const ORDER = "23456789TJQKA";
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

/** "queen", "8", "joker". @param {Card} code */
export function rankName(code) {
  return isJoker(code) ? "joker" : (RANKS[code[0]] ?? code[0]);
}

/** "queen of hearts". @param {Card} code */
export function cardName(code) {
  if (code === HIDDEN) return "face-down card";
  return isJoker(code) ? "joker" : `${rankName(code)} of ${SUITS[suitOf(code)]}`;
}

/** 0 for a two, 12 for an ace. @param {Card} code */
export function rankIndex(code) {
  return ORDER.indexOf(code[0]);
}

/** "{Kd} wins" -> "king of diamonds wins". @param {string} text */
export function spellCards(text) {
  return text.replace(CARDS, (_, code) => cardName(code));
}

/** The rules know seats only: "<2> takes 10 cards" -> "Bob takes 10 cards". @param {string | undefined} text @param {string[]} names */
export function nameSeats(text, names) {
  return (text ?? "").replace(MARK, (_, seat) => names[seat - 1] || `seat ${seat}`);
}

/** 2 -> "out, 2nd"; a seat that is out may have no place yet. @param {number} [place] */
export function outWords(place) {
  return place ? `out, ${["1st", "2nd", "3rd"][place - 1] ?? `${place}th`}` : "out";
}

/** @param {number} count @param {string} noun */
export function plural(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
