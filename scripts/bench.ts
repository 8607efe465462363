/** `npm run bench`: compares this service with others doing the same work. docs/benchmarks.md says how, and how to read it. */
import { parseArgs } from 'node:util';
import { CASES } from './bench/cases.ts';
import { chip } from './bench/chip.ts';
import { compare } from './bench/compare.ts';
import { CONTESTANTS } from './bench/contestants.ts';
import { WrongAnswer } from './bench/gate.ts';
import { exportAll } from './bench/growth/export.ts';
import { growth } from './bench/growth/growth.ts';
import { profile } from './bench/profile.ts';
import { reader } from './bench/reader/reader.ts';
import { CLIENTS } from './bench/sdk/clients.ts';
import { sdk } from './bench/sdk/sdk.ts';
import { start } from './bench/start.ts';
import { UsageError } from './bench/usage-error.ts';
import { type Output, standardOutput } from './terminal.ts';

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');

const USAGE = `npm run bench [-- COMMAND] [OPTIONS]
  (nothing)            the service beside others: server CPU per request, throughput and latencies, as ratios
  profile CASE         where the service spends its time in a case, by function, folder and package
  start                how long until a server answers, and its memory; --memory also after many requests
  chip                 the chip engine beside its signatures and PKI.js; then many submit documents while somebody asks for a state
  reader               commands and bytes that reading a chip takes, and who is waited for in a session
  sdk                  the SDK beside others: bytes in a bundle, time to import, cost of a call
  export               all sessions of an account as one file: time, memory, and what others notice of it
  growth               what many sessions do to the calls that everybody makes, and to every list

  --rounds N           rounds; 5 if not given, and 7 starts
  --scale X            requests of a round by this factor; 1 if not given
  --case A,B           only these cases: ${names(CASES)}
  --only A,B           only these servers: ${names(CONTESTANTS)}
                       sdk: only these clients: ${names(CLIENTS)}
                       chip: only engine or service
  --json FILE          also writes the figures as JSON
  --answers FILE       the right answers of the service; scripts/bench/answers.json if not given
  --accept             makes the answers of the service the right ones, for the check before the timing
  --sessions A,B       growth: how many sessions, the smallest number first; 1000,10000,100000,1000000 if not given
                       export: how many; a million if not given
  --engine A,B         growth, export: sqlite, postgresql or both; both if not given
  --memory             start: also measures memory after many requests of each case
  --requests N         start: how many; 100000 if not given
  --server NAME        whom to profile; sigill if not given
  --cpu-profile FILE   also writes the profile itself, as Chrome's developer tools read it
`;

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  rounds: TEXT,
  scale: TEXT,
  case: TEXT,
  only: TEXT,
  json: TEXT,
  sessions: TEXT,
  engine: TEXT,
  server: TEXT,
  'cpu-profile': TEXT,
  requests: TEXT,
  answers: TEXT,
  memory: { type: 'boolean' },
  accept: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const SIZES = ['1000', '10000', '100000', '1000000'];

/** @returns the exit code: 0, 1 when an answer was not right, or 2 when the command was not understood. */
export async function bench(args: string[], output: Output): Promise<number> {
  try {
    output.write(await perform(args));
    return 0;
  } catch (error) {
    if (error instanceof WrongAnswer) {
      output.writeError(`${error.message}\n`);
      return 1;
    }
    const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
    if (!isUsage) throw error;
    output.writeError(`${error.message}\n\n${USAGE}`);
    return 2;
  }
}

async function perform(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  if (values.help) return USAGE;
  const [command, ...rest] = positionals;
  const scale = positive('--scale', values.scale, 1);
  const rounds = positive('--rounds', values.rounds, 5);
  switch (command) {
    case undefined:
      return compare({
        rounds,
        scale,
        cases: list(values.case),
        only: list(values.only),
        json: values.json,
        accept: values.accept,
        answers: values.answers,
      });
    case 'profile':
      if (!rest[0]) throw new UsageError(`profile needs a case: ${names(CASES)}`);
      return profile(rest[0], { scale, server: values.server, file: values['cpu-profile'] });
    case 'start': {
      const requests = positive('--requests', values.requests, 100_000);
      return start({
        rounds: positive('--rounds', values.rounds, 7),
        only: list(values.only),
        ...(values.memory && { memory_requests: requests, cases: list(values.case) }),
      });
    }
    case 'chip':
      return chip({ rounds, scale, only: list(values.only) });
    case 'reader':
      return reader();
    case 'sdk':
      return sdk({ rounds, scale, only: list(values.only) });
    case 'export':
      return exportAll({
        sessions: positive('--sessions', values.sessions, 1_000_000),
        engines: list(values.engine) ?? ['sqlite', 'postgresql'],
        rounds: positive('--rounds', values.rounds, 3),
      });
    case 'growth':
      return growth({
        sizes: (list(values.sessions) ?? SIZES).map((size) => positive('--sessions', size, 0)).sort((a, b) => a - b),
        engines: list(values.engine) ?? ['sqlite', 'postgresql'],
        rounds,
      });
    default:
      throw new UsageError(`There is no command "${command}".`);
  }
}

const list = (text: string | undefined) => text?.split(',').map((word) => word.trim());

function positive(name: string, text: string | undefined, usual: number): number {
  const value = text === undefined ? usual : Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new UsageError(`${name} must be a number above 0, not "${text}"`);
}

if (import.meta.main) {
  // An exit removes what was made. The servers end with this process.
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
  process.exitCode = await bench(process.argv.slice(2), standardOutput);
}
