/** `npm run bench`: compares this service with others doing the same work. docs/benchmarks.md explains the method and the results. */
import { readArguments, UsageError } from '../sdk/cli/src/command.ts';
import { type Output, standardOutput } from '../sdk/cli/src/terminal.ts';
import { CASES } from './bench/cases.ts';
import { chip } from './bench/chip.ts';
import { compare, profile } from './bench/compare.ts';
import { growth } from './bench/growth/growth.ts';
import { WrongAnswer } from './bench/measure.ts';
import { pdf } from './bench/pdf.ts';
import { CLIENTS, sdk } from './bench/sdk.ts';
import { searches } from './bench/searches.ts';
import { CONTESTANTS } from './bench/servers.ts';
import { start } from './bench/start.ts';

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');

const USAGE = `npm run bench [-- COMMAND] [OPTIONS]
  (nothing)            compares the service with others: server CPU per request, throughput and latencies, as ratios
  profile CASE FILE    writes where the service spends its time in a case, as a CPU profile for Chrome's developer tools
  start                how long until a server responds, and its memory; --memory also after many requests
  chip                 the chip engine, bare signatures and PKI.js; then many clients submit documents while another polls a state
  pdf                  what PDFs cost the thread that answers calls, and the process
  searches             clients search in a large account while another polls a state
  sdk                  compares the SDK with others: bytes in a bundle, time to import, cost of a call
  growth               how the most common calls and every list slow down with many sessions

  --rounds N           rounds; 5 by default, 7 for start
  --scale X            multiplies the requests of a round; 1 by default
  --case A,B           only these cases: ${names(CASES)}
  --only A,B           only these servers: ${names(CONTESTANTS)}
                       sdk: only these clients: ${names(CLIENTS)}
                       chip: only engine or service
  --compare            says what became more than 10% dearer since the figures in the repository were kept
  --keep               keeps the figures of this run in the repository, for --compare
  --before FOLDER      chip, pdf, searches: also measures another version of the project, in the same rounds
  --sessions A,B       growth: how many sessions, 1000,10000,100000,1000000 by default
                       searches: how many the account has; 60000 by default
  --postgres URL       growth: on this PostgreSQL instead of SQLite, each installation in a database of its own
  --memory             start: also measures memory after many requests of each case
  --requests N         start: how many; 100000 by default
  --server NAME        which server to profile; sigill by default
`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const OPTIONS = {
  ...{ rounds: TEXT, scale: TEXT, case: TEXT, only: TEXT, sessions: TEXT, postgres: TEXT, server: TEXT },
  ...{ requests: TEXT, before: TEXT },
  ...{ memory: FLAG, compare: FLAG, keep: FLAG },
  help: { type: 'boolean', short: 'h' },
} as const;

const SIZES = '1000,10000,100000,1000000';

/** @returns the exit code: 0, or 1 when a response was wrong, or 2 when the command was not understood. */
export async function bench(args: string[], output: Output): Promise<number> {
  try {
    output.write(await perform(args));
    return 0;
  } catch (error) {
    if (error instanceof WrongAnswer) {
      output.writeError(`${error.message}\n`);
      return 1;
    }
    if (!(error instanceof UsageError)) throw error;
    output.writeError(`${error.message}\n\n${USAGE}`);
    return 2;
  }
}

async function perform(args: string[]): Promise<string> {
  const { values, words } = readArguments(args, OPTIONS, { words: 3 });
  if (values.help) return USAGE;
  const [command, name, file] = words;
  const number = (option: 'rounds' | 'scale' | 'requests', usual: number) =>
    positive(`--${option}`, values[option] ?? String(usual));
  const sizes = list(values.sessions ?? SIZES)!.map((size) => positive('--sessions', size));
  const common = { rounds: number('rounds', 5), scale: number('scale', 1), only: list(values.only) };
  const { postgres } = values;
  switch (command) {
    case undefined:
      return compare({
        ...common,
        cases: list(values.case),
        is_compared: values.compare,
        is_kept: values.keep,
      });
    case 'profile':
      if (!name || !file) throw new UsageError(`profile needs a case and a file: ${names(CASES)}`);
      return profile(name, file, { scale: common.scale, server: values.server });
    case 'start': {
      const memory_requests = values.memory ? number('requests', 100_000) : undefined;
      return start({ ...common, rounds: number('rounds', 7), memory_requests, cases: list(values.case) });
    }
    case 'chip':
      return chip({ ...common, before: values.before });
    case 'pdf':
      return pdf({ rounds: common.rounds, before: values.before });
    case 'searches': {
      const sessions = positive('--sessions', values.sessions ?? '60000');
      return searches({ ...common, sessions, before: values.before });
    }
    case 'sdk':
      return sdk(common);
    case 'growth':
      return growth({ sizes: sizes.sort((a, b) => a - b), rounds: common.rounds, postgres });
    default:
      throw new UsageError(`Unknown command: "${command}".`);
  }
}

const list = (text: string | undefined) => text?.split(',').map((word) => word.trim());

function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new UsageError(`${name} must be a number above 0, not "${text}"`);
}

if (import.meta.main) {
  // Exits on these signals, so that temporary folders are removed. The servers end with this process.
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
  process.exitCode = await bench(process.argv.slice(2), standardOutput);
}
