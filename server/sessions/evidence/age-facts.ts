/** Facts that follow from a date of birth, so that a person can prove them without revealing the date. */
import { hasReached } from '@sigill/emrtd';

/** Ages that matter in law: contracts, driving licences, alcohol, and reductions for seniors. */
const AGES = [12, 14, 16, 18, 21, 25, 65] as const;

/**
 * Each fact names the day for which it was computed.
 * @param born YYYY-MM-DD, or YYYY-MM or YYYY if the document says no more. Facts that depend on an unknown day are left out.
 * @param on the day, YYYY-MM-DD
 */
export function ageFacts(born: string, on: string): Record<string, { value: boolean; on: string }> {
  const [earliest, latest] = [`${born}-01-01`.slice(0, 10), latestDay(born)];
  return Object.fromEntries(
    AGES.flatMap((years) => {
      const value = hasReached(latest, years, on);
      return value === hasReached(earliest, years, on) ? [[`age_over_${years}`, { value, on }]] : [];
    }),
  );
}

/** The month may have no 31st, but as a string that day still sorts before the first of the next month. */
const latestDay = (born: string) => `${born}${'-12-31'.slice(born.length - 4)}`;
