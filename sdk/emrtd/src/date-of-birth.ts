import { isKnownDate, readParts } from './mrz/dates.ts';
import type { Mrz } from './mrz/mrz.ts';

/**
 * The date of birth, as complete as DG1 and DG11 together allow. DG11 adds the century, and sometimes parts that the MRZ leaves open;
 * it is used only if it does not contradict the MRZ.
 */
export function dateOfBirth(mrz: Mrz, full: string | undefined): string | undefined {
  const { year, month, day } = readParts(mrz.date_of_birth_field, 'date of birth');
  const [fullYear = '', fullMonth, fullDay] = (full ?? '').split('-').map((part) => (part === '00' ? undefined : part));
  const agrees =
    /^[1-9]\d{3}$/.test(fullYear) &&
    // As in the MRZ, a century followed by six zeros is not a year of birth.
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
