import { describe, expect, test } from 'vitest';
import { examplesOf, type Schema } from '../reference/operation';
import { loadResource, resources } from '../reference/reference';
import { checkBody } from './check-body';

const schema: Schema = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', minimum: 1, maximum: 9 },
    state: { type: 'string', enum: ['CREATED', 'APPROVED'] },
    name: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$', 'x-expected': 'small letters' },
    files: { type: 'object', required: ['dg1'], properties: { dg1: { type: 'string' } } },
    colour: { type: 'string', nullable: true, pattern: '^#', 'x-expected': 'a colour' },
    tags: { type: 'array', maxItems: 1, items: { type: 'string' } },
  },
};

test.each([
  ['{"id": 1}', []],
  ['', [{ path: 'id', kind: 'missing' }]],
  ['{', [{ path: '', kind: 'json' }]],
  ['[]', [{ path: '', kind: 'type', expected: 'object' }]],
  ['{"id": "1"}', [{ path: 'id', kind: 'type', expected: 'integer' }]],
  ['{"id": 0}', [{ path: 'id', kind: 'low', expected: 1 }]],
  ['{"id": 10}', [{ path: 'id', kind: 'high', expected: 9 }]],
  ['{"id": 1, "stat": 1}', [{ path: 'stat', kind: 'unknown' }]],
  ['{"id": 1, "state": "DONE"}', [{ path: 'state', kind: 'value', expected: 'CREATED, APPROVED' }]],
  ['{"id": 1, "name": "a"}', [{ path: 'name', kind: 'short', expected: 2 }]],
  ['{"id": 1, "name": "abcde"}', [{ path: 'name', kind: 'long', expected: 4 }]],
  ['{"id": 1, "name": "AB"}', [{ path: 'name', kind: 'value', expected: 'small letters' }]],
  ['{"id": 1, "colour": null}', []],
  ['{"id": 1, "colour": "red"}', [{ path: 'colour', kind: 'value', expected: 'a colour' }]],
  ['{"id": 1, "name": null}', [{ path: 'name', kind: 'type', expected: 'string' }]],
  ['{"id": 1, "files": {}}', [{ path: 'files.dg1', kind: 'missing' }]],
  ['{"id": 1, "tags": [1]}', [{ path: 'tags[0]', kind: 'type', expected: 'string' }]],
])('%s', (text, problems) => expect(checkBody(text, schema)).toEqual(problems));

describe('finds nothing wrong with the examples of', async () => {
  const loaded = await Promise.all(resources.map(({ slug }) => loadResource(slug)));
  const operations = loaded.flatMap((resource) => resource?.operations ?? []);
  test.each(operations.map((operation) => [operation.operationId, operation] as const))('%s', (_id, { request }) => {
    for (const { value } of examplesOf(request)) expect(checkBody(JSON.stringify(value), request.schema)).toEqual([]);
  });
});
