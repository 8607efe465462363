/**
 * The lint rules of the contract. The document is one file, so references are resolved by pointer. The rules see the derived error
 * responses of a call as if they were declared there.
 */
import { suggestion } from '../sdk/client/src/suggestion.ts';
import { completeErrors, SHARED } from './error-responses.ts';

/** Verbs of calls that only read. Other reads are marked only by `x-query`. */
const readingVerbs = /\.(self|get|list|state)$/;

const bodyOf = (operation, at) => at(operation.requestBody)?.content?.['application/json'];

const rule = (check) => () => ({
  Root: {
    leave(document, { report, location }) {
      const at = (node) =>
        node?.$ref
          ? node.$ref
              .slice(2)
              .split('/')
              .reduce((parent, key) => parent?.[key], document)
          : node;
      const problem = (path, message) => report({ message, location: path.reduce((l, key) => l.child(key), location) });
      const operations = Object.entries(document.paths).map(([path, item]) => ({
        name: path.split('/').at(-1),
        operation: item.post ?? {},
        path: ['paths', path, 'post'],
      }));
      check({ document, operations, at, problem });
    },
  },
});

const eachSchema = (document, visit) => {
  const schema = (node, path) => {
    if (typeof node !== 'object' || node === null) return;
    visit(node, path);
    for (const [key, value] of Object.entries(node.properties ?? {})) schema(value, [...path, 'properties', key]);
    if (node.items) schema(node.items, [...path, 'items']);
    for (const key of ['oneOf', 'anyOf', 'allOf'])
      for (const [index, value] of (node[key] ?? []).entries()) schema(value, [...path, key, index]);
  };
  const walk = (node, path) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'example' || key === 'examples') continue;
      if (key === 'schema') schema(value, [...path, key]);
      else if (path[0] === 'components' && path.length === 2 && path[1] === 'schemas') schema(value, [...path, key]);
      else walk(value, [...path, key]);
    }
  };
  walk(document, []);
};

const isBounded = (schema) => {
  if (schema.enum || schema.const !== undefined) return true;
  // null, which removes a value, needs no bound.
  const [type, ...others] = [schema.type].flat().filter((type) => type !== 'null');
  if (others.length > 0) return false;
  switch (type) {
    case 'string':
      return schema.maxLength !== undefined;
    case 'integer':
    case 'number':
      return schema.minimum !== undefined && schema.maximum !== undefined;
    case 'array':
      return schema.maxItems !== undefined && schema.items !== undefined;
    case 'boolean':
    case 'object':
      return true;
    default:
      return Boolean(schema.oneOf ?? schema.allOf);
  }
};

const operations = rule(({ document, operations, problem }) => {
  for (const { name, operation, path } of operations) {
    if (path[1] !== `/api/v1/${name}`) problem(path, 'A path must be /api/v1/ and the name of the call');
    if (operation.operationId !== name) problem(path, `operationId must be ${name}`);
    if (Object.keys(document.paths[path[1]]).join() !== 'post') problem(path, 'A call must be a POST and nothing else');
  }
});

const query = rule(({ operations, problem }) => {
  for (const { name, operation, path } of operations) {
    const isRead = operation['x-query'] === true;
    const keys = (operation.parameters ?? []).filter(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    if (readingVerbs.test(name) && !isRead) problem(path, 'A read needs x-query: true');
    if (keys.length !== (isRead ? 0 : 1))
      problem(path, isRead ? 'A read takes no Idempotency-Key' : 'Idempotency-Key is missing');
  }
});

/** `x-cors` lets pages of any site make the call: only for reads without credentials. */
const cors = rule(({ document, operations, problem }) => {
  for (const { operation, path } of operations) {
    if (!operation['x-cors']) continue;
    const isPublic = (operation.security ?? document.security).length === 0;
    if (!isPublic || !operation['x-query']) problem(path, 'x-cors is for reads without credentials only');
  }
});

const errors = rule(({ document, operations, at, problem }) => {
  for (const name of Object.values(SHARED).flat())
    if (!document.components.responses[name]) problem(['components', 'responses'], `Missing response: ${name}`);
  for (const { operation, path } of operations) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const here = [...path, 'responses', status];
      if (!at(response)?.headers?.['X-Request-Id']) problem(here, 'X-Request-Id is missing');
      const schema = at(response)?.content?.['application/json']?.schema;
      if (status !== '200' && schema?.$ref !== '#/components/schemas/Problem')
        problem(here, 'An error must be a Problem');
      if (status === '429' && !at(response)?.headers?.['Retry-After']) problem(here, 'Retry-After is missing');
    }
  }
});

