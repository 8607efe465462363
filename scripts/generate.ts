/**
 * Generates everything that follows from openapi/v1.yaml: the SDK, its Query options and form schemas, the server's types,
 * routes and validators, the contract as served, and the data of the reference page; and the colours as CSS.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { colourVariables } from '../facts/colours.ts';
import * as outputs from '../openapi/openapi-ts.config.ts';
import { apiIndex } from './api-index.ts';
import { readContract, requiredHeaders, root } from './contract.ts';
import { missingHandlers } from './handlers.ts';
import { referenceOf } from './reference.ts';

const HEADER = '// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.\n';

const started = performance.now();
const contract = readContract();
const operations = Object.values(contract.paths).map(({ post }) => post);

await Promise.all([outputs.sdk, outputs.server].map((output) => createClient(output(structuredClone(contract)))));
for (const folder of ['sdk/src/generated', 'server/generated/types']) spellOut(folder);
write('server/generated/operations.gen.ts', operationTypes());
write('server/generated/validators.mjs', validators());
write('server/generated/openapi.json', JSON.stringify(contract));
write('sdk/api.md', apiIndex(contract));
write('web/src/content/limits.gen.ts', `${HEADER}${limits()}`);
write('web/src/generated/colours.css', `:root {\n${colourVariables}\n}\n`);
write('web/src/generated/reference.json', JSON.stringify(referenceOf(contract)));
cpSync(join(root, 'openapi/v1.yaml'), join(root, 'server/generated/openapi.yaml'));
process.stderr.write(`Generated ${operations.length} operations in ${Math.round(performance.now() - started)} ms.\n`);
for (const missing of missingHandlers(contract)) process.stderr.write(`${missing}\n`);

/** Writes only what changed, so that watchers rest. */
function write(path: string, text: string): void {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** hey-api writes the escapes of a pattern as the characters themselves, and a line separator ends a regular expression. */
function spellOut(folder: string): void {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.gen.ts')) continue;
    const text = readFileSync(join(root, folder, name), 'utf8');
    write(
      join(folder, name),
      text.replace(
        /[\p{Cf}\p{Zl}\p{Zp}]/gu,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    );
  }
}

function pascal(name: string): string {
  return name
    .split(/[._]/)
    .map((part) => part[0]!.toUpperCase() + part.slice(1))
    .join('');
}

function operationTypes(): string {
  const lines = operations.map((operation) => {
    const { operationId, security = contract.security } = operation;
    const type = pascal(operationId);
    const names = requiredHeaders(contract, operation).map(({ name }) => `'${name}'`);
    const headers = names.length > 0 ? `Pick<types.${type}Data['headers'], ${names.join(' | ')}>` : 'object';
    return `  '${operationId}': { headers: ${headers}; body: NonNullable<types.${type}Data['body']>; response: types.${type}Response; public: ${security.length === 0} };`;
  });
  const routes = operations.map((operation) => {
    const {
      operationId,
      security = contract.security,
      'x-query': query = false,
      'x-cors': cors = false,
      responses,
    } = operation;
    const schemes = security.flatMap((requirement) => Object.keys(requirement));
    const headers = requiredHeaders(contract, operation).map(({ name }) => name);
    return `  '${operationId}': { security: ${JSON.stringify(schemes)}, headers: ${JSON.stringify(headers)}, query: ${query}, cors: ${cors}, statuses: ${JSON.stringify(Object.keys(responses).map(Number))} },`;
  });
  return `${HEADER}import type * as types from './types/types.gen.ts';

export type * from './types/types.gen.ts';

/** What each operation takes and answers; \`public\` ones need no credentials. \`headers\` are those that it cannot do without. */
export interface Operations {
${lines.join('\n')}
}

export type OperationId = keyof Operations;

${limits()}
/** What a text must be that has to match a pattern, in words. */
export const expectedTexts: Record<string, string> = {
${expectations(contract)
  .map(([pattern, text]) => `  ${quoted(pattern)}: ${quoted(text)},`)
  .join('\n')}
};

export const routes = {
${routes.join('\n')}
} as const satisfies Record<OperationId, { security: readonly ('apiKey' | 'accessToken')[]; headers: readonly string[]; query: boolean; cors: boolean; statuses: readonly number[] }>;
`.replaceAll('"', "'");
}

/** What the contract bounds and a text or a rule says again. */
function limits(): string {
  const { PlainPassword, OneTimeCode } = contract.components.schemas as Record<string, { minLength: number }>;
  return `export const limits = { password_minimum: ${PlainPassword!.minLength}, code_length: ${OneTimeCode!.minLength} } as const;\n`;
}

/** Every pattern of the contract, each once. */
function expectations(node: unknown, found = new Map<string, string>()): [string, string][] {
  if (typeof node === 'object' && node !== null) {
    const { pattern, 'x-expected': text } = node as Record<string, unknown>;
    if (typeof pattern === 'string' && typeof text === 'string') found.set(pattern, text);
    for (const child of Object.values(node)) expectations(child, found);
  }
  return [...found];
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/**
 * One function per request body and per declared status, compiled ahead. The whole document is one schema, so that
 * references stay JSON pointers and each component is compiled once.
 */
function validators(): string {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    code: { source: true, esm: true, lines: false },
    schemas: [],
  });
  addFormats.default(ajv, ['date-time', 'date', 'uri', 'email']);
  ajv.addFormat('int64', true);
  ajv.addFormat('int32', true);
  ajv.addKeyword('discriminator');
  const id = 'v1';
  ajv.addSchema({ ...contract, $id: id });
  const pointer = (...parts: (string | number)[]) =>
    `${id}#/${parts.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
  const exports: Record<string, string> = {};
  const aliases: string[] = [];
  const named = new Map<string, string>();
  const add = (name: string, ref: string) => {
    const existing = named.get(ref);
    if (existing) aliases.push(`export const ${name} = ${existing};`);
    else {
      named.set(ref, name);
      exports[name] = ref;
    }
  };
  for (const [path, { post }] of Object.entries(contract.paths)) {
    const name = post.operationId.replace('.', '__');
    const body = schemaAt(post.requestBody, 'paths', path, 'post', 'requestBody');
    if (body) add(`${name}__request`, body);
    const headers = requiredHeaders(contract, post);
    if (headers.length > 0) {
      const $id = `${post.operationId}.headers`;
      const properties = Object.fromEntries(headers.map(({ name, schema }) => [name, { $ref: `${id}${schema.$ref}` }]));
      ajv.addSchema({ $id, type: 'object', properties, required: Object.keys(properties) });
      exports[`${name}__headers`] = $id;
    }
    for (const [status, response] of Object.entries(post.responses)) {
      const answer = schemaAt(response, 'paths', path, 'post', 'responses', status);
      if (answer) add(`${name}__${status}`, answer);
    }
  }
  const code = (standalone as unknown as (ajv: Ajv2020, refs: Record<string, string>) => string)(ajv, exports);
  // Ajv's ESM output still requires its runtime helpers.
  const require = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
  return `${HEADER}${require}${code}\n${aliases.join('\n')}\n`;

  /** Where the JSON schema of a body stands: in place, in the component it refers to, or in the schema that one refers to. */
  function schemaAt(body: { $ref?: string } | undefined, ...parts: string[]): string | undefined {
    if (!body) return undefined;
    const at = body.$ref ? body.$ref.slice(2).split('/') : parts;
    const resolved = at.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], contract) as Body;
    const schema = resolved.content?.['application/json'].schema;
    if (!schema) return undefined;
    return schema.$ref && Object.keys(schema).length === 1
      ? `${id}${schema.$ref}`
      : pointer(...at, 'content', 'application/json', 'schema');
  }
}

interface Body {
  content?: { 'application/json': { schema: { $ref?: string } } };
}
