/** A sentence for each way in which a reading goes wrong, for the person who holds the document. */
import type { ReaderFailCode } from '../generated/types.gen.ts';
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

/** The sentences of a language. An app adds its own: `sentenceOf(code, 'sv', { sv })`. */
export type Sentences = Record<SentenceCode, string>;

const BUILT_IN: Record<string, Sentences> = { en, es };

/** `locale` is a BCP 47 tag (RFC 5646), such as `es-MX`; a language without sentences gets the English ones, and a code without one that of `internal`. */
export function sentenceOf(code: string, locale: string, more: Record<string, Sentences> = {}): string {
  const known = new Map(Object.entries({ ...BUILT_IN, ...more }));
  const sentences = known.get(locale) ?? known.get(locale.split('-')[0]!.toLowerCase()) ?? en;
  return Object.hasOwn(sentences, code) ? sentences[code as SentenceCode] : sentences.internal;
}
