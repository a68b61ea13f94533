// What every socket that tells a page its news has in common (docs/protocol.md).

/** @type {HTMLElement | null} */
const page = document.querySelector("[data-tournament]");
const shows = (/** @type {string} */ selector) => document.querySelector(selector) !== null;

/** What this page wants to hear beside what concerns its player. */
export const SUBSCRIPTION = {
  lobby: shows("[data-lobby]"),
  calls: shows("[data-calls]"),
  tournament: page?.dataset.tournament ?? "",
};

/**
 * `calls`: the part of the page with all calls, as it is `now` (epoch ms at the server). `version`: of the tournament
 * of this page, which should be read again within `within` ms.
 * @typedef {{calls: string, now: number}} Calls
 * @typedef {{version: number, within: number}} Changed
 */

/**
 * Tell the parts of the page, by an event of each kind.
 * @param {{me?: object, lobby?: object, beat?: object, calls?: string, version?: number}} news
 */
export function spread(news) {
  const { me, lobby, beat, calls, version } = news;
  const whole = { calls: calls === undefined ? undefined : news, version: version === undefined ? undefined : news };
  for (const [kind, detail] of Object.entries({ me, lobby, beat, ...whole })) {
    if (detail) document.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}
