// Cards as elements: the same markup as the template tags, so that one style sheet serves both.
import { HIDDEN, cardName, isJoker, plural, suitOf } from "./card_words.js";
import { embedded } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const CHIP = /\{([2-9TJQKA][cdhsCDHS]|X[1-8])\}([.,;:)]*)/g; // with the stop after it: no line begins with one

/** @type {{sprite: string, courts: Record<string, string>}} */
const assets = document.getElementById("assets") ? embedded("assets") : { sprite: "", courts: {} };

/** @typedef {Protocol.Card} Card */

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 * @param {(Node | string)[]} children
 */
export function html(name, className = "", children = []) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** @param {string} symbol @param {string} [className] */
export function use(symbol, className) {
  const href = `${assets.sprite}#${symbol}`;
  return svg("use", className ? { href, class: className } : { href });
}

/** @param {string} name */
export function icon(name) {
  return svg("svg", { class: "ic", viewBox: "0 0 20 20", "aria-hidden": "true" }, [use(`i-${name}`)]);
}

/** @param {number} seat @param {string} size */
export function counter(seat, size = "") {
  const attributes = { class: `ctr ${size}`.trim(), viewBox: "0 0 28 20", "aria-hidden": "true" };
  const sign = svg("svg", attributes, [use(`u-${seat}`)]);
  sign.dataset.seat = String(seat);
  return sign;
}

// A court picture is fetched only where the full face may show.
const wide = matchMedia("(width >= 860px)");
const COURT = { class: "full", x: 22.6, y: 26.6, width: 54.8, height: 86.8, preserveAspectRatio: "none" };

/** @param {Card} code */
export function picture(code) {
  return svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, faces(code));
}

/** @param {Card} code */
function faces(code) {
  if (code === HIDDEN) return [use("back")];
  const symbol = isJoker(code) ? "X" : code[0] + suitOf(code);
  const mini = use(`m-${symbol}`, "mini");
  if (!wide.matches) return [mini];
  const href = assets.courts[symbol];
  return [use(`f-${symbol}`, "full"), ...(href ? [svg("image", { ...COURT, href })] : []), mini];
}

/** `silent`: said by what it lies on. @param {Card} code */
export function card(code, { silent = false } = {}) {
  const element = html("span", "card");
  if (!silent) element.setAttribute("role", "img");
  turn(element, code);
  return element;
}

/** Shows another face. @param {HTMLElement} element @param {Card} code */
export function turn(element, code) {
  element.replaceChildren(picture(code));
  element.dataset.code = code;
  if (code === HIDDEN) delete element.dataset.suit;
  else element.dataset.suit = suitOf(code);
  if (element.hasAttribute("role")) element.setAttribute("aria-label", cardName(code));
}

/** @param {Card[]} codes */
export function fan(codes) {
  const known = codes.filter((code) => code !== HIDDEN);
  const hidden = codes.length - known.length;
  const words = known.map(cardName);
  if (hidden) words.push(plural(hidden, "face-down card"));
  const element = html("span", known.length ? "fan open" : "fan");
  element.dataset.n = String(codes.length);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", words.join(", "));
  element.append(...codes.map((code) => card(code, { silent: true })));
  return element;
}

/** Class of a pile's top card. @param {number} count */
export function thickness(count) {
  if (count > 20) return "p3";
  return count > 5 ? "p2" : "";
}

/** @param {number} count */
export function pile(count, label = "pile") {
  const top = count > 0 ? card(HIDDEN) : html("span", "slot", ["empty"]);
  if (count > 0) {
    top.className = `card ${thickness(count)}`.trim();
    top.setAttribute("aria-label", `${plural(count, "card")}, face down`);
  }
  const number = html("b", "", [String(count)]);
  return html("figure", "pile", [top, html("figcaption", "", [number, label])]);
}

/** @param {Card} code */
export function chip(code) {
  const letter = code[0] === "T" ? "10" : code[0];
  const rank = html("span", "", [isJoker(code) ? "joker" : letter]);
  rank.setAttribute("aria-hidden", "true");
  const suit = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, [use(`s-${suitOf(code)}`)]);
  const element = html("span", "cc", [html("span", "sr", [cardName(code)]), rank, suit]);
  element.dataset.suit = suitOf(code);
  return element;
}

/** "Alice {Kd} beats {4s}" -> text and chips; never markup. @param {string} text */
export function chips(text) {
  const nodes = [];
  let from = 0;
  for (const found of text.matchAll(CHIP)) {
    const [whole, code, stop] = found;
    nodes.push(text.slice(from, found.index));
    nodes.push(stop ? html("span", "nb", [chip(code), stop]) : chip(code));
    from = found.index + whole.length;
  }
  nodes.push(text.slice(from));
  return nodes;
}
