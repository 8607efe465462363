import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { OutsideContext } from '../../server/core/context.ts';
import type { Deps } from '../../server/core/deps.ts';
import { createLog } from '../../server/core/log.ts';
import { openDatabase } from '../../server/database/database.ts';
import { inTransaction } from '../../server/database/transaction.ts';

const { db, close } = openDatabase({ file: ':memory:' });
await db.schema.createTable('notes').addColumn('text', 'text').execute();
afterAll(close);

let logged: string[];
let ran: string[];
let ctx: OutsideContext;

beforeEach(() => {
  logged = [];
  ran = [];
  ctx = { db, deps: { log: createLog('error', (line) => logged.push(line)) } as unknown as Deps };
});

/** The turn of the event loop after the one in which an answer is written. */
const answerIsOut = () => new Promise((resolve) => setImmediate(resolve));

describe('work after a commit', () => {
  test('runs once, when the transaction is committed and the answer is out', async () => {
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

  test('runs in the order in which it was registered, and waits for what lasts', async () => {
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
