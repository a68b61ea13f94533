// The name of this browser tab: it stays when the page in it changes.
import { randomHex } from "../core/random.js";

const KEY = "warsite:tab";

function named() {
  try {
    const name = sessionStorage.getItem(KEY) ?? randomHex();
    sessionStorage.setItem(KEY, name);
    return name;
  } catch {
    return randomHex(); // private windows may refuse; then each page is a tab
  }
}

export const TAB = named();
