/** `npm run contract -- diff`: reports what a changed contract means for users of v1. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../openapi/contract/contract.ts';
import { readSource, type Source } from '../openapi/contract/tree.ts';
import { compareSources, textOf } from '../openapi/diff/report.ts';
import { readArguments, UsageError } from '../sdk/cli/src/command.ts';
import { type Output, standardOutput } from '../sdk/cli/src/terminal.ts';
import { CONTRACT, contractAt, releasedContract, TagMissing, tagOf } from './release/kept.ts';

const USAGE = `Usage: npm run contract -- diff [--before WHAT] [--after WHAT] [--json]
  reports what a changed contract means for users, and the verdict: none, patch, minor or major; exit code 1 if major.
  WHAT is a file, a revision of git or a release of the SDK such as 0.1.0. Without it, the last release is compared
  with openapi/v1.yaml
`;

/** Tests pass another project folder. */
type Place = Output & { folder?: string };

if (import.meta.main) process.exitCode = contractCommand(process.argv.slice(2), standardOutput);

/** @returns the exit code: 0, or 1 for a breaking change, or 2 for wrong usage or a missing tag. */
export function contractCommand(args: string[], { folder = root, ...output }: Place): number {
  try {
    return diff(options(args), folder, output);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof TagMissing)) throw error;
    output.writeError(`${error.message}\n${error instanceof UsageError ? USAGE : ''}`);
    return 2;
  }
}

function options(args: string[]) {
  const text = { type: 'string' } as const;
  const { values, words } = readArguments(args, { before: text, after: text, json: { type: 'boolean' } }, { words: 1 });
  const [command] = words;
  if (command !== 'diff') throw new UsageError(command ? `Unknown command: "${command}".` : 'Name a command.');
  return values;
}

function diff({ before, after, json }: ReturnType<typeof options>, folder: string, output: Output): number {
  const base = before === undefined ? releasedContract(folder) : sourceAt(before, folder);
  if (!base) {
    output.write(
      'Nothing has been released yet, so there is nothing to compare with. Name a revision with --before.\n',
    );
    return 0;
  }
  const report = compareSources(base, sourceAt(after ?? join(folder, CONTRACT), folder));
  output.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : textOf(report));
  return report.verdict === 'major' ? 1 : 0;
}

function sourceAt(name: string, folder: string): Source {
  try {
    if (existsSync(name)) return readSource(name);
    return contractAt(/^\d+\.\d+\.\d+$/.test(name) ? tagOf(name) : name, folder);
  } catch (error) {
    // The file or revision could not be read. Any other error is about its content.
    if (error instanceof Error && ('status' in error || 'code' in error))
      throw new UsageError(`"${name}" is not a file, revision or release with a contract.`);
    throw new UsageError((error as Error).message);
  }
}
