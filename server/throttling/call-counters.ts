/**
 * Counts calls in memory, in sliding windows: the calls in this window, plus the previous window's in proportion to the part of it
 * that is still covered. The counts of other processes arrive through `learn`, and `unsent` returns the counts to share with them
 * (call-count.worker.ts).
 */
import { hashToken } from '../secrets/random-secret.ts';

export interface CallLimit {
  /** All processes count together under this name. Without one the limit applies to this process alone. */
  name?: string;
  requests: number;
  /** The limit that applies while the event loop has no time left. Without one, `requests` applies then too. */
  when_scarce?: number;
  window_seconds: number;
}

export interface CallCount {
  /** The limit and the subject, hashed because the subject may be an address. */
  id: string;
  /** Milliseconds since 1970. */
  window_start: number;
  calls: number;
  /** In milliseconds since 1970. After this, the count no longer matters. */
  expires: number;
}

/** Call `confirm` once the count is shared. */
export interface UnsentCount extends CallCount {
  confirm(): void;
}

/**
 * How many subjects are counted in one window. An attacker with more networks than this evicts the oldest subjects, but gains
 * nothing: so many networks may make more calls than the service can handle anyway.
 */
const MOST_SUBJECTS = 20_000;
const MOST_KNOWN = 20_000;
/**
 * The part of a limit from which a subject's calls are shared. Nearly every subject stays below it, and causes no writes. While
 * each of up to eight processes stays below it, they are together within the limit without telling each other.
 */
const TOLD_FROM = 1 / 8;

type Subject = string | number;

interface Counter {
  subject: Subject;
  bucket: Bucket;
  window: number;
  /** Calls that this process admitted in this window, and how many of them it has shared. */
  own: number;
  sent: number;
  /** Calls that other processes admitted, in this window and in the previous one. */
  others: number;
  others_before: number;
  before: Counter | undefined;
  /** The version of the learned counts when `others` was looked up. */
  learnt: number;
  id: string | undefined;
}

interface Bucket {
  limit: CallLimit;
  window_ms: number;
  window: number;
  current: Map<Subject, Counter>;
  previous: Map<Subject, Counter>;
}

export function createCallCounters() {
  const known = createKnownCounts();
  const unsent = createUnsentCounts();
  let counted = true;

  function counterOf(bucket: Bucket, subject: Subject, now: number): Counter {
    const window = Math.floor(now / bucket.window_ms);
    if (window !== bucket.window) turn(bucket, window);
    let counter = bucket.current.get(subject);
    if (!counter) {
      counter = newCounter(bucket, subject, bucket.previous.get(subject));
      if (bucket.current.size >= MOST_SUBJECTS) bucket.current.delete(bucket.current.keys().next().value!);
      bucket.current.set(subject, counter);
    }
    if (counter.learnt !== known.version) lookUp(counter, known);
    return counter;
  }

  function add(counter: Counter, price: number): void {
    counter.own += price;
    if (counter.own >= counter.bucket.limit.requests * TOLD_FROM) unsent.add(counter);
  }

  return {
    bucket: newBucket,

    /**
     * Counts a call as `price` calls, unless that would exceed `most`.
     * @returns what is used in the window that ends now, including this call.
     */
    take(bucket: Bucket, subject: Subject, { now, price, most }: { now: number; price: number; most: number }): number {
      const counter = counterOf(bucket, subject, now);
      const used = usedBy(counter, now) + price;
      counted = true;
      if (used <= most) add(counter, price);
      return used;
    },

    /** Counts what has already been used, even if that exceeds the limit. */
    charge(bucket: Bucket, subject: Subject, now: number, price: number): void {
      counted = true;
      add(counterOf(bucket, subject, now), price);
    },

    /** Stores nothing for a subject without calls. */
    isFull(bucket: Bucket, subject: Subject, now: number): boolean {
      if (!bucket.current.has(subject) && !bucket.previous.has(subject)) return false;
      return usedBy(counterOf(bucket, subject, now), now) + 1 > bucket.limit.requests;
    },

    /** @returns the milliseconds until a call of this price is within `most`. */
    wait: (
      bucket: Bucket,
      subject: Subject,
      { now, price, most }: { now: number; price: number; most: number },
    ): number => waitOf(counterOf(bucket, subject, now), now, most - price),

    hasCounted(): boolean {
      const had = counted;
      counted = false;
      return had;
    },

    unsent: unsent.list,
    learn: (counts: CallCount[], now: number): void => known.learn(counts, now),
  };
}

