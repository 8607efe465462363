/** What the next requests of a call get instead of the normal response of the service. */
export type Fault = FaultOnce & {
  /** How many requests; 1 by default. */
  times?: number;
};

type FaultOnce = DeclaredAnswer | LostConnection | SlowAnswer;

/** A response that the contract declares for the call. The service does nothing. */
interface DeclaredAnswer {
  status: number;
  /** One of the codes that the contract declares for this status; the first by default. */
  code?: string;
  /** The wait that 429 and 503 ask for, in seconds; 0 by default, so that tests need not wait. */
  retryAfterSeconds?: number;
}

/** The connection breaks: before the service has done anything, or afterwards, so that only its response is lost. */
interface LostConnection {
  lost: 'request' | 'answer';
}

/** The service carries out the request after a delay. */
interface SlowAnswer {
  delayMs: number;
}
