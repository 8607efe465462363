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

export const kinds: Record<Kind, Record<string, Place>> = {
  document: {
    openapi: 'data',
    info: 'info',
    servers: { listOf: 'data' },
    security: { listOf: 'data' },
    tags: { listOf: 'named' },
    'x-tagGroups': { listOf: 'named' },
    paths: { mapOf: 'path' },
    components: 'components',
  },
  info: {
    title: 'data',
    version: 'data',
    summary: 'data',
    description: 'data',
    contact: 'data',
    license: 'data',
  },
  named: { name: 'data', type: 'data', scheme: 'data', description: 'data', tags: 'data' },
  path: { post: 'operation' },
  operation: {
    operationId: 'data',
    tags: 'data',
    summary: 'data',
    description: 'data',
    'x-query': 'data',
    'x-cors': 'data',
    'x-roles': 'data',
    'x-errors': 'data',
    'x-fresh-proof': 'data',
    'x-before-second-factor': 'data',
    'x-secret-response': 'data',
    deprecated: 'data',
    'x-deprecated-since': 'data',
    'x-sunset': 'data',
    security: 'data',
    parameters: { listOf: 'parameter' },
    requestBody: 'body',
    responses: { mapOf: 'body' },
    callbacks: { mapOf: { mapOf: 'path' } },
  },
  parameter: {
    name: 'data',
    in: 'data',
    required: 'data',
    deprecated: 'data',
    description: 'data',
    schema: 'schema',
    example: 'data',
  },
  body: {
    description: 'data',
    required: 'data',
    headers: { mapOf: 'parameter' },
    content: { mapOf: 'media' },
  },
  media: { schema: 'schema', example: 'data', examples: { mapOf: 'example' } },
  example: { summary: 'data', value: 'data' },
  schema: {
    $ref: 'data',
    type: 'data',
    format: 'data',
    contentEncoding: 'data',
    const: 'data',
    enum: 'data',
    'x-reasons': 'data',
    pattern: 'data',
    'x-expected': 'data',
    minLength: 'data',
    maxLength: 'data',
    minimum: 'data',
    maximum: 'data',
    minItems: 'data',
    maxItems: 'data',
    default: 'data',
    deprecated: 'data',
    description: 'data',
    items: 'schema',
    discriminator: 'data',
    oneOf: { listOf: 'schema' },
    allOf: { listOf: 'schema' },
    additionalProperties: 'data',
    required: 'data',
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

/** The kind of a key's value. Unknown keys hold data. */
export function placeOf(place: Place, key: string): Place {
  if (typeof place === 'object') return 'mapOf' in place ? place.mapOf : place.listOf;
  return place === 'data' ? 'data' : (kinds[place][key] ?? 'data');
}

/** The position of a key among its siblings. Unknown keys come last. In data, all are equal. */
export function rankOf(place: Place, key: string): number {
  if (typeof place === 'object' || place === 'data') return 0;
  const rank = Object.keys(kinds[place]).indexOf(key);
  return rank < 0 ? Number.POSITIVE_INFINITY : rank;
}
