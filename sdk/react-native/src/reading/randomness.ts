import { platformRandom, type Random } from '@sigill/reader';

/** Fills an array with random bytes, as `getRandomValues` of `expo-crypto` does. */
export type FillRandomly = (bytes: Uint8Array) => unknown;

/**
 * Hermes has no generator of its own. `expo-crypto` is given as `fill`; `react-native-get-random-values`, imported before anything else,
 * puts `crypto.getRandomValues` where other platforms have it.
 */
export function randomnessOf(fill?: FillRandomly): Random {
  if (!fill) {
    if (typeof globalThis.crypto?.getRandomValues === 'function') return platformRandom;
    throw new TypeError(
      "This app has no random numbers: give getRandomValues of expo-crypto, or import 'react-native-get-random-values' first.",
    );
  }
  return (length) => {
    const bytes = new Uint8Array(length);
    fill(bytes);
    return bytes;
  };
}
