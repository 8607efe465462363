/**
 * `npm run conformance` on a part of the contract: operations that lie evenly apart, more of them with TRIALS, and with TRIALS=17 all.
 * The command tries them all.
 */
import { expect, test } from 'vitest';
import { allCells } from '../../scripts/conformance/cells.ts';
import { failuresIn, type Row, reportOf } from '../../scripts/conformance/report.ts';
import { conformance } from '../../scripts/conformance.ts';
import { contractHash, type OperationId } from '../../server/generated/operations.gen.ts';
import { operationIds, responseExamples, statusesOf } from '../support/contract/contract.ts';
import { times } from '../support/runs/trials.ts';

const OPERATIONS = 4;

function spread(count: number): OperationId[] {
  const step = Math.max(1, operationIds.length / count);
  return operationIds.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

const cells = allCells(spread(times(OPERATIONS)));
let rows: Row[];

test('server, mock and SDK agree with every status and every example', async () => {
  rows = await conformance(cells);
  expect(failuresIn(rows)).toEqual([]);
  expect(rows).toMatchObject(cells);
  expect(rows.filter(({ server, mock, sdk }) => !server || !mock || !sdk)).toEqual([]);
});

test('the report is the same another time, byte by byte, and what fails is named', async () => {
  const again = cells.filter(({ id }) => id === cells[0]!.id);
  const wrong = { ...again.at(-1)!, status: 410 };
  const repeated = await conformance([...again, wrong]);
  const report = reportOf(contractHash, repeated.slice(0, -1));
  expect(report).toBe(reportOf(contractHash, rows.slice(0, again.length)));
  expect(report).toMatch(/^contract [0-9a-f]{12}\n\noperation +status +example +server +mock +sdk\n/);
  expect(failuresIn(repeated)).toEqual([
    expect.objectContaining({
      status: 410,
      server: expect.stringMatching(/^answered \d+ \w+$/),
      mock: expect.stringMatching(/^answered \d+$/),
      sdk: expect.stringMatching(/^threw /),
    }),
  ]);
});

test('no status and no example of a success is left out', () => {
  const all = allCells();
  for (const id of operationIds) {
    const own = all.filter((cell) => cell.id === id);
    expect([...new Set(own.map(({ status }) => status))], id).toEqual(statusesOf(id));
    const successes = own.filter(({ status }) => status === 200).map(({ example }) => example);
    expect(successes, id).toEqual(responseExamples(id, 200).map(({ name }) => name));
  }
});
