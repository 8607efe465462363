/**
 * `npm run reader -- --token T --specimen NAME` takes a session through a reading like a phone and prints each step; with `--files
 * DIR` it submits what another tool read from a real chip. Exits with 0 if the session ended as the specimen says (with `--fault`,
 * however it ended) or the files were not rejected, 1 if not, and 2 if the arguments are wrong or the service could not be called.
 */
import { readArguments, UsageError } from '../../sdk/cli/src/command.ts';
import { run as sigill } from '../../sdk/cli/src/command-line.ts';
import { stepText as textOf } from '../../sdk/cli/src/read/lines.ts';
import { ask, type Output, standardOutput } from '../../sdk/cli/src/terminal.ts';
import { callOverFetch, ReaderCallError } from '../../sdk/reader/src/session/call-over-fetch.ts';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import type { SessionEnd } from '../../sdk/reader/src/session/steps.ts';
import {
  type PlayedStep,
  type PlayOptions,
  playSpecimen,
  type Specimen,
  spoken,
} from '../../sdk/reader/src/specimen/index.ts';
import { FAULTS, type Fault, parseFault } from '../../sdk/reader/src/virtual-chip/index.ts';
import {
  expectedOutcome,
  isSpecimenName,
  SPECIMENS,
  type SpecimenName,
  type SpecimenOutcome,
} from '../specimen/specimen-catalogue.ts';
import { specimenBundle } from '../specimen/specimens.ts';
import { ReadingError, readReading } from './given-files.ts';

const APP_VERSION = '1.0.0';
const LOCAL = 'http://localhost:3000';

const USAGE = `Drives a verification session with a specimen document or with the files of a real chip, like a phone.

  npm run reader -- --token TOKEN [--specimen NAME] [--fault NAME] [--trace] [--base URL]
  npm run reader -- --token TOKEN --files DIR [--base URL]
  npm run reader -- --pcsc --token TOKEN --mrz "P<UTO…" [--base URL]
  npm run reader -- --list

  --pcsc      reads a real document on a contactless reader; --pcsc --help shows its options
  --token     token of the session, from session.create or demo.create
  --specimen  one of the names that --list prints; genuine by default
  --fault     what goes wrong with its chip: one of the names that --list prints, such as field-lost or field-lost:20
  --trace     prints every command to the chip and its response
  --files     folder with files read by another tool: sod.bin, dg1.bin, dg2.bin, and com.bin, dg7.bin, dg11.bin, dg12.bin, dg14.bin,
              dg15.bin if the chip has them; also named EF_SOD.bin, EF.DG1.bin or Datagroup1.bin; face.jpg for face verification.
              Files cannot sign a challenge, so a chip with DG15 ends as chip_auth_missing: only the chip itself can.
  --base      address of the server; ${LOCAL} by default`;

