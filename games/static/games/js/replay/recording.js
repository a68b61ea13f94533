// A recording: what the live protocol told these eyes, in frames that are opened when they come in.
// A long one comes in parts.  How it is written: table/replay/recording.py.
import { nameAll, nameSeats } from "../core/card_words.js";

export const ALL = "all";

/** @typedef {Recorded.Entry} Entry */
/** @typedef {{number: number, v: number, at: number}} Moment number of the place, version, ms */
/** @typedef {Moment & {view: Protocol.View, events: Protocol.Event[], lines: Protocol.Line[]}} Frame */

/** The number that says when an event happened counts from its frame or its move. @param {Recorded.Event} event @param {number} place @param {number} at */
function shifted(event, place, at) {
  if (event.at !== undefined) return { ...event, at: event.at + at };
  return event.number === undefined ? event : { ...event, number: event.number + place };
}

/** The view after these changes. @param {Protocol.View} view @param {Recorded.Changes} changes @returns {Protocol.View} */
function changed(view, { seats: changes = {}, ...rest }) {
  const seats = [...(view.seats ?? [])];
  for (const [seat, fields] of Object.entries(changes)) seats[Number(seat) - 1] = { ...seats[Number(seat) - 1], ...fields };
  return { ...view, ...rest, seats };
}

export class Recording {
  /** @param {string[]} names of the seats; braces mean cards in a line @param {Recorded.Part} part @param {string} address */
  constructor(names, part, address) {
    this.names = names.map((name) => name.replaceAll("{", "(").replaceAll("}", ")"));
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {number[][]} cards of each seat at each point */
    this.front = [];
    /** @type {Entry[]} */
    this.log = [];
    /** @type {Map<number, number>} place -> wars in a row */
    this.depths = new Map();
    /** @type {Map<number, number[]>} place -> its frames */
    this.numbers = new Map();
    /** @type {Move[]} after the last frame */
    this.rest = [];
    this.add(part, address);
  }

  /** As much of it as is needed. @param {string} address @param {string[]} names @param {(recording: Recording) => boolean} enough */
  static async fetch(address, names, enough) {
    const recording = new Recording(names, ...(await read(address)));
    while (recording.next && !enough(recording)) await recording.more();
    return recording;
  }

  /** Load the next part, unless there is none. */
  async more() {
    if (this.next) this.add(...(await read(this.next)));
  }

  /** The next part.  A place, and what is told of it, may go on where the part before ended. @param {Recorded.Part} part @param {string} address */
  add(part, address) {
    const clock = { number: 0, v: 0, at: 0 };
    let view = /** @type {Protocol.View} */ ({});
    for (const frame of part.frames) {
      const moves = [...this.rest, ...this.moves(frame, clock)];
      this.rest = [];
      view = changed(view, nameAll(frame.d, this.names));
      this.numbers.set(clock.number, [...(this.numbers.get(clock.number) ?? []), this.frames.length]);
      const events = moves.flatMap((move) => move.events);
      this.frames.push({ ...clock, view, events, lines: moves.flatMap((move) => move.lines) });
    }
    this.rest.push(...this.moves(part.rest, clock));
    this.front.splice(part.first, Infinity, ...part.front);
    for (const [number, depth] of part.wars) this.depths.set(number, depth);
    this.next = part.next ? new URL(part.next, address).href : null;
    if (!this.next && this.telling) this.log.push(this.telling);
  }

  get last() {
    return this.frames.length - 1;
  }

  /** The last place. */
  get length() {
    return this.frames[this.last].number;
  }

  /** Events and lines of the moves of a frame, as the live protocol tells them; the clock goes on. @param {Recorded.Moves} frame @param {Moment} clock @returns {Move[]} */
  moves({ b, m }, clock) {
    clock.number += b;
    return m.map(([version, ms, events, lines]) => {
      const n = (clock.v += version);
      const at = (clock.at += ms);
      const told = lines.map(([place, text, kind = ""]) => ({ n, number: place + clock.number, text: nameSeats(text, this.names), kind }));
      for (const line of told) this.tell(line);
      return { events: events.map((event) => ({ ...shifted(event, clock.number, at), n, t: at })), lines: told };
    });
  }

  /** Lines of one place stand together; the last place is kept back until it is whole. @param {Protocol.Line} line */
  tell({ number, text, kind }) {
    if (this.telling?.[0] !== number) {
      if (this.telling) this.log.push(this.telling);
      /** @type {Entry | undefined} */
      this.telling = [number, []];
    }
    this.telling[1].push([text, kind]);
  }

  /** What the live protocol sends: the view and, to whom knows the frame before, what happened since. @param {number} index @param {number | null} known */
  message(index, known) {
    const { v, at, view, events, lines } = this.frames[index];
    return known === index - 1 ? { v, now: at, view, events, lines } : { v, now: at, view, events: [], lines: [] };
  }

  /** How a battle or a round ended; when there is no frame of it, the one before. @param {number} wanted */
  ofNumber(wanted) {
    for (let number = wanted; number >= 0; number -= 1) {
      const found = this.numbers.get(number);
      if (found) return found[found.length - 1];
    }
    return 0;
  }

  /** @param {number} number */
  steps(number) {
    return this.numbers.get(number) ?? [];
  }

  /** "112" ends battle 112, "112.2" is its second step. @param {number} index */
  text(index) {
    const { number } = this.frames[index];
    const steps = this.steps(number);
    return index === steps.at(-1) ? String(number) : `${number}.${steps.indexOf(index) + 1}`;
  }

  /** @param {string} text */
  find(text) {
    const [number, step] = text.split(".").map(Number);
    const steps = this.steps(number);
    return steps.length ? (steps[(step || steps.length) - 1] ?? 0) : this.ofNumber(number); // not every second has a picture
  }

  /** @param {number} number */
  warBefore(number) {
    return [...this.depths.keys()].filter((each) => each < number).at(-1);
  }

  /** @param {number} number */
  warAfter(number) {
    return [...this.depths.keys()].find((each) => each > number);
  }
}

/** @typedef {{events: Protocol.Event[], lines: Protocol.Line[]}} Move */

/** @param {string} address @returns {Promise<[Recorded.Part, string]>} */
async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return [await answer.json(), answer.url];
}
