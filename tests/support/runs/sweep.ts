/**
 * Sweeps go through all combinations of something: screens, languages, widths, processors, calls. `npm test` tries a part of each, the
 * same part every time, so that it ends within nine minutes. CI tries all of them, and so does a file that is run by its name.
 */
export const isWhole = process.env['SWEEP'] !== 'part';

/** Whether the element with this number is in the part of one in so many. */
export const isInPart = (index: number, of: number): boolean => isWhole || index % of === 0;

export const someOf = <T>(all: readonly T[], of: number): T[] => all.filter((_, index) => isInPart(index, of));
