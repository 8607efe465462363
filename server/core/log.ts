/** Structured log lines. What is personal or secret is not logged at all; the paths below are a second line of defence. */
import { type Logger, pino } from 'pino';
import { timestamp } from './clock.ts';
import { faultOf } from './fault.ts';
import { gatherLines, type LineOutput } from './gathered-lines.ts';

export type { Logger };

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
  // Lines of calls are written some at a time, because a write for each takes as long as a call.
  const output = gatherLines(pino.destination());
  process.once('exit', output.flush);
  return pino(options, output);
}

export interface Call {
  request_id: string;
  operation: string | undefined;
  status: number;
  /** Why it was refused or failed. */
  code?: string;
  ms: number;
  /** A name of the caller's network, which is not its address. */
  network: string;
  merchant_id?: number;
  /** The API key that was used, or who is signed in. */
  key_id?: number;
  user_id?: number;
}

/**
 * Logs at `info` that a call was answered, in the form that pino gives a line. There is one for each call, and going through pino, which
 * looks for secrets in it, would take longer than the queries of most. So nothing goes in but numbers and names of ours.
 */
export function logCall(log: Logger, call: Call): void {
  const line = { level: pino.levels.values['info'], time: timestamp(new Date()), ...call, msg: 'api' };
  const output = (log as unknown as Record<symbol, LineOutput>)[pino.symbols.streamSym]!;
  (output.gather ?? output.write)(`${JSON.stringify(line)}\n`);
}

/** An error without the requests, answers and rows that libraries attach to it. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return faultOf(error);
  const { message, stack, cause } = error;
  return { ...faultOf(error), message, stack, ...(cause !== undefined && { cause: faultOf(cause) }) };
}
