const CENTURY = 100;
/** The longest validity of a document. A holder was born before today. */
const LONGEST_VALIDITY_YEARS = 20;

/** A date of the machine readable zone, YYMMDD, as people type it: `31/12/1985`. Empty when the day or month is unknown. */
export function printedDate(text: string, lies: 'PAST' | 'FUTURE', today = new Date()): string {
  const year = Number(text.slice(0, 2));
  const last = today.getUTCFullYear() + (lies === 'FUTURE' ? LONGEST_VALIDITY_YEARS : 0);
  const full = last - ((((last - year) % CENTURY) + CENTURY) % CENTURY);
  return `${text.slice(4, 6)}/${text.slice(2, 4)}/${full}`.replaceAll('<', '');
}
