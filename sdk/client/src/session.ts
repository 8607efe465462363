import type { CallOptions, Client } from './client.ts';
import { deadline, wait } from './deadline.ts';
import { SigillError, TimeoutError } from './errors.ts';
import { Session } from './generated/api/sdk.gen.ts';
import type {
  ApprovedSession,
  FailedSession,
  RejectedSession,
  SessionGetParams,
  SessionGetResponse,
  SessionProofParams,
  SessionProofResponse,
  SessionState,
  UnverifiedSession,
  VerificationSession,
} from './generated/api/types.gen.ts';
import { type Result, resultOf } from './result.ts';
import type { UnsealOptions } from './sealed/sealed.ts';
import { checkOptions } from './settings.ts';

/** A session that was aborted: no document was verified. */
export interface AbortedSession extends UnverifiedSession {
  state: 'ABORTED';
}

/** A session that has ended. Its `state` says which fields it has. */
export type EndedSession = ApprovedSession | RejectedSession | FailedSession | AbortedSession;

const ends = ['FAILED', 'ABORTED', 'REJECTED', 'APPROVED'] as const satisfies EndedSession['state'][];

/** Options for a wait. */
export interface WaitOptions extends Omit<CallOptions, 'idempotencyKey' | 'timeoutMs'> {
  /**
   * Longest time to wait, in milliseconds. Without it, the wait ends with the session: an abandoned session fails with
   * `session_expired` at its `expires`, 24 hours after it was created, or 1 hour if a link started it.
   */
  timeoutMs?: number | undefined;
}

export class Sessions extends Session {
  readonly #keys: UnsealOptions['keys'] | undefined;

  /** With `decryptionKey`, sealed data is decrypted. */
  constructor(client: Client, decryptionKey?: UnsealOptions['keys']) {
    super(client);
    this.#keys = decryptionKey;
  }

  override get(params: SessionGetParams, options?: CallOptions): Result<SessionGetResponse> {
    const sent = super.get(params, options);
    if (!this.#keys) return sent;
    return resultOf(async () => {
      const answer = await sent.withResponse();
      return { ...answer, data: (await this.#unsealed(answer.data, params.portrait_format)).session };
    }, {});
  }

  override proof(params: SessionProofParams, options?: CallOptions): Result<SessionProofResponse> {
    const sent = super.proof(params, options);
    if (!this.#keys) return sent;
    return resultOf(async () => {
      try {
        return await sent.withResponse();
      } catch (error) {
        if (!(error instanceof SigillError && error.code === 'proof_sealed')) throw error;
        const answer = await super.get(params, options).withResponse();
        const { proof } = await this.#unsealed(answer.data);
        if (!proof) throw error;
        return { ...answer, data: { proof, specimen: (answer.data as ApprovedSession).chip.specimen } };
      }
    }, {});
  }

  /** The module is loaded when there is something to decrypt. */
  async #unsealed(session: VerificationSession, portrait_format?: 'png' | 'jpeg') {
    if (!this.#keys || !('sealed_data' in session) || !session.sealed_data) return { session, proof: undefined };
    const { unsealSession } = await import('./sealed/sealed.ts');
    return unsealSession(session, { keys: this.#keys, portrait_format });
  }

  /**
   * Waits until the session has ended, and returns it. The state is polled every 2 seconds at first and more slowly while
   * nothing changes, down to every 30 seconds. A callback makes this unnecessary.
   * @throws TimeoutError with the code `wait_timeout` when the session did not end within `timeoutMs`. The session stays open.
   */
  async waitFor(id: number, options: WaitOptions = {}): Promise<EndedSession> {
    checkOptions(options);
    const { timeoutMs, ...callOptions } = options;
    const { sleep = wait } = this.client.config;
    const { signal } = callOptions;
    const time = deadline(timeoutMs, signal);
    const limited = { ...callOptions, signal: time.signal };
    let last: SessionState | undefined;
    try {
      for (let unchanged = 0; ; unchanged++) {
        const { state } = await this.state({ id }, limited);
        if (ends.some((end) => end === state)) return (await this.get({ id }, limited)) as EndedSession;
        if (state !== last) unchanged = 0;
        last = state;
        await sleep(Math.min(2000 * 1.1 ** unchanged, 30_000), limited.signal);
      }
    } catch (error) {
      if (timeoutMs === undefined || !time.isOver() || signal?.aborted || error instanceof SigillError) throw error;
      const text = `Session ${id} did not end within ${timeoutMs / 1000} s.${last ? ` It is ${last}.` : ''}`;
      throw new TimeoutError(text, { status: 0, code: 'wait_timeout' });
    } finally {
      time.end();
    }
  }
}
