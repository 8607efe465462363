/** The lint rules of the contract (openapi/redocly.yaml), run beside the generators: each problem as a line with its place. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { contractFile, root } from '../contract.ts';

interface Problem {
  ruleId: string;
  message: string;
  suggest?: string[];
  location: { source: { ref: string }; start?: { line: number; col: number } }[];
}

export async function lint(file = contractFile): Promise<string[]> {
  const redocly = join(root, 'node_modules/.bin/redocly');
  const child = spawn(redocly, ['lint', file, '--config', 'openapi/redocly.yaml', '--format', 'json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return problemsIn(output, errors).map(({ ruleId, message, suggest = [], location: [at] }) => {
    const hint = suggest[0] ? ` Did you mean ${suggest[0]}?` : '';
    return `${at?.source.ref}:${at?.start?.line}:${at?.start?.col}: ${message}${hint} (${ruleId})`;
  });
}

/** If the output is no report, the linter failed, or the file is no YAML. */
function problemsIn(output: string, errors: string): Problem[] {
  try {
    const { problems }: { problems: Problem[] } = JSON.parse(output);
    return problems;
  } catch {
    throw new Error(`The linter failed:\n${output}${errors}`);
  }
}
