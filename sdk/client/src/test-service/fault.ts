/** What the next answers of a call shall be instead of what the service would answer. */
export type Fault = FaultOnce & {
  /** How many answers; one if not given. */
  times?: number;
};

type FaultOnce = DeclaredAnswer | LostConnection | SlowAnswer;

/** An answer that the contract declares for the call. The service does nothing. */
interface DeclaredAnswer {
  status: number;
  /** Which of the codes that the contract declares for this status; the first if not given. */
  code?: string;
  /** What 429 and 503 tell the caller to wait; 0 if not given, so that tests need not. */
  retryAfterSeconds?: number;
}

/** The connection breaks: before the service has done anything, or when it has, so that only its answer is lost. */
interface LostConnection {
  lost: 'request' | 'answer';
}

/** The service does what was asked, later. */
interface SlowAnswer {
  delayMs: number;
}
