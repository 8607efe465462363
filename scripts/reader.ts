/**
 * `npm run reader -- --token T --specimen NAME` takes a session through a reading like a phone and prints each step;
 * with `--files DIR` it submits what another tool read from a real chip.
 * Ends with 0 when the session ended as the specimen says or the files were not rejected, 1 when not, 2 when it could not be asked.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  type ReaderCall,
  type ReaderCalls,
  type ReaderEnd,
  type ReaderHeaders,
  type ReaderStep,
  runReader,
} from '../sdk/src/reader/reader.ts';
import {
  expectedOutcome,
  isSpecimenName,
  SPECIMENS,
  type SpecimenName,
  type SpecimenOutcome,
} from '../server/specimen/specimen-catalogue.ts';
import { specimenBundle } from '../server/specimen/specimens.ts';
import { readWithPcsc } from './reader-pcsc.ts';
import { ReadingError, readReading } from './reading.ts';
import { type Output, standardOutput } from './terminal.ts';

const APP_VERSION = '1.0.0';

const USAGE = `Drives a verification session with a specimen document or with the files of a real chip, like a phone.

  npm run reader -- --token TOKEN [--specimen NAME] [--base URL]
  npm run reader -- --token TOKEN --files DIR [--base URL]
  npm run reader -- --pcsc --token TOKEN --mrz "P<UTO…" [--base URL]
  npm run reader -- --list

  --pcsc      reads a real document on a contactless reader; --pcsc --help says what it takes
  --token     token of the session, from session.create or demo.create
  --specimen  one of the names that --list prints; genuine if not given
  --files     folder with what another tool read: sod.bin, dg1.bin, dg2.bin, and com.bin, dg7.bin, dg11.bin, dg12.bin, dg14.bin,
              dg15.bin where the chip has them; also named EF_SOD.bin, EF.DG1.bin or Datagroup1.bin; face.jpg for face verification.
              Files cannot answer a challenge, so a chip that has DG15 ends as chip_auth_missing: that takes the chip itself.
  --base      address of the server; http://localhost:3000 if not given`;

class Refusal extends Error {}

async function run(args: string[], output: Output): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      token: { type: 'string' },
      specimen: { type: 'string' },
      files: { type: 'string' },
      base: { type: 'string', default: 'http://localhost:3000' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return print(output, USAGE);
  if (values.list) return print(output, SPECIMENS.map(describeSpecimen).join('\n'));
  if (!values.token) throw new Refusal(`--token is missing.\n\n${USAGE}`);
  const base = baseUrl(values.base);
  if (values.files !== undefined) {
    if (values.specimen !== undefined) throw new Refusal('Give --specimen or --files, not both.');
    return submitFiles(output, base, values.token, values.files);
  }
  const specimen = values.specimen ?? 'genuine';
  if (!isSpecimenName(specimen)) throw new Refusal(`There is no specimen "${specimen}"; --list names them.`);
  return drive(output, base, values.token, specimen);
}

async function submitFiles(output: Output, base: URL, token: string, folder: string): Promise<number> {
  const { files, face, unused } = readReading(folder);
  if (unused.length > 0) print(output, `not sent    ${unused.join(', ')}`);
  if (files.dg15)
    print(
      output,
      'note        The chip has DG15 and can prove to be no copy. Files cannot answer its challenge: chip_auth_missing follows.',
    );
  const { state } = await runReader({
    call: connect(base).call,
    bundle: { files, ...(face && { face }), behaviour: { action: 'SUBMIT', active_authentication: 'OMIT' } },
    token,
    platform: 'CLI',
    app_version: APP_VERSION,
    onStep: (step) => print(output, lineOf(step)),
  });
  return state === 'REJECTED' ? 1 : 0;
}

async function drive(output: Output, base: URL, token: string, name: SpecimenName): Promise<number> {
  const server = connect(base);
  const session = await server.call('reader.open', { token });
  // In local mode the server's clock may have been moved. The document must be valid by that clock.
  const bundle = specimenBundle(name, server.date());
  const end = await runReader({
    call: server.call,
    bundle,
    token,
    platform: 'CLI',
    app_version: APP_VERSION,
    onStep: (step) => print(output, lineOf(step)),
  });
  const expected = expectedOutcome(name, session);
  // `reader.fail` answers with the state alone: the code is the one that this reader sent.
  const code = end.failure?.code ?? (bundle.behaviour.action === 'FAIL' ? bundle.behaviour.code : undefined);
  const asExpected = end.state === expected.state && code === expected.code;
  print(output, asExpected ? `As ${name} should.` : `${name} should have ended ${outcomeText(expected)}.`);
  return asExpected ? 0 : 1;
}

/** Calls the API over HTTP and remembers what time the server has. */
function connect(base: URL): { call: ReaderCall; date: () => Date } {
  let date: string | null = null;
  const call = async <Name extends keyof ReaderCalls>(
    name: Name,
    params: ReaderCalls[Name]['params'],
    credentials?: ReaderHeaders,
  ) => {
    const url = new URL(`/api/v1/${name}`, base);
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...credentials };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(params) }).catch(() => {
      throw new Refusal(`No server answers at ${base.origin}. Start it with npm start, or name another with --base.`);
    });
    date = response.headers.get('date');
    const answer = await response.json().catch(() => undefined);
    if (!response.ok) throw new Refusal(refusalText(name, response.status, answer));
    return answer as ReaderCalls[Name]['answer'];
  };
  return {
    call,
    date() {
      if (!date || Number.isNaN(Date.parse(date)))
        throw new Refusal('The server sent no Date header to issue the specimen by.');
      return new Date(date);
    },
  };
}

