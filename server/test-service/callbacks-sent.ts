import { setTimeout } from 'node:timers/promises';
import type { OutsideContext } from '../core/context.ts';

const LOOK_AGAIN_MS = 20;
const LONGEST_MS = 20_000;

/** Waits until every callback that is due has been tried: sending is the work of a moment after the call that caused it. */
export async function callbacksSent({ db, deps }: OutsideContext): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  const due = () =>
    db
      .selectFrom('callbacks')
      .select('id')
      .where('state', '=', 'PENDING')
      .where((is) => is.or([is('attempts', '=', 0), is('next_attempt', '<=', deps.clock.now().toISOString())]))
      .executeTakeFirst();
  const running = () =>
    db
      .selectFrom('callbacks')
      .select('id')
      .where('state', '=', 'PENDING')
      .where('attempts', '>', (of) =>
        of
          .selectFrom('callback_attempts')
          .select((to) => to.fn.countAll<number>().as('ended'))
          .whereRef('callback_id', '=', 'callbacks.id'),
      )
      .executeTakeFirst();
  while (performance.now() < until && ((await due()) || (await running()))) await setTimeout(LOOK_AGAIN_MS);
}
