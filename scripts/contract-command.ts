/** `npm run contract -- COMMAND`: says what a changed contract means for those who use v1, and keeps what was released. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './contract.ts';
import { compareSources, textOf } from './contract-diff/report.ts';
import { readSource, type Source, sourceOf } from './contract-diff/tree.ts';
import { lastRelease, readChangelog, unreleased } from './release/changelog.ts';
import { buildSdk, CONTRACT, keep, RELEASED_CONTRACT } from './release/kept.ts';
import { type Output, standardOutput } from './terminal.ts';

const USAGE = `Usage: npm run contract -- COMMAND
  diff [--before WHAT] [--after WHAT] [--json]
           says what follows from a changed contract, and the verdict: none, patch, minor or major; exit 1 when it is major.
           WHAT is a file, a revision of git or a release of the SDK such as 0.1.0. Without it, the last release is compared
           with openapi/v1.yaml
  check    the same for openapi/v1.yaml; exit 1 also when sdk/client/CHANGELOG.md does not say that it has changed
  accept   makes the contract and the SDK of today the released ones; only before the first release
`;

class UsageError extends Error {}

/** The project's folder is another one in tests. */
type Place = Output & { folder?: string };

if (import.meta.main) process.exitCode = contractCommand(process.argv.slice(2), standardOutput);

/** @returns the exit code: 2 when the command was called in a wrong way. */
export function contractCommand(args: string[], { folder = root, ...output }: Place): number {
  try {
    const { values, positionals } = options(args);
    const [command, ...rest] = positionals;
    const isCompared = values.before ?? values.after ?? values.json;
    if (rest.length > 0 || (command !== 'diff' && isCompared)) throw new UsageError('There is an argument too many.');
    switch (command) {
      case 'diff':
        return diff(values, folder, output);
      case 'check':
        return check(folder, output);
      case 'accept':
        return accept(folder, output);
      default:
        throw new UsageError(command ? `There is no command "${command}".` : 'A command is missing.');
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.writeError(`${error.message}\n${USAGE}`);
    return 2;
  }
}

function options(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { before: text, after: text, json: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

type Compared = ReturnType<typeof options>['values'];

function diff({ before, after, json }: Compared, folder: string, output: Output): number {
  const report = compareSources(
    sourceAt(before ?? join(folder, RELEASED_CONTRACT), folder),
    sourceAt(after ?? join(folder, CONTRACT), folder),
  );
  output.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : textOf(report));
  return report.verdict === 'major' ? 1 : 0;
}

function check(folder: string, output: Output): number {
  const report = compareSources(readSource(join(folder, RELEASED_CONTRACT)), readSource(join(folder, CONTRACT)));
  output.write(textOf(report));
  if (report.verdict === 'major') return 1;
  if (report.verdict === 'none' || unreleased(readChangelog(folder))) return 0;
  output.writeError(
    `openapi/v1.yaml is not the released one any more (${report.verdict}), and sdk/client/CHANGELOG.md does not say so. Write at its top,\n` +
      'under "## Unreleased", what those who use the SDK gain by it, in a line that begins with "- ".\n',
  );
  return 1;
}

function accept(folder: string, output: Output): number {
  const release = lastRelease(readChangelog(folder));
  if (release) {
    output.writeError(
      `${release} is released. From then on the contract only grows: add beside what is there, and deprecate it.\n`,
    );
    return 1;
  }
  const report = compareSources(readSource(join(folder, RELEASED_CONTRACT)), readSource(join(folder, CONTRACT)));
  buildSdk(folder);
  keep(folder);
  output.write(textOf(report));
  return 0;
}

/** A contract by its file, a revision or a release. */
function sourceAt(name: string, folder: string): Source {
  try {
    if (existsSync(name)) return readSource(name);
    const revision = /^\d+\.\d+\.\d+$/.test(name) ? `sdk-v${name}` : name;
    return sourceOf(shown(`${revision}:${CONTRACT}`, folder), `${revision}:${CONTRACT}`);
  } catch (error) {
    // Neither could be read. Any other error is about what was read.
    if (error instanceof Error && ('status' in error || 'code' in error))
      throw new UsageError(`"${name}" is no file, revision or release with a contract.`);
    throw new UsageError((error as Error).message);
  }
}

const shown = (object: string, folder: string): string =>
  execFileSync('git', ['show', object], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
