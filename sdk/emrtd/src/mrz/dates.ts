import { MrzInvalid } from './layouts.ts';

/**
 * The known part of the date: `1974-08-12`, `1974-08` or `1974`, in the latest year that is not in the future. Undefined when the year
 * is unknown (Doc 9303-3, 4.8).
 */
export function birthDate(field: string, at: Date): string | undefined {
  const { year, ...parts } = readParts(field, 'date of birth');
  if (year === undefined) return undefined;
  const today = at.toISOString().slice(0, 10);
  const date = knownDate(century(at) + year, parts, 'date of birth');
  return date <= today ? date : knownDate(century(at) - 100 + year, parts, 'date of birth');
}

/** The oldest age of a person that is documented, in years: that of Jeanne Calment, 1875 to 1997. */
const OLDEST = 122;

/**
 * Whether somebody born a century earlier may still be alive, so that the digits of the year do not tell which date is meant
 * (Doc 9303-3, 4.8 gives years two digits).
 * @param date `1974-08-12`, `1974-08` or `1974`, in the later century
 */
export function mayBeCenturyEarlier(date: string, at: Date): boolean {
  const on = at.toISOString().slice(0, 10);
  const oldest = `${Number(on.slice(0, 4)) - OLDEST - 1}${on.slice(4)}`;
  return latestDay(centuryEarlier(date)) > oldest;
}

export const centuryEarlier = (date: string): string => `${Number(date.slice(0, 4)) - 100}${date.slice(4)}`;

/** No document with a chip expired earlier. */
const FIRST_EXPIRY = 2000;

/**
 * Undefined for a document without an expiry date, which has fillers or zeros. Otherwise the latest year with these digits that is at most 50 years ahead; if no document had a chip in that year, the one a century later:
 * Spanish cards without an expiry date carry 99-01-01.
 */
export function expiryDate(field: string, at: Date): string | undefined {
  const { year, month, day } = readParts(field, 'date of expiry');
  if (year === undefined && !month && !day) return undefined;
  if (year === undefined || !month || !day) throw new MrzInvalid('date of expiry');
  const latest = at.getUTCFullYear() + 50;
  const inWindow = latest - ((latest - year) % 100);
  return knownDate(inWindow < FIRST_EXPIRY ? inWindow + 100 : inWindow, { month, day }, 'date of expiry');
}

interface Parts {
  year?: number;
  month?: string;
  day?: string;
}

/**
 * Unknown parts should be fillers (Doc 9303-3, 4.8). Some documents have zeros. The year 00 counts unless the month is 00 too:
 * 000000 may mean that everything is unknown.
 */
export function readParts(field: string, name: string): Parts {
  const match = /^(\d\d|<<)(\d\d|<<)(\d\d|<<)$/.exec(field);
  if (!match) throw new MrzInvalid(name);
  const [, year = '', month = '', day = ''] = match;
  const isKnown = (part: string) => part !== '<<' && part !== '00';
  return {
    ...(year !== '<<' && !`${year}${month}`.startsWith('0000') && { year: Number(year) }),
    ...(isKnown(month) && { month }),
    ...(isKnown(day) && { day }),
  };
}

/** A day without a month is ignored. */
function knownDate(year: number, { month, day }: Omit<Parts, 'year'>, name: string): string {
  const date = [year, ...(month ? [month, ...(day ? [day] : [])] : [])].join('-');
  if (!isKnownDate(date)) throw new MrzInvalid(name);
  return date;
}

export const isKnownDate = (date: string): boolean =>
  /^\d{4}(-(0[1-9]|1[0-2])(-\d\d)?)?$/.test(date) && (date.length < 10 || isCalendarDate(date));

/** The earliest time zone: its date may be one day ahead of UTC. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

/** Whether the day exists and has begun somewhere on earth. */
export const isPastDate = (date: string, at: Date): boolean =>
  isCalendarDate(date) && date <= new Date(at.getTime() + EARLIEST_ZONE_MS).toISOString().slice(0, 10);

/** Whether the day exists. Date would accept 29 February in any year. */
function isCalendarDate(date: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const number = Number(day);
  return number >= 1 && number <= daysIn(Number(year), Number(month));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export function latestDay(date: string): string {
  const [year = 0, month = 12, day] = date.split('-').map(Number);
  return day === undefined ? new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) : date;
}

const century = (at: Date) => Math.floor(at.getUTCFullYear() / 100) * 100;
