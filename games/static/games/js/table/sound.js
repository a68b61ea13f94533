// The sounds of a game, and the button that turns them on.
import { find } from "../core/dom.js";
import { change, settings } from "../core/settings.js";
import { play } from "../player/sound.js";
import { t } from "../core/words.js";

/** @type {Record<string, string>} events that sound the same in all games */
const EVENTS = { slap: "slap", false_slap: "miss", reset: "joker" };

/** What is heard of a state: how it ended for me, else the rarest event, else what the board says. @param {Boards.Message} message @param {string} board */
export function soundOf({ view, events }, board) {
  if (board === "over" && view.you) return view.result?.winners.includes(view.you) ? "won" : "lost";
  return events.map(({ ev }) => EVENTS[ev]).find(Boolean) ?? board;
}

/** One button in sight; its word goes once it was used. */
export function bindSound() {
  const button = find("sound");
  const draw = () => {
    button.ariaPressed = String(Boolean(settings.sound));
    button.ariaLabel = t("sound");
    button.title = settings.sound ? t("sound-on") : t("sound-off");
    for (const word of button.getElementsByTagName("span")) word.hidden = settings.sound !== null;
  };
  button.addEventListener("click", () => {
    change({ sound: !settings.sound });
    draw();
    play("asked");
  });
  find("vibration").hidden = !("vibrate" in navigator && matchMedia("(pointer: coarse)").matches);
  draw();
}
