/** All texts that a person reads or hears, in one object per language. An app can add its own language, or change a sentence. */
import { type SentenceCode, type SessionEnd, sentenceOf, sentenceOfEnd } from '@sigill/reader';
import type { ContactEnd } from '../nfc/contact-ended.ts';
import { en } from './en.ts';
import { es } from './es.ts';

/** Why a session was not approved. The service may add reasons. */
export type FailureCode = NonNullable<SessionEnd['code']>;

/** The known codes, without the `string` that allows for others. */
type Known<Code> = Code extends string ? (string extends Code ? never : Code) : never;

/** The reasons that only the service determines. The reader's own have sentences in `@sigill/reader`. */
export type VerdictCode = Exclude<Known<FailureCode>, SentenceCode>;

/** How to hold the phone, which depends on the position of its antenna. */
export type PhoneKind = 'IOS' | 'ANDROID';

export type CheckName = 'issuer' | 'signature' | 'data' | 'clone' | 'face';
export type CheckState = 'PASSED' | 'FAILED' | 'NOT_PRESENT' | 'PENDING';

/** The words of one language. */
export interface Words {
  loading: string;
  try_again: string;
  cancel: string;
  back: string;
  go_on: string;

  /** Names the company that requests the session; without a name, uses a general title. */
  welcome_title: (merchant_name: string | undefined) => string;
  welcome_text: string;
  welcome_passport: string;
  welcome_document: string;
  welcome_face: string;
  welcome_specimen: string;
  welcome_privacy: string;
  begin: string;
  nfc_off: string;
  nfc_settings: string;
  nfc_missing: string;

  key_title: string;
  key_text: string;
  key_kinds: string;
  key_by_fields: string;
  key_by_lines: string;
  key_by_can: string;
  document_number: string;
  date_of_birth: string;
  date_of_expiry: string;
  date_hint: string;
  lines: string;
  lines_hint: string;
  can: string;
  can_hint: string;
  recognise: string;
  recognised: string;
  not_recognised: string;
  tries_left: (tries: number) => string;
  open_chip: string;
  problems: Record<'document_number' | 'date_of_birth' | 'date_of_expiry' | 'length' | 'can', string>;

  starting: string;
  hold_title: string;
  hold_again_title: string;
  how_to_hold: Record<PhoneKind, string[]>;
  /** Shown in the iOS sheet, and announced. */
  hold: string;
  hold_again: string;
  opened: string;
  reading_title: string;
  do_not_move: string;
  files: Record<'com' | 'sod' | 'dg1' | 'dg2' | 'dg7' | 'dg11' | 'dg12' | 'dg14' | 'dg15', string>;
  other_file: string;
  bytes: (read: string, total: string) => string;
  sheet_progress: (file: string, percent: number) => string;
  proving: string;
  take_away: string;
  paused: Record<ContactEnd, string>;
  paused_title: string;
  checking_title: string;
  checking_text: string;

  approved_title: string;
  approved_text: string;
  rejected_title: string;
  failed_title: string;
  aborted_title: string;
  aborted_text: string;
  waiting_title: string;
  waiting_text: string;
  refused_title: string;
  return_to: (merchant_name: string | undefined) => string;
  marks_title: string;
  marks: Record<CheckName, string>;
  mark_states: Record<CheckState, string>;
  verdicts: Record<VerdictCode, string>;
}

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

/** What is being read, in words. */
export const fileText = (texts: Texts, file: string | undefined): string =>
  file && Object.hasOwn(texts.files, file) ? texts.files[file as keyof Words['files']] : texts.other_file;
