/** Reads environment variables one at a time. Problems are collected, so that a failed start reports all of them. */
import { readFileSync } from 'node:fs';
import { fileOf, listUnread, SECRETS, type Variable } from './variables.ts';

export type Environment = ReturnType<typeof readEnvironment>;

const SEE_VARIABLES = 'See docs/configuration.md for the variables';
const MODES = ['production', 'development', 'test'] as const;

export function readEnvironment(given: Record<string, string | undefined>) {
  const complaints: string[] = [];
  const complain = (sentence: string) => void complaints.push(sentence);
  const warnings: string[] = [];
  const warn = (sentence: string) => void warnings.push(sentence);
  const { text, isGiven } = valuesOf(given, complain);
  for (const { name, meant } of listUnread(Object.keys(given).filter((name) => given[name]?.trim()))) {
    if (meant && !text(meant)) complain(`${name} is not a known variable. Use ${meant} instead.`);
    else warn(`${name} is set but not used. ${meant ? `The variable is called ${meant}` : SEE_VARIABLES}.`);
  }
  function oneOf<T extends string>(name: Variable, values: readonly T[], fallback: T): T {
    const value = text(name) ?? fallback;
    const found = values.find((allowed) => allowed === value);
    if (!found) complain(`${name} must be one of ${values.join(', ')}, not "${value}".`);
    return found ?? fallback;
  }
  const production = oneOf('NODE_ENV', MODES, 'development') === 'production';
  return {
    /** A misspelt mode must not expose local mode to the public, so a value that is not a mode prevents the start. */
    production,
    oneOf,
    complaints,
    complain,
    warnings,
    warn,
    text,
    isGiven,
    list: (name: Variable) => (text(name) ?? '').split(/[,\s]+/).filter(Boolean),
    integer(name: Variable, fallback: number, minimum: number, maximum: number): number {
      const value = text(name);
      if (value === undefined) return fallback;
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number;
      complain(`${name} must be a whole number from ${minimum} to ${maximum}, not "${value}".`);
      return fallback;
    },
    /** The address of an external service. Production requires https, so that others cannot read the traffic. */
    secureUrl(name: Variable, what: string): URL | undefined {
      const value = text(name);
      if (value === undefined) return undefined;
      const url = URL.parse(value);
      if (url?.protocol === 'https:' || (url?.protocol === 'http:' && !production)) return url;
      complain(`${name} must be the https address of ${what}, not "${value}".`);
      return undefined;
    },
    /**
     * The address of a server with a user and a password, which no message repeats. Special characters in them must be
     * percent-encoded, such as %23 for #.
     */
    serverUrl(name: Variable, schemes: readonly string[], example: string): URL | undefined {
      const value = text(name);
      if (value === undefined) return undefined;
      const starts = schemes.map((scheme) => `${scheme}://`);
      const url = URL.parse(value);
      if (!starts.some((start) => value.startsWith(start))) complain(`${name} must start with ${starts.join(' or ')}.`);
      else if (url && leadsSomewhere(url) && isDecodable(url.username) && isDecodable(url.password)) return url;
      else
        complain(
          `${name} must be an address such as ${example}. Percent-encode special characters in the password, such as %23 for # and %2F for /.`,
        );
      return undefined;
    },
    allOrNone(names: readonly Variable[]): void {
      const set = names.filter(isGiven);
      if (set.length === 0 || set.length === names.length) return;
      complain(`${names.slice(0, -1).join(', ')} and ${names.at(-1)} must be set together.`);
    },
  };
}

/** A secret's file takes precedence over its variable. */
function valuesOf(given: Record<string, string | undefined>, complain: (sentence: string) => void) {
  const contents = new Map<Variable, string>();
  for (const secret of SECRETS) {
    const file = given[fileOf(secret)]?.trim();
    if (!file) continue;
    const { content = '', wrong } = readSecret(file);
    contents.set(secret, content);
    if (wrong) complain(`${fileOf(secret)} points to ${file}, which ${wrong}.`);
  }
  return {
    text: (name: Variable) => (contents.get(name) ?? given[name])?.trim() || undefined,
    /** Whether there is a value or a file. An unusable file has already been reported. */
    isGiven: (name: Variable) => contents.has(name) || Boolean(given[name]?.trim()),
  };
}

function readSecret(file: string): { content?: string; wrong?: string } {
  try {
    const content = readFileSync(file, 'utf8').trim();
    return content ? { content } : { wrong: 'is empty' };
  } catch (error) {
    return { wrong: `cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}

/**
 * Whether the URL names a host or a path and was parsed as intended: an unencoded # / or ? ends the password early, and an @ then
 * appears in another part of the URL.
 */
const leadsSomewhere = ({ hostname, pathname, search, hash }: URL): boolean =>
  (hostname !== '' || pathname.length > 1) && hash === '' && !`${pathname}${search}`.includes('@');

function isDecodable(text: string): boolean {
  try {
    // The bundler would remove a call whose result is unused.
    return decodeURIComponent(text).length >= 0;
  } catch {
    return false;
  }
}