const examples = rule(({ operations, at, problem }) => {
  const isShown = (content) => content?.example !== undefined || Object.keys(content?.examples ?? {}).length > 0;
  for (const { operation, path } of operations) {
    if (!isShown(bodyOf(operation, at))) problem([...path, 'requestBody'], 'A request needs an example');
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if (!isShown(at(response)?.content?.['application/json']))
        problem([...path, 'responses', status], 'A response needs an example');
    }
  }
});

const descriptions = rule(({ document, operations, at, problem }) => {
  for (const { operation, path } of operations) {
    if (!operation.summary || operation.summary.endsWith('.'))
      problem(path, 'A summary must be a verb phrase without a full stop');
    if (!operation.description?.trim().endsWith('.')) problem(path, 'A description must consist of sentences');
  }
  eachSchema(document, (schema, path) => {
    const described = schema.description ?? at(schema)?.description;
    // An inline body is described by its request or response, and a part of a schema by the whole.
    if (!described && path.at(-1) !== 'schema' && path.at(-2) !== 'allOf')
      problem(path, 'A schema needs a description');
  });
});

const bounds = rule(({ document, at, problem }) => {
  eachSchema(document, (schema, path) => {
    const target = at(schema);
    if (!target) problem(path, `Unknown reference: ${schema.$ref}`);
    else if (!isBounded(target)) problem(path, 'A value needs a type and a bound');
  });
});

const lists = rule(({ document, operations, at, problem }) => {
  const { Cursor, PageSize } = document.components.schemas;
  for (const { name, operation, path } of operations.filter(({ name }) => name.endsWith('.list'))) {
    const { cursor, limit } = at(bodyOf(operation, at)?.schema)?.properties ?? {};
    if (at(cursor ?? {}) !== Cursor || at(limit ?? {}) !== PageSize)
      problem([...path, 'requestBody'], `${name} takes a cursor (Cursor) and a limit (PageSize)`);
    const { next_cursor, ...rest } =
      at(bodyOf({ requestBody: operation.responses?.['200'] }, at)?.schema)?.properties ?? {};
    const [items, ...more] = Object.values(rest);
    if (at(next_cursor ?? {}) !== Cursor || items?.type !== 'array' || more.length > 0)
      problem([...path, 'responses', '200'], `${name} must return one list, and next_cursor when more follows`);
  }
});

/** Errors say in words what a value must be. Enums and booleans need no words. */
const expectations = rule(({ document, operations, at, problem }) => {
  eachSchema(document, (schema, path) => {
    if ((schema.pattern || schema.format) && !schema['x-expected'])
      problem(path, 'A pattern or format needs x-expected: what a value must be, in words');
  });
  const sent = (schema, path) => {
    for (const [name, property] of Object.entries(at(schema)?.properties ?? {})) {
      const { type, enum: values, 'x-expected': phrase } = { ...at(property), ...property };
      if (!phrase && !values && type !== 'boolean')
        problem(path, `${name} needs x-expected: what it must be, in words`);
      sent(property, path);
    }
  };
  for (const { operation, path } of operations) sent(bodyOf(operation, at)?.schema, [...path, 'requestBody']);
});

