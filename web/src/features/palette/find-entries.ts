/** A page, or a thing with a page, that the palette leads to. */
export type Entry = {
  kind: 'page' | 'user' | 'bill' | 'country' | 'operation' | 'text';
  title: string;
  /** Tells the entry from others with the same title. A search finds it too. */
  detail?: string;
  path: string;
  hash?: string;
  /** What stands around the words that were found in a text. */
  context?: { text: string; isFound: boolean }[];
};

/** The most entries of one kind that are shown. Pages are few, so all of them are. */
const most_per_kind = 6;

/**
 * Finds the entries that contain all the words. In each kind the one whose `detail` is the text comes first, then titles that begin
 * with the text, then entries in which every word begins a word, then the rest. Case and accents do not matter. Without text, all
 * pages.
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
