// A recording: what the live protocol told these eyes, in frames that are opened when they come in.
// A long one comes in parts.  How it is written: table/replay/recorder.py and compact.py.
export const ALL = "all";

const MARK = /<([1-8])>/g; // stands for the name of a seat

// The number that says when an event happened counts from its frame or its move.
function shifted(event, place, at) {
  if ("at" in event) return { ...event, at: event.at + at };
  return "number" in event ? { ...event, number: event.number + place } : event;
}

// The view after these changes.
function changed(view, { seats: changes, ...rest }) {
  const seats = [...(view.seats ?? [])];
  for (const [seat, fields] of Object.entries(changes ?? {})) seats[Number(seat) - 1] = { ...seats[Number(seat) - 1], ...fields };
  return { ...view, ...rest, seats };
}

export class Recording {
  // names: of the seats; braces mean cards in a line
  constructor(names, data, address) {
    this.names = names.map((name) => name.replaceAll("{", "(").replaceAll("}", ")"));
    this.frames = []; // {number (the place), v, at, view, events, lines}
    this.front = [];
    this.log = []; // [place, [[text, kind], ...]]
    this.depths = new Map(); // place -> wars in a row
    this.numbers = new Map(); // place -> its frames
    this.rest = []; // moves after the last frame
    this.add(data, address);
  }

  static async fetch(address, names) {
    return new Recording(names, ...(await read(address)));
  }

  // Load the next part, unless there is none.
  async more() {
    if (this.next) this.add(...(await read(this.next)));
  }

  // The next part.  A place, and what is told of it, may go on where the part before ended.
  add(data, address) {
    const clock = { number: 0, v: 0, at: 0 };
    let view = {};
    for (const frame of data.frames) {
      const moves = [...this.rest, ...this.moves(frame, clock)];
      this.rest = [];
      view = changed(view, frame.d);
      if (!this.numbers.has(clock.number)) this.numbers.set(clock.number, []);
      this.numbers.get(clock.number).push(this.frames.length);
      this.frames.push({ ...clock, view, events: moves.flatMap(([events]) => events), lines: moves.flatMap(([, lines]) => lines) });
    }
    this.rest.push(...this.moves(data.rest, clock));
    this.front.splice(data.first, Infinity, ...data.front);
    for (const [number, depth] of data.wars) this.depths.set(number, depth);
    this.wars = [...this.depths.keys()];
    this.last = this.frames.length - 1;
    this.length = this.frames[this.last].number;
    this.next = data.next ? new URL(data.next, address).href : null;
    if (!this.next && this.telling) this.log.push(this.telling);
  }

  // Events and lines of the moves of a frame, as the live protocol tells them; the clock goes on.
  moves({ b, m }, clock) {
    clock.number += b;
    return m.map(([version, ms, events, lines]) => {
      const n = (clock.v += version);
      const t = (clock.at += ms);
      const told = lines.map(([place, text, kind = ""]) => ({ n, number: place + clock.number, text: this.named(text), kind }));
      for (const line of told) this.tell(line);
      return [events.map((event) => ({ n, t, ...shifted(event, clock.number, t) })), told];
    });
  }

  named(text) {
    return text.replace(MARK, (_, seat) => this.names[seat - 1] || `Seat ${seat}`);
  }

  // Lines of one place stand together; the last place is kept back until it is whole.
  tell({ number, text, kind }) {
    if (this.telling?.[0] !== number) {
      if (this.telling) this.log.push(this.telling);
      this.telling = [number, []];
    }
    this.telling[1].push([text, kind]);
  }

  // What the live protocol sends: the view and, to whom knows the frame before, what happened since.
  message(index, known) {
    const { v, at, view, events, lines } = this.frames[index];
    const told = known === index - 1;
    return { v, now: at, view, events: told ? events : [], lines: told ? lines : [] };
  }

  // How a battle or a round ended; when there is no frame of it, the one before.
  ofNumber(wanted) {
    for (let number = wanted; number >= 0; number -= 1) {
      const found = this.numbers.get(number);
      if (found) return found.at(-1);
    }
    return 0;
  }

  // "112" ends battle 112, "112.2" is its second step.
  text(index) {
    const { number } = this.frames[index];
    const steps = this.numbers.get(number);
    return index === steps.at(-1) ? String(number) : `${number}.${steps.indexOf(index) + 1}`;
  }

  find(text) {
    const [number, step] = text.split(".").map(Number);
    const steps = this.numbers.get(number);
    if (!steps) return this.ofNumber(number); // not every second has a picture
    return steps[(step || steps.length) - 1] ?? 0;
  }

  warBefore(number) {
    return this.wars.filter((each) => each < number).at(-1) ?? null;
  }

  warAfter(number) {
    return this.wars.find((each) => each > number) ?? null;
  }
}

async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return [await answer.json(), answer.url];
}
