/** Every part of the server asks this clock for the time, so that local mode and tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 in UTC with milliseconds, as stored and as sent. */
export const timestamp = (date: Date): string => date.toISOString();

export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);
export const addDays = (date: Date, days: number): Date => addSeconds(date, days * 86_400);
