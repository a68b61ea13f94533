// The words of this page in its language: its catalogue came with it (games/templatetags/script_words.py).
import { embedded } from "./dom.js";

/** @type {{plural: string, words: Record<string, string | string[]>}} */
const catalogue = document.getElementById("words") ? embedded("words") : { plural: "", words: {} };

const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}]/u;

/** In a sentence: what is written from right to left leaves the words and numbers around it where they are; the server
 * does the same (games/accounts/names.py). @param {string} name */
export function isolated(name) {
  return FROM_RIGHT.test(name) ? `\u2068${name}\u2069` : name;
}

/** Which form goes with this count; the rules of all languages repeat after a hundred. @param {number} count */
function formFor(count) {
  return Number(catalogue.plural[count < 100 ? count : 100 + (count % 100)]);
}

/**
 * The text of this key with its arguments: `name` is a name, `count` chooses between the forms of a plural.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const entry = catalogue.words[key] ?? key;
  const text = typeof entry === "string" ? entry : entry[formFor(Number(values.count))];
  return text.replace(/\{(\w+)\}/g, (_, part) => {
    const value = String(values[part]);
    return part === "name" ? isolated(value) : value;
  });
}
