/** Errors of the database connection. They are remembered, because errors of other hosts can have the same codes. */
const connectionErrors = new WeakSet<Error>();

export function databaseFailed(error: unknown): never {
  if (error instanceof Error) connectionErrors.add(error);
  throw error;
}

/** Whether the cause is the database rather than the request or the code: disk full, I/O error, locked, or unreachable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    connectionErrors.has(error) ||
    /^SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM|CORRUPT|NOTADB)/.test(code) ||
    // PostgreSQL classes: connection exception, transaction rollback due to another, insufficient resources, operator
    // intervention, system error; and read-only.
    /^(08|40|53|57|58)\w{3}$/.test(code) ||
    code === '25006' ||
    /connection is not open|driver has already been destroyed/i.test(error.message)
  );
}
