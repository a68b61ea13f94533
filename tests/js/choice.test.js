// Ultimate War: choosing a card and a target, in either order.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";

import { Time } from "./browser.js";
import { Choice } from "../../games/static/games/js/boards/ultimate/choice.js";

const WHY = {
  NO_SOURCE: "No such card.",
  LOCKED: "Bound.",
  STACK_EMPTY: "Empty.",
  OPTION_NEEDED: "Offer a card.",
  HAND_FULL: "Hand full.",
  TOO_SOON: "Too soon.",
  TARGET_LOCKED: "Target bound.",
  COOLDOWN: "Not so fast.",
};
const FIELD = { kind: "field", seat: 2, card: "9h" };
const STACK = { kind: "zone", seat: 2, zone: "stack" };

/** Seat 1 has a stack, a king and a four on the field; seat 2 a nine. */
function position(changes = {}) {
  const may = {
    sources: { stack: "", hand: "STACK_EMPTY", Kd: "", "4c": "" },
    offers: { Kd: "", "4c": "" },
    targets: [{ seat: 2, field: "", stack: "", hand: "TARGET_LOCKED", war: "" }],
    moves: { draw: "", play: "NO_SOURCE", deploy: "HAND_FULL" },
    answer: null,
    ready_at: 0,
    call_at: 0,
    why: WHY,
    short: { STACK_EMPTY: "empty" },
    ...changes,
  };
  const seats = [
    { seat: 1, field: [{ card: "Kd" }, { card: "4c" }], war_at: null },
    { seat: 2, field: [{ card: "9h" }], war_at: 100_000 },
  ];
  return { you: 1, seats, may, asks: null };
}

let time;
let sent;
let said;
let choice;

beforeEach(() => {
  time = new Time();
  sent = [];
  said = [];
  choice = new Choice(
    { now: () => time.ms },
    { send: (act, args) => sent.push([act, args]), say: (text) => said.push(text), changed: () => {} },
  );
  choice.see(position());
});
afterEach(() => time.restore());

describe("a card and a target", () => {
  test("make a fight in either order", () => {
    choice.pickSource("Kd");
    choice.pick(FIELD);
    choice.pick(FIELD);
    choice.pickSource("Kd");
    const fight = ["confront", { src: "Kd", seat: 2, card: "9h" }];
    assert.deepEqual(sent, [fight, fight]);
  });

  test("chosen twice are put back", () => {
    choice.pickSource("Kd");
    choice.pickSource("Kd");
    choice.pick(FIELD);
    choice.pick({ ...FIELD });
    assert.deepEqual([choice.source, choice.target, sent], [null, null, []]);
  });

  test("out of reach are explained, not sent", () => {
    choice.pickSource("hand");
    choice.pickSource("Kd");
    choice.pick({ kind: "zone", seat: 2, zone: "hand" });
    assert.deepEqual([said, sent], [["Empty.", "Target bound."], []]);
  });

  test("are forgotten when they are gone", () => {
    choice.pick(FIELD);
    const next = position();
    next.seats[1].field = [];
    choice.see(next);
    assert.equal(choice.target, null);
    choice.pickSource("Kd");
    choice.see(position({ sources: { stack: "" } }));
    assert.equal(choice.source, null);
  });

  test("are not for watchers", () => {
    choice.see({ ...position(), may: null });
    choice.pick(FIELD);
    choice.pickSource("Kd");
    assert.deepEqual([said.length, sent], [2, []]);
  });
});

describe("the options of a challenge", () => {
  test("are the highest free card that does not fight itself", () => {
    choice.pickSource("stack");
    choice.pick(STACK);
    choice.pickSource("Kd");
    choice.pick(STACK);
    assert.deepEqual(sent.map(([, args]) => args.options), [["Kd"], ["4c"]]);
  });

  test("are those chosen instead", () => {
    choice.toggleOffer("4c");
    assert.deepEqual(choice.offered(), ["Kd", "4c"]);
    choice.toggleOffer("Kd");
    assert.deepEqual(choice.offered(), ["4c"]);
    choice.see(position({ offers: { Kd: "" } })); // the four was captured
    assert.deepEqual(choice.offered(), ["Kd"]);
  });

  test("are needed", () => {
    choice.see(position({ offers: { Kd: "LOCKED" } }));
    choice.pickSource("stack");
    choice.pick(STACK);
    assert.deepEqual([said, sent], [["Offer a card."], []]);
  });
});

describe("other acts", () => {
  test("an empty place asks for the top of the stack", () => {
    choice.put("hand");
    choice.put("field");
    assert.deepEqual([sent, said], [[["draw", {}]], ["Hand full."]]);
  });

  test("a war is called when the time without a field is over", () => {
    choice.war(2);
    time.advance(90_001);
    choice.war(2);
    assert.deepEqual([said, sent], [["Too soon."], [["war", { seat: 2 }]]]);
  });

  test("an attack that comes a little early waits, one far too early is refused", () => {
    choice.see(position({ ready_at: time.ms + 2000 }));
    choice.pickSource("Kd");
    choice.pick(FIELD);
    time.advance(1999);
    assert.deepEqual(sent, []);
    time.advance(6);
    assert.equal(sent.length, 1);
    choice.see(position({ ready_at: time.ms + 4000 }));
    choice.pickSource("Kd");
    choice.pick(FIELD);
    time.advance(5000);
    assert.deepEqual([said, sent.length], [["Not so fast."], 1]);
  });

  test("an answer may use what is bound otherwise", () => {
    const answer = { id: 5, option: { Kd: "", stack: "LOCKED" }, change: {} };
    choice.see(position({ sources: { stack: "LOCKED", Kd: "LOCKED" }, answer }));
    choice.pickSource("Kd");
    choice.pick({ kind: "option", id: 5, card: "2s" });
    assert.deepEqual(sent, [["option", { challenge: 5, src: "Kd", card: "2s" }]]);
    choice.pickSource("stack");
    assert.deepEqual(said, ["Bound."]);
  });
});
