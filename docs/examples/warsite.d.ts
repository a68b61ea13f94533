// Written by `manage.py write_types` from the types of the rules.
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

/** A state that says only what differs from the state of version `base`, for a client that asked for changes. */
export interface Difference {
  /** version */
  v: number;
  now: number;
  watchers: number;
  /** what has happened after version `from` */
  events: Event[];
  lines: Line[];
  from: number;
  base: number;
  view: Record<string, unknown>;
  table?: Record<string, unknown>;
  /** texts that have changed; null for those that are gone */
  words: Record<string, unknown>;
  /** id of your command that this state contains */
  ack?: string;
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

/** Everything that you may know at version `v`. */
export interface State {
  /** version */
  v: number;
  now: number;
  watchers: number;
  /** what has happened after version `from` */
  events: Event[];
  lines: Line[];
  from: number;
  /** null before the deal */
  view: View | null;
  table: Table;
  words: Words;
  /** id of your command that this state contains */
  ack?: string;
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

/** The texts of `table`. */
export interface TableWords {
  title: string;
  options: string[];
  reason?: string;
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
}

/** The last battle that was won. */
export interface WarWin {
  winner: number;
  reason: "rank" | "zero" | "underdog" | "slap" | "sole" | "tie" | "auto" | "cycle";
  /** number of cards */
  size: number;
}

/** Texts for people, as trees with the keys of `view` and `table`. */
export interface Words {
  view?: ViewWords;
  table?: TableWords;
}

export interface WorldWarThreeAsks {
  /** the main one first */
  acts: string[];
  /** when the table acts for you */
  until: number | null;
  /** seats of which a joker can choose one */
  targets?: number[];
  /** declared twos that can be given up */
  declines?: Card[];
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

/** The texts of Result. */
export interface ResultWords {
  text?: string;
}

/** The texts of Asks. */
export interface AsksWords {
  /** of the main act */
  label?: string;
  /** what happens if you do nothing */
  silence?: string;
}

/** The texts of WarView. */
export interface WarViewWords {
  result?: ResultWords;
  /** what happens now */
  call?: Caption;
  /** how it went for your seat; empty while it plays */
  own?: Caption;
  hints?: Hint[];
  asks?: AsksWords;
  /** at tables with slaps */
  slap?: Slap;
}

/** The texts of Duel. */
export interface DuelWords {
  stakes?: Stake[];
}

/** The texts of WorldWarThreeAsks. */
export interface WorldWarThreeAsksWords {
  /** of the main act */
  label?: string;
  /** what happens if you do nothing */
  silence?: string;
  choices?: Choice[];
}

/** The texts of WorldWarThreeView. */
export interface WorldWarThreeViewWords {
  result?: ResultWords;
  /** what happens now */
  call?: Caption;
  /** how it went for your seat; empty while it plays */
  own?: Caption;
  hints?: Hint[];
  war?: DuelWords;
  asks?: WorldWarThreeAsksWords;
}

/** The texts of May. */
export interface MayWords {
  /** the sentence of each code */
  why?: Record<string, string>;
  /** the same in two words, for some of the codes */
  short?: Record<string, string>;
}

/** The texts of UltimateView. */
export interface UltimateViewWords {
  result?: ResultWords;
  /** what happens now */
  call?: Caption;
  /** how it went for your seat; empty while it plays */
  own?: Caption;
  hints?: Hint[];
  may?: MayWords;
  asks?: AsksWords;
  questions?: Question[];
}

export type ViewWords = WarViewWords | WorldWarThreeViewWords | UltimateViewWords;

/** The end of the countdown after the deal. `counts`: cards per seat; `leftover`: cards in the centre. */
export interface WarDealEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "deal";
  counts: number[];
  leftover: number;
}

/** The beginning of a battle: the card of each seat; NONE: the seat is not in this battle. */
export interface WarFlipEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "flip";
  number: number;
  cards: (Card | null)[];
}

/** A slap card is open and may be slapped from `show_at` to `until` (ms of the game). */
export interface WarSlapOpenEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "slap_open";
  number: number;
  reveal: number;
  cards: (Card | null)[];
  show_at: number;
  until: number;
}

