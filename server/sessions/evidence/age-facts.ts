/** Facts that follow from a date of birth, so that a person can prove them without revealing the date. */
import { type DocumentData, hasReached } from '@sigill/emrtd';

/** Ages that matter in law: contracts, driving licences, alcohol, and reductions for seniors. */
const AGES = [12, 14, 16, 18, 21, 25, 65] as const;

type Birth = Pick<DocumentData, 'date_of_birth' | 'partial_date_of_birth' | 'birth_date_ambiguous'>;

/**
 * Each fact names the day for which it was computed. Facts that depend on an unknown day or century are left out.
 * @param on the day, YYYY-MM-DD
 */
export function ageFacts(
  { date_of_birth, partial_date_of_birth, birth_date_ambiguous }: Birth,
  on: string,
): Record<string, { value: boolean; on: string }> {
  const born = date_of_birth ?? partial_date_of_birth;
  if (!born) return {};
  const latest = latestDay(born);
  const first = `${born}-01-01`.slice(0, 10);
  const earliest = birth_date_ambiguous ? `${Number(first.slice(0, 4)) - 100}${first.slice(4)}` : first;
  return Object.fromEntries(
    AGES.flatMap((years) => {
      const value = hasReached(latest, years, on);
      return value === hasReached(earliest, years, on) ? [[`age_over_${years}`, { value, on }]] : [];
    }),
  );
}

/** The month may have no 31st, but as a string that day still sorts before the first of the next month. */
const latestDay = (born: string) => `${born}${'-12-31'.slice(born.length - 4)}`;
