const MOST_CHANGES = 3;

/** ` Did you mean …?` when one of the words is close to what was given, ignoring case and separators. */
export function suggestion(given: string, words: readonly string[]): string {
  const near = nearest(given, words);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

function nearest(given: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((word) => ({ word, changes: changesBetween(plain(given), plain(word)) }))
    .filter(({ word, changes }) => changes <= Math.min(MOST_CHANGES, word.length / 2))
    .sort((one, other) => one.changes - other.changes);
  return best?.word;
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The number of letters to add, remove or replace (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, length) => length);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let length = 1; length <= other.length; length++) {
      const replaced = row[length - 1]! + (letter === other[length - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[length]! + 1, next[length - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
