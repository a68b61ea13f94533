// Written by `manage.py write_types` from the types of the rules.
declare namespace Shown {
/** `Kd`; capitals for suits of the second pack, `X1` a joker, `??` a face-down card. */
export type Card = string;

/** The consequence of a player's absence, and its time. */
export interface Absence {
  then: "bot" | "out";
  until: number;
}

/** Your command is done and stored; version `v` contains it. */
export interface Ack {
  /** id of the command */
  ack: string;
  v: number;
}

/** A button under a question. */
export interface Answer {
  action: string;
  label: string;
  look: string;
}

/** The codes of answers to a challenge, by source. */
export interface AnswerCodes {
  id: number;
  /** to fight a card at stake */
  option: Record<string, string>;
  /** to offer another card */
  change: Record<string, string>;
}

/** What your seat may do now. */
export interface Asks {
  /** the main one first */
  acts: string[];
  /** when the table acts for you */
  until: number | null;
  /** of the main act */
  label: string;
  /** what happens if you do nothing */
  silence: string;
}

export interface Beat {
  /** the newest version */
  v: number;
  watchers: number;
  /** ms of the game */
  now?: number;
  /** to be sent back at once */
  probe?: string;
  /** of the server (epoch ms) */
  time?: number;
}

export interface BeatMessage {
  beat: Beat;
}

/** The last line of a stream. */
export interface Bye {
  bye: "OVER" | "HOUR" | "REVOKED" | "NO_SUCH_TABLE" | "RESTART";
  /** the version you know */
  since: number;
}

/** The calls of tournaments, if your hello asked for them: a fragment of a page. */
export interface CallsMessage {
  calls: string;
  now: number;
}

export interface Caption {
  title: string;
  detail: string;
}

export interface Challenge {
  id: number;
  seat: number;
  source: Source;
  target: number;
  zone: "stack" | "hand";
  /** field cards at stake */
  options: Card[];
  opened: number;
  until: number;
  /** another card was offered, which is possible once */
  proposed: boolean;
  proposal: Proposal | null;
}

/** All lines of a room after line `from`. */
export interface Chat {
  from: number;
  room: "seats" | "watchers";
  lines: Said[];
}

export interface ChatMessage {
  chat: Chat;
}

/** A button: an act with its arguments. */
export interface Choice {
  act: string;
  label: string;
  args: Record<string, unknown>;
}

/** When the game ends, and the next muster and pulse; null: never. */
export interface Clocks {
  end: number;
  muster: number | null;
  pulse: number | null;
}

/** The war that is fought, or that ended this round. */
export interface Duel {
  why: "beaten" | "joker";
  stage: number;
  sides: Side[];
  /** the seat whose joker resets the war unless the other side holds */
  joker: number | null;
  /** why the run that is shown is void */
  back: "tie" | "joker" | "double_hold" | null;
  over: boolean;
  stakes: Stake[];
}

/** The last war that was won. */
export interface DuelWin {
  winner: number;
  loser: number;
  /** number of cards */
  size: number;
}

/** An error that belongs to no command. */
export interface ErrorMessage {
  /** code */
  error: string;
  text: string;
}

/** The table, apart from its game. */
export interface Facts {
  code: string;
  status: "open" | "running" | "finished" | "aborted";
  game: string;
  /** changes when the rules of the game do */
  rules_version: number;
  /** number of seats */
  players: number;
  private: boolean;
  /** seats are assigned: by a tournament or by matchmaking */
  arranged: boolean;
  rated: boolean;
  chat: "text" | "quick" | "off";
  /** players can end the game by agreement */
  agree: boolean;
  offer: Offer | null;
  /** when the cards are dealt (epoch ms) */
  deal_ms: number | null;
  /** the time limit (ms) */
  limit_ms: number | null;
  paused: boolean;
  /** code of the next table */
  rematch: string | null;
  /** of the server to its part of the deal, before it knows that of the players */
  commitment: string;
  /** whose deal is played */
  day: string | null;
  end: string;
  /** winning seat, `=1+3` if shared, `*` before the end */
  result: string;
  /** code of the reason for which it was paused or aborted; a text in `words.table` */
  reason: string;
}

export interface FieldCard {
  card: Card;
  /** when it was put down */
  since: number;
  /** bound by a challenge or a call */
  locked: boolean;
  /** at stake in a challenge of its own player */
  pledged: boolean;
}

/** The last fight that was won. */
export interface FightWin {
  winner: number;
  /** number of cards */
  size: number;
  /** that decided it */
  cards: OpenCard[];
}

export interface From {
  from: number;
}

/** The fields of a view that all games have. Seats count from 1; times are ms of the game. */
export interface GameView {
  /** your seat; null for a spectator */
  you: number | null;
  /** of the battle, the round or the fight */
  number: number;
  /** so far */
  wars: number;
  /** changes whenever a new decision opens */
  turn: number;
  /** when that was */
  since: number;
  /** when the table goes on by itself */
  until: number | null;
  result: Result | null;
  /** what happens now */
  call: Caption;
  /** how it went for your seat; empty while it plays */
  own?: Caption;
  hints?: Hint[];
}

/** The act that you have handed in for the next pulse. */
export interface HandedAct {
  act: string;
  args: Record<string, unknown>;
}

/** The fields of both kinds of states. Times are ms of the game. */
export interface Heard {
  /** version */
  v: number;
  now: number;
  watchers: number;
  /** what has happened after version `from` */
  events: Event[];
  lines: Line[];
}

/** A sentence that helps a newcomer now. */
export interface Hint {
  key: string;
  text: string;
}

export interface HouseRules {
  secret: boolean;
  cap: number;
  solo: boolean;
}

export interface Laid {
  seat: number;
  card: Card;
}

/** A line of the log, with cards as {Kd}. */
export interface Line {
  /** number of the move */
  n: number;
  /** of the battle, the round or the second */
  number: number;
  text: string;
  kind: "" | "war" | "end" | "note" | "outage";
  /** it speaks to you, and others read another sentence */
  mine?: boolean;
}

/** The lobby, if your hello asked for it. */
export interface LobbyMessage {
  lobby: Record<string, unknown>;
}

/** What your seat may do, apart from pauses: codes by move, by source and by target. A source is `stack`, `hand` or a field card. */
export interface May {
  moves: Record<string, string>;
  sources: Record<string, string>;
  /** field cards that can be put at stake */
  offers: Record<string, string>;
  targets: Target[];
  answer: AnswerCodes | null;
  /** the end of the pause between attacks */
  ready_at: number;
  /** from when on the table may be called */
  call_at: number | null;
  /** the sentence of each code */
  why: Record<string, string>;
  /** the same in two words, for some of the codes */
  short: Record<string, string>;
}

/** What concerns you, if your hello asked for it (docs/protocol.md). */
export interface MeMessage {
  me: Record<string, unknown>;
}

/** An offer that all players must accept. */
export interface Offer {
  what: "finish" | "fast";
  /** seat */
  by: number;
  /** seats */
  yes: number[];
  until: number;
}

export interface OpenCard {
  seat: number;
  card: Card;
}

/** The player on a seat. */
export interface Player {
  /** of the seat */
  number: number;
  name: string;
  emblem: string;
  bot: boolean;
  /** of a bot of the site */
  level: string;
  /** whose bot it is, if a program plays it */
  owner: string | null;
  ready: boolean;
  /** since when the player is away */
  away_ms: number | null;
  /** a bot plays for them */
  substitute: boolean;
  absence: Absence | null;
  place: number | null;
  won: boolean | null;
  you: boolean;
}

/** The answer to a ping. */
export interface Pong {
  pong: number;
  now: number;
}

/** Another card, offered by the player who was challenged. */
export interface Proposal {
  zone: "stack" | "hand" | "field";
  card: Card | null;
  until: number;
  /** somebody has captured it since */
  gone: boolean;
}

/** The player on a seat, as everybody sees them. */
export interface PublicPlayer {
  /** of the seat */
  number: number;
  name: string;
  emblem: string;
  bot: boolean;
  /** of a bot of the site */
  level: string;
  /** whose bot it is, if a program plays it */
  owner: string | null;
  ready: boolean;
  /** since when the player is away */
  away_ms: number | null;
  /** a bot plays for them */
  substitute: boolean;
  absence: Absence | null;
  place: number | null;
  won: boolean | null;
}

/** What is asked of you, or what you wait for. */
export interface Question {
  kind: "answer" | "waits" | "consent" | "join" | "table" | "call";
  key: string;
  /** of the challenge */
  id: number;
  title: string;
  detail: string;
  since?: number;
  until: number | null;
  options: Card[];
  answers: Answer[];
}

/** Your command is not done, and why. */
export interface Reject {
  /** id of the command */
  reject: string;
  code: string;
  text: string;
  v: number;
}

/** The result of a game that is over. */
export interface Result {
  /** code, such as `all` or `cap` */
  end: string;
  /** seats */
  winners: number[];
  /** of all seats; 1 is best, and places may be shared */
  places: number[];
  text: string;
}

/** The last cards that were turned face up. */
export interface Reveal {
  id: number;
  /** when everybody sees them */
  show_at: number;
  /** whether reactions still count */
  open: boolean;
  /** when they no longer count */
  ends: number | null;
}

/** A line of chat: a text or a quick word. */
export interface Said {
  /** number of the line: when it was said (epoch ms) */
  c: number;
  /** the version that the table showed */
  v: number;
  who: string;
  text?: string;
  quick?: string;
}

/** The fields of a seat that all games have. */
export interface SeatView {
  seat: number;
  /** has done what was asked */
  ready: boolean;
  out: boolean;
  /** once the game is over */
  place: number | null;
  won: boolean;
}

/** A seat in a war. */
export interface Side {
  seat: number;
  /** that counts */
  card: Card | null;
  holds: boolean;
  /** holds because it has no card to turn */
  forced: boolean;
  /** in this war */
  turned: Card[];
  /** cards of this run by stages */
  row: (Card | null)[];
  /** the stage whose card is held */
  held: number | null;
}

export interface Slap {
  /** what to slap */
  ranks: string;
  /** why you cannot slap now; empty if you can */
  off: string;
}

/** A card that fights: its zone, and the card if it is open. */
export interface Source {
  zone: "stack" | "hand" | "field";
  card: Card | null;
}

/** Why they fight, who is ahead or what can be lost. */
export interface Stake {
  kind: string;
  term: string;
  text: string;
}

export interface Table {
  code: string;
  status: "open" | "running" | "finished" | "aborted";
  game: string;
  /** changes when the rules of the game do */
  rules_version: number;
  /** number of seats */
  players: number;
  private: boolean;
  /** seats are assigned: by a tournament or by matchmaking */
  arranged: boolean;
  rated: boolean;
  chat: "text" | "quick" | "off";
  /** players can end the game by agreement */
  agree: boolean;
  offer: Offer | null;
  /** when the cards are dealt (epoch ms) */
  deal_ms: number | null;
  /** the time limit (ms) */
  limit_ms: number | null;
  paused: boolean;
  /** code of the next table */
  rematch: string | null;
  /** of the server to its part of the deal, before it knows that of the players */
  commitment: string;
  /** whose deal is played */
  day: string | null;
  end: string;
  /** winning seat, `=1+3` if shared, `*` before the end */
  result: string;
  /** code of the reason for which it was paused or aborted; a text in `words.table` */
  reason: string;
  seats: Player[];
  title: string;
  /** house rules */
  options: string[];
}

/** The answer of a seat to a call of the table; a seat that passes has no zone and no card. */
export interface TableAnswer {
  seat: number;
  act: "join" | "pass";
  zone: "stack" | "hand" | "field" | null;
  card: Card | null;
}

/** A call of the whole table. */
export interface TableCall {
  seat: number;
  /** the field card that players who pass put in */
  force: "lowest" | "highest" | "none";
  opened: number;
  until: number;
  answers: TableAnswer[];
}

/** The codes of acts against a seat. */
export interface Target {
  seat: number;
  field: string;
  stack: string;
  hand: string;
  war: string;
}

/** The version of the tournament that your hello named. */
export interface TournamentMessage {
  version: number;
  /** a page loads it anew within this time (ms) */
  within: number;
}

export interface UltimateSeat {
  seat: number;
  /** has done what was asked */
  ready: boolean;
  out: boolean;
  /** once the game is over */
  place: number | null;
  won: boolean;
  /** number of cards */
  stack: number;
  hand: Card | null;
  /** the oldest first */
  field: FieldCard[];
  /** zones that are bound by a challenge or a call */
  locked: ("stack" | "hand")[];
  /** number of cards */
  total: number;
  /** from when on a war may be called on the seat */
  war_at: number | null;
  /** of the stack, once everything may be seen */
  cards?: Card[];
}

/** A game of Ultimate War as a viewer sees it. */
export interface UltimateView {
  /** your seat; null for a spectator */
  you: number | null;
  /** of the battle, the round or the fight */
  number: number;
  /** so far */
  wars: number;
  /** changes whenever a new decision opens */
  turn: number;
  /** when that was */
  since: number;
  /** when the table goes on by itself */
  until: number | null;
  result: Result | null;
  /** what happens now */
  call: Caption;
  /** how it went for your seat; empty while it plays */
  own?: Caption;
  hints?: Hint[];
  game: "ultimate";
  phase: "running" | "multi" | "over";
  /** number of cards in the centre */
  pot: number;
  center: number;
  /** when your seat last fought */
  touched: number | null;
  seats: UltimateSeat[];
  challenges: Challenge[];
  multi: TableCall | null;
  clocks: Clocks;
  last: FightWin | null;
  plan: HandedAct | null;
  may: May | null;
  asks: Asks | null;
  /** once everything may be seen */
  center_cards?: Card[];
  questions: Question[];
}

export interface WarReveal {
  id: number;
  /** when everybody sees them */
  show_at: number;
  /** whether reactions still count */
  open: boolean;
  /** when they no longer count */
  ends: number | null;
  /** that can be slapped */
  ranks: string[];
}

export interface WarSeat {
  seat: number;
  /** has done what was asked */
  ready: boolean;
  out: boolean;
  /** once the game is over */
  place: number | null;
  won: boolean;
  /** number of cards */
  pile: number;
  /** cards on the table by stages: the battle card, then for each war those face down and the one face up */
  lane: Card[][];
  fights: boolean;
  /** plays by itself */
  auto: boolean;
  /** may not slap until the battle is over */
  locked: boolean;
  /** of the pile, once everything may be seen */
  cards?: Card[];
}

/** A game of War as a viewer sees it. */
export interface WarView {
  /** your seat; null for a spectator */
  you: number | null;
  /** of the battle, the round or the fight */
  number: number;
  /** so far */
  wars: number;
  /** changes whenever a new decision opens */
  turn: number;
  /** when that was */
  since: number;
  /** when the table goes on by itself */
  until: number | null;
  result: Result | null;
  /** what happens now */
  call: Caption;
  /** how it went for your seat; empty while it plays */
  own?: Caption;
  hints?: Hint[];
  game: "war";
  phase: "dealt" | "flip" | "lay" | "slap" | "underdog" | "collect" | "over";
  /** wars of this battle */
  depth: number;
  /** number of cards, with those in the centre */
  pot: number;
  /** number of cards left over from the deal and by players who resigned */
  center: number;
  seats: WarSeat[];
  reveal: WarReveal | null;
  last: WarWin | null;
  asks: Asks | null;
  /** once everything may be seen */
  center_cards?: Card[];
  /** at tables with slaps */
  slap?: Slap;
}

/** The last battle that was won. */
export interface WarWin {
  winner: number;
  reason: "rank" | "zero" | "underdog" | "slap" | "sole" | "tie" | "auto" | "cycle";
  /** number of cards */
  size: number;
}

export interface WorldWarThreeAsks {
  /** the main one first */
  acts: string[];
  /** when the table acts for you */
  until: number | null;
  /** of the main act */
  label: string;
  /** what happens if you do nothing */
  silence: string;
  /** seats of which a joker can choose one */
  targets?: number[];
  /** declared twos that can be given up */
  declines?: Card[];
  choices: Choice[];
}

export interface WorldWarThreeSeat {
  seat: number;
  /** has done what was asked */
  ready: boolean;
  out: boolean;
  /** once the game is over */
  place: number | null;
  won: boolean;
  /** number of cards to pick up */
  pickup: number;
  /** the highest card first */
  hand: Card[];
  /** the place in your hand of the card that must be laid */
  must: number | null;
  discard: Card[];
  /** declared twos */
  shown: Card[];
  /** number of cards */
  captured: number;
  fights: boolean;
  /** plays by itself */
  auto: boolean;
  /** to pick up, once everything may be seen */
  cards?: Card[];
}

/** A game of World War III as a viewer sees it. */
export interface WorldWarThreeView {
  /** your seat; null for a spectator */
  you: number | null;
  /** of the battle, the round or the fight */
  number: number;
  /** so far */
  wars: number;
  /** changes whenever a new decision opens */
  turn: number;
  /** when that was */
  since: number;
  /** when the table goes on by itself */
  until: number | null;
  result: Result | null;
  /** what happens now */
  call: Caption;
  /** how it went for your seat; empty while it plays */
  own?: Caption;
  hints?: Hint[];
  game: "ww3";
  phase: "dealt" | "turn" | "target" | "draw" | "hold" | "joker" | "round_end" | "over";
  /** number of cards */
  centre: number;
  /** cards that have left the game */
  removed: Card[];
  leader: number | null;
  /** the seat whose turn it is */
  at: number | null;
  /** in this round, in order */
  laid: Laid[];
  /** the card to beat */
  top: Laid | null;
  seats: WorldWarThreeSeat[];
  war: Duel | null;
  reveal: Reveal | null;
  last: DuelWin | null;
  rules: HouseRules;
  asks: WorldWarThreeAsks | null;
  /** once everything may be seen */
  centre_cards?: Card[];
}

export type View = WarView | WorldWarThreeView | UltimateView;
}
