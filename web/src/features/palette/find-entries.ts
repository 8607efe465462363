export type Entry = {
  kind: 'object' | 'page' | 'action' | 'user' | 'bill' | 'country' | 'operation' | 'text';
  title: string;
  /** Distinguishes the entry from others with the same title. It is searched too. */
  detail?: string;
  /** Its ids, numbers and addresses. If the text is one of them, the entry comes first. */
  ids?: (string | number)[];
  /** Other words for it, which are searched but not shown. */
  words?: string;
  path: string;
  hash?: string;
  run?: () => void;
  context?: { text: string; isFound: boolean }[];
};

/** The maximum number of entries of one kind, except pages, all of which are shown. */
const most_per_kind = 6;

/**
 * Finds the entries that contain all the words. Entries with an id equal to the text come first. Within each kind, the one whose
 * `detail` equals the text comes first, then titles that begin with the text and other words that equal it, then entries in which
 * every word begins a word, then the rest. Case and accents are ignored. Without text, returns all pages.
 */
export function findEntries(entries: Entry[], text: string): Entry[] {
  const searchedWords = fold(text).split(/\s+/).filter(Boolean);
  if (searchedWords.length === 0) return entries.filter(({ kind }) => kind === 'page');
  const id = fold(idIn(text));
  const named = entries.filter(({ ids }) => ids?.some((own) => fold(String(own)) === id));
  const ranked = entries
    .filter((entry) => !named.includes(entry))
    .map((entry) => ({ entry, rank: rankOf(entry, searchedWords) }))
    .filter(({ rank }) => rank < no_match)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
  const kinds = Map.groupBy(ranked, ({ kind }) => kind);
  return [
    ...named.map((entry) => ({ ...entry, kind: 'object' as const })),
    ...[...kinds].flatMap(([kind, found]) => (kind === 'page' ? found : found.slice(0, most_per_kind))),
  ];
}

/** Extracts an id from pasted text. In an address such as `https://…/session/123?from=mail`, it is the last segment. */
export const idIn = (text: string): string => {
  const trimmed = text.trim();
  return (/^https?:\/\/[^/\s]+\/[^?#\s]*?([^/?#\s]+)\/?(?:[?#]\S*)?$/.exec(trimmed)?.[1] ?? trimmed).replace(
    /^["'`<(]+|[>"'`),;.]+$/g,
    '',
  );
};

const no_match = 4;

function rankOf({ title, detail = '', words = '', ids = [] }: Entry, searchedWords: string[]): number {
  const name = fold(title);
  const whole = searchedWords.join(' ');
  const searchedText = `${name} ${fold(detail)} ${fold(words)} ${fold(ids.join(' '))}`;
  if (!searchedWords.every((word) => searchedText.includes(word))) return no_match;
  if (fold(detail) === whole) return 0;
  if (name.startsWith(whole) || fold(words).split(' ').includes(whole)) return 1;
  const allWords = searchedText.split(/[^\p{L}\p{N}]+/u);
  return searchedWords.every((word) => allWords.some((own) => own.startsWith(word))) ? 2 : 3;
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
