import { COMPONENTS, type Measured } from '../../openapi/facts/status.ts';
import { describeMissingSeller } from '../billing/document/seller.service.ts';
import type { OutsideContext } from '../core/context.ts';
import { createReadiness } from '../http/site/readiness.ts';
import { countOverdue } from '../sessions/session/retention.ts';
import { listIncidents } from '../status/incident.service.ts';
import { hasWorkers, measureServers, measureShared } from '../status/measure.ts';
import { command, print } from './command.ts';
import { describe } from './incidents.ts';

export const status = command({
  summary: 'shows the status of each component, as the status page does; exits with 1 if something is down',
  async run(ctx, _read, terminal) {
    const { db, deps } = ctx;
    const readiness = createReadiness({ db, config: deps.config, log: deps.log, warnings: () => [] });
    const isReady = (await readiness.check()).status === 'ok';
    const isWorking = isReady && (await hasWorkers(ctx));
    const found = [...(await measureServers(ctx)), ...(await measureShared(ctx, isReady, isWorking))].sort(
      (a, b) => COMPONENTS.indexOf(a.name) - COMPONENTS.indexOf(b.name),
    );
    const parts = [
      ...found.map((part) => ({ name: part.name, state: part.state, facts: factsOf(part, isWorking) })),
      { name: 'identity data', ...(await identityData(ctx)) },
      faces(ctx),
      ...(await invoices(ctx)),
    ];
    print(
      terminal,
      parts.map(({ name, state, facts }) => `${name.padEnd(14)}${state}${facts && ` (${facts})`}`),
    );
    const open = (await listIncidents(ctx)).filter(({ closed }) => closed === undefined);
    print(terminal, open.map(describe));
    return parts.some(({ state }) => state === 'down') ? 1 : 0;
  },
});

async function identityData(ctx: OutsideContext) {
  const { overdue, undated } = await countOverdue(ctx);
  const facts = [
    ...(overdue > 0 ? [`${sessions(overdue)} past the deletion date, not yet destroyed`] : []),
    ...(undated > 0 ? [`${sessions(undated)} without a deletion date; a running server sets it`] : []),
  ];
  return { state: overdue > 0 ? 'down' : 'operational', facts: facts.join('; ') };
}

function faces({ deps }: OutsideContext) {
  const { live } = deps.faces;
  const facts = live
    ? `compared by ${live.provider ?? live.name}, ${live.liveness ? 'with' : 'without'} a liveness check`
    : 'live sessions cannot compare faces; see docs/face-matching.md';
  return { name: 'faces', state: live ? 'operational' : 'off', facts };
}

async function invoices(ctx: OutsideContext) {
  const facts = await describeMissingSeller(ctx);
  return facts === undefined ? [] : [{ name: 'invoices', state: 'degraded' as const, facts }];
}

const sessions = (count: number) => `${count} ended ${count === 1 ? 'session' : 'sessions'}`;

function factsOf({ name, state, delay_seconds, age_days }: Measured, isWorking: boolean): string {
  if (name === 'api' && state === 'down') return 'no server has responded successfully in the last few minutes';
  if (state === 'down' && !isWorking && (name === 'callbacks' || name === 'mail'))
    return 'no process with the role worker or all has run in the last few minutes';
  if (delay_seconds !== undefined) return `work is delayed by ${delay_seconds} seconds`;
  return age_days === undefined ? '' : `the oldest list is ${age_days} days old`;
}
