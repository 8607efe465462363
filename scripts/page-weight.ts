/**
 * The budget of the public pages: what a visitor's browser loads before anything is clicked. Prints a table and fails when a page is
 * above it. `node scripts/page-weight.ts [folder of the build]`.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './contract/contract.ts';

/** In units of 1000 bytes after gzip. The one style sheet is that of the portal too. */
const BUDGET = { scripts: 110, styles: 17, fonts: 50, html: 100 };
type Kind = keyof typeof BUDGET;

const folder = resolve(process.argv[2] ?? join(root, 'web/dist'));
const { pages } = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')) as { pages: Record<string, string> };
const weights = new Map<string, number>();
const kinds = Object.keys(BUDGET) as Kind[];
const rows = Object.entries(pages).map(([path, file]) => ({ path, weight: weigh(file) }));
const over = rows.flatMap(({ path, weight }) =>
  kinds.filter((kind) => weight[kind] > BUDGET[kind] * 1000).map((kind) => `${path}: ${kind} ${kb(weight[kind])} kB`),
);

const width = Math.max(...rows.map(({ path }) => path.length));
const line = (name: string, cells: string[]) =>
  `${name.padEnd(width)}${cells.map((cell) => cell.padStart(9)).join('')}\n`;
process.stdout.write(line('kB after gzip', kinds));
for (const { path, weight } of rows)
  process.stdout.write(
    line(
      path,
      kinds.map((kind) => kb(weight[kind])),
    ),
  );
process.stdout.write(
  line(
    'budget',
    kinds.map((kind) => kb(BUDGET[kind] * 1000)),
  ),
);
if (over.length > 0) {
  process.stderr.write(`Above the budget:\n${over.join('\n')}\n`);
  process.exit(1);
}

/** The document names everything that it loads: scripts with all their imports, styles, fonts. */
function weigh(file: string): Record<Kind, number> {
  const html = readFileSync(join(folder, file), 'utf8');
  const named = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, name = '']) => name))];
  const [modules = ''] = named(/data-modules="([^"]+)"/g);
  const sum = (names: string[]) => names.reduce((total, name) => total + weightOf(name), 0);
  return {
    html: gzipSync(html).length,
    scripts: sum([...named(/<script [^>]*src="\/([^"]+)"/g), ...modules.split(' ').map((path) => path.slice(1))]),
    styles: sum(named(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)),
    fonts: sum(named(/<link rel="preload" as="font"[^>]* href="\/([^"]+)"/g)),
  };
}

function weightOf(name: string): number {
  const bytes = readFileSync(join(folder, name));
  const weight = weights.get(name) ?? (name.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length);
  weights.set(name, weight);
  return weight;
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
