import type { ReadMrz } from './read-mrz.ts';

/** How many pictures must show the same lines, with no other lines between them. A misread letter rarely looks the same twice. */
const TIMES = 2;

/**
 * Returns a function to call with what was read on each picture of a camera. It returns the lines once two pictures have shown the same
 * ones, with no other lines between them.
 */
export function createAgreement(): (read: ReadMrz | undefined) => ReadMrz | undefined {
  let last = '';
  let times = 0;
  return (read) => {
    // A picture without lines does not count: it may only be blurred.
    if (!read) return undefined;
    const text = read.lines.join('\n');
    times = text === last ? times + 1 : 1;
    last = text;
    return times >= TIMES ? read : undefined;
  };
}
