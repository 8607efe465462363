/**
 * Sweeps go through all combinations of something: screens, languages, widths, processors, calls. `npm test` runs a part of each, the
 * same part every time, so that it stays short. CI runs all of them, and so does a file that is run by name.
 */
export const isWhole = process.env['SWEEP'] !== 'part';

export const isInPart = (index: number, of: number): boolean => isWhole || index % of === 0;

export const someOf = <T>(all: readonly T[], of: number): T[] => all.filter((_, index) => isInPart(index, of));
