// The websocket of tournaments, one for the page: the server tells what concerns this player, and
// that the tournament of this page has changed; and what the bell wants.
import { Connection } from "../core/connection.js";
import { HELLO, spread } from "../player/line.js";

/**
 * `calls`: the part of the page with all calls. `version`: of the tournament of this page, which
 * should be read again within `within` ms. `now`: epoch ms at the server.
 * `me` and `lobby`: for the bell and the list of who is waiting.
 * @typedef {{now: number, calls?: string, version?: number, within?: number, me?: object, lobby?: object}} Message
 */

/** @type {HTMLElement | null} */
const page = document.querySelector("[data-tournament]");
const code = page?.dataset.tournament;

export const socket = new Connection(code ? `/ws/tournaments/${code}/` : "/ws/tournaments/");
socket.silenceMs = 25000; // the server speaks every ten seconds
socket.longestRetryMs = 16000;

/** @param {(message: Message) => void} action */
export function onMessage(action) {
  socket.addEventListener("message", (event) => action(/** @type {CustomEvent<Message>} */ (event).detail));
}

onMessage(({ me, lobby }) => {
  socket.failures = 0;
  spread({ me, lobby });
});
if (document.querySelector("[data-bell]") && !document.querySelector("[data-table]")) {
  socket.addEventListener("open", () => socket.transmit(HELLO));
}
socket.watchPage();
socket.connect();
