/** The only source of time in the server, so that local mode and tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

let written: [ms: number, text: string] = [0, new Date(0).toISOString()];

/** ISO 8601 in UTC with milliseconds, as stored and sent. */
export function timestamp(date: Date): string {
  // Calls within the same millisecond need the same text, often several times.
  const ms = date.getTime();
  if (ms !== written[0]) written = [ms, date.toISOString()];
  return written[1];
}

export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);
export const addDays = (date: Date, days: number): Date => addSeconds(date, days * 86_400);

/** A time from a call in the stored format, so that string order is time order. Fractions of a millisecond are rounded up. */
export function storedTime(time: string): string {
  const [, parts = ''] = /\.\d{3}(\d+)Z$/.exec(time) ?? [];
  // JavaScript does not support leap seconds.
  const known = Date.parse(time.replace(/:60(\.\d+)?Z$/, ':59.999Z'));
  return new Date(known + (Number(parts) > 0 ? 1 : 0)).toISOString();
}
