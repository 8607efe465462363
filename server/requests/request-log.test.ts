import { expect, test } from 'vitest';
import { requestId } from '../core/request-id.ts';
import type { AnsweredCall } from '../http/api.ts';
import { createRequestLog } from './request-log.ts';

const call = () =>
  ({
    exchange: {
      principal: { scheme: 'apiKey', merchant_id: 1, user_id: 2, user_type: 'SERVICE' },
      operationId: 'session.state',
      origin: { id: requestId(), ip: '192.0.2.1' },
      body: { id: 3 },
    },
    answer: { status: 200, body: '{}' },
    duration_ms: 1,
  }) as unknown as AnsweredCall;

test('keeps a bounded number of calls, and counts dropped ones', () => {
  const log = createRequestLog();
  for (let count = 0; count < 20_003; count++) log.note(call());
  const taken = log.take();
  expect([taken.length, log.take().length]).toEqual([20_000, 0]);
  expect([log.takeDropped(), log.takeDropped()]).toEqual([3, 0]);

  log.note(call());
  log.giveBack(taken);
  expect(log.take()).toHaveLength(20_000);
  expect(log.takeDropped()).toBe(1);
});

test('reports once when there are many calls', () => {
  let said = 0;
  const log = createRequestLog(() => said++);
  const note = (calls: number) => {
    for (let count = 0; count < calls; count++) log.note(call());
  };
  note(999);
  expect(said).toBe(0);
  note(600);
  expect(said).toBe(1);
  log.take();
  note(1000);
  expect(said).toBe(2);
});

test.each([
  ['text', null],
  ['text', 'a body'],
  ['a list', [1]],
  ['another type', { id: '3' }],
  ['no id', { id: 0.5 }],
])('records no session for a body of %s: %j', (_, body) => {
  const log = createRequestLog();
  const { exchange, ...rest } = call();
  log.note({ ...rest, exchange: { ...exchange, body } });
  expect(log.take()).toMatchObject([{ session_id: null }]);
});
