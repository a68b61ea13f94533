// What the module of a game exports: legality and words come from the view, a board only draws.
declare namespace Boards {
  type View = Protocol.View;
  type Children = import("preact").ComponentChildren;

  interface Game {
    Board: new (felt: HTMLElement, names: string[]) => Board;
    /** A place of the log as it is shown; absent: its number. */
    stamp?(number: number): string;
    /** A replay keeps the time of the game between its pictures. */
    realtime?: boolean;
    /** How long the game is so far, in words. */
    facts(view: View): string;
    /** Parts of the bar above the table; seat 0: nobody's cards. */
    shares(view: View, names: string[]): Share[];
    /** Cards of all seats for the chart, as the server counts them when the number began. */
    counts(view: View): number[];
    /** What the player may do now, the main choice first. */
    choices(view: View, names: string[]): Choice[];
    /** What the player opposite may do now, for two at one screen. */
    opposite?(view: View): Choice[];
    /** Phases in which the countdown runs. */
    clocked: string[];
    /** Do these cards start a race? Then they are painted at the moment that the server set. */
    racing(view: View): boolean;
    /** What is drawn first of this view, if cards turn over before anything tells what they mean. */
    opening?(before: View, view: View): View | null;
    /** This view with what stays of the one drawn before. */
    kept?(before: View, view: View): View;
    /** How often cards have been turned: the page is at most one turn behind. */
    turns?(view: View): number;
  }

  interface Board {
    names: string[];
    /** By seat; "" for a player without one. */
    emblems: string[];
    bots: Set<number>;
    /** Seat -> words for a player who is away. */
    away: Map<number, Children>;
    /** Share of the usual time that motion takes. */
    pace: number;
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
    /** ms until it sounds. */
    soundAfter?: number;
  }

  /** Game time. */
  interface Clock {
    now(): number;
  }

  /** What the page of a live table offers to its board. */
  interface Controls {
    send(act: string, args: object): void;
    press(key: string, event: Event): void;
    say(text: string): void;
    demand(text: string): void;
    note(text: string, mine: boolean): void;
    clock: Clock;
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
    /** Why it is off, in a few words. */
    off?: string;
    /** There is nothing to decide, so it is not called out. */
    forced?: boolean;
    /** Keeps its place while there is nothing to do. */
    idle?: boolean;
    /** One of several to decide between: drawn like them, even as the first. */
    open?: boolean;
    /** Has a place of its own for the whole game, in which nothing else ever appears. */
    fixed?: boolean;
  }
}