/** The judgement of a slap window in which this seat was first. `effs`: reactions in ms; NONE: no slap. */
export interface WarSlapEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "slap";
  number: number;
  seat: number | null;
  eff: number;
  effs: number[];
}

/** The judgement of a slap window in which nobody was first: no slap, or a dead heat. */
export interface WarSlapTimeoutEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "slap_timeout";
  number: number;
  effs: number[];
}

/** A slap when there was nothing to slap, or faster than anyone can react. */
export interface WarFalseSlapEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "false_slap";
  number: number;
  seat: number | null;
  eff: number;
  burned: (Card | null)[];
}

/** The beginning of a war between these seats. */
export interface WarWarEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "war";
  number: number;
  reason: "rank" | "zero" | "underdog" | "slap" | "sole" | "tie" | "auto" | "cycle";
  seats: (number | null)[];
  depth: number;
}

/** The cards that a seat lays in a war. `up` NONE: no card was left, and the open card still counts. */
export interface WarLayEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "lay";
  number: number;
  seat: number | null;
  down: (Card | null)[];
  up: Card | null;
}

/** A loser of a war looks at their face-down cards. The seat sees `cards`, everyone sees `shown`. */
export interface WarUnderdogCheckEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "underdog_check";
  number: number;
  seat: number | null;
  hit: boolean;
  cards: (Card | null)[];
  shown: (Card | null)[];
}

/** The winner has the underdog card as well, and keeps the win. */
export interface WarCounterEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "counter";
  number: number;
  seat: number | null;
}

/** The win of a battle with `size` cards; `spoils` are the cards that lay face down, if they are shown. */
export interface WarWinEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "win";
  number: number;
  seat: number | null;
  reason: "rank" | "zero" | "underdog" | "slap" | "sole" | "tie" | "auto" | "cycle";
  size: number;
  spoils: (Card | null)[];
}

/** The winner takes the packet; `cards` are in the order in which they go under the pile. */
export interface WarTakeEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "take";
  number: number;
  seat: number | null;
  cards: (Card | null)[];
}

/** A tie of players who have no cards left. */
export interface WarDeadlockEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "deadlock";
  number: number;
  seats: (number | null)[];
}

/** A seat that has no cards left is out. */
export interface WarOutEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "out";
  number: number;
  seat: number | null;
}

/** A seat resigns, and `cards` of its cards go to the centre. */
export interface WarResignEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "resign";
  number: number;
  seat: number | null;
  cards: number;
}

/** The end of the game, with the winners and the place of every seat. */
export interface WarGameOverEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "game_over";
  number: number;
  end: "playing" | "all" | "deadlock" | "cap" | "resign" | "agreed" | "abandoned" | "limit";
  winners: (number | null)[];
  places: number[];
}

/** The end of the countdown after the deal. `counts`: cards in each pick-up pile; `centre`: cards in the centre. */
export interface WorldWarThreeDealEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "deal";
  counts: number[];
  centre: number;
}

/** Round(number: int, seat: typing.Annotated[int, 'seat']) */
export interface WorldWarThreeRoundEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "round";
  number: number;
  seat: number | null;
}

/** New cards fill up a hand; only their owner sees them. */
export interface WorldWarThreeRefillEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "refill";
  number: number;
  seat: number | null;
  source: "centre" | "pickup";
  cards: (Card | null)[];
}

/** A two from the hand is laid open, and may be used to decline. */
export interface WorldWarThreeDeclareEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "declare";
  number: number;
  seat: number | null;
  card: Card | null;
}

/** A seat lays its highest card. */
export interface WorldWarThreePlayEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "play";
  number: number;
  seat: number | null;
  card: Card | null;
}

/** A seat that cannot beat the card gives up a declared two instead of fighting. */
export interface WorldWarThreeDeclineEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "decline";
  number: number;
  seat: number | null;
  card: Card | null;
}

/** The beginning of a war: the first seat could not beat the second, or chose it with a joker. */
export interface WorldWarThreeWarEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "war";
  number: number;
  why: "beaten" | "joker";
  seats: (number | null)[];
}

