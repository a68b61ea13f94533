// The board of the War family: a row per seat, lanes of stages, the middle line.
import { HIDDEN, cardName, nameSeats, outWords, plural } from "../../core/card_words.js";
import { card, counter, fan, html, icon, pile, turn } from "../../core/cards.js";
import { rise } from "../../core/motion.js";
import { sharesOf } from "../shares.js";
import { enter, gather, lift, noteGain, settle } from "./motion.js";

// Opponents clockwise from my left, my own row last; a spectator sees seats in order.
function order(view) {
  const seats = [...view.seats];
  if (!view.you) return seats.length === 2 ? [seats[1], seats[0]] : seats;
  const mine = seats.findIndex((seat) => seat.seat === view.you);
  return [...seats.slice(mine + 1), ...seats.slice(0, mine), seats[mine]];
}

// A lane has room for the battle and two wars, or for one war less and the next slot. Beyond
// that the oldest stages fold into "pot n".
function foldedStages(stages, slot) {
  const room = slot ? 2 : 3;
  return stages <= room ? 0 : stages - (room - 1);
}

// What stands in a lane, each with a key that stays the same while the card stays.
function items(view, seat, mine) {
  const next = nextSlot(view, seat, mine);
  const folded = foldedStages(seat.lane.length, next);
  const list = [];
  const hiddenCards = seat.lane.slice(0, folded).flat().length;
  if (hiddenCards) list.push({ key: "pot", kind: "pot", count: hiddenCards });
  seat.lane.forEach((stage, at) => {
    if (at < folded || !stage.length) return;
    if (stage.length > 1) list.push({ key: `f${at}`, kind: "fan", codes: stage.slice(0, -1) });
    list.push({ key: `c${at}`, kind: "card", code: stage[stage.length - 1] });
  });
  if (next) list.push({ key: "slot", kind: "slot", ...next });
  return list;
}

function nextSlot(view, seat, mine) {
  if (seat.out || !["flip", "lay"].includes(view.phase)) return null;
  if (view.phase === "lay" && !seat.fights) return null;
  if (seat.ready) return seat.pile ? { look: "laid", words: "laid" } : null;
  if (mine && view.asks) return { look: "next", words: view.phase === "lay" ? "your war card" : "your card" };
  return view.phase === "lay" && !seat.pile ? null : { look: "", words: "" };
}

function takes(view, seat) {
  return view.phase === "collect" && view.last?.winner === seat.seat;
}

function build(item) {
  let element;
  if (item.kind === "card") element = card(item.code);
  else if (item.kind === "fan") element = fan(item.codes);
  else if (item.kind === "pot") element = html("span", "potn", [html("b", "", [String(item.count)]), "in pot"]);
  else element = html("span", `slot ${item.look}`.trim(), [item.words]);
  element.dataset.key = item.key;
  return element;
}

function same(element, item) {
  if (item.kind === "card") return element.classList.contains("card");
  if (item.kind === "fan") {
    const codes = [...element.children].map((child) => child.dataset.code);
    return element.classList.contains("fan") && codes.join() === item.codes.join();
  }
  return false;
}

function refresh(element, item) {
  if (item.kind === "card" && element.dataset.code !== item.code) turn(element, item.code);
}

export class Board {
  constructor(felt, names) {
    this.felt = felt;
    this.names = names;
    this.rows = new Map();
    this.bots = new Set();
    this.away = new Map();
    this.number = null;
    this.mid = felt.querySelector("[data-mid]");
  }

  update({ view }, moving) {
    const before = this.view;
    this.view = view;
    const cleared = view.number !== this.number || view.seats.every((seat) => !seat.lane.length);
    const copies = moving && cleared ? lift(this) : [];
    const places = moving && !cleared ? this.places() : new Map();
    const fresh = this.draw(view);
    if (!moving) return { seen: 0, sound: "" };
    const seen = racing(view) ? 0 : enter(this, fresh);
    settle(places);
    const won = view.last ?? before?.last;
    gather(this, copies, won?.winner);
    if (cleared && before?.phase === "collect") noteGain(this.pileOf(won?.winner), won?.size);
    if (this.callChanged) rise(this.mid.querySelector("[data-call]"));
    return { seen, sound: heard(view, fresh, copies) };
  }

