const CENTURY = 100;
/** Documents expire at most this long after today. */
const LONGEST_VALIDITY_YEARS = 20;

/** A date of the machine readable zone, YYMMDD, in words. Returned unchanged when its month or day is unknown. */
export function printedDay(text: string, lies: 'PAST' | 'FUTURE', language: string, today = new Date()): string {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)].map(Number) as [
    number,
    number,
    number,
  ];
  const last = today.getUTCFullYear() + (lies === 'FUTURE' ? LONGEST_VALIDITY_YEARS : 0);
  const full = last - ((((last - year) % CENTURY) + CENTURY) % CENTURY);
  const date = new Date(Date.UTC(full, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return text;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
