/**
 * server/generated/validators.mjs: one function per request body, per set of required headers and per declared status, compiled
 * ahead of time. The whole document is one schema for requests and one for responses, so that references stay JSON pointers and
 * each component is compiled once in each.
 */
import { _ } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { type Contract, type Operation, operationsOf, requiredHeaders } from '../../openapi/contract/contract.ts';
import { withoutAllOf } from '../../openapi/contract/resolved.ts';
import { below, isTree, referenceOf, resolve, type Tree } from '../../openapi/contract/tree.ts';
import { HEADER } from './files.ts';

const ID = 'v1';
const ANSWERS = 'v1/answers';

/** Ajv's ESM output still loads its runtime helpers with `require`. */
const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";

export function validators(contract: Contract): string {
  const ajv = new Ajv2020({
    strict: false,
    discriminator: true,
    allErrors: false,
    // Not needed: we write our own messages from the keyword and its parameters.
    messages: false,
    code: { source: true, esm: true, lines: false },
    schemas: [],
  });
  addFormats.default(ajv, ['date-time', 'date', 'uri', 'email']);
  ajv.addFormat('int64', true);
  ajv.addFormat('int32', true);
  ajv.addKeyword({
    keyword: 'mostBase64',
    schemaType: 'number',
    code(context) {
      const { data, schema } = context;
      const text = _`typeof ${data} === "string" && ${data}.length <= ${schema}`;
      const bytes = _`${data} instanceof Uint8Array && Math.ceil(${data}.length / 3) * 4 <= ${schema}`;
      context.pass(_`(${text}) || (${bytes})`);
    },
  });
  const whole = mapped({ ...withoutAllOf(contract) }, (node) => withoutText(withoutMapping(node)));
  ajv.addSchema({ ...mapped(whole, closed), $id: ID });
  ajv.addSchema({ ...mapped(whole, (node) => encodedByUs(closed(node))), $id: ANSWERS });
  for (const schema of headerSchemas(contract)) ajv.addSchema(schema);
  const { compiled, aliases } = onceEach(contract);
  return `${HEADER}${REQUIRE}${standalone.default(ajv, compiled)}\n${aliases.join('\n')}\n`;
}

/** Clients must expect new properties in our responses, but we know them all: an unknown one would be a leak. */
const closed = (node: Tree): Tree =>
  node['type'] === 'object' && isTree(node['properties']) ? { additionalProperties: false, ...node } : node;

/** Ajv puts schemas into the output, and the service would keep their descriptions in memory. */
function withoutText({ description, ...rest }: Tree): Tree {
  return typeof description === 'string' || description === undefined ? rest : { ...rest, description };
}

/**
 * Ajv finds variants by the values in their schemas and accepts no mapping. Without `type`, it would accept any value that is not
 * an object.
 */
function withoutMapping(node: Tree): Tree {
  const { discriminator, ...rest } = node;
  if (!isTree(discriminator) || !Array.isArray(node['oneOf'])) return node;
  return { type: 'object', ...rest, discriminator: { propertyName: discriminator['propertyName'] } };
}

/**
 * Values that the service encodes are valid base64, so only their length is checked, without scanning each image. They may still be
 * bytes, which are encoded when the response is written.
 */
function encodedByUs(node: Tree): Tree {
  if (node['contentEncoding'] !== 'base64') return node;
  const { type, pattern, minLength, maxLength, ...rest } = node;
  return { ...rest, mostBase64: maxLength ?? Number.MAX_SAFE_INTEGER };
}

function mapped(node: Tree, change: (node: Tree) => Tree): Tree {
  const value = (name: string, inner: unknown): unknown => {
    if (name === 'example' || name === 'examples') return inner;
    if (Array.isArray(inner)) return inner.map((item) => value('', item));
    return isTree(inner) ? mapped(inner, change) : inner;
  };
  return change(Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, value(name, inner)])));
}

/** Names for the same schema share a validator. */
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
      [`${name}__request`, schemaAt(contract, ID, 'paths', path, 'post', 'requestBody')],
      [`${name}__headers`, requiredHeaders(contract, post).length > 0 ? headersId(post) : undefined],
      ...Object.keys(post.responses).map((status): [string, string | undefined] => [
        `${name}__${status}`,
        schemaAt(contract, ANSWERS, 'paths', path, 'post', 'responses', status),
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

function schemaAt(contract: Contract, id: string, ...pointer: string[]): string | undefined {
  const body = resolve(contract, below({ value: contract, pointer: [] }, ...pointer));
  const { value: schema, pointer: at } = below(body, 'content', 'application/json', 'schema');
  if (!isTree(schema)) return undefined;
  const reference = referenceOf(schema);
  return reference && Object.keys(schema).length === 1 ? `${id}${reference}` : `${id}#/${at.map(escaped).join('/')}`;
}

const escaped = (step: string | number) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1'));
