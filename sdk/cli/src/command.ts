import { type ParseArgsConfig, parseArgs } from 'node:util';
import { suggestion } from '@sigill/sdk/suggestion';
import type { Terminal } from './terminal.ts';

export interface Command<At = Terminal> {
  summary: string;
  usage: string;
  run(args: string[], terminal: At): Promise<number>;
}

/** The command was called with a wrong or missing argument or option. */
export class UsageError extends Error {}

/** The command is valid, but something it needs is missing. */
export class Refusal extends Error {}

export type Options = NonNullable<ParseArgsConfig['options']>;

export interface Read<Own extends Options> {
  values: ReturnType<typeof parseArgs<{ options: Own; allowPositionals: true }>>['values'];
  words: string[];
}

const COMMON = {
  'base-url': { type: 'string' },
  env: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Options;

/** @throws UsageError */
export const readOptions = <const Own extends Options>(args: string[], own: Own, { words = 0 } = {}) =>
  readArguments(args, { ...COMMON, ...own }, { words });

/** @throws UsageError, which suggests the closest option for an unknown one. */
export function readArguments<const Own extends Options>(
  args: string[],
  options: Own,
  { words }: { words: number },
): Read<Own> {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length > words) throw new UsageError(`Unexpected argument: ${positionals[words]}.`);
    return { values, words: positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as { code?: string; message: string };
    const [, unknown] = /'(--[^']+)'/.exec(message) ?? [];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && unknown) {
      const known = Object.keys(options).map((name) => `--${name}`);
      throw new UsageError(`Unknown option: ${unknown}.${suggestion(unknown, known)}`);
    }
    if (code?.startsWith('ERR_PARSE_ARGS')) throw new UsageError(`${message.split('. ')[0]}.`);
    throw error;
  }
}
