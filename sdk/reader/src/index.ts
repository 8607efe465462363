/** `@sigill/reader`: reads the chips of passports and identity cards, and takes a session to its verdict. */
export type { AccessKey } from './access/access-key.ts';
export { ChipError, type ChipErrorCode } from './chip-error.ts';
export { platformRandom, type Random } from './random.ts';
export { callOverFetch, ReaderCallError } from './session/call-over-fetch.ts';
export { ReadingFailed } from './session/reading-failed.ts';
export { type Face, runSession, type SessionOptions } from './session/run-session.ts';
export { type SentenceCode, type Sentences, sentenceOf } from './session/sentences.ts';
export type { ReaderCall, ReaderCalls, ReaderHeaders } from './session/service-calls.ts';
export type { AskAgain, SessionEnd, SessionStep } from './session/steps.ts';
export type { Transmit } from './transmit.ts';
