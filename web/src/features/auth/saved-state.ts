import { storage } from '../../storage/storage';

/** What survives a detour through another page or provider. Only these keys, never tokens. */
export type SavedState = { reference?: string; locale?: string; return_path?: string };

const key = 'state';
const limit = 2048;

export const savedState = {
  get: (): SavedState => parse(storage.get(key)),

  save(change: SavedState): void {
    storage.set(key, JSON.stringify(parse(JSON.stringify({ ...savedState.get(), ...change }))));
  },

  clear: (): void => storage.remove(key),

  /** Restores what the root's `state` query parameter carries; the router has already read JSON in it. */
  restore(value: unknown): void {
    const restored = parse(typeof value === 'string' ? value : JSON.stringify(value));
    if (Object.keys(restored).length > 0) savedState.save(restored);
  },

  /** As sent to a sign-in provider. */
  serialise: (): string => JSON.stringify(savedState.get()),

  /** The page that asked for the sign-in, once. */
  takeReturnPath(): string | undefined {
    const { return_path, ...rest } = savedState.get();
    if (return_path) storage.set(key, JSON.stringify(rest));
    return return_path;
  },
};

function parse(text: string | undefined): SavedState {
  if (!text || text.length > limit) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    const { reference, locale, return_path } = value as Record<string, unknown>;
    return {
      ...(typeof reference === 'string' && reference !== '' && { reference }),
      ...((locale === 'en' || locale === 'es') && { locale }),
      ...(isOwnPath(return_path) && { return_path }),
    };
  } catch {
    return {};
  }
}

/** A path on this origin: one leading slash, so neither `//host` nor `/\host`, and no scheme. */
const isOwnPath = (value: unknown): value is string => typeof value === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(value);
