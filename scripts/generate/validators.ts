/**
 * server/generated/validators.mjs: one function per request body and per declared status, compiled ahead. The whole document is one
 * schema, so that references stay JSON pointers and each component is compiled once.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { type Contract, type Operation, operationsOf, requiredHeaders } from '../contract.ts';
import { below, isTree, referenceOf, resolve, type Tree } from '../contract-diff/tree.ts';
import { withoutAllOf } from './all-of.ts';
import { HEADER } from './header.ts';

const ID = 'v1';

/** Ajv's ESM output still requires its runtime helpers. */
const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";

export function validators(contract: Contract): string {
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
  ajv.addSchema({ ...closed({ ...withoutAllOf(contract) }), $id: ID });
  for (const schema of headerSchemas(contract)) ajv.addSchema(schema);
  const { compiled, aliases } = onceEach(contract);
  return `${HEADER}${REQUIRE}${standalone.default(ajv, compiled)}\n${aliases.join('\n')}\n`;
}

/** Others must expect new properties in our answers; we know them all, and another one would be a leak. */
function closed(node: Tree): Tree {
  const below = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closedValue(name, value)]));
  return node['type'] === 'object' && isTree(node['properties']) ? { additionalProperties: false, ...below } : below;
}

function closedValue(name: string, value: unknown): unknown {
  if (name === 'example' || name === 'examples') return value;
  if (Array.isArray(value)) return value.map((item) => closedValue('', item));
  return isTree(value) ? closed(value) : value;
}

/** The validators by name. Two names for one schema share a validator. */
function onceEach(contract: Contract): { compiled: Record<string, string>; aliases: string[] } {
  const compiled: Record<string, string> = {};
  const aliases: string[] = [];
  const nameOf = new Map<string, string>();
  for (const [name, reference] of wanted(contract)) {
    const existing = nameOf.get(reference);
    if (existing) aliases.push(`export const ${name} = ${existing};`);
    else {
      nameOf.set(reference, name);
      compiled[name] = reference;
    }
  }
  return { compiled, aliases };
}

function wanted(contract: Contract): [name: string, reference: string][] {
  return Object.entries(contract.paths).flatMap(([path, { post }]) => {
    const name = post.operationId.replace('.', '__');
    const bodies: [string, string | undefined][] = [
      [`${name}__request`, schemaAt(contract, 'paths', path, 'post', 'requestBody')],
      [`${name}__headers`, requiredHeaders(contract, post).length > 0 ? headersId(post) : undefined],
      ...Object.keys(post.responses).map((status): [string, string | undefined] => [
        `${name}__${status}`,
        schemaAt(contract, 'paths', path, 'post', 'responses', status),
      ]),
    ];
    return bodies.filter((body): body is [string, string] => body[1] !== undefined);
  });
}

const headersId = ({ operationId }: Operation): string => `${operationId}.headers`;

const headerSchemas = (contract: Contract): object[] =>
  operationsOf(contract).flatMap((operation) => {
    const headers = requiredHeaders(contract, operation);
    if (headers.length === 0) return [];
    const properties = Object.fromEntries(headers.map(({ name, schema }) => [name, { $ref: `${ID}${schema.$ref}` }]));
    return [{ $id: headersId(operation), type: 'object', properties, required: Object.keys(properties) }];
  });

/** Where the JSON schema of a body stands: in place, in the component it refers to, or in the schema that one refers to. */
function schemaAt(contract: Contract, ...pointer: string[]): string | undefined {
  const body = resolve({ ...contract }, below({ value: contract, pointer: [] }, ...pointer));
  const { value: schema, pointer: at } = below(body, 'content', 'application/json', 'schema');
  if (!isTree(schema)) return undefined;
  const reference = referenceOf(schema);
  return reference && Object.keys(schema).length === 1 ? `${ID}${reference}` : `${ID}#/${at.map(escaped).join('/')}`;
}

const escaped = (step: string | number) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1'));
