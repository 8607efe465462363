/**
 * The contract as a Postman collection (schema.getpostman.com, v2.1): one folder per subject, every call with its first example. Values
 * that a call needs from an earlier one are variables set by the earlier one, so the main flow can be sent from top to bottom.
 */
import { examplesOf, headersOf, type Operation } from '../src/features/reference/operation.ts';
import type { Resource } from '../src/features/reference/reference.ts';

/** The response properties that each call stores: the variable, and the property that fills it. */
const KEPT: Record<string, Record<string, string>> = {
  'session.create': { session_id: 'id', session_token: 'token' },
  'demo.create': { demo_token: 'token' },
  'reader.start': { reader_key: 'reader_key' },
  'callback.list': { callback_id: 'callbacks[0].id' },
  'password.create': { access_token: 'access_token', refresh_token: 'refresh_token' },
  'password.authenticate': { access_token: 'access_token', refresh_token: 'refresh_token' },
};
const VARIABLES = ['public_key', 'secret', ...new Set(Object.values(KEPT).flatMap(Object.keys))];

/** `origin` is the address the build assumes; the server writes its own. */
export function postmanCollection(product: string, origin: string, version: string, resources: Resource[]): string {
  const collection = {
    info: {
      name: `${product} API`,
      description: `Set the collection variables public_key and secret, then send session.create first.`,
      version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'baseUrl', value: origin, type: 'string' },
      ...VARIABLES.map((key) => ({ key, value: '', type: 'string' })),
    ],
    auth: basic,
    item: resources.map(({ name, description, operations }) => ({
      name,
      description,
      item: operations.map(requestOf),
    })),
  };
  return JSON.stringify(collection, null, 1);
}

const pairs = (values: Record<string, string>) =>
  Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }));
const basic = { type: 'basic', basic: pairs({ username: '{{public_key}}', password: '{{secret}}' }) };
const bearer = { type: 'bearer', bearer: pairs({ token: '{{access_token}}' }) };

function requestOf(operation: Operation): object {
  const { operationId, path, summary, description, security } = operation;
  const kept = KEPT[operationId];
  return {
    name: operationId,
    ...(kept && { event: [{ listen: 'test', script: { type: 'text/javascript', exec: keeping(kept) } }] }),
    request: {
      method: 'POST',
      description: `${summary}. ${description}`,
      url: { raw: `{{baseUrl}}${path}`, host: ['{{baseUrl}}'], path: path.slice(1).split('/') },
      auth: security.includes('apiKey') ? basic : security.includes('accessToken') ? bearer : { type: 'noauth' },
      header: [
        { key: 'Content-Type', value: 'application/json' },
        ...headersOf(operation).map(({ name }) => ({
          key: name,
          value: `{{${name === 'Reader-Key' ? 'reader_key' : 'session_token'}}}`,
        })),
      ],
      body: { mode: 'raw', raw: bodyOf(operation), options: { raw: { language: 'json' } } },
    },
  };
}

const keeping = (kept: Record<string, string>): string[] => [
  'const response = pm.response.json();',
  ...Object.entries(kept).map(
    ([variable, property]) =>
      `if (pm.response.code === 200) pm.collectionVariables.set('${variable}', response.${property.replace('[0].', '[0]?.')});`,
  ),
];

function bodyOf({ operationId, request }: Operation): string {
  const value = (examplesOf(request)[0]?.value ?? {}) as Record<string, unknown>;
  const variables: Record<string, string> = {
    ...(/^session\./.test(operationId) && 'id' in value && { id: '{{session_id}}' }),
    ...(/^callback\./.test(operationId) && 'id' in value && { id: '"{{callback_id}}"' }),
    ...(/^reader\./.test(operationId) && 'token' in value && { token: '"{{session_token}}"' }),
    ...(/^demo\./.test(operationId) && 'token' in value && { token: '"{{demo_token}}"' }),
    ...('reader_key' in value && { reader_key: '"{{reader_key}}"' }),
    ...('refresh_token' in value && { refresh_token: '"{{refresh_token}}"' }),
    ...('access_token' in value && { access_token: '"{{access_token}}"' }),
  };
  // Nobody receives callbacks at the example's address, so they would all fail.
  const { callback_url: _address, ...sent } = value;
  return JSON.stringify(sent, null, 2).replace(
    /^( {2}"(\w+)": )[^\n]*?(,?)$/gm,
    (line, start: string, name: string, comma: string) =>
      variables[name] ? `${start}${variables[name]}${comma}` : line,
  );
}
