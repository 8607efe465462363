/** What a caller prefers to be answered (RFC 7240): `Prefer: code=404, example=session_not_found`, or `Prefer: scenario=rejected`. */
import type { IncomingMessage } from 'node:http';
import { SCENARIO_COOKIE } from '../../openapi/facts/mock-scenarios.ts';
import { BadRequest } from '../../server/core/errors.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import type { Examples, Wanted } from './examples.ts';

export interface Preferences {
  code?: string | undefined;
  example?: string | undefined;
  scenario?: string | undefined;
}

const COOKIE = new RegExp(`(?:^|; *)${SCENARIO_COOKIE}=([^;]*)`);

/** Others than these are left alone, as the RFC asks for. A page names its scenario in a cookie. */
export function readPreferences({ headers }: IncomingMessage): Preferences {
  const given = new Map(
    [headers['prefer'] ?? []]
      .flat()
      .join(',')
      .split(/[,;]/)
      .map((part) => {
        const [name = '', ...value] = part.split('=');
        return [
          name.trim().toLowerCase(),
          value
            .join('=')
            .trim()
            .replace(/^"(.*)"$/, '$1'),
        ] as const;
      }),
  );
  const chosen = COOKIE.exec(headers.cookie ?? '')?.[1];
  return {
    code: given.get('code'),
    example: given.get('example'),
    scenario: given.get('scenario') ?? (chosen && decoded(chosen)),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const asksForExample = ({ code, example }: Preferences): boolean => code !== undefined || example !== undefined;

/** The example that a caller asks for by status or name. @throws BadRequest that lists what the operation has */
export function wantedExample(id: OperationId, preferences: Preferences, examples: Examples): Wanted | undefined {
  const { code, example: name } = preferences;
  if (!asksForExample(preferences)) return undefined;
  const names = examples.names(id);
  const status = code === undefined ? statusOf(names, name) : Number(code);
  const known = names.get(status!);
  if (status === undefined || !known)
    throw notOffered(
      code === undefined
        ? `${id} has no such example: choose ${listed([...new Set([...names.values()].flat())])}`
        : `${id} has no such code: choose ${listed([...names.keys()].map(String))}`,
    );
  if (name !== undefined && !known.includes(name))
    throw notOffered(
      known.length > 0
        ? `${id} has no such example with code=${status}: choose ${listed(known)}`
        : `${id} has one example with code=${status}, without a name: choose code=${status} alone`,
    );
  return { status, ...(name && { name }) };
}

const statusOf = (names: Map<number, string[]>, name: string | undefined) =>
  name === undefined ? 200 : [...names].find(([, given]) => given.includes(name))?.[0];

export function notOffered(text: string): BadRequest {
  const expected = text.split(': choose ').at(-1)!;
  return new BadRequest(`Prefer: ${text}`, 'invalid_value', {
    details: [{ path: 'Prefer', expected, received: 'string' }],
  });
}

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
