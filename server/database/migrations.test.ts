/** The previous version of the service may still be running, so a migration drops only what that version no longer uses. */
import {
  type CompiledQuery,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Migration } from 'kysely/migration';
import { describe, expect, test } from 'vitest';
import { migrations, SCHEMA } from './migrate.ts';
import { setOldestSchema } from './migrations/oldest-schema.ts';

const ENGINES = {
  SQLite: [SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler],
  PostgreSQL: [PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler],
} as const;
type Engine = keyof typeof ENGINES;

async function queriesOf({ up }: Migration, engine: Engine): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const [Adapter, Introspector, Compiler] = ENGINES[engine];
  const dialect: Dialect = {
    createAdapter: () => new Adapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new Introspector(db),
    createQueryCompiler: () => new Compiler(),
  };
  const db = new Kysely<never>({ dialect, log: ({ query }) => void queries.push(query) });
  await up(db);
  return queries;
}

const BREAKS = [
  /^drop (table|view)\b/,
  /^alter table .*\b(rename|drop (column|constraint)|alter column|add constraint)\b/,
  /^alter table .*\badd column \S+ (?!.*\bdefault\b).*\bnot null\b/,
];

/** The statements that would break an older version. Tables created in the same migration do not count. */
async function breaking(name: string, migration: Migration, engine: Engine): Promise<string[]> {
  const queries = await queriesOf(migration, engine);
  const plain = queries.map(({ sql }) => sql.toLowerCase().replaceAll(/["`]/g, '').replaceAll(/\s+/g, ' ').trim());
  const made = plain.flatMap((text) => /^create table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? []);
  const raised = queries.flatMap(({ sql, parameters: [value] }) =>
    sql.includes("'oldest_schema'") && Buffer.isBuffer(value) ? value.toString() : [],
  );
  // If this migration calls `setOldestSchema` with an earlier one, versions that do not know the earlier one stop, and those that
  // know it no longer use what is dropped here.
  if (raised.some((oldest) => oldest < name && Object.hasOwn(migrations, oldest))) return [];
  return plain.filter(
    (text) =>
      BREAKS.some((pattern) => pattern.test(text)) &&
      !made.includes(/^(?:alter|drop) (?:table|view) (?:if exists )?(\S+)/.exec(text)?.[1] ?? ''),
  );
}

const RULE =
  'migrations only add (tables, nullable or defaulted columns, indexes), because the version before runs beside them. Drop what is no longer used one release later, and call setOldestSchema with the migration of that release';

describe.each(Object.keys(ENGINES) as Engine[])('on %s', (engine) => {
  test.each(Object.entries(migrations))('%s only adds', async (name, migration) => {
    expect(await breaking(name, migration, engine), RULE).toEqual([]);
  });

  const table = (db: Kysely<never>) => db.schema.alterTable('sessions');
  const kinds: [string, string, (db: Kysely<never>) => Promise<unknown>][] = [
    ['drops a table', 'drop table sessions', (db) => db.schema.dropTable('sessions').execute()],
    ['drops a column', 'drop column chip', (db) => table(db).dropColumn('chip').execute()],
    ['renames a column', 'rename column chip to chips', (db) => table(db).renameColumn('chip', 'chips').execute()],
    ['renames a table', 'rename to readings', (db) => table(db).renameTo('readings').execute()],
    [
      'alters a column',
      'alter column chip set not null',
      (db) =>
        table(db)
          .alterColumn('chip', (column) => column.setNotNull())
          .execute(),
    ],
    [
      'adds a column that must be given',
      'add column colour text not null',
      (db) => sql`alter table sessions add column colour text not null`.execute(db),
    ],
  ];
  test.each(kinds)('a migration that %s is refused', async (_, said, up) => {
    expect(await breaking('9999-other', { up: async (db: Kysely<never>) => void (await up(db)) }, engine)).toEqual([
      expect.stringContaining(said),
    ]);
  });

  test('a migration that adds is accepted, and so is one that contracts a release later', async () => {
    const adds: Migration = {
      async up(db: Kysely<never>) {
        await db.schema
          .createTable('colours')
          .addColumn('name', 'text', (column) => column.notNull())
          .execute();
        await db.schema.alterTable('colours').dropColumn('name').execute();
        await table(db)
          .addColumn('colour', 'text', (column) => column.notNull().defaultTo('red'))
          .execute();
        await table(db).addColumn('shade', 'text').execute();
        await db.schema.createIndex('sessions_colour').on('sessions').column('colour').execute();
      },
    };
    expect(await breaking('9998-colours', adds, engine)).toEqual([]);
    const contracts = (oldest: string): Migration => ({
      async up(db: Kysely<never>) {
        await setOldestSchema(db, oldest);
        await table(db).dropColumn('chip').execute();
      },
    });
    expect(await breaking('9999-plain', contracts(SCHEMA), engine)).toEqual([]);
    expect(await breaking('9999-plain', contracts('9999-plain'), engine)).toHaveLength(1);
  });
});
