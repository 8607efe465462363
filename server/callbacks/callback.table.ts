import type { Generated } from 'kysely';
import type { EventType, SessionState } from '../generated/operations.gen.ts';

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
  /** When to send next. While an attempt is in progress, this is later than its timeout, so that the event is sent again after a crash. */
  next_attempt: string | null;
  /** How many attempts have started, including manual ones. */
  attempts: number;
  /** How many attempts may still start: the first and 5 retries, or one manual attempt. */
  attempts_left: number;
  /** 1 once a manual attempt has been requested. */
  resent: Generated<number>;
  /** The W3C `traceparent` of the call that caused the event. */
  traceparent: Generated<string | null>;
}

export interface CallbackAttemptTable {
  callback_id: string;
  number: number;
  created: string;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
}

/** An account that listens for callbacks with `callback.listen`. */
interface ListenerTable {
  merchant_id: number;
  /** How many events have been kept for the account so far. The number never decreases, so that no cursor refers to two events. */
  position: number;
  /** New events are kept until this time. Calls extend it. */
  until: string;
}

interface ListenedEventTable {
  merchant_id: number;
  position: number;
  id: string;
  created: string;
  payload: string;
}

interface CallbackDayTable {
  merchant_id: number;
  host: string;
  day: string;
  delivered: number;
  delivered_at_first: number;
  failed: number;
}

/** How many of a host's responses took a given time, rounded to two digits. */
interface AnswerTimeTable {
  merchant_id: number;
  host: string;
  day: string;
  ms: number;
  answers: number;
}

/** A host that has failed, and its current state. */
export interface EndpointTable {
  merchant_id: number;
  host: string;
  /** Consecutive failed attempts. */
  failures: number;
  failing_since: string | null;
  last_failure: string | null;
  last_status: number | null;
  last_error: string | null;
  alerted: string | null;
}

/** Every event of an account, kept for replays whether or not it was delivered. */
export interface AccountEventTable {
  /** `msg_…` and the time in hexadecimal, so that the ids of an account are in the order of its events. */
  id: string;
  merchant_id: number;
  type: EventType;
  /** The body, byte for byte the same in every delivery. */
  payload: string;
  traceparent: Generated<string | null>;
}

/** An address that receives an account's events, including those of all its sessions. */
export interface AccountEndpointTable {
  id: number;
  merchant_id: number;
  url: string;
  description: string | null;
  /** A JSON list, or null for all types. */
  event_types: string | null;
  enabled: number;
  created: string;
}

/** The delivery of an event to an endpoint. A replay queues the same row again. */
export interface EndpointDeliveryTable {
  endpoint_id: number;
  event_id: string;
  state: DeliveryState;
  next_attempt: string | null;
  attempts: number;
  attempts_left: number;
  resent: number;
  last_created: string | null;
  last_duration_ms: number | null;
  last_status: number | null;
  last_error: string | null;
}

export interface CallbackTables {
  account_events: AccountEventTable;
  account_endpoints: AccountEndpointTable;
  endpoint_deliveries: EndpointDeliveryTable;
  callback_days: CallbackDayTable;
  callback_answer_times: AnswerTimeTable;
  callback_endpoints: EndpointTable;
  callback_listeners: ListenerTable;
  listened_events: ListenedEventTable;
  callbacks: CallbackTable;
  callback_attempts: CallbackAttemptTable;
  /** One signing secret per account, encrypted. The previous one stays valid until `previous_expires`. */
  callback_secrets: {
    merchant_id: number;
    secret: Buffer;
    created: string;
    previous_secret: Buffer | null;
    previous_expires: string | null;
  };
}
