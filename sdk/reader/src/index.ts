/** `@sigill/reader`: reads the chips of passports and identity cards, and takes a session to its verdict. */

export type { ChipAccess } from './access/get-access.ts';
export type { MappingEvidence } from './access/mapping-evidence.ts';
export { type AccessKeyProblem, InvalidAccessKey, type MrzFields, readMrzFields } from './access/mrz-fields.ts';
export type { AccessKey } from './access/password.ts';
export { accessKeyProblem } from './access/password.ts';
export type { ExchangedApdus, Transmit } from './apdu/exchange-apdus.ts';
export { ChipError, type ChipErrorCode, type ChipFailCause } from './chip-error.ts';
export type { FileName } from './files/elementary-file.ts';
export { FILE_NAMES } from './files/elementary-file.ts';
export type { ReadOptions } from './files/file-reader.ts';
export { type OpenChip, type OpenChipOptions, openChip } from './open-chip.ts';
export type { ChipAuthenticationRequest } from './proofs/chip-authentication.ts';
export { platformRandom, type Random } from './random.ts';
export { callOverFetch, ReaderCallError } from './session/call-over-fetch.ts';
export { ReadingFailed } from './session/reading-failed.ts';
export { type Face, runSession, type SessionOptions } from './session/run-session.ts';
export {
  type CauseSentences,
  type SentenceCode,
  type Sentences,
  sentenceOf,
  sentenceOfEnd,
} from './session/sentences.ts';
export type { ReaderCall, ReaderCalls, ReaderHeaders } from './session/service-calls.ts';
export type { AskAgain, SessionEnd, SessionStep } from './session/steps.ts';
