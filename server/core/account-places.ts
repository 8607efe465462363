/** Limits work that runs at once in this process, so that no account takes all of it. */
import { ServiceUnavailable, TooManyRequests } from './errors.ts';

interface PlacesOptions {
  per_account: number;
  in_all: number;
  /** When this many are taken, the remaining places are reserved for accounts without one. */
  for_anybody: number;
  retry_seconds: number;
  /** The texts of the errors. */
  refusals: { account: string; all: string };
}

export type AccountPlaces = ReturnType<typeof createAccountPlaces>;

export function createAccountPlaces({ per_account, in_all, for_anybody, retry_seconds, refusals }: PlacesOptions) {
  const accounts = new Map<number, number>();
  let inAll = 0;

  function leave(merchant_id: number): void {
    const left = accounts.get(merchant_id)! - 1;
    if (left > 0) accounts.set(merchant_id, left);
    else accounts.delete(merchant_id);
    inAll--;
  }

  return {
    /** @throws TooManyRequests or ServiceUnavailable. Enter before anything is read or written. */
    enter(merchant_id: number): Disposable {
      const own = accounts.get(merchant_id) ?? 0;
      if (own >= per_account) throw new TooManyRequests(refusals.account, retry_seconds);
      if (inAll >= (own > 0 ? for_anybody : in_all))
        throw new ServiceUnavailable(refusals.all, undefined, { retryAfter: retry_seconds });
      accounts.set(merchant_id, own + 1);
      inAll++;
      const place = new DisposableStack();
      place.defer(() => leave(merchant_id));
      return place;
    },
  };
}
