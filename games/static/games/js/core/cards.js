// Cards as elements: the same markup as the template tags, so that one style sheet serves both.
const SVG = "http://www.w3.org/2000/svg";
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const CHIP = /\{([2-9TJQKA][cdhsCDHS]|X[1-8])\}([.,;:)]*)/g; // with the stop after it: no line begins with one
const CODES = /\{([2-9TJQKA][cdhsCDHS]|X[1-8])\}/g;
export const HIDDEN = "??";

const assets = JSON.parse(document.getElementById("assets")?.textContent ?? '{"sprite":"","courts":{}}');

export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function html(name, className = "", children = []) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

export function use(symbol, className) {
  const attributes = { href: `${assets.sprite}#${symbol}` };
  if (className) attributes.class = className;
  return svg("use", attributes);
}

export function icon(name) {
  return svg("svg", { class: "ic", viewBox: "0 0 20 20", "aria-hidden": "true" }, [use(`i-${name}`)]);
}

export function counter(seat, size = "") {
  const attributes = { class: `ctr ${size}`.trim(), viewBox: "0 0 28 20", "aria-hidden": "true" };
  const sign = svg("svg", attributes, [use(`u-${seat}`)]);
  sign.dataset.seat = seat;
  return sign;
}

// Suits of the second pack are capital letters; all jokers look the same.
function suitOf(code) {
  return isJoker(code) ? "x" : code[1].toLowerCase();
}

function symbolOf(code) {
  return isJoker(code) ? "X" : code[0] + suitOf(code);
}

export function isJoker(code) {
  return code[0] === "X";
}

export function spoken(code) {
  if (code === HIDDEN) return "face-down card";
  return isJoker(code) ? "joker" : `${rankOf(code)} of ${SUITS[suitOf(code)]}`;
}

// "queen", "8", "joker"
export function rankOf(code) {
  return isJoker(code) ? "joker" : (RANKS[code[0]] ?? code[0]);
}

// A court picture is fetched only where the full face may show.
const wide = matchMedia("(width >= 860px)");

function faces(code) {
  if (code === HIDDEN) return [use("back")];
  const symbol = symbolOf(code);
  const mini = use(`m-${symbol}`, "mini");
  if (!wide.matches) return [mini];
  const parts = [use(`f-${symbol}`, "full")];
  if (assets.courts[symbol]) {
    parts.push(
      svg("image", {
        class: "full",
        href: assets.courts[symbol],
        x: 22.6,
        y: 26.6,
        width: 54.8,
        height: 86.8,
        preserveAspectRatio: "none",
      }),
    );
  }
  return [...parts, mini];
}

export function picture(code) {
  return svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, faces(code));
}

export function card(code, { silent = false } = {}) {
  const element = html("span", "card", [picture(code)]);
  element.dataset.code = code;
  if (code !== HIDDEN) element.dataset.suit = suitOf(code);
  if (!silent) {
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", spoken(code));
  }
  return element;
}

export function turn(element, code) {
  element.replaceChildren(picture(code));
  element.dataset.code = code;
  if (code === HIDDEN) delete element.dataset.suit;
  else element.dataset.suit = suitOf(code);
  if (element.hasAttribute("role")) element.setAttribute("aria-label", spoken(code));
}

export function fan(codes) {
  const known = codes.filter((code) => code !== HIDDEN);
  const hidden = codes.length - known.length;
  const words = known.map(spoken);
  if (hidden) words.push(`${hidden} face-down card${hidden > 1 ? "s" : ""}`);
  const element = html("span", known.length ? "fan open" : "fan");
  element.dataset.n = codes.length;
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", words.join(", "));
  element.append(...codes.map((code) => card(code, { silent: true })));
  return element;
}

function thickness(count) {
  if (count > 20) return "p3";
  return count > 5 ? "p2" : "";
}

export function pile(count, label = "pile") {
  let top;
  if (count > 0) {
    top = card(HIDDEN);
    top.className = `card ${thickness(count)}`.trim();
    top.setAttribute("aria-label", `${count} card${count > 1 ? "s" : ""}, face down`);
  } else {
    top = html("span", "slot", ["empty"]);
  }
  const number = html("b", "", [String(count)]);
  return html("figure", "pile", [top, html("figcaption", "", [number, label])]);
}

export function chip(code) {
  const joker = isJoker(code) && "joker";
  const rank = html("span", "", [joker || (code[0] === "T" ? "10" : code[0])]);
  rank.setAttribute("aria-hidden", "true");
  const suit = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, [use(`s-${suitOf(code)}`)]);
  const element = html("span", "cc", [html("span", "sr", [spoken(code)]), rank, suit]);
  element.dataset.suit = suitOf(code);
  return element;
}

// "Alice {Kd} beats {4s}" -> text nodes and chips; never markup.
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

const SEATS = /\bSeats? (\d(?:(?:, | and )\d)*)/g;

// The rules know seats only: "Seat 2 takes 10 cards" -> "Bob takes 10 cards".
export function named(text, names) {
  return (text ?? "").replace(SEATS, (_, list) => list.replace(/\d/g, (seat) => names[seat - 1] || `seat ${seat}`));
}

export function plural(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function plain(text) {
  return text.replace(CODES, (_, code) => spoken(code));
}