/** Many validators compile a pattern without the flag `u`, and then read `\p{Cc}` as the letters p, C and c in braces. */
const patterns = rule(({ document, problem }) => {
  eachSchema(document, ({ pattern }, path) => {
    const [unread] = /\\(?:p\{.*?\}|u\{.*?\})/i.exec(pattern ?? '') ?? [];
    if (unread)
      problem(
        [...path, 'pattern'],
        `Write ${unread} as ranges such as \\x00-\\x1F: validators read it in different ways`,
      );
  });
});

/** Shared responses are selected by the codes of a call: the response for a code's status must show that code. */
const ownErrors = rule(({ document, operations, at, problem }) => {
  const codesIn = (response) =>
    Object.values(at(response)?.content?.['application/json']?.examples ?? {}).map(
      (example) => at(example)?.value?.code,
    );
  const all = Object.values(document.components.responses).flatMap(codesIn).filter(Boolean);
  for (const { operation, path } of operations) {
    const shown = Object.values(operation.responses ?? {}).flatMap(codesIn);
    for (const [index, code] of (operation['x-errors'] ?? []).entries()) {
      const here = [...path, 'x-errors', index];
      if (!all.includes(code)) problem(here, `No response in components shows ${code}.${suggestion(code, all)}`);
      else if (!shown.includes(code)) problem(here, `No response shows ${code} together with the other x-errors`);
    }
  }
});

const freshProofs = rule(({ document, operations, at, problem }) => {
  for (const { operation, path } of operations) {
    const asked = operation['x-fresh-proof'];
    const names = Object.keys(at(bodyOf(operation, at)?.schema)?.properties ?? {});
    const isTold = operation['x-errors']?.includes('fresh_proof_required') ?? false;
    if (Boolean(asked) !== isTold) problem(path, 'x-fresh-proof and fresh_proof_required in x-errors go together');
    if (Array.isArray(asked) && !asked.every((name) => names.includes(name)))
      problem([...path, 'x-fresh-proof'], 'x-fresh-proof names properties of the request');
    const takesTokens = (operation.security ?? document.security).some((scheme) => 'accessToken' in scheme);
    if ((asked || operation['x-before-second-factor']) && !takesTokens)
      problem(path, 'Only calls of signed-in users can require a proof or a second factor');
  }
});

const roles = rule(({ document, operations, problem }) => {
  const all = document.components.schemas.UserRole.enum;
  for (const { operation, path } of operations) {
    const takesTokens = (operation.security ?? document.security).some((scheme) => 'accessToken' in scheme);
    const given = operation['x-roles'];
    if (!takesTokens && given) problem([...path, 'x-roles'], 'Only calls of signed-in users have roles');
    if (!takesTokens) continue;
    if (!given) problem(path, `A call of signed-in users needs x-roles: some of ${all.join(', ')}`);
    else if (!given.includes('owner') || given.join() !== all.filter((role) => given.includes(role)).join())
      problem([...path, 'x-roles'], `x-roles must be owner and others of ${all.join(', ')}, in this order`);
  }
});

/** Requests are closed, so that misspelt properties are reported. Responses are open: properties may be added. */
const closedObjects = rule(({ document, operations, at, problem }) => {
  const sent = new Set();
  const follow = (node) => {
    const schema = node && at(node);
    if (!schema || sent.has(schema)) return;
    sent.add(schema);
    for (const property of Object.values(schema.properties ?? {})) follow(property);
    follow(schema.items);
    schema.oneOf?.forEach(follow);
  };
  for (const { operation } of operations) follow(bodyOf(operation, at)?.schema);
  eachSchema(document, (schema, path) => {
    if (schema.type !== 'object') return;
    const isClosed = schema.additionalProperties === false;
    if (sent.has(schema) && !isClosed) problem(path, 'Requests are closed: additionalProperties must be false');
    if (!sent.has(schema) && isClosed) problem(path, 'Responses are open: additionalProperties must be absent');
  });
});

