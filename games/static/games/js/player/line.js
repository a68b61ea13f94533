// What every connection that tells what concerns its player has in common (docs/protocol.md).

/** The first message: a page that shows the lobby asks for that too. */
export const HELLO = { hello: { lobby: document.querySelector("[data-lobby]") !== null } };

/** Tell the parts of the page. @param {{me?: object, lobby?: object}} message */
export function spread({ me, lobby }) {
  if (me) document.dispatchEvent(new CustomEvent("me", { detail: me }));
  if (lobby) document.dispatchEvent(new CustomEvent("lobby", { detail: lobby }));
}
