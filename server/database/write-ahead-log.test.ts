import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

/** Opens a file when all who open it are ready, and says how that went. */
const OPENING = `
  const { workerData: { file, ready, module, all }, parentPort } = require('node:worker_threads');
  const Sqlite = require('better-sqlite3');
  import(module).then(({ useWriteAheadLog }) => {
    Atomics.add(ready, 0, 1);
    while (Atomics.load(ready, 0) < all);
    const db = new Sqlite(file);
    try {
      useWriteAheadLog(db, 5000);
      parentPort.postMessage(db.pragma('journal_mode', { simple: true }));
    } catch (error) {
      parentPort.postMessage(error.code);
    }
    db.close();
  });`;

test('whoever opens a new file at the same moment as another can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-wal-'));
  const module = new URL('./write-ahead-log.ts', import.meta.url).href;
  const all = 2;
  const opened: unknown[] = [];
  // One of seven pairs met when each asked once.
  for (let round = 0; round < 40; round++) {
    const workerData = {
      file: join(folder, `${round}.db`),
      ready: new Int32Array(new SharedArrayBuffer(4)),
      module,
      all,
    };
    const said = Array.from({ length: all }, () => {
      const worker = new Worker(OPENING, { eval: true, workerData });
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    });
    opened.push(...(await Promise.all(said)));
  }
  expect(new Set(opened)).toEqual(new Set(['wal']));
  rmSync(folder, { recursive: true, force: true });
});
