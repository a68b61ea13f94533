// What is asked of me, one box each, and the challenges of the others, one line each.
import { cardName } from "../../core/card_words.js";
import { card, chips, counter, html } from "../../core/cards.js";
import { setChildren } from "../../core/dom.js";
import { allow, button, newCountdown } from "./parts.js";

const NEW_MS = 400; // a question that has only just come cannot have been answered yet
const MOST = 2; // lines about others; the rest is counted

const WITH = { stack: "with the top of the stack, unseen", hand: "with the hand card, unseen" };
const FORCES = { lowest: "their lowest field card", highest: "their highest field card", none: "nothing" };

function withWords(source) {
  return source.card ? `with {${source.card}}` : WITH[source.zone];
}

function said(source) {
  if (source.card) return `{${source.card}}`;
  return source.zone === "stack" ? "the top of the stack" : "the hand card";
}

// Everything that is asked of who looks, and his own proposals that wait.
export function questions(view) {
  const list = [];
  if (view.multi) list.push(multiQuestion(view));
  for (const row of view.challenges) {
    if (row.target === view.you) list.push({ kind: row.proposal ? "waits" : "answer", key: `${row.id}${row.proposal ? "w" : "a"}`, row });
    else if (row.seat === view.you && row.proposal) list.push({ kind: "consent", key: `${row.id}c`, row });
  }
  return list;
}

function multiQuestion(view) {
  const asked = Boolean(view.asks?.acts.includes("join"));
  return { kind: asked ? "join" : "table", key: asked ? "join" : "table", row: view.multi };
}

export class Questions {
  // on: {press(action, question, event), option(id, code, event)}
  constructor(element, others, clock, on) {
    this.element = element;
    this.others = others;
    this.clock = clock;
    this.on = on;
    this.boxes = new Map();
    this.lines = new Map();
    this.idle = html("div", "idle", [html("b"), html("span")]); // when nothing is asked
    this.plus = html("li", "plus"); // how many lines about others are not shown
    element.addEventListener("click", (event) => this.clicked(event));
  }

  clicked(event) {
    const target = event.target.closest("button");
    const box = this.boxes.get(target?.closest(".chal")?.dataset.key);
    if (!box || this.early(box)) return;
    if (target.dataset.option) this.on.option(box.question.row.id, target.dataset.option, event);
    else this.on.press(target.value, box.question, event);
  }

  // Too quick to be an answer to this question.
  early(box) {
    return box.question.kind !== "call" && performance.now() - box.since < NEW_MS;
  }

  find(kind) {
    return [...this.boxes.values()].find((box) => box.question.kind === kind);
  }

  draw(view, facts, calling) {
    const list = facts.live ? questions(view) : []; // a replay asks nothing
    if (calling) list.unshift({ kind: "call", key: `call${calling}`, row: { source: calling } });
    const keep = new Map();
    for (const question of list) keep.set(question.key, this.box(question, view, facts));
    for (const [key, box] of this.boxes) if (!keep.has(key)) box.countdown?.stop();
    const fresh = list.filter((question) => !this.boxes.has(question.key));
    this.boxes = keep;
    this.drawIdle(view, facts, list.length);
    this.element.classList.toggle("two", list.length > 1);
    setChildren(this.element, list.length ? [...keep.values()].map((box) => box.element) : [this.idle]);
    this.drawOthers(view, facts);
    return fresh;
  }

  drawIdle(view, facts, asked) {
    if (asked) return;
    const [title, detail] = facts.call(view);
    this.idle.firstElementChild.textContent = title;
    this.idle.lastElementChild.textContent = detail;
  }

  box(question, view, facts) {
    const words = JSON.stringify([question, view.clocks.pulse, view.seats[view.you - 1]?.hand, view.may?.answer?.change]);
    const old = this.boxes.get(question.key);
    if (old?.words === words) return old;
    old?.countdown?.stop();
    const made = this.build(question, view, facts);
    return { ...made, question, words, since: old?.since ?? performance.now() };
  }

  build(question, view, facts) {
    const { kind, row } = question;
    const [title, detail] = titles(kind, row, view, facts);
    const asked = ["answer", "consent", "join", "call"].includes(kind);
    const head = html("div", "who2");
    let countdown = null;
    const until = row.proposal ? row.proposal.until : row.until;
    if (until) {
      countdown = newCountdown(this.clock, asked ? "" : "q");
      const due = view.clocks.pulse ?? until;
      countdown.start(due, Math.max(due - (row.opened ?? this.clock.now()), 4000), title, !asked);
      head.append(countdown.element);
    }
    head.append(html("div", "", [html("h3", "", chips(title)), html("p", "", chips(detail))]));
    const element = html("div", `chal${asked ? " asked" : ""}`, [head]);
    element.dataset.key = question.key;
    element.dataset.kind = kind;
    if (row.options && kind === "answer") element.append(optionCards(row));
    const buttons = answers(kind, row, view);
    if (buttons.length) element.append(html("div", "ans", buttons));
    return { element, countdown };
  }

