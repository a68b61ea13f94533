// The line above a table can be closed, until it says something else.
import { find } from "../core/dom.js";
import { tab } from "../core/storage.js";

const CLOSED = "warsite:banner"; // the words of the last one that was closed
const banner = find("banner");
const words = banner.querySelector("p")?.textContent ?? "";

banner.classList.toggle("closed", tab.read(CLOSED, "") === words);
find("close", banner).addEventListener("click", () => {
  banner.classList.add("closed");
  tab.write(CLOSED, words);
});
