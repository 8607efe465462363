/** Errors of the database's connection, as distinct from those of other hosts, which have the same codes. */
const connectionErrors = new WeakSet<Error>();

/** Remembers that the connection to the database failed, and throws the error on. */
export function databaseFailed(error: unknown): never {
  if (error instanceof Error) connectionErrors.add(error);
  throw error;
}

/** Whether the database, and not the request or the code, is at fault: disk full, I/O error, locked, or unreachable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    connectionErrors.has(error) ||
    /^SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM|CORRUPT|NOTADB)/.test(code) ||
    // PostgreSQL classes: connection exception, rolled back for another transaction, insufficient resources, operator intervention,
    // system error; and read-only.
    /^(08|40|53|57|58)\w{3}$/.test(code) ||
    code === '25006' ||
    /connection is not open|driver has already been destroyed/i.test(error.message)
  );
}
