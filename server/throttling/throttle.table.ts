export interface ThrottleTables {
  throttles: ThrottleTable;
  call_counts: CallCountTable;
}

/** A leaking bucket of attempts. */
interface ThrottleTable {
  id: string;
  /** When the bucket will be empty, in milliseconds since 1970. Each attempt moves it further away. */
  empty_at: number;
}

/** The calls of one subject in one window, counted by all processes. Gone two windows later. */
interface CallCountTable {
  /** A hash, because the subject may be an address. */
  id: string;
  /** Times in milliseconds since 1970. */
  window_start: number;
  calls: number;
  expires: number;
  changed: number;
}
