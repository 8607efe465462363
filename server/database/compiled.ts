/**
 * Queries of calls that are made often. Kysely builds and compiles a query anew each time it runs, which takes longer than most
 * of them take in SQLite. Here one is built once, with a place for each value, and runs with other values each time.
 */
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database, Db } from './database.ts';
import { isBusy, type Prepared, SharedSqliteAdapter } from './sqlite-dialect.ts';

/** Stands in a built query where a value belongs. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query for one kind of database. */
interface Plan {
  query: CompiledQuery;
  parameters: readonly unknown[];
  /** Writes of SQLite need its one connection for writing. */
  reads: boolean;
  /** Undefined on PostgreSQL. */
  prepared: { reading: Prepared; writing: Prepared } | undefined;
}

/**
 * @param build is called once, with places instead of values: it may put them into the query and must not look at them. So the
 * text of the query cannot depend on a value, and lists of values do not fit.
 * @returns a function that runs the query with its values. The rows are those that the query selects or returns.
 */
export function compiled<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const plans = new WeakMap<object, Plan>();
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values;

  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let plan = plans.get(adapter);
    if (!plan) {
      plan = planFor(build(db, places).compile(), adapter);
      plans.set(adapter, plan);
    }
    const parameters = plan.parameters.map((value) =>
      value instanceof Place ? values[value.name as keyof Values] : value,
    );
    if (plan.prepared) {
      const rows = runPrepared(plan.prepared, plan.reads, db, parameters);
      if (rows) return rows as Row[];
    }
    const { rows } = await db.executeQuery<Row>({ ...plan.query, parameters });
    return rows;
  };
}

function planFor(query: CompiledQuery, adapter: object): Plan {
  const reads = query.query.kind === 'SelectQueryNode';
  const prepared = adapter instanceof SharedSqliteAdapter ? adapter.prepare(query.sql) : undefined;
  return { query, parameters: query.parameters, reads, prepared };
}

/**
 * Runs a statement without Kysely. A transaction has the connection for writing to itself; beside it, a read sees what was
 * committed last. @returns undefined when the statement has to wait: for the connection, or for another process.
 */
function runPrepared(
  { reading, writing }: { reading: Prepared; writing: Prepared },
  reads: boolean,
  db: Kysely<Database>,
  parameters: unknown[],
): unknown[] | undefined {
  if (db.isTransaction) return writing(parameters);
  if (!reads) return undefined;
  try {
    return reading(parameters);
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}
