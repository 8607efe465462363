/** A sentence for each way in which a reading goes wrong, for the person who holds the document. */
import type { KnownReaderFailCause, ReaderFailCode } from '../generated/types.gen.ts';
import { en as causesInEnglish } from './causes/en.ts';
import { es as causesInSpanish } from './causes/es.ts';
import { en } from './sentences/en.ts';
import { es } from './sentences/es.ts';

/** What a sentence is needed for: the ends of `reader.fail`, what can still be put right, and refusals of the service. */
export type SentenceCode =
  | ReaderFailCode
  /** The contact was lost; the reading goes on when the document is back. */
  | 'hold_still'
  /** The chip refused the key, and the person may correct it. */
  | 'check_mrz'
  | 'check_can'
  | 'cancelled'
  | 'service_unreachable'
  | 'session_already_started'
  | 'session_not_open'
  | 'not_found';

/** What helps with each cause. They name neither phone nor computer, so that they are right at both. */
export type CauseSentences = Record<KnownReaderFailCause, string>;

/** The sentences of a language. An app adds its own: `sentenceOf(code, 'sv', { sv })`. Where a cause has none, that of its code is said. */
export type Sentences = Record<SentenceCode, string> & Partial<CauseSentences>;

const BUILT_IN: Record<string, Sentences> = {
  en: { ...en, ...causesInEnglish },
  es: { ...es, ...causesInSpanish },
};

/** `locale` is a BCP 47 tag (RFC 5646), such as `es-MX`; a language without sentences gets the English ones, and a code without one that of `internal`. */
export function sentenceOf(code: string, locale: string, more: Record<string, Sentences> = {}): string {
  const sentences = sentencesOf(locale, more);
  return Object.hasOwn(sentences, code) ? sentences[code as SentenceCode] : sentences.internal;
}

/** What helps after a session has ended so: the sentence of its cause where there is one, otherwise that of its code. */
export function sentenceOfEnd(
  { code = 'internal', cause }: { code?: string; cause?: string },
  locale: string,
  more: Record<string, Sentences> = {},
): string {
  const hasOwn = cause !== undefined && Object.hasOwn(sentencesOf(locale, more), cause);
  return sentenceOf(hasOwn ? cause : code, locale, more);
}

function sentencesOf(locale: string, more: Record<string, Sentences>): Sentences {
  const known = new Map(Object.entries({ ...BUILT_IN, ...more }));
  return known.get(locale) ?? known.get(locale.split('-')[0]!.toLowerCase()) ?? known.get('en')!;
}
