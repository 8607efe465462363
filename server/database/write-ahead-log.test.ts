import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createLogSync, useWriteAheadLog } from './write-ahead-log.ts';

/** Opens one file after another, each when all workers are ready to open it, and reports the results. */
const OPENING = `
  const { workerData: { folder, rounds, ready, module, all }, parentPort } = require('node:worker_threads');
  const { join } = require('node:path');
  const Sqlite = require('better-sqlite3');
  import(module).then(({ useWriteAheadLog }) => {
    const said = [];
    for (let round = 0; round < rounds; round++) {
      Atomics.add(ready, 0, 1);
      while (Atomics.load(ready, 0) < all * (round + 1));
      const db = new Sqlite(join(folder, round + '.db'));
      try {
        useWriteAheadLog(db, 5000);
        said.push(db.pragma('journal_mode', { simple: true }));
      } catch (error) {
        said.push(error.code);
      }
      db.close();
    }
    parentPort.postMessage(said);
  });`;

test('two processes can open a new file at the same moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-wal-'));
  const module = new URL('./write-ahead-log.ts', import.meta.url).href;
  const all = 2;
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { folder, rounds: 40, ready, module, all };
  const said = Array.from({ length: all }, () => {
    const worker = new Worker(OPENING, { eval: true, workerData });
    return new Promise<string[]>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  });
  const opened = (await Promise.all(said)).flat();
  expect(opened).toHaveLength(80);
  expect(new Set(opened)).toEqual(new Set(['wal']));
  rmSync(folder, { recursive: true, force: true });
});

test('the log is moved into the file when it has 16 MB, while the process does other work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-wal-'));
  const file = join(folder, 'sigill.db');
  const writer = new Sqlite(file);
  useWriteAheadLog(writer, 1000);
  writer.pragma('wal_autocheckpoint = 0');
  writer.exec('create table shades (name blob)');
  const log = createLogSync(file, writer);
  onTestFinished(() => {
    log.close();
    writer.close();
    rmSync(folder, { recursive: true });
  });
  const insert = writer.prepare('insert into shades values (?)');
  /** The file sizes that the process saw during the moves. */
  const seen = new Set<number>();
  let isOver = false;
  const look = () => {
    if (isOver) return;
    seen.add(statSync(file).size);
    setImmediate(look);
  };
  look();
  for (let mb = 0; mb < 60; mb++) {
    insert.run(Buffer.alloc(1_000_000, mb));
    await log.sync();
  }
  isOver = true;
  // If the process had waited for the three moves, it would have seen four sizes.
  expect(seen.size).toBeGreaterThan(4);
  expect(statSync(`${file}-wal`).size).toBeLessThan(20_000_000);
  expect(statSync(file).size).toBeGreaterThan(40_000_000);
});
