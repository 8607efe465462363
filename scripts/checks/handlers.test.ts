// CI only: it runs the check as a command for each case.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readContract, root } from '../../openapi/contract/contract.ts';
import { misplacedHandlers } from './handlers.ts';

const folder = mkdtempSync(join(tmpdir(), 'handlers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const check = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/checks/handlers.ts'), ...args], { encoding: 'utf8' });

test('every operation of the contract has a handler', () => {
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

test('reports in one line where the handler of a new operation belongs', () => {
  const contract = readContract();
  for (const operationId of ['session.pause', 'card.freeze'])
    contract.paths[`/api/v1/${operationId}`] = { post: { operationId, summary: '', description: '', responses: {} } };
  const file = join(folder, 'v1.yaml');
  writeFileSync(file, stringify(contract));
  expect(check(file)).toMatchObject({
    status: 1,
    stderr: [
      'session.pause has no handler: add it to server/sessions/session.operations.ts\n',
      'card.freeze has no handler: add it to a new card.operations.ts, and that to server/operations.ts\n',
    ].join(''),
  });
});

test('reports a handler in a file that is not named after its resource', () => {
  cpSync(join(root, 'server'), join(folder, 'server'), {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules') && (!/\.\w+$/.test(path) || path.endsWith('.operations.ts')),
  });
  const payment = join(folder, 'server/billing');
  renameSync(join(payment, 'stripe.operations.ts'), join(payment, 'payment.operations.ts'));
  expect(misplacedHandlers(readContract(), folder)).toEqual(
    ['stripe.start', 'stripe.complete'].map(
      (id) => `${id} is handled in server/billing/payment.operations.ts: move it to stripe.operations.ts`,
    ),
  );
});
