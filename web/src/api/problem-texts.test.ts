import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadResource, resources } from '../features/reference/reference';
import { expectations, sentences } from './problem-texts';

interface Schema {
  'x-expected'?: string;
  properties?: Record<string, Schema>;
}

const phrasesIn = ({ properties = {} }: Schema): string[] =>
  Object.values(properties).flatMap((property) => [
    ...(property['x-expected'] ? [property['x-expected']] : []),
    ...phrasesIn(property),
  ]);

const FOR_PROGRAMS = ['Sessions', 'Callbacks', 'Reader', 'Demo'];
const forms = await Promise.all(
  resources.filter(({ name }) => !FOR_PROGRAMS.includes(name)).map(({ slug }) => loadResource(slug)),
);
const phrases = new Set(
  forms.flatMap((resource) => resource?.operations ?? []).flatMap(({ request }) => phrasesIn(request.schema as Schema)),
);

describe('expectations about values are translated', () => {
  test.each([...phrases])('%s', (phrase) => {
    expect(expectations.some(([pattern]) => pattern.test(phrase))).toBe(true);
  });
});

/** Messages of refusals that are about no particular value: only the message says what to do. */
const server = join(import.meta.dirname, '../../../server');
const messages = globSync('**/*.service.ts', { cwd: server }).flatMap((file) =>
  [...readFileSync(join(server, file), 'utf8').matchAll(/new BadRequest\(\s*[`']([^`'\n]+)[`'],?\s*\)/g)].map(
    ([, message = '']) => message.replace(/\$\{\w+\}/, '1000'),
  ),
);

describe('messages about no value in particular are translated', () => {
  test.each(messages)('%s', (message) => {
    expect(sentences.some(([pattern]) => pattern.test(message))).toBe(true);
  });
  test('limits are among them', () => {
    expect(messages.filter((message) => message.includes('1000')).length).toBeGreaterThan(2);
  });
});
