import type { Random } from '@sigill/reader';

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
