// Five short sounds made here, off until somebody turns them on.
import { settings } from "./settings.js";

let context = null;

// frequency from and to in Hz, length in ms, shape, loudness
const SOUNDS = {
  card: [[900, 500, 45, "triangle", 0.05]],
  war: [
    [180, 150, 160, "square", 0.04],
    [180, 120, 220, "square", 0.04, 180],
  ],
  asked: [[660, 660, 90, "sine", 0.06]],
  took: [[420, 620, 130, "triangle", 0.05]],
  over: [
    [440, 440, 160, "sine", 0.06],
    [554, 554, 160, "sine", 0.06, 170],
    [659, 659, 320, "sine", 0.06, 340],
  ],
};

function tone([begin, end, ms, shape, loud, delay = 0]) {
  const at = context.currentTime + delay / 1000;
  const stop = at + ms / 1000;
  const source = context.createOscillator();
  const gain = context.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(begin, at);
  source.frequency.linearRampToValueAtTime(end, stop);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, stop);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(stop);
}

export function play(name) {
  if (!settings.sound || document.hidden) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[name].forEach(tone);
}
