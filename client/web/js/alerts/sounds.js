// Sounds, made of tones and noise. None is recorded.

/**
 * A part of a sound: a tone that glides from one pitch to another, or noise below a pitch.
 *
 * @typedef {object} Part
 * @property {OscillatorType | "noise"} wave
 * @property {number} at seconds after the sound begins
 * @property {number} lasts seconds
 * @property {number} from hertz
 * @property {number} to hertz
 * @property {number} loud 0 to 1
 */

/** @typedef {"dice" | "turn" | "hit" | "sunk"} Sound */

/** @type {(at: number, from: number, lasts: number, loud: number) => Part} */
const bell = (at, from, lasts, loud) => ({ wave: "sine", at, lasts, from, to: from, loud });

/** @type {(at: number) => Part} */
const knock = (at) => ({ wave: "noise", at, lasts: 0.045, from: 2600, to: 1400, loud: 0.5 });

/** @type {Readonly<Record<Sound, readonly Part[]>>} */
export const SOUNDS = {
  dice: [0, 0.06, 0.1, 0.17, 0.21, 0.3].map(knock),
  turn: [bell(0, 660, 0.5, 0.5), bell(0.16, 880, 0.8, 0.5), bell(0.16, 1320, 0.5, 0.12)],
  hit: [
    { wave: "noise", at: 0, lasts: 0.35, from: 900, to: 120, loud: 0.8 },
    { wave: "triangle", at: 0, lasts: 0.3, from: 140, to: 50, loud: 0.6 },
  ],
  sunk: [
    { wave: "triangle", at: 0, lasts: 0.9, from: 220, to: 55, loud: 0.5 },
    { wave: "noise", at: 0.2, lasts: 1.1, from: 700, to: 90, loud: 0.35 },
  ],
};

/**
 * How long a sound lasts, in seconds.
 *
 * @param {Sound} sound
 */
export const lengthOf = (sound) => Math.max(...SOUNDS[sound].map(({ at, lasts }) => at + lasts));

/**
 * Play a sound.
 *
 * @param {AudioContext} context
 * @param {Sound} sound
 * @param {number} volume 0 to 10
 */
export function play(context, sound, volume) {
  const all = context.createGain();
  all.gain.value = (volume / 10) ** 2; // as loudness is heard
  all.connect(context.destination);
  for (const part of SOUNDS[sound]) start(context, part, all);
}

/**
 * @param {AudioContext} context
 * @param {Part} part
 * @param {AudioNode} into
 */
function start(context, part, into) {
  const begins = context.currentTime + part.at;
  const ends = begins + part.lasts;
  const fade = context.createGain();
  fade.gain.setValueAtTime(part.loud, begins);
  fade.gain.exponentialRampToValueAtTime(0.001, ends);
  fade.connect(into);
  if (part.wave === "noise") {
    const source = context.createBufferSource();
    source.buffer = noise(context, part.lasts);
    const low = context.createBiquadFilter();
    low.type = "lowpass";
    glide(low.frequency, part, begins, ends);
    source.connect(low).connect(fade);
    source.start(begins);
    return;
  }
  const source = context.createOscillator();
  source.type = part.wave;
  glide(source.frequency, part, begins, ends);
  source.connect(fade);
  source.start(begins);
  source.stop(ends);
}

/**
 * @param {AudioParam} pitch
 * @param {Part} part
 * @param {number} begins
 * @param {number} ends
 */
function glide(pitch, { from, to }, begins, ends) {
  pitch.setValueAtTime(from, begins);
  pitch.exponentialRampToValueAtTime(to, ends);
}

/**
 * @param {AudioContext} context
 * @param {number} seconds
 */
function noise(context, seconds) {
  const length = Math.ceil(seconds * context.sampleRate);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = 2 * Math.random() - 1;
  return buffer;
}
