/**
 * Limits how many bytes of request bodies the process holds at once: in total, from one network, and from the /48 around it.
 * Submissions from devices that have shown token and key have their own budget, so that strangers' bodies cannot crowd them out.
 * When there is no room for a body, the slowest body still arriving is dropped, since few legitimate clients are slower than an
 * attacker who tries to occupy memory.
 */
import { ServiceUnavailable, TooManyRequests } from '../../core/errors.ts';
import type { ClientNetworks } from '../../throttling/client-network.ts';

const MEGABYTE = 1024 * 1024;

interface Budget {
  total: number;
  wide: number;
  network: number;
}

/** A submission with a face is about 3 MB, and many people may share their carrier's address. */
const BUDGETS = {
  submission: { total: 96 * MEGABYTE, wide: 48 * MEGABYTE, network: 36 * MEGABYTE },
  other: { total: 32 * MEGABYTE, wide: 24 * MEGABYTE, network: 12 * MEGABYTE },
};

const JUDGED_AFTER_MS = 1000;

export class BodyDropped extends ServiceUnavailable {
  constructor() {
    super('The service is busy, and this request arrived too slowly. Try again in 2 seconds');
  }
}

export interface BodyBudget {
  held(): number;
  open(networks: ClientNetworks, purpose: keyof typeof BUDGETS): BodyAccount;
}

export interface BodyAccount {
  /** The body starts to arrive. `drop` is called to make room, and must release its bytes. */
  begin(drop: (reason: BodyDropped) => void): void;
  /** Counts bytes that arrived. @throws TooManyRequests or ServiceUnavailable when there is no room, and no slow body to drop. */
  hold(bytes: number): void;
  end(): void;
  close(): void;
}

interface Receiving {
  shares: Share[];
  since: number;
  held: number;
  drop(reason: BodyDropped): void;
}

interface Share {
  key: string;
  most: number;
  refusal(): Error;
}

export function createBodyBudget(): BodyBudget {
  const pools = { submission: createPool(BUDGETS.submission), other: createPool(BUDGETS.other) };
  return {
    held: () => pools.submission.held() + pools.other.held(),
    open: (networks, purpose) => pools[purpose].open(networks),
  };
}

function createPool({ total, wide, network }: Budget) {
  const held = new Map<string, number>();
  const receiving = new Set<Receiving>();
  const inAll: Share = { key: 'all', most: total, refusal: busy };

  function add({ shares }: Receiving, bytes: number): void {
    for (const { key } of shares) {
      const rest = (held.get(key) ?? 0) + bytes;
      if (rest > 0) held.set(key, rest);
      else held.delete(key);
    }
  }

  function free(body: Receiving): void {
    add(body, -body.held);
    body.held = 0;
  }

  function makeRoom(body: Receiving, { key, most, refusal }: Share, bytes: number): void {
    while ((held.get(key) ?? 0) + bytes > most) {
      const slowest = slowestOf(receiving, key, body);
      if (!slowest) throw refusal();
      receiving.delete(slowest);
      free(slowest);
      slowest.drop(new BodyDropped());
    }
  }

  function open({ narrow, wide: around }: ClientNetworks): BodyAccount {
    const shares = [{ key: narrow, most: network, refusal: tooMany }, inAll];
    if (around !== undefined) shares.push({ key: around, most: wide, refusal: tooMany });
    const body: Receiving = { shares, since: 0, held: 0, drop() {} };
    return {
      begin(drop) {
        Object.assign(body, { since: performance.now(), drop });
        receiving.add(body);
      },
      hold(bytes) {
        for (const share of shares) makeRoom(body, share, bytes);
        body.held += bytes;
        add(body, bytes);
      },
      end: () => void receiving.delete(body),
      close() {
        receiving.delete(body);
        free(body);
      },
    };
  }

  return { open, held: () => held.get(inAll.key) ?? 0 };
}

function slowestOf(receiving: Set<Receiving>, key: string, except: Receiving): Receiving | undefined {
  const now = performance.now();
  let [slowest, least]: [Receiving | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const body of receiving) {
    const age = now - body.since;
    if (body === except || body.held === 0 || age < JUDGED_AFTER_MS) continue;
    if (body.held / age < least && body.shares.some((share) => share.key === key))
      [slowest, least] = [body, body.held / age];
  }
  return slowest;
}

const tooMany = () =>
  new TooManyRequests('Too many large requests at once from this network. Try again in 2 seconds', 2);
const busy = () => new ServiceUnavailable('The service is busy. Try again shortly');
