import type { OutsideContext } from '../../core/context.ts';
import type { Worker } from '../../core/workers.ts';
import { listUnconfirmedNumbers } from '../ledger/vat-proof.repository.ts';
import { confirmVatNumber } from './billing-vat-number.service.ts';

/**
 * VIES limits the requests of each caller, and a register that does not respond is often down for hours, so retrying once an hour
 * is enough.
 */
const EVERY_MS = 3_600_000;

export function createVatNumberWorker(ctx: OutsideContext): Worker {
  const { clock, log, vat_numbers } = ctx.deps;
  let next = 0;
  const stopping = new AbortController();

  return {
    async run(): Promise<number> {
      if (!vat_numbers.is_online) return Number.POSITIVE_INFINITY;
      const now = clock.now().getTime();
      if (now < next) return next - now;
      next = now + EVERY_MS;
      await askAgain();
      return EVERY_MS;
    },
    interrupt(): void {
      stopping.abort();
    },
  };

  async function askAgain(): Promise<void> {
    const { signal } = stopping;
    /** The countries whose registers have not responded in this run. */
    const silent = new Set<string | null>();
    for (const { merchant_id, country } of await listUnconfirmedNumbers(ctx.db)) {
      if (signal.aborted) return;
      if (silent.has(country)) continue;
      try {
        if (!(await confirmVatNumber(ctx, { merchant_id, signal }))) silent.add(country);
      } catch (error) {
        log.warn({ merchant_id, err: error }, 'could not confirm a VAT number');
      }
    }
  }
}