  // Which option cards the chosen card may strike, and which one waits for a card.
  light(chosen, target, why) {
    for (const box of this.boxes.values()) {
      for (const element of box.element.querySelectorAll("[data-option]")) {
        const reason = why(chosen);
        element.classList.toggle("reach", Boolean(chosen) && !reason);
        element.classList.toggle("armed", target?.kind === "option" && target.card === element.dataset.option);
        allow(element, chosen ? reason : "");
      }
      const join = box.element.querySelector("[value=join]");
      if (join) join.querySelector("span").textContent = chosen ? "Join with it" : "Join with…";
    }
  }

  drawOthers(view, facts) {
    const asked = (row) => facts.live && (row.target === view.you || (row.seat === view.you && row.proposal));
    const open = view.challenges.filter((row) => !asked(row));
    const rows = [...open.filter((row) => row.seat === view.you), ...open.filter((row) => row.seat !== view.you)];
    const keep = new Map();
    for (const row of rows.slice(0, MOST)) keep.set(row.id, this.line(row, view, facts));
    for (const [id, line] of this.lines) if (!keep.has(id)) line.countdown.stop();
    this.lines = keep;
    const wanted = [...keep.values()].map((line) => line.element);
    if (rows.length > MOST) {
      this.plus.textContent = `+${rows.length - MOST}`;
      wanted.push(this.plus);
    }
    setChildren(this.others, wanted);
  }

  line(row, view, facts) {
    const words = JSON.stringify([row, view.clocks.pulse]);
    const old = this.lines.get(row.id);
    if (old?.words === words) return old;
    old?.countdown.stop();
    const countdown = newCountdown(this.clock, "s q");
    const due = view.clocks.pulse ?? row.proposal?.until ?? row.until;
    countdown.start(due, Math.max(due - row.opened, 4000), "to answer");
    const offer = row.options.map((code) => `{${code}}`).join(" ");
    const name = (seat) => html("span", "nb", [counter(seat, "s"), " ", html("b", "", [seat === view.you ? "you" : facts.names[seat - 1]])]);
    const verb = row.seat === view.you ? " challenge the " : " challenges the ";
    const text = html("span", "", [name(row.seat), `${verb}${row.zone} of `, name(row.target), ", option ", ...chips(offer)]);
    if (row.seat === view.you) text.querySelector("b").textContent = "You";
    const element = html("li", "chal2", [countdown.element, text]);
    return { element, countdown, words };
  }
}

function titles(kind, row, view, facts) {
  const name = (seat) => (seat === view.you ? "You" : facts.names[seat - 1]);
  if (kind === "answer") return [`${name(row.seat)} challenges your ${row.zone}`, `${withWords(row.source)}. No answer means you accept.`];
  if (kind === "waits") return [`You offer ${said(row.proposal)} instead`, `${name(row.seat)} can agree. No answer means no.`];
  if (kind === "consent") {
    const gone = row.proposal.gone ? " It has been captured since." : " No answer means no.";
    return [`${name(row.target)} offers ${said(row.proposal)} instead`, `of the ${row.zone} you challenge.${gone}`];
  }
  if (kind === "call") {
    const what = row.source === "stack" ? "the top of your stack" : row.source === "hand" ? "your hand card" : `{${row.source}}`;
    return ["Call the whole table", `with ${what}. Players who pass put in…`];
  }
  const by = row.seat === view.you ? "You call" : `${name(row.seat)} calls`;
  if (kind === "join") return [`${by} the whole table`, view.asks.silence ?? ""];
  return [`${by} the whole table`, `Players who pass put in ${FORCES[row.force]}.`];
}

function optionCards(row) {
  const list = row.options.map((code) => {
    const element = button("card-btn", [card(code, { silent: true })], `Strike the option, ${cardName(code)}`);
    element.dataset.option = code;
    return element;
  });
  return html("div", "optc", [html("span", "cap", [list.length > 1 ? "Options" : "Option"]), ...list]);
}

function answers(kind, row, view) {
  if (kind === "answer") return answerButtons(row, view);
  if (kind === "consent") return [action("agree", "now", ["Agree"], "A"), action("disagree", "", ["No"], "X")];
  if (kind === "join") return [action("join", "ink", ["Join with…"], "J"), action("pass", "", ["Pass"], "X")];
  if (kind === "call") {
    const forces = Object.keys(FORCES).map((force, at) => action(force, at ? "" : "ink", [force === "none" ? "nothing" : `their ${force}`], String(at + 1)));
    return [...forces, action("cancel", "quiet", ["Cancel"], "")];
  }
  return [];
}

function answerButtons(row, view) {
  const hand = view.seats[view.you - 1].hand;
  const shown = row.zone === "hand" && hand ? chips(`Accept, show {${hand}}`) : ["Accept, show the top"];
  const strike = row.options.length > 1 ? ["Strike an option…"] : chips(`Strike {${row.options[0]}}…`);
  const list = [action("accept", "now", shown, "A"), action("strike", "", strike, "O")];
  const change = Object.values(view.may?.answer?.change ?? {});
  if (change.length) list.push(action("change", "", ["Other card…"], "G"));
  return list;
}

function action(value, look, words, key) {
  const hint = key ? [" ", html("kbd", "", [key])] : [];
  const element = button(`btn ${look}`.trim(), [html("span", "", words), ...hint]);
  element.value = value;
  return element;
}
