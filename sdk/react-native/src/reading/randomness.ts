import { platformRandom, type Random } from '@sigill/reader';

/** Fills an array with random bytes, as `getRandomValues` of `expo-crypto` does. */
export type FillRandomly = (bytes: Uint8Array) => unknown;

/**
 * Hermes has no random generator. Pass that of `expo-crypto` as `fill`; or import `react-native-get-random-values` before anything else,
 * which defines `crypto.getRandomValues` as on other platforms.
 */
export function randomnessOf(fill?: FillRandomly): Random {
  if (!fill) {
    if (typeof globalThis.crypto?.getRandomValues === 'function') return platformRandom;
    throw new TypeError(
      "This app has no random number generator. Pass getRandomValues of expo-crypto, or import 'react-native-get-random-values' first.",
    );
  }
  return (length) => {
    const bytes = new Uint8Array(length);
    fill(bytes);
    return bytes;
  };
}
