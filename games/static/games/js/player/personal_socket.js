// The personal socket, one for each page but those of tables, whose own socket tells the same (docs/protocol.md).
import { Connection } from "../core/connection.js";
import { spread, SUBSCRIPTION } from "./line.js";
import { TAB } from "./tab.js";

class PersonalSocket extends Connection {
  silenceMs = 12000; // the server speaks every five seconds
  longestRetryMs = 16000;

  greet() {
    this.transmit({ hello: SUBSCRIPTION });
    this.tell();
  }

  /** Its beats are too far apart to tell soon whether it works. */
  reconnectNow() {
    this.transmit({ ping: 0 });
    super.reconnectNow();
  }

  /** Which tab this is, and whether it is looked at. */
  tell() {
    this.transmit({ tab: TAB, visible: !document.hidden });
  }
}

export const socket = new PersonalSocket("/ws/me/");
if (!SUBSCRIPTION.tournament) socket.final.add(4401); // signed out, here or elsewhere; strangers may follow a tournament
socket.addEventListener("message", (event) => {
  socket.failures = 0; // only a message proves that it works
  spread(/** @type {CustomEvent} */ (event).detail);
});
if (!document.querySelector("[data-table]")) {
  document.addEventListener("visibilitychange", () => socket.tell());
  socket.watchPage();
  socket.connect();
}
