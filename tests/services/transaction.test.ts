import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { OutsideContext } from '../../server/core/context.ts';
import type { Deps } from '../../server/core/deps.ts';
import { createLog } from '../../server/core/log.ts';
import { openDatabase } from '../../server/database/database.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import { quickFolder } from '../support/server/quick-folder.ts';

const folder = quickFolder('transaction');
const { db, close } = openDatabase({ file: join(folder, 'notes.db') });
await db.schema.createTable('notes').addColumn('text', 'text').execute();
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

let logged: string[];
let ran: string[];
let ctx: OutsideContext;

beforeEach(() => {
  logged = [];
  ran = [];
  ctx = { db, deps: { log: createLog('error', (line) => logged.push(line)) } as unknown as Deps };
});

/** Waits one turn of the event loop, which is enough for a response to be written. */
const answerIsOut = () => new Promise((resolve) => setImmediate(resolve));

describe('work scheduled for after a commit', () => {
  test('runs once, when the transaction is committed and the response is sent', async () => {
    const answer = await inTransaction(ctx, async (ctx) => {
      ctx.afterCommit(() => void ran.push('work'));
      await answerIsOut();
      ran.push('end of the transaction');
      return 'answer';
    });
    ran.push(answer);
    await answerIsOut();
    await answerIsOut();
    expect(ran).toEqual(['end of the transaction', 'answer', 'work']);
  });

  test('does not run after a rollback', async () => {
    const call = inTransaction(ctx, async (ctx) => {
      ctx.afterCommit(() => void ran.push('work'));
      throw new Error('refused');
    });
    await expect(call).rejects.toThrow('refused');
    await answerIsOut();
    expect(ran).toEqual([]);
  });

  test('runs in the order in which it was registered, one after the other', async () => {
    await inTransaction(ctx, async (ctx) => {
      ctx.afterCommit(async () => {
        await answerIsOut();
        ran.push('first');
      });
      ctx.afterCommit(() => void ran.push('second'));
    });
    await expect.poll(() => ran).toEqual(['first', 'second']);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('no worker');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('no worker');
      },
    ],
  ])('that %s is logged, fails nothing and keeps nothing else from running', async (_, fails) => {
    const answer = await inTransaction(ctx, async (ctx) => {
      ctx.afterCommit(fails);
      ctx.afterCommit(() => void ran.push('other work'));
      return 'answer';
    });
    expect(answer).toBe('answer');
    await expect.poll(() => ran).toEqual(['other work']);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'work after a commit failed', err: { message: 'no worker' } },
    ]);
  });
});

describe('concurrent transactions', () => {
  const write = (text: string, fails = false) =>
    inTransaction(ctx, async ({ db }) => {
      await sql`insert into notes (text) values (${text})`.execute(db);
      await answerIsOut();
      if (fails) throw new Error(`${text} is refused`);
      return text;
    });
  const notes = async () => {
    const { rows } = await sql<{ text: string }>`select text from notes order by rowid`.execute(db);
    return rows.map(({ text }) => text);
  };

  beforeEach(() => sql`delete from notes`.execute(db));

  test.each([0, 1, 2])('fail alone, also the one at position %i', async (bad) => {
    const names = ['a', 'b', 'c'];
    const results = await Promise.allSettled(names.map((name, index) => write(name, index === bad)));
    expect(results.map(({ status }) => status)).toEqual(
      names.map((_, index) => (index === bad ? 'rejected' : 'fulfilled')),
    );
    expect(await notes()).toEqual(names.filter((_, index) => index !== bad));
  });

  test('see what those before them wrote, and leave nothing of their own failures', async () => {
    const seen: number[] = [];
    const look = () =>
      inTransaction(ctx, async ({ db }) => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from notes`.execute(db);
        seen.push(rows[0]!.n);
      });
    await Promise.allSettled([look(), write('kept'), write('undone', true), look(), write('kept too'), look()]);
    expect(seen).toEqual([0, 1, 2]);
  });

  test('that cannot be committed fail together', async () => {
    await sql`create table parents (id integer primary key)`.execute(db);
    await sql`create table children (parent integer references parents deferrable initially deferred)`.execute(db);
    const orphan = inTransaction(ctx, async ({ db }) => {
      await sql`insert into children values (1)`.execute(db);
    });
    const results = await Promise.allSettled([write('before'), orphan, write('after')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await notes()).toEqual([]);
    await expect(write('later')).resolves.toBe('later');
  });
});