/** Cards of a war are turned; seats that hold do not turn a card. */
export interface WorldWarThreeWarDrawEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "war_draw";
  number: number;
  stage: number;
  seats: (number | null)[];
  cards: (Card | null)[];
}

/** A card is held. `eff`: the reaction in ms; 0 without a race. */
export interface WorldWarThreeHoldEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "hold";
  number: number;
  seat: number | null;
  card: Card | null;
  how: "call" | "second" | "both" | "before_joker" | "forced";
  eff: number;
}

/** A call has no effect, because the other player's call came first. */
export interface WorldWarThreeLateEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "late";
  number: number;
  seat: number | null;
  eff: number;
}

/** The war returns to World War I. */
export interface WorldWarThreeResetEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "reset";
  number: number;
  why: "tie" | "joker" | "double_hold";
}

/** A joker has no effect, because the other card is held. */
export interface WorldWarThreeJokerDeadEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "joker_dead";
  number: number;
  seat: number | null;
}

/** A seat has no card to turn and loses the war. */
export interface WorldWarThreeCannotDrawEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "cannot_draw";
  number: number;
  seat: number | null;
}

/** The end of a war, which is won, or drawn if there is no winner. */
export interface WorldWarThreeWarEndEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "war_end";
  number: number;
  winner: number | null;
  loser: number | null;
  size: number;
}

/** The winner takes the loser's discard pile; `cards` are in the order in which they go under the pile. */
export interface WorldWarThreeTakeEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "take";
  number: number;
  seat: number | null;
  cards: (Card | null)[];
}

/** All other seats have declined: this seat leads again. */
export interface WorldWarThreeUncontestedEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "uncontested";
  number: number;
  seat: number | null;
}

/** A whole lap in which every seat beat the card: the seat with the highest card leads. */
export interface WorldWarThreeLapEndEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "lap_end";
  number: number;
  seat: number | null;
}

/** A seat without a pick-up pile is out. Its cards are `removed`, or go under the centre. */
export interface WorldWarThreeOutEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "out";
  number: number;
  seat: number | null;
  removed: (Card | null)[];
  packet: (Card | null)[];
}

/** A seat resigns. Its cards are `removed`, or go under the centre as `packet`. */
export interface WorldWarThreeResignEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "resign";
  number: number;
  seat: number | null;
  removed: (Card | null)[];
  packet: (Card | null)[];
}

/** The end of the game, with the winners and the place of every seat. */
export interface WorldWarThreeGameOverEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "game_over";
  number: number;
  end: "playing" | "all" | "all_out" | "cap" | "resign" | "agreed" | "abandoned" | "limit";
  winners: (number | null)[];
  places: number[];
}

/** A card moves from the stack to the hand. */
export interface UltimateDrawEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "draw";
  at: number;
  seat: number | null;
  card: Card | null;
}

/** A card moves from the hand to the field. */
export interface UltimatePlayEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "play";
  at: number;
  seat: number | null;
  card: Card | null;
}

/** A card moves from the stack to the field. */
export interface UltimateDeployEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "deploy";
  at: number;
  seat: number | null;
  card: Card | null;
}

/** A card strikes a field card. */
export interface UltimateConfrontEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "confront";
  at: number;
  seat: number | null;
  zone: "stack" | "hand" | "field";
  card: Card | null;
  target: number | null;
  struck: Card | null;
}

/** A player calls a war on a player without field cards. */
export interface UltimateCallWarEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "call_war";
  at: number;
  seat: number | null;
  target: number | null;
}

/** A muster: after a long time without a confrontation every player shows a card. */
export interface UltimateMusterEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "muster";
  at: number;
}

/** The cards of a confrontation of several players are shown, one per seat. */
export interface UltimateRevealEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "reveal";
  at: number;
  seats: (number | null)[];
  cards: (Card | null)[];
}

/** The beginning of a war between these seats; `depth` counts the wars of this confrontation. */
export interface UltimateWarEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "war";
  at: number;
  seats: (number | null)[];
  depth: number;
}

/** The cards that a seat lays in a war. `up` NONE: no card was left, and the tied card still counts. */
export interface UltimateLayEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "lay";
  at: number;
  seat: number | null;
  down: (Card | null)[];
  up: Card | null;
}

