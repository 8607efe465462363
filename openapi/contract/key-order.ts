/** The structure of the contract: the keys of each kind of object, in the order in which they are written. */

/** The value of a key: an object of some kind, a map or list of such objects, or data, whose keys keep their order. */
export type Place = Kind | 'data' | { mapOf: Place } | { listOf: Place };

export type Kind =
  | 'document'
  | 'info'
  | 'named'
  | 'path'
  | 'operation'
  | 'parameter'
  | 'body'
  | 'media'
  | 'example'
  | 'schema'
  | 'components';

const data = (keys: string): Record<string, 'data'> => Object.fromEntries(keys.split(' ').map((key) => [key, 'data']));

export const kinds: Record<Kind, Record<string, Place>> = {
  document: {
    ...data('openapi'),
    info: 'info',
    servers: { listOf: 'data' },
    security: { listOf: 'data' },
    tags: { listOf: 'named' },
    'x-tagGroups': { listOf: 'named' },
    paths: { mapOf: 'path' },
    webhooks: { mapOf: 'path' },
    components: 'components',
  },
  info: data('title version summary description contact license'),
  named: data('name type scheme description tags'),
  path: { post: 'operation' },
  operation: {
    ...data('operationId tags summary description x-query x-cors x-roles x-errors x-fresh-proof'),
    ...data('x-before-second-factor x-secret-response deprecated x-deprecated-since x-sunset security'),
    parameters: { listOf: 'parameter' },
    requestBody: 'body',
    responses: { mapOf: 'body' },
    callbacks: { mapOf: { mapOf: 'path' } },
  },
  parameter: { ...data('name in required deprecated description'), schema: 'schema', example: 'data' },
  body: { ...data('description required'), headers: { mapOf: 'parameter' }, content: { mapOf: 'media' } },
  media: { schema: 'schema', example: 'data', examples: { mapOf: 'example' } },
  example: data('summary value'),
  schema: {
    ...data(
      '$ref type format contentEncoding const enum x-reasons pattern x-expected minLength maxLength minimum maximum',
    ),
    ...data('minItems maxItems default deprecated description'),
    items: 'schema',
    discriminator: 'data',
    oneOf: { listOf: 'schema' },
    allOf: { listOf: 'schema' },
    ...data('additionalProperties required'),
    properties: { mapOf: 'schema' },
  },
  components: {
    securitySchemes: { mapOf: 'named' },
    parameters: { mapOf: 'parameter' },
    headers: { mapOf: 'parameter' },
    requestBodies: { mapOf: 'body' },
    responses: { mapOf: 'body' },
    examples: { mapOf: 'example' },
    schemas: { mapOf: 'schema' },
  },
};

export function placeOf(place: Place, key: string): Place {
  if (typeof place === 'object') return 'mapOf' in place ? place.mapOf : place.listOf;
  return place === 'data' ? 'data' : (kinds[place][key] ?? 'data');
}

export function rankOf(place: Place, key: string): number {
  if (typeof place === 'object' || place === 'data') return 0;
  const rank = Object.keys(kinds[place]).indexOf(key);
  return rank < 0 ? Number.POSITIVE_INFINITY : rank;
}
