import { describe, expect, test } from 'vitest';
import { loadResource, resources } from '../features/reference/reference';
import { expectations } from './problem-texts';

interface Schema {
  'x-expected'?: string;
  properties?: Record<string, Schema>;
}

const phrasesIn = ({ properties = {} }: Schema): string[] =>
  Object.values(properties).flatMap((property) => [
    ...(property['x-expected'] ? [property['x-expected']] : []),
    ...phrasesIn(property),
  ]);

/** Requests sent by programs rather than filled in as forms. */
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
