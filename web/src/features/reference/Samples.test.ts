import { describe, expect, test } from 'vitest';
import type { Operation } from './operation';
import { loadResource, resources } from './reference';
import { curlOf, typescriptOf } from './Samples';

const loaded = await Promise.all(resources.map(({ slug }) => loadResource(slug)));
const operations = loaded.flatMap((resource) => resource?.operations ?? []);
const operation = (id: string): Operation => {
  const found = operations.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
};

describe('curlOf', () => {
  test('signs with the API key and sends the first example', () =>
    expect(curlOf(operation('session.get'))).toBe(
      `curl https://sigill.example/api/v1/session.get \\
  -u "$SIGILL_PUBLIC_KEY:$SIGILL_SECRET" \\
  -H "Content-Type: application/json" \\
  -d '{ "id": 4821930477261 }'`,
    ));

  test('indents a longer body', () =>
    expect(curlOf(operation('session.create'))).toContain(`  -d '{
    "reference": "order-1042",
    "passport_only": true,
    "callback_url": "https://shop.example/sigill/callback"
  }'`));

  test('sends a bearer token for the portal and none for public calls', () => {
    expect(curlOf(operation('user.self'))).toContain('Bearer $ACCESS_TOKEN');
    expect(curlOf(operation('demo.create'))).not.toMatch(/-u|Bearer/);
  });
});

describe('typescriptOf', () => {
  test('calls the SDK', () =>
    expect(typescriptOf(operation('session.create'))).toBe(`import { Sigill } from '@sigill/sdk';

const sigill = new Sigill({ baseUrl: 'https://sigill.example' });

const response = await sigill.session.create({
  reference: 'order-1042',
  passport_only: true,
  callback_url: 'https://shop.example/sigill/callback',
});`));

  test('names methods as the SDK does', () =>
    expect(typescriptOf(operation('payment_method.change_primary'))).toContain('sigill.paymentMethod.changePrimary({'));

  test('passes headers as options, after the parameters', () => {
    const sample = typescriptOf(operation('reader.submit'));
    expect(sample).toContain("sigill.reader.submit({\n  challenge: '");
    expect(sample).toMatch(
      /,\n\}, \{\n {2}headers: \{\n {4}'Session-Token': '\S+',\n {4}'Reader-Key': '\S+',\n {2}\},\n\}\);$/,
    );
  });

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s parses',
    async (_id, operation) => {
      const { stripTypeScriptTypes } = await import('node:module');
      expect(() => stripTypeScriptTypes(typescriptOf(operation))).not.toThrow();
    },
  );
});
