export interface ThrottleTables {
  throttles: ThrottleTable;
  call_counts: CallCountTable;
}

/** A leaky bucket of attempts. */
interface ThrottleTable {
  id: string;
  /** When the bucket will be empty, in milliseconds since 1970. Each attempt postpones it. */
  empty_at: number;
}

/** A subject's calls in one window, counted by all processes. Deleted two windows later. */
interface CallCountTable {
  /** A hash, because the subject may be an address. */
  id: string;
  /** Times in milliseconds since 1970. */
  window_start: number;
  calls: number;
  expires: number;
  changed: number;
}
