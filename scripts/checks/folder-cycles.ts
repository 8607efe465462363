/**
 * Reports sibling folders that import each other in a cycle. Type imports do not count: the database collects the row types of all
 * rooms, and `core/deps.ts` names everything that the composition root creates. Tests may import everything.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { root } from '../../openapi/contract/contract.ts';

/** Imports are found by text, which works because the formatter writes them all alike. */
const IMPORT = /^(?:import|export)(?! type\b)(?:[^;']* from)? '(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm;

const imported = new Map<string, Map<string, string>>();

const files = globSync(['server/**/*.ts', '{web,sdk/*}/src/**/*.{ts,tsx}'], { cwd: root });
for (const file of files.filter(
  (path) => !/(^|[\\/])(dist|generated|node_modules)[\\/]|\.(test\.tsx?|d\.ts)$/.test(path),
))
  for (const [, stated, dynamic] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT))
    note(file.replaceAll('\\', '/'), join(dirname(file), (stated ?? dynamic)!));

function note(from: string, to: string): void {
  const [a, b] = [from.split('/'), to.split('/')];
  const level = a.findIndex((name, at) => name !== b[at]);
  const isModule = !/\/generated\/|\.(json|md)(\?|$)/.test(to);
  // Two folders are siblings only if neither file lies directly in the folder that they share.
  if (!isModule || level === a.length - 1 || level >= b.length - 1) return;
  const [folder, other] = [a, b].map((names) => names.slice(0, level + 1).join('/')) as [string, string];
  if (!imported.has(folder)) imported.set(folder, new Map());
  imported.get(folder)!.set(other, `${from} imports ${to}`);
}

function wayTo(goal: string, from: string, seen: Set<string>): string[] | undefined {
  for (const [next, why] of imported.get(from) ?? []) {
    if (next === goal) return [why];
    if (seen.has(next)) continue;
    const rest = wayTo(goal, next, seen.add(next));
    if (rest) return [why, ...rest];
  }
  return undefined;
}

for (const folder of imported.keys()) {
  const circle = wayTo(folder, folder, new Set());
  if (!circle) continue;
  process.stderr.write(`${folder} needs itself:\n${circle.map((why) => `  ${why}\n`).join('')}`);
  process.exitCode = 1;
}
