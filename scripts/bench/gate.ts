/**
 * Before anything is timed: every server must answer every case as the contract has it, and the service as it did when
 * `answers.json` was accepted. A change for speed that changes an answer is seen here.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { responseValidator } from '../../server/http/contract.ts';
import { type Answer, differences, normalise } from './answers.ts';
import type { Case } from './cases.ts';
import { SERVICE } from './contestants.ts';
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
