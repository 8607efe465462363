/**
 * Reports SQL outside a repository, and a room that writes another room's table. A table belongs to the room whose `*.table.ts`
 * declares it; `@writer room column …` above it names columns that another room writes. `server/database` is below all rooms.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Table {
  room: string;
  shared: Map<string, string[]>;
}

const root = join(import.meta.dirname, '../..');
const roomOf = (file: string) => file.split('/')[1] ?? '';

function brokenWalls(): string[] {
  const files = globSync('server/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|^server\/database\//.test(file),
  );
  const sources = files.toSorted().map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const tables = new Map(sources.flatMap(({ file, text }) => (file.endsWith('.table.ts') ? tablesIn(file, text) : [])));
  return sources.flatMap(({ file, text }) => [...queriesOutside(file, text), ...writesAcross(tables, file, text)]);
}

function tablesIn(file: string, text: string): [string, Table][] {
  const [declared = ''] = /^export interface \w+Tables \{\n[\s\S]*?^\}/m.exec(text) ?? [];
  return [...declared.matchAll(/((?:^ {2}\/?\*.*\n|^ {3}\*.*\n)*)^ {2}(\w+): /gm)].map(
    ([, comment = '', name = '']) => {
      const writers = [...comment.matchAll(/@writer (\w+) ([\w ]+)/g)];
      const shared = new Map(writers.map(([, room = '', columns = '']) => [room, columns.trim().split(' ')]));
      return [name, { room: roomOf(file), shared }];
    },
  );
}

function queriesOutside(file: string, text: string): string[] {
  if (file.endsWith('.repository.ts')) return [];
  const queries = text.matchAll(/\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?[`.]/g);
  return [...queries].map(({ index }) => `${placeOf(file, text, index)}: SQL belongs in a *.repository.ts`);
}

function writesAcross(tables: Map<string, Table>, file: string, text: string): string[] {
  const writes = text.matchAll(/\.(insertInto|updateTable|deleteFrom)\('(\w+)'\)(?:\s*\.set\((.*?)\)\s*\.)?/gs);
  return [...writes].flatMap(({ 1: verb, 2: name = '', 3: set = '', index }) => {
    const { room, shared } = tables.get(name) ?? { room: undefined, shared: new Map<string, string[]>() };
    const columns = [...set.matchAll(/(\w+):/g)].map(([, column = '']) => column);
    const own = shared.get(roomOf(file)) ?? [];
    const may = verb === 'updateTable' && columns.length > 0 && columns.every((column) => own.includes(column));
    if (room === roomOf(file) || may) return [];
    return [
      `${placeOf(file, text, index)}: ${name} may only be written by ${room ?? 'its room: declare it in a *.table.ts'}`,
    ];
  });
}

const placeOf = (file: string, text: string, index: number) => `${file}:${text.slice(0, index).split('\n').length}`;

const broken = brokenWalls();
for (const line of broken) process.stderr.write(`${line}\n`);
if (broken.length > 0) process.exitCode = 1;
