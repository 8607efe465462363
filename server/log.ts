/** Structured log lines. What is personal or secret is not logged at all; the paths below are a second line of defence. */
import { type Logger, pino } from 'pino';

export type { Logger };

export function createLog(level: string, write?: (line: string) => void): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.password',
        '*.secret',
        '*.token',
        '*.authorization',
        'err.config',
        'err.parameters',
        'err.detail',
        'err.where',
      ],
      censor: '[redacted]',
    },
  };
  return write ? pino(options, { write }) : pino(options);
}
