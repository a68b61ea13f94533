// Five short sounds made here, off until somebody turns them on.
import { settings } from "../core/settings.js";

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
  took: [{ from: 420, to: 620, ms: 130, shape: "triangle", gain: 0.05 }],
  over: [
    { from: 440, to: 440, ms: 160, shape: "sine", gain: 0.06 },
    { from: 554, to: 554, ms: 160, shape: "sine", gain: 0.06, delay: 170 },
    { from: 659, to: 659, ms: 320, shape: "sine", gain: 0.06, delay: 340 },
  ],
};

/** @param {AudioContext} audio @param {Tone} tone */
function sound(audio, { from, to, ms, shape, gain, delay = 0 }) {
  const start = audio.currentTime + delay / 1000;
  const stop = start + ms / 1000;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(from, start);
  source.frequency.linearRampToValueAtTime(to, stop);
  volume.gain.setValueAtTime(gain, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, stop);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(stop);
}

/** @param {string} name */
export function play(name) {
  if (!settings.sound || document.hidden) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const tone of SOUNDS[name]) sound(context, tone);
}
