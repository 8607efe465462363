/**
 * Sweeps go through all combinations of something: screens, languages, widths, processors, calls and what can go wrong with each.
 * One run of the whole suite on somebody's own machine draws a part of each, another one every time, so that it ends in nine
 * minutes. CI goes through all of them, and so does a file that is run alone. `scripts/test.ts` draws the number; `SWEEP=…` repeats
 * a run, and `SWEEP=all` leaves nothing out.
 */
const drawn = process.env['SWEEP'];

export const isWhole = drawn === undefined || drawn === 'all';

/** Whether the element with this number is in the part of this run, which has one of so many. */
export const isDrawn = (index: number, of: number): boolean => isWhole || (index + Number(drawn)) % of === 0;

export const someOf = <T>(all: readonly T[], of: number): T[] => all.filter((_, index) => isDrawn(index, of));

/** What SQLite has shown of every call, PostgreSQL repeats with a third of them. */
export const isRepeatedWhole = isWhole || !process.env['TEST_DATABASE_URL'];

export const repeated = <T>(all: readonly T[]): T[] => (isRepeatedWhole ? [...all] : someOf(all, 3));
