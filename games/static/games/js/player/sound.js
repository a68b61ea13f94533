// Short sounds made here, off until somebody turns them on, and what a phone lets one feel.
import { settings } from "../core/settings.js";
import { toast } from "../core/toast.js";
import { t } from "../core/words.js";

/** @type {AudioContext | null} */
let context = null;

/** @typedef {{from: number, to: number, ms: number, shape: OscillatorType, gain: number, delay?: number}} Tone */

/** @type {Record<string, Tone[]>} frequencies in Hz */
const SOUNDS = {
  card: [{ from: 900, to: 500, ms: 45, shape: "triangle", gain: 0.05 }],
  war: [
    { from: 180, to: 150, ms: 160, shape: "square", gain: 0.04 },
    { from: 180, to: 120, ms: 220, shape: "square", gain: 0.04, delay: 180 },
  ],
  asked: [{ from: 660, to: 660, ms: 90, shape: "sine", gain: 0.06 }],
  call: [
    { from: 523, to: 523, ms: 220, shape: "sine", gain: 0.08 },
    { from: 784, to: 784, ms: 420, shape: "sine", gain: 0.08, delay: 240 },
  ],
  took: [{ from: 420, to: 620, ms: 130, shape: "triangle", gain: 0.05 }],
  slap: [{ from: 1400, to: 120, ms: 90, shape: "square", gain: 0.05 }],
  miss: [{ from: 200, to: 130, ms: 260, shape: "sawtooth", gain: 0.03 }],
  joker: [
    { from: 520, to: 780, ms: 120, shape: "triangle", gain: 0.05 },
    { from: 780, to: 1040, ms: 160, shape: "triangle", gain: 0.05, delay: 120 },
  ],
  lost: [
    { from: 392, to: 392, ms: 180, shape: "sine", gain: 0.06 },
    { from: 311, to: 294, ms: 420, shape: "sine", gain: 0.06, delay: 190 },
  ],
  won: [
    { from: 523, to: 523, ms: 120, shape: "sine", gain: 0.06 },
    { from: 659, to: 659, ms: 120, shape: "sine", gain: 0.06, delay: 130 },
    { from: 784, to: 1047, ms: 420, shape: "sine", gain: 0.06, delay: 260 },
  ],
  invited: [
    { from: 587, to: 587, ms: 120, shape: "sine", gain: 0.06 },
    { from: 880, to: 880, ms: 240, shape: "sine", gain: 0.06, delay: 130 },
  ],
  matched: [
    { from: 440, to: 660, ms: 140, shape: "sine", gain: 0.07 },
    { from: 660, to: 880, ms: 300, shape: "sine", gain: 0.07, delay: 150 },
  ],
  chat: [{ from: 1100, to: 1000, ms: 60, shape: "sine", gain: 0.03 }],
  over: [
    { from: 440, to: 440, ms: 160, shape: "sine", gain: 0.06 },
    { from: 554, to: 554, ms: 160, shape: "sine", gain: 0.06, delay: 170 },
    { from: 659, to: 659, ms: 320, shape: "sine", gain: 0.06, delay: 340 },
  ],
};

/** Knocks on wood: lower, shorter, falling. @param {Tone} tone @returns {Tone} */
function wooden({ from, to, ms, gain, delay }) {
  return { from: from / 2, to: Math.min(from, to) / 3, ms: Math.min(ms, 130), shape: "triangle", gain: gain * 1.8, delay };
}

/** @type {Record<string, number[]>} ms on and off */
const FELT = { asked: [40], war: [30, 60, 30], slap: [25], miss: [120], won: [40, 60, 40, 60, 120], lost: [180] };
const USUAL = 60; // percent of the volume

/** @param {AudioContext} audio @param {Tone} tone */
function sound(audio, { from, to, ms, shape, gain, delay = 0 }) {
  const start = audio.currentTime + delay / 1000;
  const stop = start + ms / 1000;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(from, start);
  source.frequency.linearRampToValueAtTime(to, stop);
  volume.gain.setValueAtTime((gain * Number(settings.volume)) / USUAL, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, stop);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(stop);
}

const AWAY_MS = 5000; // after so long in another tab one hears that it is one's turn
let hiddenAt = Infinity;
document.addEventListener("visibilitychange", () => {
  hiddenAt = document.hidden ? performance.now() : Infinity;
});

export function isAway() {
  return performance.now() - hiddenAt > AWAY_MS;
}

let isSilent = false;

/** Once, as there are many sounds. */
function tellOfSilence() {
  if (!isSilent) toast(t("no-sound"));
  isSilent = true;
}

/** `hidden`: also while another tab is shown. @param {string} name */
export function play(name, { hidden = false } = {}) {
  if (name === "chat" && !settings.sound_chat) return;
  const feels = settings.vibrate && FELT[name] && navigator.userActivation?.hasBeenActive;
  if (feels && !document.hidden) navigator.vibrate?.(FELT[name]);
  if (!settings.sound || (document.hidden && !hidden)) return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return; // browsers refuse it then
  try {
    context ??= new AudioContext();
    // Safari has a state of its own, "interrupted", after a call.
    if (context.state !== "running") context.resume().catch(tellOfSilence);
    for (const tone of SOUNDS[name]) sound(context, settings.sounds === "wood" ? wooden(tone) : tone);
  } catch {
    tellOfSilence(); // no sound device: a message is handled to its end without
  }
}
