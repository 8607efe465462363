/** The project is built as it was designed: one contract, what is generated from it, the packages and the folders. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readContract, root } from '../scripts/contract.ts';
import { referenceOf } from '../scripts/reference.ts';
import { checks } from '../scripts/tasks.ts';
import { Sigill } from '../sdk/src/index.ts';
import { requestValidator, responseValidator, routes } from '../server/http/contract.ts';
import { operationIds, statusesOf } from './support/contract.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const json = (path: string) => JSON.parse(read(path)) as Record<string, unknown>;

describe('from the one contract', () => {
  test('there is one', () => {
    expect(
      readdirSync(join(root, 'openapi')).filter((file) => file.endsWith('.yaml') && file !== 'redocly.yaml'),
    ).toEqual(['v1.yaml']);
  });

  test('comes the router with a validator for every request and answer', () => {
    expect(Object.keys(routes).toSorted()).toEqual(operationIds.toSorted());
    for (const id of operationIds) {
      expect(requestValidator(id), id).toBeTypeOf('function');
      for (const status of statusesOf(id))
        expect(responseValidator(id, status), `${id} ${status}`).toBeTypeOf('function');
    }
  });

  test('comes an SDK with a method for every call', () => {
    const sigill = new Sigill({ publicKey: 'public-key-1', secret: 'secret-1' }) as unknown as Record<
      string,
      Record<string, unknown>
    >;
    const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    for (const id of operationIds) {
      const [group, method] = id.split('.').map(camel) as [string, string];
      expect(sigill[group]?.[method], id).toBeTypeOf('function');
    }
  });

  test('comes the reference page', () => {
    expect(json('web/src/generated/reference.json')).toEqual(JSON.parse(JSON.stringify(referenceOf(readContract()))));
    expect(read('web/src/features/reference/reference.ts')).toContain("import('../../generated/reference.json')");
  });

  test('and the build generates first, then holds the contract to its rules', () => {
    const [generate] = checks;
    expect(generate?.args).toEqual(['scripts/generate.ts']);
    const rules = checks.find(({ command }) => command.endsWith('/redocly'));
    expect(rules?.args).toEqual(['lint', 'openapi/v1.yaml', '--config', 'openapi/redocly.yaml']);
  });
});

describe('the site', () => {
  const sources = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|generated/.test(file),
  );
  const that = (pattern: RegExp) => sources.filter((file) => pattern.test(read(`web/src/${file}`))).toSorted();

  test('calls the service through the SDK alone', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(that(/from '@sigill\/sdk\/browser'/)).toEqual(['api/client.ts']);
    expect(that(/from '@sigill\/sdk\/react-query'/).length).toBeGreaterThan(20);
    // The client hands fetch to the SDK; specimens are files of the site.
    expect(that(/\bfetch\(|XMLHttpRequest|sendBeacon|axios/)).toEqual([
      'api/client.ts',
      'features/reader/specimens.ts',
    ]);
    // As text, for readers.
    expect(that(/\/api\/v1/)).toEqual(['features/home/code-samples.ts']);
  });
});

describe('packages', () => {
  const declared = Object.assign(
    {},
    ...['', 'server/', 'web/'].flatMap((workspace) => {
      const { dependencies, devDependencies } = json(`${workspace}package.json`);
      return [dependencies, devDependencies];
    }),
  ) as Record<string, string>;

  test.each([
    ['@hey-api/openapi-ts', 'scripts/generate.ts'],
    ['openapi-backend', 'server/http/api.ts'],
    ['express', 'server/app.ts'],
    ['react', 'web/src/islands.ts'],
    ['react-dom', 'web/src/main.tsx'],
    ['@tanstack/react-router', 'web/src/router.tsx'],
    ['@tanstack/react-query', 'web/src/api/query-client.ts'],
    ['stripe', 'server/payments/stripe-gateway.ts'],
    ['kysely', 'server/database/database.ts'],
    ['better-sqlite3', 'server/database/database.ts'],
    ['ajv', 'scripts/generate.ts'],
    ['vitest', 'vitest.config.ts'],
  ])('%s is declared, and imported by %s', (name, file) => {
    expect(declared[name]).toMatch(/^\d+\.\d+\.\d+/);
    expect(read(file)).toMatch(new RegExp(`from '${name}(/[^']+)?';`));
  });

  test.each([
    ['@redocly/cli', 'redocly', 'scripts/tasks.ts'],
    ['@stoplight/prism-cli', 'prism', 'scripts/tasks.ts'],
  ])('%s is declared, and run as %s by %s', (name, command, file) => {
    expect(declared[name]).toMatch(/^\d+\.\d+\.\d+/);
    expect(read(file)).toContain(`bin('${command}')`);
  });
});

test('the top level has the folders and files of the design', () => {
  const files = readdirSync(root);
  for (const name of ['package.json', 'tsconfig.json', 'README.md']) expect(files).toContain(name);
  for (const folder of ['openapi', 'server', 'web', 'sdk', 'docs', 'scripts', 'tests']) {
    expect(files).toContain(folder);
    expect(readdirSync(join(root, folder)).length, folder).toBeGreaterThan(1);
    expect(read('README.md'), folder).toContain(`\`${folder}/\``);
  }
});
