// The line above a table can be closed, until it says something else.
import { find } from "../core/dom.js";

const CLOSED = "warsite:banner"; // the words of the last one that was closed
const banner = find("banner");
const words = banner.querySelector("p")?.textContent ?? "";

function wasClosed() {
  try {
    return sessionStorage.getItem(CLOSED) === words;
  } catch {
    return false; // private windows may refuse
  }
}

banner.classList.toggle("closed", wasClosed());
find("close", banner).addEventListener("click", () => {
  banner.classList.add("closed");
  try {
    sessionStorage.setItem(CLOSED, words);
  } catch {
    // as above: closed until the page is loaded again
  }
});
