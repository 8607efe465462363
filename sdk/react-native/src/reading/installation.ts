import type { Random } from '@sigill/reader';

/** Where the app keeps a few letters for good, such as `expo-secure-store` or AsyncStorage. */
export interface InstallationStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
}

const KEY = 'sigill.installation';
const BYTES = 16;

/**
 * The name of this installation: random, made once. A session is started under a key that is made of it, so that an app that was closed in
 * the middle takes up the session that it had started. It says nothing about phone or person, and a storage that fails costs only that.
 */
export async function installationOf(storage: InstallationStorage, random: Random): Promise<string> {
  const stored = await storage.getItem(KEY).catch(() => null);
  if (stored) return stored;
  const made = Array.from(random(BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
  await storage.setItem(KEY, made).catch(() => {});
  return made;
}
