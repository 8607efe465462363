/** Runs in its own thread: moves what is in the write-ahead log into the file of the database. */
import Sqlite from 'better-sqlite3';
import { replyToRequests } from '../core/thread-pool.ts';

replyToRequests(
  (file: string) => {
    // Opened for each checkpoint, so that no connection of this thread is left when the service closes the database.
    const db = new Sqlite(file, { timeout: 0 });
    try {
      db.pragma('wal_checkpoint(PASSIVE)');
    } finally {
      db.close();
    }
    return {};
  },
  // Urgent, because writes wait for the checkpoint.
  { isUrgent: true },
);
