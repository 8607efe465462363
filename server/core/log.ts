/** Structured logging. Personal data and secrets are never logged; the paths below are a second line of defence. */
import { type Logger, pino } from 'pino';
import { timestamp } from './clock.ts';
import { faultOf } from './fault.ts';

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
  // Lines about calls are written in batches, because one write per call would be slow.
  const output = gatherLines(pino.destination());
  process.once('exit', output.flush);
  return pino(options, output);
}

interface Call {
  request_id: string;
  operation: string | undefined;
  status: number;
  code?: string;
  merchant_id?: number;
  key_id?: number;
  user_id?: number;
}

interface Page {
  /** The route, with names in place of what a visitor chose: `/logos/:name.png`. Absent if no route matches. */
  path?: string;
  status: number;
}

interface Exchanged {
  ms: number;
  /** What was received and sent on the connection, with headers. */
  bytes_in: number;
  bytes_out: number;
  /** A name for the caller's network that does not reveal its address. */
  network: string;
  trace_id?: string;
}

export const logCall = (log: Logger, call: Call & Exchanged): void => logRequest(log, call, 'api');
export const logPage = (log: Logger, page: Page & Exchanged): void => logRequest(log, page, 'page');

/**
 * Logs a completed request at `info`, in pino's line format but without pino, which would be slow because it searches each line for
 * secrets. So the line may contain only numbers, our own names and hexadecimal trace ids.
 */
function logRequest(log: Logger, request: (Call | Page) & Exchanged, msg: 'api' | 'page'): void {
  const line = { level: pino.levels.values['info'], time: timestamp(new Date()), ...request, msg };
  const output = (log as unknown as Record<symbol, LineOutput>)[pino.symbols.streamSym]!;
  (output.gather ?? output.write)(`${JSON.stringify(line)}\n`);
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return faultOf(error);
  const { message, stack, cause } = error;
  return { ...faultOf(error), message, stack, ...(cause !== undefined && { cause: faultOf(cause) }) };
}

interface LineOutput {
  write(line: string): void;
  /** Absent if every line is written immediately. */
  gather?(line: string): void;
}

const BLOCK = 16 * 1024;
const LONGEST_WAIT_MS = 500;

/** Lines passed to `gather` are written together within half a second; `write` is immediate, after what was gathered. */
export function gatherLines(output: Pick<LineOutput, 'write'>): Required<LineOutput> & { flush(): void } {
  let lines: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    length = 0;
    output.write(text);
  }

  return {
    flush,
    write(line) {
      flush();
      output.write(line);
    },
    gather(line) {
      lines.push(line);
      length += line.length;
      if (length >= BLOCK) flush();
      else timer ??= setTimeout(flush, LONGEST_WAIT_MS).unref();
    },
  };
}
