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

export interface CallbackTables {
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