  // Returns the card elements that are new since the last draw: [{element, seat, code}].
  draw(view) {
    this.felt.dataset.lanes = view.seats.length;
    const fresh = [];
    if (this.number !== view.number) this.clearLanes(view);
    const ordered = order(view);
    if (!this.rows.size) this.frame(ordered, view);
    for (const seat of ordered) fresh.push(...this.drawRow(view, seat));
    this.drawMiddle(view);
    return fresh;
  }

  clearLanes(view) {
    this.number = view.number;
    for (const row of this.rows.values()) row.lane.replaceChildren();
  }

  frame(ordered, view) {
    this.felt.replaceChildren();
    ordered.forEach((seat, at) => {
      if (at === ordered.length - 1) this.felt.append(this.mid);
      const row = html("div", "seat-row");
      row.dataset.seat = seat.seat;
      const zone = html("div", "zone");
      const lane = html("div", "lane");
      lane.setAttribute("role", "group");
      lane.setAttribute("aria-label", `${this.names[seat.seat - 1]}, cards on the table`);
      const plate = html("div", "plate");
      if (seat.seat === view.you || (!view.you && at === ordered.length - 1)) row.classList.add("me");
      row.append(zone, lane, plate);
      this.felt.append(row);
      this.rows.set(seat.seat, { row, zone, lane, plate });
    });
    this.flight = html("div", "flight");
    this.felt.append(this.flight);
  }

  drawRow(view, seat) {
    const parts = this.rows.get(seat.seat);
    const mine = seat.seat === view.you;
    const inWar = view.depth > 0 && !seat.fights && !seat.out && seat.lane.length > 0;
    parts.row.classList.toggle("aside", inWar);
    parts.row.classList.toggle("gone", seat.out);
    if (parts.count !== seat.pile) {
      parts.count = seat.pile;
      parts.zone.replaceChildren(pile(seat.pile));
    }
    const fresh = this.drawLane(parts.lane, items(view, seat, mine), seat.seat);
    this.markWinner(view, seat, parts.lane);
    this.drawPlate(view, seat, parts.plate, mine, inWar);
    return fresh;
  }

  drawLane(lane, wanted, seat) {
    const old = new Map([...lane.children].map((child) => [child.dataset.key, child]));
    const fresh = [];
    const next = wanted.map((item) => {
      const held = old.get(item.key);
      if (held && same(held, item)) {
        refresh(held, item);
        return held;
      }
      const element = build(item);
      const opened = held && item.kind === "fan";
      if (!opened && (item.kind === "card" || item.kind === "fan")) fresh.push({ element, seat, code: item.code ?? HIDDEN });
      return element;
    });
    lane.replaceChildren(...next);
    lane.dataset.fans = wanted.filter((item) => item.kind === "fan").length;
    return fresh;
  }

  markWinner(view, seat, lane) {
    for (const each of lane.querySelectorAll(":scope > .card")) each.classList.remove("win");
    if (!takes(view, seat)) return;
    const shown = [...lane.querySelectorAll(":scope > .card")];
    shown[shown.length - 1]?.classList.add("win");
  }

  drawPlate(view, seat, plate, mine, inWar) {
    const who = html("span", "who", [counter(seat.seat), html("span", "", [this.names[seat.seat - 1]])]);
    const parts = [who];
    const tag = (words, style = "") => parts.push(html("span", `tag ${style}`.trim(), words));
    if (this.bots.has(seat.seat)) who.append(html("span", "bot", ["bot"]));
    if (mine) tag(["you"], "now");
    if (takes(view, seat)) parts.push(html("span", "take", [`takes ${view.last.size}`]));
    else if (inWar) tag(["not in this war"]);
    if (seat.out) tag([outWords(seat.place)]);
    else if (seat.won && view.phase === "over") tag(["winner"]);
    else if (seat.ready && ["flip", "lay", "underdog"].includes(view.phase)) tag([icon("check"), "ready"]);
    if (seat.locked) tag(["locked out"]);
    if (seat.auto && !this.bots.has(seat.seat)) tag(["auto"]);
    const away = this.away.get(seat.seat);
    if (away) tag([away]);
    const words = plate.dataset.words;
    const now = JSON.stringify([seat.ready, seat.out, seat.place, seat.locked, seat.auto, seat.won, view.phase, view.last, away, inWar]);
    if (words !== now) {
      plate.dataset.words = now;
      plate.replaceChildren(...parts);
    }
  }

