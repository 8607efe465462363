/** A letter with its accents. */
export interface Letter {
  text: string;
  width: number;
}

/**
 * Breaks lines at spaces, and anywhere in a word that is wider than the column. The widths of letters are added up, because laying
 * out each longer line takes quadratic time. `drawn` lays out a whole line, because some letters need more room beside each other
 * than alone.
 */
export function breakLines(letters: readonly Letter[], width: number, drawn: (line: string) => number): string[] {
  const lines: string[] = [];
  for (let from = afterSpaces(letters, 0); from < letters.length; ) {
    const to = endOf(letters, from, width, drawn);
    lines.push(textOf(letters, from, to));
    from = afterSpaces(letters, to);
  }
  return lines.length > 0 ? lines : [''];
}

/** Nearly always the first line that is laid out fits. Giving way in proportion takes few more, even for text made to need many. */
function endOf(letters: readonly Letter[], from: number, width: number, drawn: (line: string) => number): number {
  for (let room = width; ; ) {
    const to = breakBefore(letters, from, fill(letters, from, room));
    const taken = drawn(textOf(letters, from, to));
    if (taken <= width || to === from + 1) return to;
    room = (sum(letters, from, to) * width) / taken;
  }
}

/** The first letter that does not fit into the room. */
function fill(letters: readonly Letter[], from: number, room: number): number {
  let [end, rest] = [from, room];
  while (end < letters.length && letters[end]!.width <= rest) rest -= letters[end++]!.width;
  return Math.max(end, from + 1);
}

const sum = (letters: readonly Letter[], from: number, to: number): number =>
  letters.slice(from, to).reduce((total, letter) => total + letter.width, 0);

/** The last place up to `end` at which the line that starts at `from` may end. */
function breakBefore(letters: readonly Letter[], from: number, end: number): number {
  for (let at = end; at > from; at--) if (at === letters.length || isSpace(letters[at])) return at;
  return end;
}

function afterSpaces(letters: readonly Letter[], from: number): number {
  let at = from;
  while (isSpace(letters[at])) at++;
  return at;
}

const isSpace = (letter: Letter | undefined) => letter?.text === ' ';

const textOf = (letters: readonly Letter[], from: number, to: number): string =>
  letters
    .slice(from, to)
    .map(({ text }) => text)
    .join('');
