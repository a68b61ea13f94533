// What is read out on request, and when something is asked.
import { spellCards } from "../core/card_words.js";
import { t } from "../core/words.js";
import { keyLabel } from "./key_map.js";

/** The moment and the choices with their keys; who slaps has no time for more than that word. @param {Protocol.View} view @param {Boards.Choice[]} choices */
export function demandWords({ call }, choices) {
  const race = choices.find(({ fixed, look }) => fixed && look === "now");
  if (race) return race.label;
  const offered = choices.filter(({ off, idle }) => !off && !idle).map(({ keys: [key], label }) =>
    key === " " ? label : t("key-and-label", { key: keyLabel(key), label }),
  );
  return spellCards([call.detail, offered.join(", ")].filter(Boolean).join(". "));
}

/** My cards or the whole table; the server says it in words. @param {string} code @param {"mine" | "table"} what @param {Protocol.View} view @param {Boards.Choice[]} choices */
export async function wordsOf(code, what, view, choices) {
  const said = await fetch(`/t/${code}/aloud/?of=${what}`)
    .then((answer) => (answer.ok ? answer.text() : ""))
    .catch(() => "");
  if (!said) return t("offline");
  const { title, detail } = view.call;
  const offered = choices.flatMap(({ label, off, idle }) => (off || idle ? [] : label)).join(", ");
  const mine = offered ? t("you-can", { choices: offered }) : t("nothing-to-do");
  const words = [`${title}.`, detail && `${detail}.`, said, what === "mine" && mine];
  return spellCards(words.filter(Boolean).join(" "));
}
