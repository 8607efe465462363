const MOST_CHANGES = 3;

/** ` Did you mean …?` when one of the words is near what was given, however it is cased and joined. */
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

/** Letters to add, leave out or replace (Levenshtein). The SDK brings no library for it, since it has no dependencies. */
function changesBetween(one: string, other: string): number {
  // How far the beginning of `one` is from each beginning of `other`, row by row.
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