const reasons = rule(({ document, problem }) => {
  const path = ['components', 'schemas', 'FailureCode'];
  const { enum: codes, 'x-reasons': given = {} } = document.components.schemas.FailureCode;
  for (const code of codes)
    if (!given[code]?.message || typeof given[code].retryable !== 'boolean')
      problem(path, `${code} needs a message and whether it is retryable, in x-reasons`);
  for (const code of Object.keys(given))
    if (!codes.includes(code)) problem([...path, 'x-reasons', code], `${code} is not in the enum`);
});

const failCauses = rule(({ document, problem }) => {
  const { ReaderFailCause, ReaderFailCode } = document.components.schemas;
  const path = ['components', 'schemas', 'ReaderFailCause'];
  const given = ReaderFailCause['x-reasons'];
  for (const cause of ReaderFailCause.enum)
    if (!given[cause]?.message || !ReaderFailCode.enum.includes(given[cause].code))
      problem(path, `${cause} needs a message and a code of ReaderFailCode, in x-reasons`);
  for (const cause of Object.keys(given))
    if (!ReaderFailCause.enum.includes(cause)) problem([...path, 'x-reasons', cause], `${cause} is not in the enum`);
});

const deprecations = rule(({ operations, problem }) => {
  const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text);
  for (const { operation, path } of operations) {
    const { deprecated, 'x-deprecated-since': since, 'x-sunset': sunset } = operation;
    if (!deprecated && (since ?? sunset) !== undefined) problem(path, 'Dates of a deprecation need deprecated: true');
    if (!deprecated) continue;
    if (!isDay(since) || !isDay(sunset))
      problem(path, 'A deprecated call needs x-deprecated-since and x-sunset, as YYYY-MM-DD');
    else if (since >= sunset) problem([...path, 'x-sunset'], 'x-sunset must be after x-deprecated-since');
  }
});

const discriminators = rule(({ document, at, problem }) => {
  eachSchema(document, ({ oneOf, discriminator }, path) => {
    if (!oneOf) return;
    const { propertyName, mapping = {} } = discriminator ?? {};
    const parts = (schema) => [schema, ...(schema.allOf ?? []).flatMap((part) => parts(at(part)))];
    const valuesOf = (branch) =>
      parts(at(branch)).flatMap(({ properties }) => at(properties?.[propertyName] ?? {}).enum ?? []);
    const expected = oneOf.flatMap((branch) => valuesOf(branch).map((value) => `${value}: ${branch.$ref}`));
    const said = Object.entries(mapping).map(([value, reference]) => `${value}: ${reference}`);
    if (expected.length === 0 || expected.toSorted().join() !== said.toSorted().join())
      problem(path, `A choice needs a discriminator with this mapping: ${expected.join(', ')}`);
  });
});

const names = rule(({ document, problem }) => {
  const taken = new Set([
    'Date',
    'Error',
    'Session',
    ...Object.keys(document.paths).map((path) => pascal(path.split('/').at(-1).split('.')[0])),
  ]);
  const seen = new Map();
  for (const [section, entries] of Object.entries(document.components)) {
    for (const name of Object.keys(entries)) {
      const path = ['components', section, name];
      if (section === 'schemas' && taken.has(name)) problem(path, `${name} collides with a generated class`);
      if (seen.has(name)) problem(path, `${name} is also in ${seen.get(name)}`);
      seen.set(name, section);
    }
  }
});

const pascal = (name) => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());

export default function sigill() {
  return {
    id: 'sigill',
    preprocessors: { oas3: { 'error-responses': () => ({ Root: { enter: completeErrors } }) } },
    rules: {
      oas3: {
        operations,
        query,
        cors,
        errors,
        examples,
        descriptions,
        bounds,
        lists,
        expectations,
        patterns,
        'own-errors': ownErrors,
        'fresh-proofs': freshProofs,
        roles,
        discriminators,
        'closed-objects': closedObjects,
        names,
        reasons,
        'fail-causes': failCauses,
        deprecations,
      },
    },
  };
}
