// The name of this browser tab: it stays when the page in it changes.
import { randomHex } from "../core/random.js";
import { tab } from "../core/storage.js";

const KEY = "warsite:tab";

export const TAB = tab.read(KEY, "") || randomHex();
tab.write(KEY, TAB);
