/** All texts that a person reads or hears, in one object per language. An app can add its own language, or change a sentence. */
import { type SentenceCode, type SessionEnd, sentenceOf, sentenceOfEnd } from '@sigill/reader';
import { en } from './en.ts';
import { es } from './es.ts';

/** Why a session was not approved. The service may add reasons. */
export type FailureCode = NonNullable<SessionEnd['code']>;

/** The known codes, without the `string` that allows for others. */
type Known<Code> = Code extends string ? (string extends Code ? never : Code) : never;

/** The reasons that only the service determines. Those that the reader reports have sentences in `@sigill/reader`. */
export type VerdictCode = Exclude<Known<FailureCode>, SentenceCode>;

/** How to hold the phone, which depends on the position of its antenna. */
export type PhoneKind = 'IOS' | 'ANDROID';

export type CheckName = 'issuer' | 'signature' | 'data' | 'clone' | 'face';
export type CheckState = 'PASSED' | 'FAILED' | 'NOT_PRESENT' | 'PENDING';

/** The words of one language. */
export type Words = typeof en;

export interface Texts extends Words {
  /** BCP 47, such as `es`. Also sets the number format. */
  locale: string;
  /** What to do after an error. */
  sentence: (code: SentenceCode) => string;
  /** What to do after a session that failed. */
  end_sentence: (end: { code?: string; cause?: string }) => string;
}

const LANGUAGES: Record<string, Words> = { en, es };

/** The texts for a language such as `es-MX`; English for unknown languages. */
export function textsFor(locale: string): Texts {
  const language = locale.split('-')[0]!.toLowerCase();
  const found = Object.hasOwn(LANGUAGES, language) ? language : 'en';
  return {
    ...LANGUAGES[found]!,
    locale: found,
    sentence: (code) => sentenceOf(code, found),
    end_sentence: (end) => sentenceOfEnd(end, found),
  };
}

/** Why a session ended, and what the person can do. A code that this version does not know gets the general sentence. */
export const failureText = (texts: Texts, { code = 'internal', cause }: Pick<SessionEnd, 'code' | 'cause'>): string =>
  Object.hasOwn(texts.verdicts, code)
    ? texts.verdicts[code as VerdictCode]
    : texts.end_sentence({ code, ...(cause && { cause }) });

export const fileText = (texts: Texts, file: string | undefined): string =>
  file && Object.hasOwn(texts.files, file) ? texts.files[file as keyof Words['files']] : texts.other_file;
