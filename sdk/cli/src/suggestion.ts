import leven from 'leven';

const MOST_CHANGES = 3;

/** ` Did you mean …?` when one of the words is near what was typed. */
export function suggestion(typed: string, words: readonly string[]): string {
  const near = words
    .map((word) => ({ word, changes: leven(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, changes }) => changes <= Math.min(MOST_CHANGES, word.length / 2))
    .sort((a, b) => a.changes - b.changes);
  return near[0] ? ` Did you mean ${near[0].word}?` : '';
}
