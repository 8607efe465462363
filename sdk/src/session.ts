/** The calls on sessions, with the wait for their end. */
import { type CallOptions, wait } from './client.ts';
import { Session } from './generated/api/sdk.gen.ts';
import type { KnownSessionState, SessionState, VerificationSession } from './generated/api/types.gen.ts';

const ends = ['FAILED', 'ABORTED', 'REJECTED', 'APPROVED'] as const satisfies KnownSessionState[];

/** A session that has ended. Its `state` says which fields it has. */
export type EndedSession = VerificationSession & { state: (typeof ends)[number] };

export class Sessions extends Session {
  /**
   * Waits until the session has ended, and gets it. The state is asked for every 2 seconds at first and more slowly while
   * nothing changes, up to every 30 seconds. A callback saves this wait.
   */
  async waitFor(id: number, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<EndedSession> {
    const { sleep = wait } = this.client.getConfig();
    let last: SessionState | undefined;
    for (let unchanged = 0; ; unchanged++) {
      const { state } = await this.state({ ...options, body: { id } });
      if (ends.some((end) => end === state)) break;
      if (state !== last) unchanged = 0;
      last = state;
      await sleep(Math.min(2000 * 1.1 ** unchanged, 30_000), options.signal);
    }
    return (await this.get({ ...options, body: { id } })) as EndedSession;
  }
}
