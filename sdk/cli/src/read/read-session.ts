import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import {
  type AccessKey,
  callOverFetch,
  type Face,
  ReadingFailed,
  runSession,
  type SessionEnd,
  sentenceOf,
  sentenceOfEnd,
} from '@sigill/reader';
import { PcscError } from '@sigill/reader/pcsc';
import { Refusal, UsageError } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { contactDocument, type Place } from './document-contact.ts';
import { line, showProgress, stepText } from './lines.ts';

const APP_VERSION = '1.0.0';

interface Reading {
  access: AccessKey;
  place: Place;
  token: string;
  base: string;
  face: string | undefined;
}

/** The smart card service polls every 0.4 s. Until its next poll, it still reports a document that was removed. */
const NOTICED_MS = 1000;

/** @returns 0 when the session was approved, otherwise 1. */
export async function readSession(terminal: Terminal, { access, place, token, base, face }: Reading): Promise<number> {
  const call = callOverFetch(base);
  const picture = face === undefined ? undefined : readPicture(face);
  // Checked before the session starts: without a reader or a photo it stays available for another device.
  const { face_verification } = await call('reader.open', { token });
  if (face_verification && !picture)
    throw new Refusal('This session requires a picture of the holder. Pass --face FILE.');
  let connection = await contactDocument(terminal, place);
  try {
    const end = await runSession({
      ...{ call, token, access, platform: 'CLI', app_version: APP_VERSION },
      ...(picture && { face: picture }),
      signal: terminal.stop,
      extended_length: connection.extended_length,
      async connect({ again }) {
        if (again) {
          await connection.close();
          await setTimeout(NOTICED_MS, undefined, { signal: terminal.stop }).catch(() => {});
          connection = await contactDocument(terminal, place).catch(lost);
        }
        return connection.transmit;
      },
      onStep(step) {
        if (step.step === 'READING') return showProgress(terminal, step.file, step.read, step.total);
        const text = stepText(step);
        if (text !== undefined) terminal.write(line(step.step.toLowerCase(), text));
      },
    });
    return report(terminal, end);
  } finally {
    await connection.close();
  }
}

/** The session has started, so it ends with a code that says why. */
function lost(error: unknown): never {
  throw error instanceof PcscError ? new ReadingFailed('nfc_lost', error.message, { cause: error }) : error;
}

function report(terminal: Terminal, { state, code, cause, failure }: SessionEnd): number {
  terminal.write(line('ended', [state, code, cause].filter(Boolean).join(' ')));
  if (state === 'APPROVED') return 0;
  const sentence =
    failure?.message ??
    (state === 'ABORTED'
      ? sentenceAtComputer('cancelled')
      : endAtComputer({ ...(code && { code }), ...(cause && { cause }) }));
  terminal.writeError(`${sentence}\n`);
  if (failure?.help_url) terminal.writeError(`${failure.help_url}\n`);
  return 1;
}

function readPicture(file: string): Face {
  try {
    return { face: Uint8Array.from(readFileSync(file)) };
  } catch (error) {
    throw new UsageError(`--face cannot be read: ${(error as Error).message}.`);
  }
}

const AT_A_COMPUTER: Record<string, string> = {
  nfc_lost:
    'The connection to the chip was lost too often. Place the document flat on the reader, without its cover, and leave it there.',
  read_error:
    'The chip could not be read completely. Move the document a little on the reader, and try again with a new session.',
  access_denied:
    'The chip did not open. Check the document number and the dates, or the six digits, and try again with a new session.',
  internal: 'Something went wrong in this program. Update it and try again.',
};

const sentenceAtComputer = (code: string): string => AT_A_COMPUTER[code] ?? sentenceOf(code, 'en');

/** Some failure codes have other sentences at a computer than on a phone. The sentences for causes fit both. */
const endAtComputer = ({ code = 'internal', cause }: { code?: string; cause?: string }): string =>
  cause === undefined ? sentenceAtComputer(code) : sentenceOfEnd({ code, cause }, 'en');
