import type { Generated } from 'kysely';
import type { SessionState } from '../generated/operations.gen.ts';

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'FAILED';

export interface CallbackTable {
  /** `msg_…`: the event id, sent as `webhook-id` in every attempt. */
  id: string;
  merchant_id: number;
  session_id: number;
  type: string;
  url: string;
  session_state: SessionState;
  /** The body, byte for byte the same in every attempt. */
  payload: string;
  state: DeliveryState;
  created: string;
  /** When to send next. A running attempt moves it beyond its own end, so that after a crash the event is sent again. */
  next_attempt: string | null;
  /** How many attempts have begun, also by hand. */
  attempts: number;
  /** How many attempts may still begin: the first and 5 retries, or the one that was asked for by hand. */
  attempts_left: number;
  /** 1 once an attempt was asked for by hand. */
  resent: Generated<number>;
}

export interface CallbackAttemptTable {
  callback_id: string;
  number: number;
  created: string;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
}

/** An account that waits for callbacks with `callback.listen`. */
interface ListenerTable {
  merchant_id: number;
  /** How many events were kept for it so far. It never goes back, so that no cursor names two events. */
  position: number;
  /** Events are kept until then. Each call moves it on. */
  until: string;
}

/** An event that is kept for the account that listens. */
interface ListenedEventTable {
  merchant_id: number;
  position: number;
  id: string;
  created: string;
  payload: string;
}

/** What became of the events that were made on a day, in UTC, for one host. */
interface CallbackDayTable {
  merchant_id: number;
  host: string;
  day: string;
  delivered: number;
  delivered_at_first: number;
  failed: number;
}

/** How often a host answered in a time, which is rounded to two digits. */
interface AnswerTimeTable {
  merchant_id: number;
  host: string;
  day: string;
  ms: number;
  answers: number;
}

/** A host with a failure: how it is doing now. */
export interface EndpointTable {
  merchant_id: number;
  host: string;
  /** Attempts that failed since the last one that did not. */
  failures: number;
  failing_since: string | null;
  last_failure: string | null;
  last_status: number | null;
  last_error: string | null;
  /** When the account was told that it keeps failing. */
  alerted: string | null;
}

export interface CallbackTables {
  callback_days: CallbackDayTable;
  callback_answer_times: AnswerTimeTable;
  callback_endpoints: EndpointTable;
  callback_listeners: ListenerTable;
  listened_events: ListenedEventTable;
  callbacks: CallbackTable;
  callback_attempts: CallbackAttemptTable;
  /** One signing secret per account, sealed; the one before it stays valid until `previous_expires`. */
  callback_secrets: {
    merchant_id: number;
    secret: Buffer;
    created: string;
    previous_secret: Buffer | null;
    previous_expires: string | null;
  };
}
