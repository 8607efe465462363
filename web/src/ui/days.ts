/** A day as date fields return it, such as `2026-03-02`, in the viewer's time zone. */

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

/** The start of a day, or of the day that is `later` days after it. */
export function startOfDay(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