/** The win of a confrontation with `size` cards; `spoils` are the cards that lay face down, if they are shown. */
export interface UltimateWinEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "win";
  at: number;
  seat: number | null;
  size: number;
  spoils: (Card | null)[];
}

/** The winner takes the packet; `cards` are in the order in which they go under the stack. */
export interface UltimateTakeEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "take";
  at: number;
  seat: number | null;
  cards: (Card | null)[];
}

/** A tie that no player has cards to break: the pot, now of `size` cards, stays in the centre. */
export interface UltimateCarryEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "carry";
  at: number;
  size: number;
}

/** A tie of players who have no cards left. */
export interface UltimateDeadlockEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "deadlock";
  at: number;
  seats: (number | null)[];
}

/** A seat that has no card left is out. */
export interface UltimateOutEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "out";
  at: number;
  seat: number | null;
}

/** A seat resigns, and `cards` of its cards go to the centre. */
export interface UltimateResignEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "resign";
  at: number;
  seat: number | null;
  cards: number;
}

/** A seat has handed in its act for the next pulse. */
export interface UltimateHandedEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "handed";
  at: number;
  seat: number | null;
}

/** A pulse: the acts that were handed in are done, in this order of seats. */
export interface UltimatePulseEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "pulse";
  at: number;
  seats: (number | null)[];
}

/** A seat's act could not be done at the pulse, and has no effect. */
export interface UltimateRefusedEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "refused";
  at: number;
  seat: number | null;
  code: string;
}

/** The end of the game, with the winners and the place of every seat. */
export interface UltimateGameOverEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "game_over";
  at: number;
  end: "playing" | "all" | "deadlock" | "clock" | "resign" | "agreed" | "abandoned" | "limit";
  winners: (number | null)[];
  places: number[];
}

/** A challenge to a hidden card (`into` hand or stack). One of the `options` may be fought instead. Without an answer the challenge is accepted at `until`. */
export interface UltimateChallengeEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "challenge";
  at: number;
  number: number;
  seat: number | null;
  zone: "stack" | "hand" | "field";
  card: Card | null;
  target: number | null;
  into: "stack" | "hand" | "field";
  options: (Card | null)[];
  until: number;
}

/** The challenge is accepted: both cards are shown. `silent`: no answer came in time. */
export interface UltimateAcceptEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "accept";
  at: number;
  number: number;
  seat: number | null;
  card: Card | null;
  target: number | null;
  struck: Card | null;
  silent: boolean;
}

/** The challenged player fights an option card instead; the challenger's hidden card stays hidden. */
export interface UltimateOptionEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "option";
  at: number;
  number: number;
  seat: number | null;
  zone: "stack" | "hand" | "field";
  card: Card | null;
  target: number | null;
  struck: Card | null;
}

/** The challenged player offers another card, which is refused unless the challenger accepts it by `until`. */
export interface UltimateProposeEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "propose";
  at: number;
  number: number;
  seat: number | null;
  zone: "stack" | "hand" | "field";
  card: Card | null;
  until: number;
}

/** The challenger accepts the offered card: both cards are shown. */
export interface UltimateAgreeEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "agree";
  at: number;
  number: number;
  seat: number | null;
  card: Card | null;
  target: number | null;
  struck: Card | null;
}

/** The offered card is refused (`seat` NONE: without an answer). The challenged player has to answer by `until`. */
export interface UltimateDisagreeEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "disagree";
  at: number;
  number: number;
  seat: number | null;
  until: number;
}

/** The challenge of `seat` ends without effect, because its options, source or target are gone. */
export interface UltimateVoidEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "void";
  at: number;
  number: number;
  seat: number | null;
  target: number | null;
}

/** A player calls the whole table to a confrontation, which is open until `until`. */
export interface UltimateMultiEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "multi";
  at: number;
  seat: number | null;
  zone: "stack" | "hand" | "field";
  card: Card | null;
  force: "lowest" | "highest" | "none";
  until: number;
}

/** A seat puts a card into a call of the table. */
export interface UltimateJoinEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "join";
  at: number;
  seat: number | null;
  zone: "stack" | "hand" | "field";
  card: Card | null;
}

