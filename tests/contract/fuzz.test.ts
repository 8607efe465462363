/**
 * Every operation on existing resources, called almost correctly: one or two places of a valid call are changed. The contract must
 * declare every response and its shape, no refusal may repeat what was sent, and afterwards the valid call must still get 200.
 * `TRIALS=130` makes more than 100,000 calls.
 */
// SQLite only: input is refused before a query, or runs the same queries with other values.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { requestValidator, responseValidator } from '../../server/http/contract.ts';
import { mutating, operationIds, requestSchema, statusesOf } from '../support/contract/contract.ts';
import { mutated, PLANTED, steps } from '../support/contract/mutations.ts';
import { credentialsFor, perform, type Scenario, scenarios } from '../support/contract/scenarios.ts';
import { times, trials } from '../support/runs/trials.ts';
import { authorization, type Result, send } from '../support/server/call.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const SEED = 20_261_122;
const RUNS = 12;
/** After a call with an effect, a new valid call must be prepared, so only one run in this many may have an effect. */
const EFFECTS = 20;

let server: TestServer;
let world: World;
let calls = 0;

beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

function headersOf(id: OperationId, { headers, caller }: Scenario): Record<string, string> {
  return { 'Content-Type': 'application/json', ...headers, ...authorization(credentialsFor(id, caller)) };
}

function isValid(id: OperationId, text: string): boolean {
  try {
    return requestValidator(id)!(JSON.parse(text)) === true;
  } catch {
    return false;
  }
}

function expectDeclared(id: OperationId, sent: string, { status, text, body, headers }: Result): void {
  const what = `${sent.slice(0, 300)} → ${text.slice(0, 300)}`;
  expect(status, what).toBeLessThan(500);
  expect(statusesOf(id), what).toContain(status);
  const validate = responseValidator(id, status)!;
  // The contract has no schema for CSV.
  if (!headers.get('content-type')?.startsWith('text/csv')) expect(validate(body) || validate.errors, what).toBe(true);
  // A refusal may repeat names of properties, but no values.
  if (status === 400) expect(text, what).not.toContain(PLANTED);
}

test.each(operationIds)('%s responds as documented to slightly wrong calls', async (id) => {
  let good = await scenarios[id](world);
  let effects = Math.max(1, times(RUNS) / EFFECTS);
  const property = fc.asyncProperty(steps, async (steps) => {
    const text = mutated(good.body, requestSchema(id), steps);
    const hasEffect = mutating.includes(id) && isValid(id, text);
    if (hasEffect && effects-- < 1) return;
    const result = await send(server.base, id, { headers: headersOf(id, good), body: text });
    calls++;
    expectDeclared(id, text, result);
    if (hasEffect) good = await scenarios[id](world);
  });
  await fc.assert(property, { ...trials(RUNS, SEED), verbose: 1 });

  let last = await perform(server.call, id, good);
  if (last.status === 429) {
    // Many wrong attempts and many emails use up the limits of the address and the account for a while.
    await server.advance('P1D');
    world = createWorld(server, await server.account());
    last = await perform(server.call, id, await scenarios[id](world));
  }
  expect([last.status, last.text]).toEqual([200, last.text]);
});

test('most of the fuzzed calls were sent', () => {
  expect(calls).toBeGreaterThan(operationIds.length * times(RUNS) * 0.6);
});
