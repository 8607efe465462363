/** `sigill read`: reads a document with a contactless reader at this computer, for a session or into a folder. */
import { type AccessKey, ChipError, ReaderCallError } from '@sigill/reader';
import { PcscError } from '@sigill/reader/pcsc';
import { settingsOf } from '../caller-settings.ts';
import { type Command, Refusal, readOptions, UsageError } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { accessKeyOf, askForKey, type KeyOptions } from './access-key.ts';
import { readSession } from './read-session.ts';
import { saveFiles } from './save-files.ts';

const usage = `Reads the chip of a passport or identity card with a contactless reader (PC/SC) at this computer.

  sigill read --token TOKEN [KEY] [--face FILE] [--reader NAME] [--wait SECONDS] [--base-url URL]
  sigill read --read-only DIR [KEY] [--reader NAME] [--wait SECONDS]

  KEY is what is printed on the document. In a terminal, the command asks for it. Otherwise it is one of
    --mrz "P<UTO…"     the machine readable zone: two or three lines, with or without line breaks
    --can 123456       the six digits on the front of an identity card
    --document-number L898902C3 --date-of-birth 1974-08-12 --date-of-expiry 2032-04-15

  --token      token of the session, from session.create, or the link that the person received; takes the session to its verdict
  --face       picture of the holder, JPEG or PNG, if the session requires one
  --read-only  saves the files of the chip in this folder, without a service
  --reader     part of the reader's name, if there are several
  --wait       how long to wait for a reader and a document, in seconds; 60 by default

Dates are YYYY-MM-DD or YYMMDD; --date-of-expiry none for a document without one. No API key is needed. The exit code is 0 when the session was approved or the files were
saved, 1 if not or if it was stopped, 2 for wrong usage. It needs the package pcsc-mini: npx -p @sigill/cli -p pcsc-mini sigill read …`;

export const read: Command = {
  summary: 'read a document with a contactless reader, for a session or into a folder',
  usage,
  async run(args, terminal) {
    const { values } = readOptions(args, KEY_OPTIONS);
    const place = { reader: values.reader, timeout_ms: secondsOf(values.wait) * 1000 };
    const folder = values['read-only'];
    const session = folder === undefined && sessionOf(values.token, settingsOf(terminal, values).baseUrl);
    try {
      const access = await keyFor(terminal, values);
      if (!session) return await saveFiles(terminal, { access, place, folder: folder! });
      return await readSession(terminal, { access, place, ...session, face: values.face });
    } catch (error) {
      // A reading that was stopped must not have the exit code of an approved one.
      if (terminal.stop.aborted) return 1;
      throw sentenceFor(error);
    }
  },
};

const KEYS = ['mrz', 'can', 'document-number', 'date-of-birth', 'date-of-expiry'] as const;

async function keyFor(terminal: Terminal, options: KeyOptions): Promise<AccessKey> {
  const isGiven = KEYS.some((name) => options[name] !== undefined);
  return isGiven || !terminal.ask ? accessKeyOf(options) : askForKey(terminal, terminal.ask);
}

/** The messages of these errors are meant for people. */
function sentenceFor(error: unknown): unknown {
  if (error instanceof PcscError || error instanceof ChipError) return new Refusal(error.message);
  if (!(error instanceof ReaderCallError)) return error;
  return new Refusal(
    error.status === 0
      ? `${error.message}. Check the address, or set another one with --base-url.`
      : `${error.message} (${error.code}${error.request_id ? `, request ${error.request_id}` : ''})`,
  );
}

const KEY_OPTIONS = {
  token: { type: 'string' },
  'read-only': { type: 'string' },
  mrz: { type: 'string' },
  can: { type: 'string' },
  'document-number': { type: 'string' },
  'date-of-birth': { type: 'string' },
  'date-of-expiry': { type: 'string' },
  face: { type: 'string' },
  reader: { type: 'string' },
  wait: { type: 'string' },
} as const;

const WAIT_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 3600;

function secondsOf(text: string | undefined): number {
  const seconds = Number(text ?? WAIT_SECONDS);
  if (seconds > 0 && seconds <= LONGEST_WAIT_SECONDS) return seconds;
  throw new UsageError(`--wait must be a number of seconds, at most ${LONGEST_WAIT_SECONDS}.`);
}

/** Accepts a token, or the link with the token that the person received; the link then also sets the address of the service. */
function sessionOf(token: string | undefined, base: string): { token: string; base: string } {
  if (!token) throw new UsageError('Name the session with --token, or use --read-only to only save the files.');
  const link = /^https?:/.test(token) && URL.canParse(token) ? new URL(token) : undefined;
  if (!link) return { token, base };
  const inside = link.searchParams.get('token');
  if (!inside) throw new UsageError('The link in --token contains no token.');
  return { token: inside, base: link.origin };
}
