// CI only: it formats the whole contract many times.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './contract.ts';
import { formatContract } from './format.ts';

const contract = readFileSync(join(root, 'openapi/v1.yaml'), 'utf8');

const UNFORMATTED = `openapi: 3.1.0
info: { version: 1.0.0, title: 'An API' }

paths:
  # What a newcomer meets first.
  /api/v1/thing.list:
    post:
      summary: List things
      tags:
        - Things
      operationId: thing.list
  # One of them.
  /api/v1/thing.get:
    post: { operationId: thing.get }
components:
  schemas:
    Thing:
      properties:
        type: { description: What it is., type: string }
        created:
          description: When it was made, which is a sentence so long that it can by no means share the line of the key that it is about.
          type: string
          default: '2026-03-02'
      required:
        - type
      type: object
`;

const FORMATTED = `openapi: 3.1.0
info:
  title: An API
  version: 1.0.0
paths:
  # What a newcomer meets first.
  /api/v1/thing.list:
    post:
      operationId: thing.list
      tags: [ Things ]
      summary: List things

  # One of them.
  /api/v1/thing.get:
    post:
      operationId: thing.get
components:
  schemas:
    Thing:
      type: object
      required: [ type ]
      properties:
        type: { type: string, description: What it is. }
        created:
          type: string
          default: '2026-03-02'
          description: >-
            When it was made, which is a sentence so long that it can by no means share the line of the key that it is
            about.
`;

test('orders keys, breaks lines and keeps comments', () => {
  expect(formatContract(UNFORMATTED)).toBe(FORMATTED);
});

test('formatting does not change the meaning, and is idempotent', () => {
  for (const text of [contract, UNFORMATTED]) {
    const formatted = formatContract(text);
    expect(parse(formatted)).toEqual(parse(text));
    expect(formatContract(formatted)).toBe(formatted);
  }
});

describe('the command', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'contract-format-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'openapi/contract/format.ts'), ...args], { cwd: folder, encoding: 'utf8' });

  test('reports the first line that is out of place, and formats the file on request', () => {
    const file = join(folder, 'v1.yaml');
    writeFileSync(file, FORMATTED.replace('      tags: [ Things ]', '      tags: [Things]'));
    expect(run(file, '--check')).toMatchObject({
      status: 1,
      stderr: 'v1.yaml:10: Not formatted. Run `npm run format`.\n',
    });

    expect(run(file).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(FORMATTED);
    expect(run(file, '--check').status).toBe(0);
  });
});