function refusalText(name: string, status: number, answer: unknown): string {
  const { error = 'no text', code = 'no code', request_id } = (answer ?? {}) as Record<string, unknown>;
  return `${name} was refused with ${status} ${code}: ${error}${request_id ? ` (request ${request_id})` : ''}`;
}

function baseUrl(text: string): URL {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new Refusal(`--base is not an http address: ${text}`);
  return new URL(text);
}

const lineOf = (step: ReaderStep): string => `${step.step.toLowerCase().padEnd(11)} ${stepText(step)}`.trimEnd();

function stepText(step: ReaderStep): string {
  switch (step.step) {
    case 'OPENED':
      return `session is ${step.state}, face verification ${step.face_verification ? 'on' : 'off'}`;
    case 'STARTED':
      return '';
    case 'READ':
      return Object.entries(step.file_bytes)
        .map(([file, bytes]) => `${file} ${bytes}`)
        .join(', ');
    case 'CHALLENGED':
      return `until ${step.expires}`;
    case 'ANSWERED':
      return `Active Authentication: ${step.active_authentication}`;
    case 'PROBED':
      return `Chip Authentication: ${step.protocol}`;
    case 'ENDED':
      return endText(step);
    default:
      return step satisfies never;
  }
}

const endText = ({ state, failure }: ReaderEnd) => (failure ? `${state} ${failure.code}: ${failure.message}` : state);

const outcomeText = ({ state, code }: SpecimenOutcome) => (code ? `${state} ${code}` : state);

const describeSpecimen = ({ name, description, outcome }: (typeof SPECIMENS)[number]) =>
  `${name.padEnd(20)} ${outcomeText(outcome).padEnd(32)} ${description}`;

function print(output: Output, text: string): 0 {
  output.write(`${text}\n`);
  return 0;
}

/** Runs the command with these arguments, and returns its exit code. */
export async function reader(args: string[], output: Output): Promise<number> {
  if (args.includes('--pcsc'))
    return readWithPcsc(
      args.filter((arg) => arg !== '--pcsc'),
      output,
    );
  try {
    return await run(args, output);
  } catch (error) {
    // The errors of parseArgs explain themselves. Anything else is a defect of this script and is thrown on.
    const isUsage =
      error instanceof Refusal || error instanceof ReadingError || (error instanceof TypeError && 'code' in error);
    output.writeError(`${isUsage ? error.message : (error as Error).stack}\n`);
    return 2;
  }
}

if (import.meta.main) process.exitCode = await reader(process.argv.slice(2), standardOutput);
