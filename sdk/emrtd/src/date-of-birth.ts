import { isKnownDate, readParts } from './mrz/dates.ts';
import type { Mrz } from './mrz/mrz.ts';

/**
 * As much of the date of birth as DG1 and DG11 say together. DG11 gives the century, and sometimes what the MRZ leaves open; it counts
 * only where it does not contradict the MRZ.
 */
export function dateOfBirth(mrz: Mrz, full: string | undefined): string | undefined {
  const { year, month, day } = readParts(mrz.date_of_birth_field, 'date of birth');
  const [fullYear = '', fullMonth, fullDay] = (full ?? '').split('-').map((part) => (part === '00' ? undefined : part));
  const agrees =
    /^[1-9]\d{3}$/.test(fullYear) &&
    // A century before six zeros is nobody's year of birth, as in the MRZ.
    (fullMonth !== undefined || !fullYear.endsWith('00')) &&
    [
      [year, Number(fullYear.slice(2))],
      [month, fullMonth],
      [day, fullDay],
    ].every(([short, long]) => short === undefined || long === undefined || short === long);
  if (!agrees) return mrz.date_of_birth;
  const known = [month ?? fullMonth, day ?? fullDay];
  const date = [fullYear, ...known.slice(0, known[0] ? (known[1] ? 2 : 1) : 0)].join('-');
  return isKnownDate(date) ? date : mrz.date_of_birth;
}
