// The panels of the other players: stack, hand, three field cards, and how long without any.
import { h } from "../../../vendor/preact.js";
import { HIDDEN, cardName } from "../../core/card_words.js";
import { slot } from "../../core/cards.js";
import { Ring } from "../../core/countdown.js";
import { t } from "../../core/words.js";
import { standing, tag, who } from "../parts.js";
import { button, face, labelled, ownName } from "./parts.js";

/** @typedef {UltimateWar.Board} Board */

const LEAST_RING_MS = 5000;

/** @typedef {UltimateWar.View} View */
/** @typedef {UltimateWar.Seat} Seat */

/** @param {View} view @param {Seat} seat */
function state(view, seat) {
  const answer = view.multi?.answers.find((row) => row.seat === seat.seat);
  if (answer) return answer.act === "pass" ? t("passes") : t("in");
  return standing(seat, Boolean(view.result)) || (seat.ready ? t("ready") : "");
}

/** What pressing a target says and does; `what` it is in words. @param {Board} board @param {string} what @param {string} why not */
function aimed({ choice, mine }, what, why) {
  const chosen = choice.source && mine ? ownName(choice.source, mine) : "";
  const label = chosen ? `${what}; ${t("with-card", { card: chosen })}` : what;
  return { "aria-label": label, why, reach: chosen && !why ? "reach" : "" };
}

/** @param {Board} board @param {Seat} seat @param {UltimateWar.Zone} zone @param {string} what @param {Boards.Children} words */
function hiddenZone(board, seat, zone, what, words) {
  const { choice } = board;
  const bound = seat.locked.includes(zone) ? `, ${t("bound")}` : "";
  const { reach, ...props } = aimed(board, what + bound, choice.whyTarget(seat.seat, zone));
  const armed = choice.aimsAt({ kind: "zone", seat: seat.seat, zone }) ? "armed" : "";
  const code = zone === "stack" ? (seat.stack ? HIDDEN : "") : seat.hand;
  return button(
    `hz ${reach} ${armed}`,
    { ...props, key: zone, "data-zone": zone, hidden: seat.out, onClick: () => choice.pick({ kind: "zone", seat: seat.seat, zone }) },
    code ? face(code) : slot(),
    h("span", null, words),
  );
}

/** @param {Board} board @param {Seat} seat @param {string | null} code */
function fieldCard(board, seat, code) {
  const row = seat.field.find((each) => each.card === code);
  if (!code || !row) return h("span", { class: "place" }, slot());
  const { choice, names } = board;
  const what = t("strike", { card: cardName(code), name: names[seat.seat - 1] });
  const { reach, ...props } = aimed(board, what, choice.whyTarget(seat.seat, "field"));
  const armed = choice.aimsAt({ kind: "field", seat: seat.seat, card: code }) ? "armed" : "";
  const look = `card-btn ${reach} ${armed} ${row.locked || row.pledged ? "bound" : ""}`;
  const onClick = () => board.strike(seat.seat, code);
  return h("span", { class: "place" }, button(look, { ...props, key: code, "data-code": code, onClick }, face(code)));
}

/** How long a seat has had no field card, and the button that calls war on it. @param {Board} board @param {View} view @param {Seat} seat */
function noField(board, view, seat) {
  const { choice, clock, names } = board;
  const name = names[seat.seat - 1];
  const call = {
    why: choice.whyTarget(seat.seat, "war"),
    hidden: !view.may,
    "aria-label": t("call-war-on", { name }),
    onClick: () => choice.war(seat.seat),
  };
  const ring = h(Ring, {
    clock,
    until: view.result ? null : seat.war_at,
    least: LEAST_RING_MS,
    label: t("has-no-field", { name }),
    look: "s q",
    onSecond: (seconds) => seconds || board.elapsed(seat.seat),
  });
  const words = labelled(t("call-war"), "", choice.short(choice.codeTarget(seat.seat, "war")));
  return h("div", { class: "nofield" }, ring, h("span", { class: "nf" }, t("no-field")), button("btn s", call, words));
}

/** @param {Board} board @param {View} view @param {Seat} seat @param {string} letter the key that chooses this opponent */
export function panel(board, view, seat, letter) {
  const number = seat.seat;
  const name = board.names[number - 1];
  const isBare = seat.war_at !== null && !seat.field.length;
  const asks = view.challenges.some((row) => row.seat === number && row.target === view.you);
  const look = [seat.out ? "gone" : "", board.away.has(number) ? "absent" : "", board.choice.seat === number ? "picked" : "", asks ? "asks" : ""];
  const bound = seat.locked.map((zone) => `${zone}-bound`);
  const tags = [state(view, seat), board.away.get(number)].map((words) => words && tag(words));
  const stackWords = [t("stack"), " ", h("b", null, seat.stack)];
  const field = board.placesOf(number).codes.map((code) => fieldCard(board, seat, code));
  return h(
    "section",
    {
      key: number,
      class: ["opp", ...look, ...bound].join(" "),
      "data-seat": number,
      "aria-label": t("player-cards", { name, count: seat.total }),
    },
    h("header", null, who(number, board), letter && h("kbd", null, letter.toUpperCase()), h("b", { class: "tot" }, seat.total)),
    h("span", { class: "tags" }, tags),
    h(
      "div",
      { class: "hid" },
      hiddenZone(board, seat, "stack", t("challenge-stack", { name, count: seat.stack }), stackWords),
      hiddenZone(board, seat, "hand", t("challenge-hand", { name }), seat.hand ? t("hand") : t("no-hand")),
    ),
    h("div", { class: "fldbox" }, h("div", { class: isBare ? "fld bare" : "fld" }, field), isBare && noField(board, view, seat)),
  );
}