/** A seat passes in a call of the table, and puts in no card. */
export interface UltimateDeclineEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "decline";
  at: number;
  seat: number | null;
}

/** A field card is put in for a player who did not join. */
export interface UltimateForcedEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "forced";
  at: number;
  seat: number | null;
  card: Card | null;
}

/** The end of a call of the table that nobody joined: the caller's card stays where it was. */
export interface UltimateMultiVoidEvent {
  /** number of the move */
  n: number;
  /** ms of the game */
  t: number;
  ev: "multi_void";
  at: number;
}

export type Event = WarDealEvent | WarFlipEvent | WarSlapOpenEvent | WarSlapEvent | WarSlapTimeoutEvent | WarFalseSlapEvent | WarWarEvent | WarLayEvent | WarUnderdogCheckEvent | WarCounterEvent | WarWinEvent | WarTakeEvent | WarDeadlockEvent | WarOutEvent | WarResignEvent | WarGameOverEvent | WorldWarThreeDealEvent | WorldWarThreeRoundEvent | WorldWarThreeRefillEvent | WorldWarThreeDeclareEvent | WorldWarThreePlayEvent | WorldWarThreeDeclineEvent | WorldWarThreeWarEvent | WorldWarThreeWarDrawEvent | WorldWarThreeHoldEvent | WorldWarThreeLateEvent | WorldWarThreeResetEvent | WorldWarThreeJokerDeadEvent | WorldWarThreeCannotDrawEvent | WorldWarThreeWarEndEvent | WorldWarThreeTakeEvent | WorldWarThreeUncontestedEvent | WorldWarThreeLapEndEvent | WorldWarThreeOutEvent | WorldWarThreeResignEvent | WorldWarThreeGameOverEvent | UltimateDrawEvent | UltimatePlayEvent | UltimateDeployEvent | UltimateConfrontEvent | UltimateCallWarEvent | UltimateMusterEvent | UltimateRevealEvent | UltimateWarEvent | UltimateLayEvent | UltimateWinEvent | UltimateTakeEvent | UltimateCarryEvent | UltimateDeadlockEvent | UltimateOutEvent | UltimateResignEvent | UltimateHandedEvent | UltimatePulseEvent | UltimateRefusedEvent | UltimateGameOverEvent | UltimateChallengeEvent | UltimateAcceptEvent | UltimateOptionEvent | UltimateProposeEvent | UltimateAgreeEvent | UltimateDisagreeEvent | UltimateVoidEvent | UltimateMultiEvent | UltimateJoinEvent | UltimateDeclineEvent | UltimateForcedEvent | UltimateMultiVoidEvent;

export type Message = State | Difference | Ack | Reject | BeatMessage | Pong | ChatMessage | ErrorMessage | Bye | MeMessage | LobbyMessage | CallsMessage | TournamentMessage;

export interface TableSitCommand {
  id: string;
  act: "sit";
  seat?: number;
  anyway?: boolean;
}

export interface TableLeaveCommand {
  id: string;
  act: "leave";
}

export interface TableReadyCommand {
  id: string;
  act: "ready";
  entropy: string;
}

export interface TableBotCommand {
  id: string;
  act: "bot";
  level: string;
  seat?: number;
}

export interface TableUnbotCommand {
  id: string;
  act: "unbot";
  seat: number;
}

export interface TableResignCommand {
  id: string;
  act: "resign";
}

export interface TableOfferCommand {
  id: string;
  act: "offer";
  what: string;
}

export interface TableAnswerCommand {
  id: string;
  act: "answer";
  yes: boolean;
}

export interface TableRematchCommand {
  id: string;
  act: "rematch";
  entropy?: string;
}

export interface TableSayCommand {
  id: string;
  act: "say";
  room: "seats" | "watchers";
  text?: string;
  quick?: "hello" | "luck" | "well_played" | "thanks" | "wow" | "oops" | "close" | "moment" | "ready" | "sorry" | "again" | "bye" | "smile" | "laugh" | "wink" | "gasp" | "sad" | "heart" | "thumb" | "fire";
}