async function run(args: string[], output: Output): Promise<number> {
  const { values } = readArguments(
    args,
    {
      token: { type: 'string' },
      specimen: { type: 'string' },
      fault: { type: 'string' },
      trace: { type: 'boolean' },
      files: { type: 'string' },
      base: { type: 'string', default: LOCAL },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    { words: 0 },
  );
  if (values.help) return print(output, USAGE);
  if (values.list) return print(output, catalogue());
  if (!values.token) throw new UsageError(`--token is missing.\n\n${USAGE}`);
  const play = { output, base: baseUrl(values.base), token: values.token, trace: values.trace === true };
  if (values.files !== undefined) {
    if (values.specimen !== undefined) throw new UsageError('Give --specimen or --files, not both.');
    if (values.fault !== undefined || values.trace)
      throw new UsageError('--fault and --trace are about what a chip does, and --files reads none.');
    return submitFiles(play, values.files);
  }
  const specimen = values.specimen ?? 'genuine';
  if (!isSpecimenName(specimen)) throw new UsageError(`There is no specimen "${specimen}". --list shows their names.`);
  return drive(play, specimen, faultNamed(values.fault));
}

interface Play {
  output: Output;
  base: URL;
  token: string;
  trace: boolean;
}

function faultNamed(text: string | undefined): Fault | undefined {
  try {
    return text === undefined ? undefined : parseFault(text);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Access by card access number, so that a document with an unreadable MRZ can be opened too. */
const OPEN_TO_ANYBODY: NonNullable<Specimen['access']> = {
  bac: false,
  pace: [{ mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 12 }],
  can: '000000',
};

/** The virtual chip has no keys, because no tool can read them. */
async function submitFiles(play: Play, folder: string): Promise<number> {
  const { output } = play;
  const { files, face, unused } = readReading(folder);
  if (unused.length > 0) print(output, `not sent    ${unused.join(', ')}`);
  if (files.dg15)
    print(
      output,
      'note        The chip has DG15 and could prove that it is not a copy. Files cannot sign the challenge, so chip_auth_missing follows.',
    );
  const behaviour = { action: 'SUBMIT', active_authentication: 'SIGN' } as const;
  const specimen: Specimen = { files, access: OPEN_TO_ANYBODY, ...(face && { face }), behaviour };
  const { state } = await read(play, connect(play.base).call, specimen, { key: 'CAN' }, textOfFiles);
  return state === 'REJECTED' ? 1 : 0;
}

async function drive(play: Play, name: SpecimenName, fault: Fault | undefined): Promise<number> {
  const { output, token } = play;
  const server = connect(play.base);
  const session = await server.call('reader.open', { token });
  // In local mode the server's clock may have been moved, and the document must be valid by that clock.
  const end = await read(play, server.call, specimenBundle(name, server.date()), { fault });
  if (fault) return 0;
  const expected = expectedOutcome(name, session);
  const asExpected = end.state === expected.state && end.code === expected.code;
  print(output, asExpected ? `Ended as ${name} should.` : `${name} should have ended ${outcomeText(expected)}.`);
  return asExpected ? 0 : 1;
}

const read = (
  { output, token, trace }: Play,
  call: ReaderCall,
  specimen: Specimen,
  options: Pick<PlayOptions, 'fault' | 'key'>,
  textOfStep = stepText,
) =>
  playSpecimen({
    call,
    ...options,
    specimen,
    token,
    platform: 'CLI',
    app_version: APP_VERSION,
    onStep(step) {
      const text = textOfStep(step);
      if (text !== undefined) print(output, `${step.step.toLowerCase().padEnd(11)} ${text}`.trimEnd());
    },
    ...(trace && {
      onExchange(exchange) {
        const { command_name, file = '', command, response } = spoken(exchange);
        print(output, `  ${`${command_name} ${file}`.trim()}\n  > ${command}\n  < ${response}`);
      },
    }),
  });

function connect(base: URL): { call: ReaderCall; date: () => Date } {
  let date: string | null = null;
  const call = callOverFetch(base, {
    fetch: async (...request) => {
      const response = await fetch(...request);
      date = response.headers.get('date');
      return response;
    },
  });
  return {
    call,
    date() {
      if (!date || Number.isNaN(Date.parse(date)))
        throw new UsageError('The server sent no Date header, which is needed to issue the specimen.');
      return new Date(date);
    },
  };
}

const refusalText = ({ operation, status, code, message, request_id, host }: ReaderCallError) =>
  status === 0
    ? `No server responds at ${host}. Start it with npm start, or set another address with --base.`
    : `${operation} was refused with ${status} ${code}: ${message}${request_id ? ` (request ${request_id})` : ''}`;

function baseUrl(text: string): URL {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new UsageError(`--base is not an http address: ${text}`);
  return new URL(text);
}

/** As `sigill read` prints a step, with what matters to developers. Undefined for steps that matter only to people who are waiting. */
function stepText(step: PlayedStep): string | undefined {
  switch (step.step) {
    case 'READ':
      return Object.entries(step.file_bytes)
        .map(([file, bytes]) => `${file} ${bytes}`)
        .join(', ');
    case 'LOST':
      return 'the chip; reading continues where it stopped';
    case 'TAMPERED':
      return `Active Authentication: ${step.active_authentication}`;
    case 'ENDED':
      return endText(step);
    case 'SUBMITTING':
      return undefined;
    default:
      return textOf(step);
  }
}

/** Leaves out the steps of the virtual chip that stands in for files: no real one was accessed, asked or probed. */
const textOfFiles = (step: PlayedStep): string | undefined =>
  ['ACCESSED', 'CHALLENGED', 'ANSWERED', 'PROBED'].includes(step.step) ? undefined : stepText(step);

const endText = ({ state, code, cause, failure }: SessionEnd) =>
  failure ? `${state} ${failure.code}: ${failure.message}` : [state, code, cause].filter(Boolean).join(' ');

const outcomeText = ({ state, code }: SpecimenOutcome) => (code ? `${state} ${code}` : state);

const catalogue = () => [...SPECIMENS.map(describeSpecimen), '', 'Faults:', ...FAULTS.map(describeFault)].join('\n');

const describeFault = ({ name, description }: { name: string; description: string }) =>
  `${name.padEnd(28)} ${description}`;

const describeSpecimen = ({ name, description, outcome }: (typeof SPECIMENS)[number]) =>
  `${name.padEnd(20)} ${outcomeText(outcome).padEnd(32)} ${description}`;

function print(output: Output, text: string): 0 {
  output.write(`${text}\n`);
  return 0;
}

/**
 * Reads a real document on a contactless reader, as `sigill read` does.
 * @returns its exit code: 0 if the document was approved or saved, 1 if not, 2 for invalid arguments.
 */
async function readWithPcsc(args: string[], { write, writeError }: Output): Promise<number> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    return await sigill(['read', ...args.map((arg) => arg.replace(/^--base(?==|$)/, '--base-url'))], {
      environment: { SIGILL_BASE_URL: LOCAL },
      ...{ write, writeError },
      hasColours: false,
      isInteractive: process.stdout.isTTY ?? false,
      ...(process.stdin.isTTY && process.stdout.isTTY && { ask: (question) => ask(question, stopping.signal) }),
      stop: stopping.signal,
    });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, stop);
  }
}

export async function reader(args: string[], output: Output): Promise<number> {
  if (args.includes('--pcsc'))
    return readWithPcsc(
      args.filter((arg) => arg !== '--pcsc'),
      output,
    );
  try {
    return await run(args, output);
  } catch (error) {
    if (error instanceof ReaderCallError) {
      output.writeError(`${refusalText(error)}\n`);
      return 2;
    }
    // Expected errors are shown as messages, bugs in this script with their stack.
    const isUsage = error instanceof UsageError || error instanceof ReadingError;
    output.writeError(`${isUsage ? error.message : (error as Error).stack}\n`);
    return 2;
  }
}

if (import.meta.main) process.exitCode = await reader(process.argv.slice(2), standardOutput);
