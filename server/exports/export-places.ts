/** Limits the exports that run at once in this process. Each may read all of an account's data and slows the others down. */
import { ServiceUnavailable, TooManyRequests } from '../core/errors.ts';

const PER_ACCOUNT = 2;
const IN_ALL = 8;
/** When this many are running, the remaining places are reserved for accounts without a running export. */
const FOR_ANYBODY = 4;
const RETRY_SECONDS = 10;

export type ExportPlaces = ReturnType<typeof createExportPlaces>;

export function createExportPlaces() {
  const accounts = new Map<number, number>();
  let inAll = 0;

  function leave(merchant_id: number): void {
    const left = accounts.get(merchant_id)! - 1;
    if (left > 0) accounts.set(merchant_id, left);
    else accounts.delete(merchant_id);
    inAll--;
  }

  return {
    /** @throws TooManyRequests or ServiceUnavailable before anything is read or written. */
    enter(merchant_id: number): Disposable {
      const own = accounts.get(merchant_id) ?? 0;
      if (own >= PER_ACCOUNT)
        throw new TooManyRequests(
          `${PER_ACCOUNT} exports of this account are already running. Try again when one has finished`,
          RETRY_SECONDS,
        );
      if (inAll >= (own > 0 ? FOR_ANYBODY : IN_ALL))
        throw new ServiceUnavailable('Too many exports are running. Try again shortly', undefined, {
          retryAfter: RETRY_SECONDS,
        });
      accounts.set(merchant_id, own + 1);
      inAll++;
      const place = new DisposableStack();
      place.defer(() => leave(merchant_id));
      return place;
    },
  };
}
