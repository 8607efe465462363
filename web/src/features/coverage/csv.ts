import type { Country } from './countries';

/** The table of countries as CSV (RFC 4180) for spreadsheets. */
export function csvOf(countries: Country[]): string {
  const status = (supported: boolean) => (supported ? 'SUPPORTED' : 'NOT_APPLICABLE');
  const rows = countries.map(({ code, names, passport, national_id, trust_anchor }) => [
    code,
    names.en,
    names.es,
    status(passport),
    status(national_id),
    String(trust_anchor),
  ]);
  return [['country', 'name_en', 'name_es', 'passport', 'national_id', 'trust_anchor'], ...rows]
    .map((row) => `${row.map(quoted).join(',')}\r\n`)
    .join('');
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
