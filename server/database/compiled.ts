/**
 * Queries for frequent calls. Kysely builds and compiles a query each time it runs, which is slower than running most of them in
 * SQLite. Here a query is built once with placeholders, and runs with different values each time.
 */
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database, Db } from './database.ts';
import { isBusy, type Prepared, SharedSqliteAdapter } from './sqlite-dialect.ts';

class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

interface Plan {
  query: CompiledQuery;
  /** On SQLite, queries that write need its one connection for writing. */
  reads: boolean;
  /** Undefined on PostgreSQL. */
  prepared: { reading: Prepared; writing: Prepared } | undefined;
}

export interface Compiled<Values, Row> {
  all(db: Db, values: Values): Promise<Row[]>;
  first(db: Db, values: Values): Promise<Row | undefined>;
}

/**
 * @param build is called once with placeholders instead of values. It may insert them into the query but must not inspect them,
 * so the text of the query cannot depend on a value, and lists of values are not supported.
 */
export function compiled<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): Compiled<Values, Row> {
  const plans = new WeakMap<object, Plan>();
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values;

  function planOf(db: Db): Plan {
    const { adapter } = db.getExecutor();
    let plan = plans.get(adapter);
    if (!plan) {
      plan = planFor(build(db, places).compile(), adapter);
      plans.set(adapter, plan);
    }
    return plan;
  }

  function run(db: Db, values: Values, how: 'all' | 'first'): Row[] | Promise<Row[]> {
    const plan = planOf(db);
    const parameters = valuesFor(plan.query.parameters, values as Record<string, unknown>);
    const rows = runPrepared(plan, db, parameters, how) as Row[] | undefined;
    return rows ?? db.executeQuery<Row>({ ...plan.query, parameters }).then((result) => result.rows);
  }

  return {
    all: async (db, values) => run(db, values, 'all'),
    async first(db, values) {
      const rows = run(db, values, 'first');
      return (Array.isArray(rows) ? rows : await rows)[0];
    },
  };
}

/** Compiles a query once for each combination of names, such as columns. There must be few combinations. */
export function compiledFor<Names extends readonly (readonly string[])[], Query>(
  compile: (...names: Names) => Query,
): (...names: Names) => Query {
  const queries = new Map<string, Query>();
  return (...names) => {
    const key = names.join(' ');
    const query = queries.get(key) ?? compile(...names);
    queries.set(key, query);
    return query;
  };
}

export const namesOf = <Changes extends object>(changes: Changes) =>
  Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name as keyof Changes & string]));

function planFor(query: CompiledQuery, adapter: object): Plan {
  const reads = query.query.kind === 'SelectQueryNode';
  const prepared = adapter instanceof SharedSqliteAdapter ? adapter.prepare(query.sql) : undefined;
  return { query, reads, prepared };
}

const valuesFor = (parameters: readonly unknown[], values: Record<string, unknown>): unknown[] =>
  parameters.map((parameter) => (parameter instanceof Place ? values[parameter.name] : parameter));

/**
 * Runs a statement without Kysely. A transaction has exclusive use of the connection for writing; outside of one, a read sees the
 * last commit.
 * @returns undefined on PostgreSQL, and when the statement has to wait for the connection or for another process.
 */
function runPrepared(
  { prepared, reads }: Plan,
  db: Kysely<Database>,
  parameters: unknown[],
  how: 'all' | 'first',
): unknown[] | undefined {
  if (!prepared) return undefined;
  if (db.isTransaction) return prepared.writing(parameters, how);
  if (!reads) return undefined;
  try {
    return prepared.reading(parameters, how);
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}
