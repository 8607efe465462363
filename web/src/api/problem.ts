import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { SigillError } from '@sigill/sdk';
import type { ProblemCode } from '@sigill/sdk/portal';

type Texts = typeof import('./problem-texts');
export type ShownProblem = { text: string; request_id?: string; details: SigillError['details'] };

/** Loaded with the first error, since few screens ever show one. */
let translations: Texts | undefined;

/** Call this after an error, before showing it. If the translations can't be loaded, the service's own words are shown. */
export async function loadProblemTranslations(): Promise<void> {
  translations ??= await import('./problem-texts').catch(() => undefined);
}

export function problemOf(error: unknown): ShownProblem {
  if (!(error instanceof SigillError))
    return { text: t`Something went wrong on this page. Reload it and try again.`, details: [] };
  const { status, requestId, details } = error;
  if (status === 0) return { text: t`We can’t reach the service. Check your connection and try again.`, details };
  return { text: textOf(error), details, ...(requestId && { request_id: requestId }) };
}

/**
 * In English, this is nearly always the service's own message, which is more precise than the text for its code. Messages with an
 * unknown code are shown unchanged.
 */
function textOf({ message, code, details, headers }: SigillError): string {
  if (!translations || !isKnown(code, translations)) return message;
  // The message of `unprintable_letters` contains the contract's name of the field, but the person sees another name.
  if (i18n.locale === 'en' && code !== 'unprintable_letters') return message;
  const { detailTexts, problemTexts, waitTexts, sentences, expectations } = translations;
  const [detail] = details;
  const seconds = headers.get('retry-after');
  const expected = detail && translated(detail.expected, expectations);
  if (detail && (expected || !needsExpectation(code)) && detailTexts[code])
    return i18n._({ ...detailTexts[code], values: { path: detail.path, expected } });
  if (seconds && /^\d+$/.test(seconds) && waitTexts[code]) return i18n._({ ...waitTexts[code], values: { seconds } });
  return translated(message, sentences) ?? i18n._(problemTexts[code]);
}

const isKnown = (code: SigillError['code'], { problemTexts }: Texts): code is ProblemCode =>
  code !== undefined && code in problemTexts;
const needsExpectation = (code: ProblemCode) => code === 'wrong_type' || code === 'invalid_value';

function translated(phrase: string, texts: Texts['expectations']): string | undefined {
  for (const [pattern, text] of texts) {
    const found = pattern.exec(phrase);
    if (found) return i18n._({ ...text, values: { limit: found.groups?.['limit'] } });
  }
  return undefined;
}
