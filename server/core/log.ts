/** Structured log lines. What is personal or secret is not logged at all; the paths below are a second line of defence. */
import { type Logger, type LoggerOptions, pino } from 'pino';
import { timestamp } from './clock.ts';
import { faultOf } from './fault.ts';

export type { Logger };

const BLOCK = 16 * 1024 - 1;
const LONGEST_WAIT_MS = 500;

export function createLog(level: string, write?: (line: string) => void): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${timestamp(new Date())}"`,
    serializers: { err: describeError },
    redact: {
      paths: ['*.password', '*.secret', '*.token', '*.authorization'],
      censor: '[redacted]',
    },
  };
  if (write) return pino(options, { write });
  // Lines of calls are written some at a time, because a write for each takes as long as a call. What went wrong is written at once.
  const output = pino.destination({ sync: false, minLength: BLOCK, periodicFlush: LONGEST_WAIT_MS });
  const atOnce = pino.levels.values['warn']!;
  const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (args, method, level) {
    method.apply(this, args);
    if (level >= atOnce) output.flushSync();
  };
  return pino({ ...options, hooks: { logMethod } }, output);
}

/** A log of lines that name nothing but numbers, ids and names of ours, in which there is nothing to look for. */
export const withoutRedaction = (log: Logger): Logger => log.child({}, { redact: [] });

/** An error without the requests, answers and rows that libraries attach to it. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return faultOf(error);
  const { message, stack, cause } = error;
  return { ...faultOf(error), message, stack, ...(cause !== undefined && { cause: faultOf(cause) }) };
}
