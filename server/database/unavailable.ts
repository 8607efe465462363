/** Tells errors of the database's connection from those of other hosts, which have the same codes. */
const connectionErrors = new WeakSet<Error>();

/** Remembers that the error came from the database, and throws it on. */
export function databaseFailed(error: unknown): never {
  if (error instanceof Error) connectionErrors.add(error);
  throw error;
}

/** Whether the database, and not the request or the code, is at fault: disk full, I/O error, locked, or unreachable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    /^SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM|CORRUPT|NOTADB)/.test(code) ||
    (error instanceof Error &&
      connectionErrors.has(error) &&
      /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/.test(code)) ||
    // PostgreSQL classes: connection exception, insufficient resources, operator intervention, system error, read-only.
    /^(08|53|57|58)/.test(code) ||
    code === '25006' ||
    (error instanceof Error &&
      /connection is not open|Connection terminated|driver has already been destroyed/i.test(error.message))
  );
}
