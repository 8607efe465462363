import { platformRandom, type Random } from '@sigill/reader';

/** Permanent storage of the app for a short string, such as `expo-secure-store` or AsyncStorage. */
export interface InstallationStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
}

const KEY = 'sigill.installation';
const BYTES = 16;

/**
 * The id of this installation: random, created once. The idempotency key for starting a session is derived from it, so that an app that
 * was closed can resume its session. It identifies neither phone nor person, and if the storage fails, only resuming is lost.
 */
export async function installationOf(storage: InstallationStorage, random: Random): Promise<string> {
  const stored = await storage.getItem(KEY).catch(() => null);
  if (stored) return stored;
  const made = Array.from(random(BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
  await storage.setItem(KEY, made).catch(() => {});
  return made;
}

/** Fills an array with random bytes, as `getRandomValues` of `expo-crypto` does. */
export type FillRandomly = (bytes: Uint8Array) => unknown;

/**
 * Hermes has no random number generator. Either pass the one of `expo-crypto` as `fill`, or first import
 * `react-native-get-random-values`, which defines `crypto.getRandomValues` as on other platforms.
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
