/** A page, or something with its own page, that the palette can open. */
export type Entry = {
  kind: 'page' | 'user' | 'bill' | 'country' | 'operation' | 'text';
  title: string;
  /** Distinguishes the entry from others with the same title. It is searched too. */
  detail?: string;
  path: string;
  hash?: string;
  context?: { text: string; isFound: boolean }[];
};

/** The maximum number of entries of one kind. Pages are few, so all of them are shown. */
const most_per_kind = 6;

/**
 * Finds the entries that contain all the words. Within each kind, the one whose `detail` equals the text comes first, then titles that
 * begin with the text, then entries in which every word begins a word, then the rest. Case and accents are ignored. Without text,
 * returns all pages.
 */
export function findEntries(entries: Entry[], text: string): Entry[] {
  const searchedWords = fold(text).split(/\s+/).filter(Boolean);
  if (searchedWords.length === 0) return entries.filter(({ kind }) => kind === 'page');
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(entry, searchedWords) }))
    .filter(({ rank }) => rank < no_match)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
  const kinds = Map.groupBy(ranked, ({ kind }) => kind);
  return [...kinds].flatMap(([kind, found]) => (kind === 'page' ? found : found.slice(0, most_per_kind)));
}

const no_match = 4;

function rankOf({ title, detail = '' }: Entry, searchedWords: string[]): number {
  const name = fold(title);
  const searchedText = `${name} ${fold(detail)}`;
  if (!searchedWords.every((word) => searchedText.includes(word))) return no_match;
  if (fold(detail) === searchedWords.join(' ')) return 0;
  if (name.startsWith(searchedWords.join(' '))) return 1;
  const allWords = searchedText.split(/[^\p{L}\p{N}]+/u);
  return searchedWords.every((word) => allWords.some((own) => own.startsWith(word))) ? 2 : 3;
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
