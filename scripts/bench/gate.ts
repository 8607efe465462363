/**
 * Before anything is timed: every server must answer every case as the contract has it, count it against a limit and keep it in its log
 * of requests, and the service must answer as it did when `answers.json` was accepted. A change for speed that changes an answer is seen
 * here, and so is a server that leaves out work that others do.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { responseValidator } from '../../server/http/contract.ts';
import { type Answer, differences, normalise } from './answers.ts';
import type { Case } from './cases.ts';
import { type MeasuredServer, SERVICE } from './contestants.ts';
import { here } from './paths.ts';
import type { Prepared } from './prepare.ts';
import type { Running } from './rounds.ts';

const BASELINE = join(here, 'answers.json');

export class WrongAnswer extends Error {}

/** With `accept`, the service's answers become those of the file `baseline`. @throws WrongAnswer with every difference. */
export async function checkAnswers(
  running: readonly Running[],
  prepared: Prepared,
  cases: readonly Case[],
  { accept = false, baseline = BASELINE }: { accept?: boolean | undefined; baseline?: string | undefined } = {},
): Promise<void> {
  const wrong: string[] = [];
  const own: Record<string, Answer> = {};
  for (const { contestant, server } of running) {
    for (const measured of cases) {
      const { status, headers, body } = await answerOf(measured, prepared, server.port);
      const found = status === measured.status ? violations(measured, body) : [`status ${status}, ${textOf(body)}`];
      wrong.push(...found.map((text) => `${contestant.name} ${measured.name}: ${text}`));
      if (contestant.name === SERVICE) own[measured.name] = normalise(status, headers, body);
    }
  }
  if (Object.keys(own).length > 0 && wrong.length === 0) wrong.push(...compareWithBaseline(own, baseline, accept));
  for (const { contestant, server } of running)
    wrong.push(...(await unequalWork(server, prepared, cases)).map((text) => `${contestant.name} ${text}`));
  if (wrong.length > 0)
    throw new WrongAnswer(`These answers are not right, so nothing was timed:\n${wrong.join('\n')}`);
}

async function answerOf(measured: Case, prepared: Prepared, port: number) {
  const response = await fetch(`http://127.0.0.1:${port}${measured.path}`, {
    method: 'POST',
    headers: { authorization: measured.authorization(prepared), 'content-type': 'application/json' },
    body: measured.bodies(prepared)[0]!,
  });
  return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
}

function violations({ path, status }: Case, body: unknown): string[] {
  const validate = responseValidator(path.split('/').at(-1) as OperationId, status);
  if (!validate) return [`the contract knows no ${status} here`];
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`);
}

const NOTED_WITHIN_MS = 5000;

/** Sends each case twice, and looks what the server has counted and noted of it. */
async function unequalWork({ port, database_file }: MeasuredServer, prepared: Prepared, cases: readonly Case[]) {
  const wrong: string[] = [];
  for (const measured of cases) {
    const [first, second] = [await answerOf(measured, prepared, port), await answerOf(measured, prepared, port)];
    if (!(remaining(second) < remaining(first))) wrong.push(`${measured.name}: a call takes nothing from a limit`);
    const isNoted = measured.authorization(prepared).startsWith('Basic') && measured.status !== 401;
    const ids = [first, second].map(({ headers }) => headers.get('x-request-id'));
    if (isNoted && !(await areNoted(database_file, ids))) wrong.push(`${measured.name}: not in the log of requests`);
  }
  return wrong;
}

const remaining = ({ headers }: { headers: Headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

async function areNoted(file: string, ids: (string | null)[]): Promise<boolean> {
  const db = new Database(file, { readonly: true });
  const find = db.prepare(`select 1 from api_requests where request_id in (${ids.map(() => '?').join(', ')})`);
  const deadline = Date.now() + NOTED_WITHIN_MS;
  while (find.all(ids).length < ids.length && Date.now() < deadline) await pause(100);
  const found = find.all(ids).length;
  db.close();
  return found === ids.length;
}

function compareWithBaseline(own: Record<string, Answer>, baseline: string, accept: boolean): string[] {
  const known = existsSync(baseline) ? (JSON.parse(readFileSync(baseline, 'utf8')) as Record<string, Answer>) : {};
  if (accept) {
    writeFileSync(baseline, `${JSON.stringify({ ...known, ...own }, null, 2)}\n`);
    return [];
  }
  const changed = Object.entries(own).flatMap(([name, answer]) =>
    differences(known[name], answer).map((text) => `${SERVICE} ${name}: ${text}`),
  );
  return changed.length > 0 ? [...changed, 'If that is meant, --accept makes these answers the right ones.'] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const textOf = (body: unknown) => JSON.stringify(body).slice(0, 200);
