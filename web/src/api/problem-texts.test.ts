import { describe, expect, test } from 'vitest';
import reference from '../generated/reference.json';
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

/** People fill in forms for these; the others are sent by programs. */
const FOR_PROGRAMS = ['Sessions', 'Callbacks', 'Reader', 'Demo'];
const operations = reference.operations as unknown as { tags: string[]; request: { schema: Schema } }[];
const phrases = new Set(
  operations.filter(({ tags }) => !FOR_PROGRAMS.includes(tags[0]!)).flatMap(({ request }) => phrasesIn(request.schema)),
);

describe('what the service expects of a value is told in the language of the page', () => {
  test.each([...phrases])('%s', (phrase) => {
    expect(expectations.some(([pattern]) => pattern.test(phrase))).toBe(true);
  });
});
