export interface ThrottleTables {
  throttles: ThrottleTable;
  call_counts: CallCountTable;
}

interface ThrottleTable {
  id: string;
  /** When the bucket will be empty, in milliseconds since 1970. Each attempt postpones it. */
  empty_at: number;
}

/** The calls of all processes in one window, as far as they were shared. Deleted once the following window has ended. */
interface CallCountTable {
  /** A hash, because the subject may be an address. */
  id: string;
  /** Milliseconds since 1970, like `expires`. */
  window_start: number;
  calls: number;
  expires: number;
  changed: number;
}