export interface WarFlipCommand {
  id: string;
  act: "flip";
}

export interface WarLayCommand {
  id: string;
  act: "lay";
}

export interface WarCheckCommand {
  id: string;
  act: "check";
}

export interface WarSlapCommand {
  id: string;
  act: "slap";
  reveal: number;
  rt: number;
}

export interface WarAutoCommand {
  id: string;
  act: "auto";
  on: true | false | 1 | 0;
}

export interface WarResignCommand {
  id: string;
  act: "resign";
}

export interface WorldWarThreePlayCommand {
  id: string;
  act: "play";
}

export interface WorldWarThreeFightCommand {
  id: string;
  act: "fight";
}

export interface WorldWarThreeDeclineCommand {
  id: string;
  act: "decline";
  card: Card | number;
}

export interface WorldWarThreeTargetCommand {
  id: string;
  act: "target";
  opponent: number;
}

export interface WorldWarThreeDrawCommand {
  id: string;
  act: "draw";
}

export interface WorldWarThreeHoldCommand {
  id: string;
  act: "hold";
  reveal: number;
  rt: number;
}

export interface WorldWarThreeResetCommand {
  id: string;
  act: "reset";
  reveal: number;
  rt: number;
}

export interface WorldWarThreeAutoCommand {
  id: string;
  act: "auto";
  on: true | false | 1 | 0;
}

export interface WorldWarThreeResignCommand {
  id: string;
  act: "resign";
}

export interface UltimateDrawCommand {
  id: string;
  act: "draw";
}

export interface UltimatePlayCommand {
  id: string;
  act: "play";
}

export interface UltimateDeployCommand {
  id: string;
  act: "deploy";
}

export interface UltimateConfrontCommand {
  id: string;
  act: "confront";
  src: "hand" | "stack" | Card;
  seat: number;
  card: Card;
}

export interface UltimateChallengeCommand {
  id: string;
  act: "challenge";
  src: "hand" | "stack" | Card;
  seat: number;
  zone: "hand" | "stack";
  options: Card[];
}

export interface UltimateAcceptCommand {
  id: string;
  act: "accept";
  challenge: number;
}

export interface UltimateOptionCommand {
  id: string;
  act: "option";
  challenge: number;
  src: "hand" | "stack" | Card;
  card: Card;
}

export interface UltimateChangeCommand {
  id: string;
  act: "change";
  challenge: number;
  src: "hand" | "stack" | Card;
}

export interface UltimateConsentCommand {
  id: string;
  act: "consent";
  challenge: number;
  yes: boolean;
}

export interface UltimateWarCommand {
  id: string;
  act: "war";
  seat: number;
}

export interface UltimateMultiCommand {
  id: string;
  act: "multi";
  src: "hand" | "stack" | Card;
  force: "lowest" | "highest" | "none";
}

export interface UltimateJoinCommand {
  id: string;
  act: "join";
  src: "hand" | "stack" | Card;
}

export interface UltimatePassCommand {
  id: string;
  act: "pass";
}

export interface UltimateResignCommand {
  id: string;
  act: "resign";
}

export type Command = TableSitCommand | TableLeaveCommand | TableReadyCommand | TableBotCommand | TableUnbotCommand | TableResignCommand | TableOfferCommand | TableAnswerCommand | TableRematchCommand | TableSayCommand | WarFlipCommand | WarLayCommand | WarCheckCommand | WarSlapCommand | WarAutoCommand | WarResignCommand | WorldWarThreePlayCommand | WorldWarThreeFightCommand | WorldWarThreeDeclineCommand | WorldWarThreeTargetCommand | WorldWarThreeDrawCommand | WorldWarThreeHoldCommand | WorldWarThreeResetCommand | WorldWarThreeAutoCommand | WorldWarThreeResignCommand | UltimateDrawCommand | UltimatePlayCommand | UltimateDeployCommand | UltimateConfrontCommand | UltimateChallengeCommand | UltimateAcceptCommand | UltimateOptionCommand | UltimateChangeCommand | UltimateConsentCommand | UltimateWarCommand | UltimateMultiCommand | UltimateJoinCommand | UltimatePassCommand | UltimateResignCommand;
