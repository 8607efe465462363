/** Notices that an operator has changed what is trusted, and warns about what is outdated: once a day, and after each change. */
import type { OutsideContext } from '../core/context.ts';
import { readImported } from './imported.service.ts';
import { readVersion } from './trust.repository.ts';
import { agesOf, ageWarnings } from './trust-age.ts';

const EVERY_MS = 5_000;

export function createTrustWorker(ctx: OutsideContext) {
  const { db, deps } = ctx;
  const { trust, clock, log } = deps;
  let warned: string | undefined;

  async function renew(): Promise<void> {
    await trust.renew(await readImported(db));
    for (const refused of trust.refused)
      log.warn(refused, 'a file in MASTER_LISTS_DIR is not used; run npm run operator -- trust status');
    const { states } = await trust.examination();
    const anchors = states.reduce((sum, state) => sum + state.anchors.length, 0);
    log.info({ version: trust.version, anchors, states: states.length }, 'trust renewed');
    warned = undefined;
  }

  async function warn(): Promise<void> {
    const now = clock.now();
    const { states } = await trust.examination();
    trust.warnings = ageWarnings(agesOf(trust, now), states, now);
    const day = now.toISOString().slice(0, 10);
    if (day === warned) return;
    warned = day;
    for (const warning of trust.warnings) log.warn(`trust: ${warning}`);
  }

  return {
    async run(): Promise<number> {
      if ((await readVersion(db)) !== trust.version) await renew();
      await warn();
      return EVERY_MS;
    },
  };
}
