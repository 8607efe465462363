/** Takes a session from its token to its verdict: the calls of the contract on one side, a chip on the other. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AccessKey } from '../access/password.ts';
import type { ExchangedApdus, Transmit } from '../apdu/exchange-apdus.ts';
import type { ReaderStartParams, ReaderSubmitParams, ReaderSubmitResponse } from '../generated/types.gen.ts';
import { openChip } from '../open-chip.ts';
import { platformRandom, type Random } from '../random.ts';
import { toBase64 } from './base64.ts';
import { emptyHarvest, forgetProofs, type Harvest } from './contact.ts';
import { type ChipReading, readChip } from './read-chip.ts';
import { endOf, ReadingAborted, ReadingFailed, unlessAborted } from './reading-failed.ts';
import { type ReaderCall, refusalCode, ServiceFailure, type Wait, withRetries } from './service-calls.ts';
import type { AskAgain, SessionEnd, SessionStep } from './steps.ts';

/** Photos of the holder: one, and optionally further ones taken moments later. JPEG or PNG. */
export interface Face {
  face: Uint8Array;
  frames?: Uint8Array[];
}

/** A session to complete, with access to the service, the phone and the person. */
export interface SessionOptions {
  call: ReaderCall;
  /** The token of the session, from `session.create`. */
  token: string;
  platform: ReaderStartParams['platform'];
  app_version: string;
  access: AccessKey;
  /**
   * Waits for the document and returns a transport to its chip; called again after a lost contact. It may throw ReadingFailed or
   * ReadingAborted.
   */
  connect: (contact: { again: boolean }) => Promise<Transmit>;
  /** Asks for the key again after the chip has refused it. Without it a wrong key ends the session. */
  onAccessDenied?: AskAgain;
  /** The holder's face, when the session requires one. Taken before the document is read. */
  face?: Face | (() => Promise<Face>);
  /**
   * Identifies this installation of the app, so that an app that was closed and restarted can resume the session it started. Random,
   * and a secret of the app, because it proves which device started the session.
   */
  installation?: string;
  /** Called with every command and its response, in order. Secured commands are passed on encrypted. */
  onExchange?: (apdus: ExchangedApdus) => void;
  /** False when the transport carries commands of at most 261 bytes. */
  extended_length?: boolean;
  random?: Random;
  signal?: AbortSignal;
  onStep?: (step: SessionStep) => void;
  /** How long the chip may take to respond, in milliseconds. The default is 20 seconds, because some signatures take long. */
  answer_within_ms?: number;
  /** Waits before a call is retried, when the service was unreachable or busy. */
  wait?: Wait;
}

const ANSWER_WITHIN_MS = 20_000;
/** The longest duration that the contract accepts. */
const DAY_MS = 86_400_000;
/** How many challenges the service issues for a session. */
const MOST_SUBMISSIONS = 5;

/**
 * Runs the session and returns how it ended. An error of the chip or the phone, or a timeout of the signal, ends the session with
 * `reader.fail`; any other abort of the signal with `reader.abort`. Only errors of calls are thrown, as `call` throws them: the
 * service refused (an unknown token, a session read by another device) or did not respond.
 */
export async function runSession(options: SessionOptions): Promise<SessionEnd> {
  const { token, platform, app_version, signal } = options;
  const service = callsOf(options);
  const call: ReaderCall = (name, params, headers) => unlessAborted(signal, () => service(name, params, headers));
  const report = (step: SessionStep) => options.onStep?.(step);
  const ended = (end: SessionEnd): SessionEnd => {
    report({ step: 'ENDED', ...end });
    return end;
  };
  let reader_key: string | undefined;
  try {
    const { state, face_verification } = await call('reader.open', { token });
    report({ step: 'OPENED', state, face_verification });
    ({ reader_key } = await call('reader.start', { token, platform, app_version }));
    report({ step: 'STARTED' });
    const face = face_verification ? await faceOf(options) : {};
    return ended(await readAndSubmit(options, { call, report, device: { token, reader_key }, face }));
  } catch (error) {
    if (refusalCode(error) === 'session_not_open' && reader_key) return ended(await standing(service, token));
    if (error instanceof ServiceFailure) throw error.cause;
    return ended(await giveUp(service, { token, ...(reader_key && { reader_key }) }, endOf(error)));
  }
}

/** An installation always starts a session with the same idempotency key, so that a restarted app gets the same response. */
function callsOf({ call, token, installation, random = platformRandom, wait }: SessionOptions): ReaderCall {
  const keyOf = (name: string) => {
    const nonce = name === 'reader.start' && installation ? installation : bytesToHex(random(16));
    return bytesToHex(sha256(utf8ToBytes(JSON.stringify([name, token, nonce]))));
  };
  return withRetries(call, { keyOf, wait: wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))) });
}

interface Submitting {
  call: ReaderCall;
  report: (step: SessionStep) => void;
  device: { token: string; reader_key: string };
  face: Pick<ReaderSubmitParams, 'face' | 'face_frames'>;
}

