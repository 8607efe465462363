/**
 * `npm run conformance`: tries every operation with every status that it declares and every example of it, on the server, on the mock
 * and with the SDK, and writes what came of it. The same contract and the same results give the same bytes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { contractHash } from '../server/generated/operations.gen.ts';
import { startTestMock } from '../tests/support/contract/mock-world.ts';
import { allCells, type Cell } from './conformance/cells.ts';
import { createClients } from './conformance/clients.ts';
import { failuresIn, type Row, reportOf, summaryOf } from './conformance/report.ts';
import { serverResult } from './conformance/server.ts';
import { createStage } from './conformance/stage.ts';
import { root } from './contract/contract.ts';

if (import.meta.main) process.exit(await command());

/** Tries cells on all three. */
export async function conformance(cells: Cell[]): Promise<Row[]> {
  const stage = await createStage();
  const mock = await startTestMock();
  try {
    const ask = createClients(mock.base);
    const rows: Row[] = [];
    for (const cell of cells) rows.push({ ...cell, server: await serverResult(stage, cell), ...(await ask(cell)) });
    return rows;
  } finally {
    await mock.stop();
    await stage.stop();
  }
}

async function command(): Promise<number> {
  const { values } = parseArgs({ options: { output: { type: 'string' } } });
  const file = resolve(values.output ?? join(root, 'tests/output/conformance.txt'));
  const rows = await conformance(allCells());
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, reportOf(contractHash, rows));
  const failures = failuresIn(rows);
  for (const { id, status, example, server, mock, sdk } of failures)
    process.stdout.write(`${id} ${status} ${example}: server ${server}; mock ${mock}; sdk ${sdk}\n`);
  process.stdout.write(`${summaryOf(rows)}\nThe report is ${relative(process.cwd(), file)}.\n`);
  return failures.length > 0 ? 1 : 0;
}
