/**
 * The budget of the portal: the scripts that its first screen needs to be drawn, those with which it is whole, and what each further
 * screen adds to them. Prints a table and fails when one is above it. `node scripts/portal-weight.ts [folder of the build]`.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './contract/contract.ts';

/** In units of 1000 bytes after gzip. React, router and query client are 110 of the first. */
const BUDGET = { first: 150, further: 25 };

interface Chunk {
  file: string;
  imports?: string[];
}

const folder = resolve(process.argv[2] ?? join(root, 'web/dist'));
const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const screenOf = (name: string) => /routes\/\{-\$locale\}\/_signed-in\/(.+)\.tsx\?tsr-split/.exec(name)?.[1];

/** What every screen of the portal needs, in the language whose words weigh more. Each screen adds the words that it names. */
const SHARED = [
  'index.html',
  'src/i18n/es.po',
  'src/i18n/app/es.po',
  'src/api/query-client.ts',
  named(/_signed-in\.tsx\?tsr-split/),
  ...wordsOf('../_signed-in'),
];
const FIRST = 'dashboard';

/** What a screen asks for together with the data that it shows, as a `part`: not needed to be drawn, but soon after. */
const LATER: Record<string, { parts: string[]; budget: number }> = {
  dashboard: { parts: ['src/features/dashboard/panels.ts', 'src/i18n/overview/es.po'], budget: 165 },
  settings: { parts: ['src/features/brand/WhatPeopleSee.tsx'], budget: 28.5 },
};

const first = withImports([...SHARED, named(/_signed-in\/dashboard\.tsx\?tsr-split/), ...wordsOf(FIRST)]);
const whole = withImports(LATER[FIRST]!.parts, new Set(first));
const rows = Object.keys(chunks)
  .flatMap((name) => {
    const screen = screenOf(name);
    if (!screen || screen === FIRST) return [];
    const own = [name, ...wordsOf(screen)];
    const added = (names: string[]) => weigh([...withImports(names)].filter((part) => !whole.has(part)));
    const later = LATER[screen];
    return [
      { screen, weight: added(own), budget: BUDGET.further },
      ...(later ? [{ screen: `${screen}, whole`, weight: added([...own, ...later.parts]), budget: later.budget }] : []),
    ];
  })
  .toSorted((a, b) => b.weight - a.weight);
rows.unshift(
  { screen: `${FIRST}, as the first`, weight: weigh([...first]), budget: BUDGET.first },
  { screen: `${FIRST}, whole`, weight: weigh([...whole]), budget: LATER[FIRST]!.budget },
);

const width = Math.max(...rows.map(({ screen }) => screen.length));
process.stdout.write(`${'kB after gzip'.padEnd(width)}${'scripts'.padStart(9)}${'budget'.padStart(9)}\n`);
for (const { screen, weight, budget } of rows)
  process.stdout.write(`${screen.padEnd(width)}${kb(weight).padStart(9)}${String(budget).padStart(9)}\n`);
const over = rows.filter(({ weight, budget }) => weight > budget * 1000);
if (over.length > 0) {
  process.stderr.write(
    `Above the budget: ${over.map(({ screen, weight }) => `${screen} (${kb(weight)} kB)`).join(', ')}\n`,
  );
  process.exit(1);
}

function named(pattern: RegExp): string {
  const name = Object.keys(chunks).find((key) => pattern.test(key));
  if (!name) throw new Error(`The build has nothing named like ${pattern}.`);
  return name;
}

/** The catalogs that a route names: `staticData: { words: ['users'] }`. */
function wordsOf(screen: string): string[] {
  const code = readFileSync(join(root, `web/src/routes/{-$locale}/_signed-in/${screen}.tsx`), 'utf8');
  const [, names = ''] = /staticData: \{ words: \[([^\]]*)\]/.exec(code) ?? [];
  return [...names.matchAll(/'([\w-]+)'/g)].map(([, part]) => `src/i18n/${part}/es.po`);
}

function withImports(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    const chunk = chunks[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    found.add(name);
    withImports(chunk.imports ?? [], found);
  }
  return found;
}

function weigh(names: string[]): number {
  const files = new Set(names.map((name) => chunks[name]!.file).filter((file) => file.endsWith('.js')));
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
