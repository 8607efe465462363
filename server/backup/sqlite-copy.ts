import Sqlite from 'better-sqlite3';

const OPENING_TIMEOUT_MS = 5000;
/** 4 MB. Between steps, the process can report its progress. */
const PAGES_AT_ONCE = 1000;

interface Copy {
  from: string;
  /** An empty file. */
  to: string;
  /** Tables whose rows are left out. */
  without: readonly string[];
  progress(share: number): void;
}

export async function copySqlite({ from, to, without, progress }: Copy): Promise<void> {
  const source = new Sqlite(from, { readonly: true, timeout: OPENING_TIMEOUT_MS });
  try {
    // In a transaction, so that the whole database is read in one state. Otherwise SQLite restarts the copy whenever another
    // process writes.
    source.exec('begin');
    source.prepare('select count(*) from sqlite_master').get();
    await source.backup(to, {
      progress({ totalPages, remainingPages }) {
        if (totalPages > 0) progress(1 - remainingPages / totalPages);
        return PAGES_AT_ONCE;
      },
    });
  } finally {
    source.close();
  }
  const copy = new Sqlite(to);
  try {
    // Leaves a single file, which can be read without writing to its folder.
    copy.pragma('journal_mode = DELETE');
    if (without.length > 0) empty(copy, without);
  } finally {
    copy.close();
  }
}

/** Overwrites the rows, and keeps no journal that would contain them. */
function empty(copy: Sqlite.Database, tables: readonly string[]): void {
  copy.pragma('journal_mode = OFF');
  copy.pragma('secure_delete = ON');
  for (const table of tables) copy.exec(`delete from ${table}`);
  copy.exec('vacuum');
}
