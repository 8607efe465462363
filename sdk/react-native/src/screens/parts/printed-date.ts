const CENTURY = 100;
/** Documents are valid for at most so long; who holds one was born before today. */
const LONGEST_VALIDITY_YEARS = 20;

/** A date of the machine readable zone, YYMMDD, as people type it: `31/12/1985`. An unknown day or month stays empty. */
export function printedDate(text: string, lies: 'PAST' | 'FUTURE', today = new Date()): string {
  const year = Number(text.slice(0, 2));
  const last = today.getUTCFullYear() + (lies === 'FUTURE' ? LONGEST_VALIDITY_YEARS : 0);
  const full = last - ((((last - year) % CENTURY) + CENTURY) % CENTURY);
  return `${text.slice(4, 6)}/${text.slice(2, 4)}/${full}`.replaceAll('<', '');
}
