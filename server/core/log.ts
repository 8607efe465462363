/** Structured log lines. What is personal or secret is not logged at all; the paths below are a second line of defence. */
import { type Logger, pino } from 'pino';
import { faultOf } from './fault.ts';

export type { Logger };

export function createLog(level: string, write?: (line: string) => void): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: ['*.password', '*.secret', '*.token', '*.authorization'],
      censor: '[redacted]',
    },
  };
  return write ? pino(options, { write }) : pino(options);
}

/** An error without the requests, answers and rows that libraries attach to it. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return faultOf(error);
  const { message, stack, cause } = error;
  return { ...faultOf(error), message, stack, ...(cause !== undefined && { cause: faultOf(cause) }) };
}
