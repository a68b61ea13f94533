// Lines of chat as data: what a frame changes, whom a reader hides, and where a text has links. No access to the page.
import { browser } from "../core/storage.js";

export const MOST_LINES = 100;
const ADDRESS = /\/[tg]\/[A-HJ-KM-NP-Z2-9]{8}\/?|\b(?=[A-Z]*\d)[A-HJ-KM-NP-Z2-9]{8}\b/g;

/** The lines of a room after a frame, which replaces all after its `from`. @param {Protocol.Said[]} lines @param {Protocol.ChatFrame} frame */
export function merged(lines, { from, lines: news }) {
  return [...lines.filter((line) => line.c <= from), ...news].slice(-MOST_LINES);
}

/** The last line of each room, so that the server need not send them again. @param {Record<string, Protocol.Said[]>} rooms */
export function known(rooms) {
  return Object.fromEntries(Object.entries(rooms).map(([room, lines]) => [room, lines[lines.length - 1]?.c ?? 0]));
}

/** A text in parts; a part with an address is a link to a table or game of this site. @param {string} text */
export function parts(text) {
  /** @type {{text: string, href?: string}[]} */
  const found = [];
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const [words] = match;
    if (match.index > at) found.push({ text: text.slice(at, match.index) });
    found.push({ text: words, href: words.startsWith("/") ? words : `/t/${words}/` });
    at = match.index + words.length;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

const KEY = "warsite:muted:";

/** Whom this browser hides at a table. @param {string} code @returns {string[]} */
export function mutedAt(code) {
  return browser.read(KEY + code, []);
}

/** @param {string} code @param {string[]} names */
export function muteAt(code, names) {
  browser.write(KEY + code, names.length ? names : undefined);
}
