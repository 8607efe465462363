import type { ComponentState, Measured } from '../../openapi/facts/status.ts';
import { callbackDelay } from '../callbacks/callback.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { mailDelay } from '../mail/mail.service.ts';
import { verdictDelay } from '../sessions/evidence/verdict-claim.service.ts';
import { agesOf, OLD_DAYS } from '../trust/trust-age.ts';
import { listDays } from './status.repository.ts';

const LATE_SECONDS = {
  verification: { degraded: 60, down: 600 },
  callbacks: { degraded: 120, down: 900 },
  mail: { degraded: 600, down: 3600 },
} as const;
type Queue = keyof typeof LATE_SECONDS;

const DELAYS: Record<Queue, (ctx: Context) => Promise<number>> = {
  verification: verdictDelay,
  callbacks: callbackDelay,
  mail: mailDelay,
};

/** Queues that only workers process. Documents are verified by the process that receives them. */
const NEEDS_WORKERS: ReadonlySet<Queue> = new Set(['callbacks', 'mail']);

const CARD_FAILURES = { degraded: 1, down: 3 } as const;

/** A running server records its results twice a minute. After this long without results, it counts as not running. */
const SERVER_SILENT_MS = 180_000;

/** Any process can measure these. Queues are down without a writable database, or without the workers they need. */
export async function measureShared(ctx: Context, isDatabaseUp: boolean, isSending = true): Promise<Measured[]> {
  const queues = (Object.keys(DELAYS) as Queue[]).map((name) =>
    measureQueue(ctx, name, isDatabaseUp && (isSending || !NEEDS_WORKERS.has(name))),
  );
  return [
    ...(await Promise.all(queues)),
    await measureTrust(ctx),
    { name: 'database', state: isDatabaseUp ? 'operational' : 'down' },
  ];
}

async function measureQueue(ctx: Context, name: Queue, isServed: boolean): Promise<Measured> {
  if (!isServed) return { name, state: 'down' };
  const delay = Math.floor(await DELAYS[name](ctx));
  const { degraded } = LATE_SECONDS[name];
  return { name, state: levelOf(delay, LATE_SECONDS[name]), ...(delay >= degraded && { delay_seconds: delay }) };
}

/** Local mode trusts its specimens. In production, every real document is rejected without a trusted certificate. */
async function measureTrust({ deps }: Context): Promise<Measured> {
  const { trust, clock, config } = deps;
  const { states } = await trust.examination();
  const age_days = agesOf(trust, clock.now())[0]?.days;
  const age = age_days !== undefined && { age_days };
  if (states.length === 0 && config.mode === 'production') return { name: 'trust', state: 'down', ...age };
  const isOld = age_days !== undefined && age_days > OLD_DAYS;
  return { name: 'trust', state: isOld ? 'degraded' : 'operational', ...age };
}

export const measureCards = (failures: number): Measured => ({
  name: 'cards',
  state: levelOf(failures, CARD_FAILURES),
});

/** Only servers can measure these parts. Without recent records, no server is running. */
export async function measureServers(ctx: Context): Promise<Measured[]> {
  const fresh = await recentResults(ctx);
  const [api, cards] = (['api', 'cards'] as const).map((wanted) => fresh.find(({ component }) => component === wanted));
  return [
    { name: 'api', state: api?.state ?? 'down' },
    ...(cards ? [{ name: 'cards' as const, state: cards.state }] : []),
  ];
}

export const hasWorkers = async (ctx: Context): Promise<boolean> =>
  (await recentResults(ctx)).some(({ component }) => component === 'workers');

async function recentResults({ db, deps }: Context) {
  const now = deps.clock.now();
  const since = timestamp(new Date(now.getTime() - SERVER_SILENT_MS));
  const rows = await listDays(db, { first: since.slice(0, 10), last: timestamp(now).slice(0, 10) });
  return rows.filter(({ sampled }) => sampled >= since).toReversed();
}

function levelOf(value: number, { degraded, down }: { degraded: number; down: number }): ComponentState {
  if (value >= down) return 'down';
  return value >= degraded ? 'degraded' : 'operational';
}
