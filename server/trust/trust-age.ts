/** The age of the trust material. States create new keys and revoke old ones, so trust that is not renewed silently becomes wrong. */
import type { ImportedSource } from './imported.service.ts';
import type { TrustFile } from './trust-folder.ts';
import type { StateTrust } from './trust-states.ts';

const DAY_MS = 86_400_000;
/** Publishers renew their lists about once a month. After three months a list may lack keys. */
const AGED_DAYS = 30;
export const OLD_DAYS = 90;

interface TrustAge {
  source: string;
  /** The day on which the list was signed, or was imported if the list does not say. */
  date: string;
  days: number;
}

interface Lists {
  files: TrustFile[];
  imported: ImportedSource[];
}

export const masterLists = ({ files, imported }: Lists) => [
  ...files.flatMap((file) =>
    file.kind === 'MASTER_LIST'
      ? [{ source: file.file, publisher: file.country, signed: file.source.date, imported: undefined }]
      : [],
  ),
  ...imported.flatMap(({ kind, name, country, dated, imported }) =>
    kind === 'MASTER_LIST'
      ? [{ source: name, publisher: country, signed: dated, imported: imported.slice(0, 10) }]
      : [],
  ),
];

/** Oldest first. */
export const agesOf = (lists: Lists, at: Date): TrustAge[] =>
  masterLists(lists)
    .map(({ source, signed, imported }) => ({ source, date: signed ?? imported }))
    .flatMap(({ source, date }) => (date ? [{ source, date, days: daysBetween(date, at) }] : []))
    .sort((a, b) => b.days - a.days);

export function overdueText(days: number): string | undefined {
  if (days <= AGED_DAYS) return undefined;
  return `older than ${days > OLD_DAYS ? OLD_DAYS : AGED_DAYS} days`;
}

export const ageWarnings = (ages: TrustAge[], states: StateTrust[], at: Date): string[] => [
  ...ages.flatMap(({ source, date, days }) => {
    const overdue = overdueText(days);
    return overdue ? [`${source} of ${date} is ${overdue}`] : [];
  }),
  ...staleLists(states, at).map(
    ({ source, issuer, next_update }) =>
      `the revocation list of ${issuer} in ${source} should have been renewed by ${next_update?.slice(0, 10)}`,
  ),
];

/** Revocation lists whose next update is overdue. They still count. */
const staleLists = (states: StateTrust[], at: Date) =>
  states
    .flatMap(({ lists }) => lists)
    .filter(({ next_update }) => next_update !== undefined && next_update < at.toISOString());

export const daysBetween = (date: string, at: Date) =>
  Math.max(0, Math.floor((at.getTime() - Date.parse(date)) / DAY_MS));
