// What players prefer when their game begins, and when they leave it.
import { find } from "../core/dom.js";
import { randomHex } from "../core/random.js";
import { settings } from "../core/settings.js";

export class Habits {
  hasBegun = false;
  isReady = ["matched", "ready"].some((way) => new URLSearchParams(location.search).has(way)); // found, or to a rematch

  /** @param {() => boolean} isPlaying @param {(act: string, args?: object) => void} send */
  constructor(isPlaying, send) {
    this.isPlaying = isPlaying;
    this.send = send;
    this.dialog = /** @type {HTMLDialogElement} */ (find("resign-dialog"));
    find("resign-yes").addEventListener("click", () => send("resign"));
    addEventListener("beforeunload", (event) => {
      if (settings.confirm_leave && isPlaying()) event.preventDefault();
    });
  }

  /** Auto-play from the first move on. @param {Protocol.View} view @param {Protocol.Seat | undefined} seat */
  begin(view, seat) {
    if (this.hasBegun) return;
    this.hasBegun = true;
    if (settings.auto && view.number <= 1 && seat?.auto === false) this.send("auto", { on: true });
  }

  /** Who was matched, or accepts a rematch, is ready at once. @param {Protocol.Table} table */
  come({ status, seats }) {
    const seat = seats.find(({ you }) => you);
    if (!this.isReady || status !== "open" || !seat || seat.ready) return;
    this.isReady = false;
    this.send("ready", { entropy: randomHex() });
  }

  resign() {
    if (!this.isPlaying()) return;
    if (settings.confirm_resign) this.dialog.showModal();
    else this.send("resign");
  }
}
