import type { KnownReaderFailCause, ReaderFailCode } from '../generated/types.gen.ts';
import en from './sentences/en.json' with { type: 'json' };
import es from './sentences/es.json' with { type: 'json' };

/** The codes that have a sentence: those of `reader.fail`, problems a person can still fix, and refusals of the service. */
export type SentenceCode =
  | ReaderFailCode
  /** The contact was lost; reading continues when the document is back. */
  | 'hold_still'
  /** The chip refused the key, and the person may correct it. */
  | 'check_mrz'
  | 'check_can'
  | 'cancelled'
  | 'service_unreachable'
  | 'session_already_started'
  | 'session_not_open'
  | 'not_found';

/** Advice for each cause. Unlike the sentences of codes, it mentions neither phone nor computer, so that it fits both. */
export type CauseSentences = Record<KnownReaderFailCause, string>;

/** The sentences of a language. An app can add one: `sentenceOf(code, 'sv', { sv })`. A cause without a sentence uses the sentence of its code. */
export type Sentences = Record<SentenceCode, string> & Partial<CauseSentences>;

const BUILT_IN: Record<string, Sentences> = { en, es } satisfies Record<string, Required<Sentences>>;

/** `locale` is a BCP 47 tag (RFC 5646), such as `es-MX`. Unknown languages get English; unknown codes get the sentence for `internal`. */
export function sentenceOf(code: string, locale: string, more: Record<string, Sentences> = {}): string {
  const sentences = sentencesOf(locale, more);
  return Object.hasOwn(sentences, code) ? sentences[code as SentenceCode] : sentences.internal;
}

/** Advice for the end of a session: the sentence of its cause if there is one, otherwise the sentence of its code. */
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
