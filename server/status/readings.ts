import { statfs } from 'node:fs/promises';
import packageFile from '../../package.json' with { type: 'json' };
import { measureBills } from '../billing/payment/collection.service.ts';
import { measureCallbacks, measureEndpointDeliveries } from '../callbacks/callback.service.ts';
import type { Context } from '../core/context.ts';
import { within } from '../core/promises.ts';
import type { QueueLength } from '../core/queue-length.ts';
import type { OpenDatabase } from '../database/database.ts';
import { SCHEMA } from '../database/migrate.ts';
import type { BodyBudget } from '../http/limits/body-budget.ts';
import type { createReadiness } from '../http/site/readiness.ts';
import { measureMail } from '../mail/mail.service.ts';
import type { RequestLog } from '../requests/request-log.ts';
import { lastBackup } from '../secrets/last-backup.service.ts';
import { measureVerdicts } from '../sessions/evidence/verdict-claim.service.ts';
import { measureRedactions } from '../sessions/session/retention.ts';
import type { Readings } from '../telemetry/instruments.ts';
import { agesOf } from '../trust/trust-age.ts';

const QUEUES: Record<string, (ctx: Context) => Promise<QueueLength>> = {
  callbacks: measureCallbacks,
  endpoint_deliveries: measureEndpointDeliveries,
  mail: measureMail,
  verdicts: measureVerdicts,
  bills: measureBills,
  redactions: measureRedactions,
};

const SHARED_KEPT_MS = 10_000;
/** A stalled database must not stall a collector. */
const PATIENCE_MS = 2500;

interface Sources {
  connections?: OpenDatabase['connections'];
  readiness: ReturnType<typeof createReadiness>;
  bodies: Pick<BodyBudget, 'held'>;
  requests: Pick<RequestLog, 'droppedInAll'>;
}

export function createReadings(ctx: Context, { connections, readiness, bodies, requests }: Sources) {
  const { config, trust, clock } = ctx.deps;
  const keptShared = keeping(SHARED_KEPT_MS, () => readShared(ctx));

  return async (): Promise<Readings> => {
    const [database, queues, free] = await Promise.all([
      within(PATIENCE_MS, readiness.check()).then(
        (found) => found.database,
        () => false,
      ),
      within(PATIENCE_MS, keptShared()).catch(() => ({})),
      freeSpace(config.data_dir),
    ]);
    const oldest = agesOf(trust, clock.now())[0];
    return {
      ...queues,
      ...poolReadings(connections),
      'sigill.database.up': database ? 1 : 0,
      'sigill.trust.age': oldest && secondsSince(new Date(oldest.date), clock.now()),
      'sigill.trusted_certificates': trust.live.size,
      'sigill.request_body': bodies.held(),
      'sigill.request_log.dropped': requests.droppedInAll(),
      'sigill.data_disk.free': free,
      'sigill.build_info': [[{ version: packageFile.version, schema: SCHEMA, role: config.role }, 1]],
    };
  };
}

/** Measures the queues one after another, so that monitoring takes one connection at most. */
export async function readShared(ctx: Context): Promise<Readings> {
  const lengths: (readonly [{ queue: string }, QueueLength])[] = [];
  for (const [queue, measure] of Object.entries(QUEUES)) lengths.push([{ queue }, await measure(ctx)]);
  const backup = await lastBackup(ctx);
  return {
    'sigill.queue.depth': lengths.map(([queue, { depth }]) => [queue, depth] as const),
    'sigill.queue.oldest_due': lengths.map(([queue, { oldest_due_seconds }]) => [queue, oldest_due_seconds] as const),
    'sigill.backup.age': backup && secondsSince(backup, ctx.deps.clock.now()),
  };
}

function poolReadings(connections: Sources['connections']): Readings {
  const pool = connections?.();
  if (!pool) return {};
  const { idle, used, max, waiting } = pool;
  return {
    'db.client.connection.count': [
      [{ state: 'idle' }, idle],
      [{ state: 'used' }, used],
    ],
    'db.client.connection.max': max,
    'db.client.connection.pending_requests': waiting,
  };
}

/** Concurrent calls share one result. Failures are not kept. */
function keeping<T>(kept_ms: number, work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (result && performance.now() < until) return result;
    until = Number.POSITIVE_INFINITY;
    result = work().then(
      (found) => {
        until = performance.now() + kept_ms;
        return found;
      },
      (error: unknown) => {
        until = 0;
        throw error;
      },
    );
    return result;
  };
}

async function freeSpace(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

const secondsSince = (then: Date, now: Date) => Math.max(0, (now.getTime() - then.getTime()) / 1000);