/**
 * Reads the chip and submits the result. If the challenge expired while the person looked for the document, keeps the files and
 * repeats the proofs with a new one.
 */
async function readAndSubmit(options: SessionOptions, { face, ...submitting }: Submitting): Promise<SessionEnd> {
  const { call, report, device } = submitting;
  const { connect, onAccessDenied, onExchange, extended_length = true, random, signal } = options;
  const harvest = emptyHarvest();
  const within = options.answer_within_ms ?? ANSWER_WITHIN_MS;
  const open: ChipReading['open'] = (transmit, access, way) =>
    openChip(answering(transmit, within), {
      access,
      extended_length: extended_length && way.extended_length,
      bac_first: way.bac_first,
      ...(random && { random }),
      ...(signal && { signal }),
      ...(onExchange && { onExchange }),
    });
  let { access } = options;
  for (let submission = 1; ; submission++)
    try {
      access = await readChip(
        { ...submitting, connect, onAccessDenied, signal, open, access, harvest },
        submission > 1,
      );
      const body = { ...submissionOf(harvest), ...face };
      report({ step: 'SUBMITTING', bytes: JSON.stringify(body).length });
      const headers = { 'Session-Token': device.token, 'Reader-Key': device.reader_key };
      return endFrom(await call('reader.submit', body, headers));
    } catch (error) {
      const code = refusalCode(error);
      if (code === 'challenge_limit' || (code === 'challenge_invalid' && submission === MOST_SUBMISSIONS))
        throw new ReadingFailed('timeout', 'Every challenge expired before the chip responded', {
          fail_cause: 'challenges_expired',
          cause: error,
        });
      if (code !== 'challenge_invalid') throw error;
      forgetProofs(harvest);
    }
}

function submissionOf({
  files,
  durations_ms,
  challenge,
  aa_signature,
  aa_refusal,
  ca_response,
}: Harvest): ReaderSubmitParams {
  const encoded = Object.fromEntries([...files].map(([file, bytes]) => [file, toBase64(bytes)]));
  const reading = [...files.keys()].map((file) => ({
    file,
    duration_ms: Math.min(DAY_MS, durations_ms.get(file) ?? 0),
  }));
  return {
    challenge: challenge!,
    files: encoded as unknown as ReaderSubmitParams['files'],
    ...(aa_signature && { aa_signature: toBase64(aa_signature) }),
    ...(aa_refusal !== undefined && { aa_refusal: aa_refusal.toString(16).padStart(4, '0') }),
    ...(ca_response && { ca_response: toBase64(ca_response) }),
    reading: reading as unknown as NonNullable<ReaderSubmitParams['reading']>,
  };
}

async function faceOf({ face, signal }: SessionOptions): Promise<Submitting['face']> {
  if (!face) return {};
  try {
    const taken = typeof face === 'function' ? await unlessAborted(signal, face) : face;
    return {
      face: toBase64(taken.face),
      ...(taken.frames && { face_frames: taken.frames.map(toBase64) }),
    };
  } catch (error) {
    throw endOf(error, 'camera_denied');
  }
}

/** How the session ended elsewhere: cancelled on the desktop, or expired. */
async function standing(call: ReaderCall, token: string): Promise<SessionEnd> {
  try {
    return endFrom(await call('reader.open', { token }));
  } catch (error) {
    throw error instanceof ServiceFailure ? error.cause : error;
  }
}

const endFrom = ({ state, failure }: Pick<ReaderSubmitResponse, 'state' | 'failure'>): SessionEnd => ({
  state,
  ...(failure && { code: failure.code, failure }),
  ...(failure?.cause && { cause: failure.cause }),
});

/** If the session has already ended in the meantime, returns that end. */
async function giveUp(
  call: ReaderCall,
  device: { token: string; reader_key?: string },
  end: ReadingFailed | ReadingAborted,
): Promise<SessionEnd> {
  try {
    if (end instanceof ReadingAborted) return await call('reader.abort', device);
    const { code, fail_cause: cause } = end;
    const reason = { code, ...(cause && { cause }) };
    return { ...(await call('reader.fail', { ...device, ...reason, message: lineOf(end.message) })), ...reason };
  } catch (error) {
    if (refusalCode(error) === 'session_not_open') return standing(call, device.token);
    throw error instanceof ServiceFailure ? error.cause : error;
  }
}

const LONGEST_MESSAGE = 255;

/** The contract accepts a single line. */
const lineOf = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_MESSAGE) || 'The reading failed';

/** Rejects when the chip has not responded in time: a driver may wait indefinitely. */
const answering =
  (transmit: Transmit, within_ms: number): Transmit =>
  async (command) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChipSilent(`The chip did not respond within ${within_ms} ms`)), within_ms);
    });
    try {
      return await Promise.race([transmit(command), silence]);
    } finally {
      clearTimeout(timer);
    }
  };

class ChipSilent extends Error {
  override readonly name = 'TimeoutError';
}
