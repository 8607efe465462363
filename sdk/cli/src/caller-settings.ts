/** Credentials and address of the service: from the environment, and from an environment file if one is given. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { UsageError } from './command.ts';
import type { Terminal } from './terminal.ts';

export interface Settings {
  baseUrl: string;
  publicKey: string | undefined;
  secret: string | undefined;
  callbackSecret: string | undefined;
}

interface Places {
  'base-url'?: string | undefined;
  env?: string | undefined;
}

const DEFAULT_BASE_URL = 'https://sigill.example';

/**
 * The environment overrides the file, as with Node's `--env-file`. The option has another name because Node handles `--env-file`
 * itself.
 */
export function settingsOf({ environment }: Terminal, { 'base-url': baseUrl, env: file }: Places): Settings {
  const written = file === undefined ? {} : readEnvironment(file);
  const of = (name: string) => environment[name] || written[name] || undefined;
  return {
    baseUrl: withoutSlashes(baseUrl ?? of('SIGILL_BASE_URL') ?? DEFAULT_BASE_URL),
    publicKey: of('SIGILL_PUBLIC_KEY'),
    secret: of('SIGILL_SECRET'),
    callbackSecret: of('SIGILL_CALLBACK_SECRET'),
  };
}

function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}

function readEnvironment(file: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--env cannot be read: ${(error as Error).message}.`);
  }
}
