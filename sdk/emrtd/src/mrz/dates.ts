import { MrzInvalid } from './mrz-invalid.ts';

/** The latest year that is not in the future; absent when a part is unknown (Doc 9303-3, 4.8). */
export function birthDate(field: string, at: Date): string | undefined {
  const parts = readParts(field, 'date of birth', true);
  if (!parts) return undefined;
  const date = dateIn(century(at), parts, 'date of birth');
  const today = at.toISOString().slice(0, 10);
  return date <= today ? date : dateIn(century(at) - 100, parts, 'date of birth');
}

/**
 * The year between 20 years ago and 80 years ahead. Before, there were no chips in documents. Most documents are valid for ten
 * years, but those without limit give a date that is fifty years or more away (99-01-01 on Spanish cards).
 */
export function expiryDate(field: string, at: Date): string {
  const parts = readParts(field, 'date of expiry', false);
  if (!parts) throw new MrzInvalid('date of expiry');
  const earliest = at.getUTCFullYear() - 20;
  const year = earliest + ((((parts.year - earliest) % 100) + 100) % 100);
  return dateIn(year - parts.year, parts, 'date of expiry');
}

interface Parts {
  year: number;
  month: string;
  day: string;
}

function readParts(field: string, name: string, mayBeUnknown: boolean): Parts | undefined {
  const match = /^(\d\d|<<)(\d\d|<<)(\d\d|<<)$/.exec(field);
  if (!match) throw new MrzInvalid(name);
  const [, year = '', month = '', day = ''] = match;
  // An unknown part should be fillers. Some documents have zeros.
  const isUnknown = [year, month, day].includes('<<') || month === '00' || day === '00';
  if (isUnknown && mayBeUnknown) return undefined;
  if (isUnknown) throw new MrzInvalid(name);
  return { year: Number(year), month, day };
}

function dateIn(centuryStart: number, { year, month, day }: Parts, name: string): string {
  const date = `${centuryStart + year}-${month}-${day}`;
  if (!isCalendarDate(date)) throw new MrzInvalid(name);
  return date;
}

/** Whether the day exists. Date would accept 29 February in any year. */
export function isCalendarDate(date: string): boolean {
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === date;
}

const century = (at: Date) => Math.floor(at.getUTCFullYear() / 100) * 100;
