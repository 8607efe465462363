import { storage } from '../../storage/storage';

/** What is stored while the browser is on another page or at a provider. Never tokens. */
export type SavedState = { reference?: string; locale?: string; return_path?: string };

const key = 'state';
const limit = 2048;

export const savedState = {
  get: (): SavedState => parse(storage.get(key)),

  save(change: SavedState): void {
    storage.set(key, JSON.stringify(parse(JSON.stringify({ ...savedState.get(), ...change }))));
  },

  clear: (): void => storage.remove(key),

  restore(value: unknown): void {
    const restored = parse(String(value));
    if (Object.keys(restored).length > 0) savedState.save(restored);
  },

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

/** Whether a value is a path on this origin. `//host` and `/\host` lead to other hosts. */
const isOwnPath = (value: unknown): value is string => typeof value === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(value);
