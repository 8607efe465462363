/** `npm run operator -- erasure-keys replace`: for when the folder of erasure keys is lost. */
import { CommandRefused, type PlannedChange } from '../billing/payment/operator.service.ts';
import type { OutsideContext } from '../core/context.ts';
import { destroyUnreadable, listUnreadable } from '../sessions/erasure.service.ts';
import { change } from './command.ts';

export const replaceErasureKeys = change({
  summary:
    'uses ERASURE_KEYS_DIR as the folder of the erasure keys when the previous one is lost; stop every process first',
  replaces_erasure_keys: true,
  plan: erasureKeysChange,
});

async function erasureKeysChange(ctx: OutsideContext): Promise<PlannedChange> {
  const keys = ctx.deps.erasure_keys;
  if (!keys) throw new CommandRefused('Only PostgreSQL uses erasure keys.');
  const ids = await listUnreadable(ctx);
  const { erasure_keys_dir } = ctx.deps.config;
  return {
    summary: [
      `The erasure keys will be in ${erasure_keys_dir}. Start every process with this ERASURE_KEYS_DIR.`,
      ids.length === 1
        ? 'The identity data of 1 session can no longer be decrypted, and will be destroyed.'
        : `The identity data of ${ids.length} sessions can no longer be decrypted, and will be destroyed.`,
    ],
    run: async (ctx) => {
      await keys.adopt(ctx.db);
      await destroyUnreadable(ctx, ids);
    },
  };
}