  drawMiddle(view) {
    const call = this.mid.querySelector("[data-call]");
    const title = nameSeats(view.call?.title, this.names);
    const detail = nameSeats(view.call?.detail, this.names);
    const changed = call.dataset.words !== `${title}\n${detail}`;
    if (changed) {
      call.dataset.words = `${title}\n${detail}`;
      call.querySelector("b").textContent = title;
      call.querySelector("span").textContent = detail;
    }
    this.callChanged = changed;
    const centre = this.mid.querySelector("[data-centre]");
    centre.hidden = !view.center;
    if (view.center) centre.replaceChildren(card(HIDDEN), `${view.center} in the centre`);
  }

  // Where the laid cards are now: kept ones slide when the lane grows.
  places() {
    return new Map(this.laneCards().map((element) => [element, element.getBoundingClientRect()]));
  }

  // Elements whose places matter for motion.
  pileOf(seat) {
    return this.rows.get(seat)?.zone.querySelector(".card, .slot");
  }

  laneCards() {
    return [...this.felt.querySelectorAll(".lane > .card, .lane > .fan")];
  }
}

function heard(view, fresh, copies) {
  if (view.phase === "over") return "over";
  if (copies.length) return "took";
  if (fresh.some(({ element }) => element.classList.contains("fan"))) return "war";
  return fresh.length ? "card" : "";
}

export const unit = "battle";

export function facts(view) {
  const sum = `${plural(view.number, "battle")}, ${plural(view.wars, "war")}`;
  return { place: view.number ? `battle ${view.number}` : "", sum, axis: view.number };
}

// The centre is a part of the pot.
export function shares(view, names) {
  const piles = view.seats.map((seat) => seat.pile);
  return sharesOf(view, names, piles, view.pot > view.center ? "Pot" : "Centre", view.pot);
}

// As the server counts: when the cards of the battle had been turned, so a war under way is no loss.
export function counts(view) {
  const laidSince = (seat) => (view.result ? 0 : Math.max(0, seat.lane.flat().length - 1));
  return view.seats.map((seat) => seat.pile + laidSince(seat));
}

// Where a slap is allowed it is on offer all the time, also when it would be a mistake.
export function choices(view) {
  const acts = view.asks?.acts ?? [];
  const slap = { act: "slap", label: "Slap", keys: ["s"], look: "ink", icon: "hand", race: true };
  const forced = ["flip", "collect"].includes(view.phase);
  const found = acts
    .filter((act) => act !== "slap" || view.reveal?.open)
    .map((act) => ({ act, label: view.asks.label, keys: [" "], look: "now", race: act === "slap", forced }));
  return acts.includes("slap") ? [...found.slice(0, 1), slap] : found.slice(0, 1);
}

export function clocked(view) {
  return ["dealt", "flip", "lay", "slap", "underdog"].includes(view.phase);
}

export function racing(view) {
  return Boolean(view.reveal?.ranks.length);
}

function laid(lane) {
  const open = lane.flat().filter((code) => code !== HIDDEN);
  const hidden = lane.flat().length - open.length;
  const words = open.map(cardName);
  if (hidden) words.push(`${hidden} face down`);
  return words.join(", ") || "nothing laid";
}

export function describeMine(view, names) {
  const seat = view.seats.find((each) => each.seat === view.you);
  const parts = [nameSeats(view.call.title, names), nameSeats(view.call.detail, names)];
  if (seat) parts.unshift(`Your pile: ${seat.pile}. On the table: ${laid(seat.lane)}`);
  parts.push(view.asks ? view.asks.label : "Nothing to do right now");
  return parts.filter(Boolean).join(". ");
}

export function describeTable(view, names) {
  const seats = view.seats.map((seat) => {
    const state = seat.out ? "out" : `pile ${seat.pile}, ${laid(seat.lane)}`;
    return `${names[seat.seat - 1]}: ${state}`;
  });
  return [`Battle ${view.number}, ${view.pot} cards in the pot`, ...seats, nameSeats(view.call.title, names)].filter(Boolean).join(". ");
}

export function describeDemand() {
  return "";
}
