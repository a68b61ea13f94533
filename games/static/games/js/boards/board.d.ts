// What the module of a game exports: legality and words come from the view, a board only draws.
declare namespace Boards {
  type View = Protocol.View;

  interface Game {
    Board: new (felt: HTMLElement, names: string[]) => Board;
    /** What is numbered, and what a line of the log stands for: "battle", "round". */
    unit: string;
    /** That number as the log shows it; absent: as it is. */
    stamp?(number: number): string;
    /** A replay keeps the time of the game between its pictures. */
    realtime?: boolean;
    /** How far the game is, in words. */
    facts(view: View): { place: string; sum: string; axis: number };
    /** Parts of the bar above the table; seat 0: nobody's cards. */
    shares(view: View, names: string[]): Share[];
    /** Cards of all seats for the chart, as the server counts them when the number began. */
    counts(view: View): number[];
    /** What the player may do now, the main choice first. */
    choices(view: View, names: string[]): Choice[];
    /** Does the countdown run in this phase? */
    clocked(view: View): boolean;
    /** Do these cards start a race? Then they are painted at the moment that the server set. */
    racing(view: View): boolean;
    /** My state, and the whole table, to be read out. */
    describeMine(view: View, names: string[]): string;
    describeTable(view: View, names: string[]): string;
    /** What is asked, to be read out at once; "" for the plain words. */
    describeDemand(view: View, names: string[], seconds: number): string;
  }

  interface Board {
    names: string[];
    bots: Set<number>;
    /** Seat -> words for a player who is away. */
    away: Map<number, string>;
    /** Draws the view, with motion from what was drawn before if `moving`. */
    update(message: Message, moving: boolean): Shown;
    /** Boards with gestures of their own have these, too. */
    attach?(controls: Controls): void;
    keyAction?(key: string): ((event: Event) => void) | undefined;
    clear?(): void;
  }

  /** What a live table or a recording tells: the view, and what happened since the one before. */
  type Message = Pick<Protocol.State, "now" | "events" | "lines"> & { view: View };

  interface Shown {
    /** ms that what was drawn wants to be looked at. */
    seen: number;
    sound: string;
  }

  /** What the page of a live table offers to its board. */
  interface Controls {
    send(act: string, args: object): void;
    press(key: string, event: Event): void;
    say(text: string): void;
    demand(text: string): void;
    note(text: string, mine: boolean): void;
    clock: { now(): number };
    bar: HTMLElement;
  }

  interface Share {
    seat: number;
    name: string;
    count: number;
    out?: boolean;
  }

  interface Choice {
    act: string;
    label: string;
    /** " " (space or enter) and letters, tried in this order. */
    keys: string[];
    /** "now" (orange, the first one only), "ink" or "". */
    look: string;
    args?: object;
    icon?: string;
    /** Counts from the press, and is sent with the reveal and the reaction. */
    race?: boolean;
    /** There is nothing to decide, so it is not called out. */
    forced?: boolean;
  }
}
