/** The source of time for the service's rules, so that local mode and tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

let written: [ms: number, text: string] = [0, new Date(0).toISOString()];

/** ISO 8601 in UTC with milliseconds, as stored and sent. */
export function timestamp(date: Date): string {
  const ms = date.getTime();
  if (ms !== written[0]) written = [ms, date.toISOString()];
  return written[1];
}

export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);
export const addDays = (date: Date, days: number): Date => addSeconds(date, days * 86_400);

/** Milliseconds until a stored time: 0 once it has passed, Infinity if there is none. */
export const msUntil = (clock: Clock, time: string | undefined): number =>
  time === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(time) - clock.now().getTime());

/** Seconds since a stored time: 0 before it, and if there is none. */
export const secondsSince = (clock: Clock, time: string | undefined): number =>
  time === undefined ? 0 : Math.max(0, (clock.now().getTime() - Date.parse(time)) / 1000);

/** A time from a call in the stored format, so that string order is time order. Fractions of a millisecond are rounded up. */
export function storedTime(time: string): string {
  const [, parts = ''] = /\.\d{3}(\d+)Z$/.exec(time) ?? [];
  // JavaScript does not support leap seconds.
  const known = Date.parse(time.replace(/:60(\.\d+)?Z$/, ':59.999Z'));
  return new Date(known + (Number(parts) > 0 ? 1 : 0)).toISOString();
}
