// Who is waiting for players: the server's list, without whom the reader blocks and without their own wish.
import { h } from "../../vendor/preact.js";
import { embedded, find } from "../core/dom.js";
import { draw } from "../core/draw.js";
import { t } from "../core/words.js";
import { SteadyList } from "./steady_list.js";

/**
 * @typedef {Protocol.LobbyRow & {gone?: boolean}} Row
 * @typedef {{name: string, blocked?: number[], followed?: number[]}} Me
 */

class LobbyList {
  /** @type {Protocol.LobbyFrame | null} */
  told = null;
  /** @type {Me | null} */
  me = null;

  /** @param {HTMLElement} element @param {{rows: Row[], followed: number[]}} first as the server drew it */
  constructor(element, { rows, followed }) {
    this.element = element;
    this.box = find("lobby-rows", element);
    this.news = find("lobby-news", element);
    this.followed = new Set(followed);
    this.list = new SteadyList(rows, (shown) => this.draw(shown), (count) => this.announce(count));
    const hold = () => this.list.hold();
    const release = () => this.box.matches(":hover, :focus-within") || this.list.release();
    for (const name of ["pointerenter", "focusin"]) this.box.addEventListener(name, hold);
    for (const name of ["pointerleave", "focusout"]) this.box.addEventListener(name, () => setTimeout(release));
  }

  /** @param {Me} me */
  know(me) {
    this.me = me;
    this.followed = new Set(me.followed);
    this.update();
  }

  /** @param {Protocol.LobbyFrame} frame */
  hear(frame) {
    this.told = frame;
    this.update();
  }

  update() {
    const { told, me } = this;
    if (!told || !me) return;
    const blocked = new Set(me.blocked);
    this.list.hear(
      told.rows.filter(
        ({ kind, of, people }) => !of.some((id) => blocked.has(id)) && !(kind === "wish" && people[0].name === me.name),
      ),
    );
    const more = find("lobby-more", this.element);
    const count = told.count - told.rows.length;
    more.hidden = count <= 0;
    more.textContent = t("more-waiting", { count });
  }

  /** @param {Row[]} rows */
  draw(rows) {
    find("lobby-empty", this.element).hidden = rows.length > 0;
    draw(this.box, rows.map((row) => this.row(row)));
  }

  /** @param {Row} row */
  row({ id, gone, title, rated, rules, people, seats, url, go }) {
    return h(
      "li",
      { key: id, class: gone ? "gone" : undefined },
      h(
        "div",
        { class: "g1" },
        h("span", null, h("b", null, title), rated && [" ", h("span", { class: "tag" }, t("rated"))]),
        h("span", { class: "meta" }, rules),
      ),
      h("ul", { class: "people" }, people.map((person) => this.person(person))),
      h("span", { class: "meta seats" }, gone ? t("closed") : seats),
      h("a", { class: "btn s", href: url }, go, h("span", { class: "sr" }, ` ${title}`)),
    );
  }

  /** @param {Protocol.LobbyPerson} person */
  person({ id, name, url, what, points, margin, line }) {
    return h(
      "li",
      { key: name },
      h("a", { href: url, translate: "no" }, name),
      what && h("span", { class: "bot" }, what),
      this.followed.has(id) && h("span", { class: "tag" }, t("following")),
      points !== undefined && h("span", { class: "meta nb" }, `${points} ± ${margin}`),
      line && h("span", { class: "meta nb" }, line),
    );
  }

  /** @param {number} count */
  announce(count) {
    this.news.textContent = t("new-waiting", { count });
  }
}

/** @type {HTMLElement | null} */
const element = document.querySelector("[data-lobby]");
if (element) {
  const list = new LobbyList(element, embedded("lobby"));
  document.addEventListener("me", (event) => list.know(/** @type {CustomEvent<Me>} */ (event).detail));
  document.addEventListener("lobby", (event) => list.hear(/** @type {CustomEvent<Protocol.LobbyFrame>} */ (event).detail));
}
