/** `npm run bench`: the service, the yardstick and its peers side by side. */
import { writeFileSync } from 'node:fs';
import { CASES, caseNamed } from './cases.ts';
import { chosen } from './contestants.ts';
import { checkAnswers } from './gate.ts';
import { installPeers } from './install-peers.ts';
import { startLoadProcess } from './load.ts';
import { machine } from './machine.ts';
import { prepare } from './prepare.ts';
import { say } from './progress.ts';
import { linesOf, tableOf } from './report.ts';
import { measureRounds, startAll, stopAll } from './rounds.ts';
import { serviceKind } from './service.ts';

export interface CompareOptions {
  rounds: number;
  scale: number;
  cases?: string[] | undefined;
  only?: string[] | undefined;
  json?: string | undefined;
  /** Makes the service's answers those that later runs are held against. */
  accept?: boolean | undefined;
  /** Another file of right answers than `answers.json`. */
  answers?: string | undefined;
}

/** A run that is only to be tried out needs fewer sessions. */
const amounts = (scale: number) => ({
  open: Math.min(1000, Math.max(50, Math.round(1000 * scale))),
  approved: Math.min(8, Math.max(2, Math.round(8 * scale))),
});

export async function compare({
  rounds,
  scale,
  only,
  json,
  accept,
  answers,
  ...options
}: CompareOptions): Promise<string> {
  const cases = options.cases?.map(caseNamed) ?? CASES;
  const contestants = chosen(only);
  if (contestants.some(({ is_peer }) => is_peer)) installPeers('peers');
  say('Preparing an account with sessions …');
  const prepared = await prepare(amounts(scale));
  const load = startLoadProcess();
  try {
    const running = await startAll(contestants, prepared);
    try {
      await checkAnswers(running, prepared, cases, { accept, baseline: answers });
      const samples = await measureRounds(running, prepared, load, { cases, rounds, scale });
      const lines = linesOf(cases, samples);
      if (json)
        writeFileSync(json, `${JSON.stringify({ machine: machine(), service: serviceKind(), lines }, null, 2)}\n`);
      const head = `${machine()}\nservice: ${serviceKind()}; ${rounds} rounds, ratios to node:http by hand in the same round\n\n`;
      return `${head}${tableOf(lines)}`;
    } finally {
      await stopAll(running);
    }
  } finally {
    load.stop();
    prepared.remove();
  }
}
