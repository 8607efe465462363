import type { Overview } from '@sigill/sdk/portal';
import { saveText } from '../files/download';
import type { Window } from './windows';

export const saveOverview = (overview: Overview, days: Window): void =>
  saveText(overviewCsv(overview), `overview-${overview.today}-${days}.csv`, 'text/csv');

/**
 * The overview's numbers as CSV (RFC 4180): one table whose first column says what a number is about. Names are the API's, so that
 * they are the same in every language.
 */
export function overviewCsv({ today, current, previous, days, ...parts }: Overview): string {
  const rows: (string | number)[][] = [['about', 'name', 'measure', 'value']];
  const add = (about: string, name: string, measures: object) => {
    for (const [measure, value] of Object.entries(measures))
      if (typeof value === 'number') rows.push([about, name, measure, value]);
  };
  add('window', today, current);
  add('window_before', today, previous);
  for (const day of days) add('day', day.date, day);
  for (const { code, count } of parts.rejections) add('rejection', code, { count });
  for (const { code, count } of parts.failures) add('failure', code, { count });
  for (const { country, approved, rejected } of parts.countries) add('country', country, { approved, rejected });
  for (const { platform, count } of parts.platforms) add('platform', platform, { count });
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
}