function createKnownCounts() {
  const known = new Map<string, CallCount>();
  return {
    version: 0,
    get isEmpty() {
      return known.size === 0;
    },
    calls: (id: string, window_start: number): number => known.get(keyOf(id, window_start))?.calls ?? 0,
    learn(counts: CallCount[], now: number): void {
      for (const [key, { expires }] of known) {
        if (expires > now) break;
        known.delete(key);
      }
      for (const count of counts) {
        const key = keyOf(count.id, count.window_start);
        if (known.get(key)?.calls === count.calls) continue;
        if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
        known.set(key, count);
        this.version++;
      }
    },
  };
}

function createUnsentCounts() {
  const unsent = new Set<Counter>();
  return {
    /** If the set is full, a later call adds the counter. */
    add(counter: Counter): void {
      if (counter.bucket.limit.name !== undefined && unsent.size < MOST_SUBJECTS) unsent.add(counter);
    },
    list(most: number, now: number): UnsentCount[] {
      const counts: UnsentCount[] = [];
      for (const counter of unsent) {
        const count = countOf(counter, unsent);
        if (count.expires > now) counts.push(count);
        else unsent.delete(counter);
        if (counts.length === most) break;
      }
      return counts;
    },
  };
}

export type CallCounters = ReturnType<typeof createCallCounters>;
export type { Bucket as CallBucket };

const newBucket = (limit: CallLimit): Bucket => ({
  limit,
  window_ms: limit.window_seconds * 1000,
  window: 0,
  current: new Map(),
  previous: new Map(),
});

function lookUp(counter: Counter, known: ReturnType<typeof createKnownCounts>): void {
  const { limit, window_ms } = counter.bucket;
  counter.learnt = known.version;
  if (known.isEmpty || limit.name === undefined) return;
  const id = idOf(counter);
  const callsIn = (window: number) => known.calls(id, window * window_ms);
  counter.others = Math.max(0, callsIn(counter.window) - counter.sent);
  counter.others_before = Math.max(0, callsIn(counter.window - 1) - (counter.before?.sent ?? 0));
}

function turn(bucket: Bucket, window: number): void {
  bucket.previous = window === bucket.window + 1 ? bucket.current : new Map();
  bucket.current = new Map();
  bucket.window = window;
}

function newCounter(bucket: Bucket, subject: Subject, before: Counter | undefined): Counter {
  // Otherwise every counter would keep all earlier ones alive.
  if (before) before.before = undefined;
  return {
    subject,
    bucket,
    window: bucket.window,
    own: 0,
    sent: 0,
    others: 0,
    others_before: before?.others ?? 0,
    before,
    learnt: -1,
    id: before?.id,
  };
}

const callsBefore = ({ before, others_before }: Counter) => (before?.own ?? 0) + others_before;

function usedBy(counter: Counter, now: number): number {
  const { window_ms } = counter.bucket;
  const passed = now / window_ms - counter.window;
  return callsBefore(counter) * (1 - passed) + counter.own + counter.others;
}

/**
 * A call has room again once the previous window counts little enough. If the current window alone leaves no room, the wait lasts
 * into the next window, in which the current one counts less and less in turn.
 */
function waitOf(counter: Counter, now: number, room: number): number {
  const { window_ms } = counter.bucket;
  const [before, here] = [callsBefore(counter), counter.own + counter.others];
  const share = here <= room ? 1 - (room - here) / Math.max(before, 1) : 2 - room / here;
  return Math.max(0, (counter.window + share) * window_ms - now);
}

const keyOf = (id: string, window_start: number) => `${id} ${window_start}`;

function idOf(counter: Counter): string {
  counter.id ??= hashToken(`calls ${counter.bucket.limit.name} ${counter.subject}`);
  return counter.id;
}

function countOf(counter: Counter, unsent: Set<Counter>): UnsentCount {
  const { own, sent, window, bucket } = counter;
  return {
    id: idOf(counter),
    window_start: window * bucket.window_ms,
    calls: own - sent,
    expires: (window + 2) * bucket.window_ms,
    confirm() {
      counter.sent = own;
      if (counter.own === own) unsent.delete(counter);
    },
  };
}
