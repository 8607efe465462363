/** Runs the lint rules of the contract (openapi/redocly.yaml) in parallel with the generators. */
import { spawn } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from './contract.ts';

interface Problem {
  ruleId: string;
  message: string;
  suggest?: string[];
  location: { source: { ref: string }; start?: { line: number; col: number } }[];
}

/** Checks the contract as written and as published; problems of the published form are reported only if the written form has none. */
export async function lint(file: string, published?: string): Promise<string[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'sigill-lint-'));
  const copy = join(folder.path, 'published.yaml');
  if (published) writeFileSync(copy, published);
  const problems = await problemsIn([file, ...(published ? [copy] : [])]);
  const written = problems.filter(({ location: [at] }) => !at?.source.ref.endsWith('published.yaml'));
  return (written.length > 0 ? written : problems).map(lineOf);
}

function lineOf({ ruleId, message, suggest = [], location: [at] }: Problem): string {
  const hint = suggest[0] ? ` Did you mean ${suggest[0]}?` : '';
  return `${at?.source.ref}:${at?.start?.line}:${at?.start?.col}: ${message}${hint} (${ruleId})`;
}

/** @throws with the output if it is not a report, because the linter failed or a file is not YAML. */
async function problemsIn(files: string[]): Promise<Problem[]> {
  const redocly = join(root, 'node_modules/.bin/redocly');
  const child = spawn(redocly, ['lint', ...files, '--config', 'openapi/redocly.yaml', '--format', 'json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    // The reports follow each other without a separator.
    const reports: { problems: Problem[] }[] = JSON.parse(`[${output.replaceAll('\n}{\n', '\n},{\n')}]`);
    return reports.flatMap(({ problems }) => problems);
  } catch {
    throw new Error(`The linter failed:\n${output}${errors}`);
  }
}
