// One gesture for everything: pick a card of yours, pick a target; in either order.
// What is allowed and why not is in the view; nothing is judged here.
import { rankIndex } from "../../core/card_words.js";

const WATCHING = "You are watching.";
const MOVES = { hand: "draw", field: "deploy" };
const ATTACKS = new Set(["confront", "challenge", "war", "multi"]);

export class Choice {
  // on: {send(act, args), say(text), changed()}
  constructor(clock, on) {
    this.clock = clock;
    this.on = on;
    this.unwanted = new Set(); // field cards taken back as options
    this.wanted = new Set(); // field cards offered on purpose
    this.clear();
  }

  clear() {
    this.source = null;
    this.target = null;
    this.calling = null;
    this.seat = null;
    this.offering = false;
  }

  // A new view: what was chosen may be gone.
  see(view) {
    this.view = view;
    const { may } = view;
    if (!may) {
      this.clear();
      return;
    }
    if (this.source && !(this.source in may.sources)) this.source = null;
    if (this.calling && may.sources[this.calling] !== "") this.calling = null;
    if (this.target && this.targetGone(this.target)) this.target = null;
    for (const set of [this.wanted, this.unwanted]) {
      for (const code of set) if (!(code in may.offers)) set.delete(code);
    }
  }

  targetGone(target) {
    if (target.kind === "field") {
      return !this.view.seats[target.seat - 1].field.some((row) => row.card === target.card);
    }
    if (["option", "change"].includes(target.kind)) return this.view.may.answer?.id !== target.id;
    return target.kind === "join" && !this.view.asks?.acts.includes("join");
  }

  sentence(code) {
    return code ? (this.view.may?.why[code] ?? this.view.may?.why.NO_SOURCE ?? "") : "";
  }

  // Why this card of mine cannot be chosen at all; an answer may use what is bound otherwise.
  whySource(word) {
    const { may } = this.view;
    if (!may) return WATCHING;
    const codes = [may.sources[word], may.answer?.option[word], may.answer?.change[word]];
    return codes.includes("") ? "" : this.sentence(codes[0] ?? "NO_SOURCE");
  }

  // Why a target of somebody else is out of reach, whatever is chosen.
  whyTarget(seat, what) {
    const { may, seats } = this.view;
    if (!may) return WATCHING;
    const row = may.targets.find((each) => each.seat === seat);
    if (!row) return "";
    if (what === "war") return this.whyWar(row, seats[seat - 1]);
    if (row[what]) return this.sentence(row[what]);
    if (this.source && may.sources[this.source]) return this.sentence(may.sources[this.source]);
    if (what !== "field" && !this.offered().length) return this.sentence("OPTION_NEEDED");
    return "";
  }

  whyWar(row, seat) {
    if (row.war) return this.sentence(row.war);
    return seat.war_at > this.clock.now() ? this.sentence("TOO_SOON") : "";
  }

  whyOption(word) {
    const codes = this.view.may?.answer?.option;
    return codes && word ? this.sentence(codes[word] ?? "NO_SOURCE") : "";
  }

  // May the chosen card go to this empty place of mine?
  whyPut(zone) {
    const act = this.putAct(zone);
    return act ? this.sentence(this.view.may?.moves[act] ?? "") : this.sentence("NO_SOURCE");
  }

  putAct(zone) {
    if (this.source === "stack") return MOVES[zone];
    return this.source === "hand" && zone === "field" ? "play" : "";
  }

  // The option cards a challenge would offer: chosen ones, else the highest that is free.
  offered() {
    const offers = this.view.may?.offers ?? {};
    const free = Object.keys(offers).filter((code) => !offers[code] && code !== this.source);
    const chosen = free.filter((code) => this.wanted.has(code));
    if (chosen.length) return chosen;
    const rest = free.filter((code) => !this.unwanted.has(code));
    const best = (rest.length ? rest : free).sort((a, b) => rankIndex(b) - rankIndex(a));
    return best.slice(0, 1);
  }

  toggleOffer(code) {
    const on = this.offered().includes(code);
    if (!on) for (const each of this.offered()) this.wanted.add(each);
    (on ? this.wanted : this.unwanted).delete(code);
    (on ? this.unwanted : this.wanted).add(code);
    this.on.changed();
  }

  // Choosing ------------------------------------------------------------------------------

  pickSource(word) {
    const why = this.whySource(word);
    if (why) {
      this.on.say(why);
      return;
    }
    if (this.offering && word !== "stack" && word !== "hand") {
      this.toggleOffer(word);
      return;
    }
    this.source = this.source === word && !this.target ? null : word;
    if (this.source && this.target) this.fire(this.target);
    this.on.changed();
  }

  pick(target) {
    if (!this.view.may) this.on.say(WATCHING);
    else if (this.source) this.fire(target);
    else this.target = JSON.stringify(target) === JSON.stringify(this.target) ? null : target;
    this.on.changed();
  }

  put(zone) {
    if (!this.view.may) return;
    if (!this.source) this.source = "stack"; // an empty place asks for the top of the stack
    const why = this.whyPut(zone);
    if (why) this.on.say(why);
    else this.move(this.putAct(zone));
    this.on.changed();
  }

  // Doing -----------------------------------------------------------------------------------

  fire(target) {
    const [why, act, args] = this.order(target);
    if (why) this.on.say(why);
    else this.send(act, args);
  }

  // [why not, act, arguments] of the chosen card against a target.
  order(target) {
    const src = this.source;
    const { kind, id, seat, card, zone } = target;
    if (kind === "option") return [this.whyOption(src), "option", { challenge: id, src, card }];
    if (kind === "change") {
      return [this.sentence(this.view.may.answer?.change[src] ?? "NO_SOURCE"), "change", { challenge: id, src }];
    }
    if (kind === "join") return [this.sentence(this.view.may.sources[src]), "join", { src }];
    if (kind === "field") return [this.whyTarget(seat, "field"), "confront", { src, seat, card }];
    return [this.whyTarget(seat, zone), "challenge", { src, seat, zone, options: this.offered() }];
  }

  move(act) {
    const why = this.sentence(this.view.may?.moves[act] ?? "");
    if (why) this.on.say(why);
    else this.send(act, {});
  }

  war(seat) {
    const why = this.whyTarget(seat, "war");
    if (why) this.on.say(why);
    else this.send("war", { seat });
  }

  call(force) {
    const src = this.calling;
    if (src) this.send("multi", { src, force });
  }

  // Between two attacks there is a pause: the click that comes too early waits for its end.
  send(act, args) {
    const { may } = this.view;
    const ready = act === "multi" ? may.call_at : may.ready_at;
    const wait = ATTACKS.has(act) ? ready - this.clock.now() : 0;
    clearTimeout(this.waiting);
    if (wait > 3500) {
      this.on.say(this.sentence("COOLDOWN"));
      return;
    }
    this.clear();
    if (wait > 0) this.waiting = setTimeout(() => this.on.send(act, args), wait + 5);
    else this.on.send(act, args);
  }
}
