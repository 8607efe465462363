import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ApprovedSession } from '@sigill/sdk/portal';

/** The data of a document, in the reader's language and date format. */
export function useDocumentWords() {
  const { t, i18n } = useLingui();
  /** Doc 9303-3, 5: codes in the MRZ that do not belong to a country. */
  const codes: Record<string, string> = {
    XXA: t`Stateless`,
    XXB: t`Refugee (1951 Convention)`,
    XXC: t`Refugee`,
    XXX: t`Unspecified`,
  };
  const country = (code: string | undefined) =>
    code && (new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(code) ?? code);
  return {
    country,
    date: (day: string | undefined) => day && dateIn(i18n, day),
    nationality: ({ nationality, mrz }: ApprovedSession) =>
      country(nationality) ?? (mrz && (codes[mrz.nationality] ?? mrz.nationality)),
  };
}

/** A day, month or year, as much of it as is known. */
function dateIn(i18n: I18n, known: string): string {
  const formats: Intl.DateTimeFormatOptions[] = [
    { year: 'numeric' },
    { year: 'numeric', month: 'long' },
    { dateStyle: 'medium' },
  ];
  const parts = known.split('-');
  const [year = '', month = '01', day = '01'] = parts;
  return i18n.date(`${year}-${month}-${day}T00:00:00Z`, { ...formats[parts.length - 1], timeZone: 'UTC' });
}

/** The names as the MRZ spells them, if that differs. */
export function namesOfMrz({ surname, given_names, mrz }: ApprovedSession): string | undefined {
  if (!mrz || (mrz.surname === surname && mrz.given_names === given_names)) return undefined;
  return [mrz.surname, mrz.given_names].filter(Boolean).join(', ');
}
