import { expect, test } from 'vitest';
import { describedAbove, type Operation, type Schema, variantsOf } from './operation';
import { loadResource } from './reference';

const text: Schema = { type: 'string' };
const variant = (schema: string, more: Record<string, Schema>): Schema => ({
  schema,
  required: ['a'],
  properties: { a: text, b: text, c: text, d: text, ...more },
});

test('what all variants have alike is listed once, and the rest with each', () => {
  const own: Schema = { type: 'string', enum: ['ONE'] };
  const { shared, variants } = variantsOf({ oneOf: [variant('One', { state: own }), variant('Two', { state: text })] });
  expect(Object.keys(shared?.properties ?? {})).toEqual(['a', 'b', 'c', 'd']);
  expect(variants.map(({ own }) => own.properties)).toEqual([{ state: own }, { state: text }]);
});

test('a property that only one variant requires is listed with each', () => {
  const { shared, variants } = variantsOf({
    oneOf: [variant('One', {}), { ...variant('Two', {}), required: ['a', 'b'] }],
  });
  expect(shared).toBeUndefined();
  expect(variants.map(({ own, type }) => own === type)).toEqual([true, true]);
});

test('a page describes each type of its responses where it first occurs, and names it after that', async () => {
  const page = (await loadResource('sessions'))!;
  const above = describedAbove(page);
  const shown: string[] = [];
  const visit = (schema: Schema): void => {
    const { shared, variants } = variantsOf(schema);
    const parts = [...Object.values(shared?.properties ?? {}), ...variants.map(({ type }) => type)];
    for (const part of schema.oneOf ? parts : Object.values(schema.properties ?? {})) {
      const nested = part.items?.properties ? part.items : part;
      if (above.has(nested) || !(nested.properties || nested.oneOf)) continue;
      if (nested.schema) shown.push(nested.schema);
      visit(variants.find(({ type }) => type === nested)?.own ?? nested);
    }
  };
  const get = page.operations.find(({ operationId }: Operation) => operationId === 'session.get')!;
  visit(get.responses[0]!.schema!);
  expect(shown).toContain('ChipVerification');
  expect(shown.toSorted()).toEqual([...new Set(shown)].toSorted());
});
