/**
 * The data of the reference pages: the contract with its references resolved, in its original order. Each page has its own file, so
 * that a visitor loads only one.
 */

import { type Contract, errorCodes, type Operation } from '../../../openapi/contract/contract.ts';
import { methodPath } from '../../../openapi/contract/names.ts';
import { resolved, withoutAllOf } from '../../../openapi/contract/resolved.ts';
import { entriesOf, isTree, listOf, opened, type Tree, treeOf } from '../../../openapi/contract/tree.ts';
import { typesOf } from './reference-types.ts';

export function referencePages(written: Contract): Record<string, object> {
  const contract = withoutAllOf(written);
  const operations = Object.entries(contract.paths).map(([path, { post }]) => operationOn(contract, path, post));
  const resources = contract.tags.map(({ name, description }) => ({
    slug: slugOf(name),
    name,
    description,
    events: eventsOf(contract, name),
    operations: operations.filter(({ tags }) => tags[0] === name),
  }));
  return {
    'outline.json': {
      info: contract.info,
      groups: contract['x-tagGroups'].map(({ name, tags }) => ({
        name,
        resources: resources
          .filter((resource) => tags.includes(resource.name))
          .map(({ slug, name, operations }) => ({
            slug,
            name,
            operations: operations.map(({ operationId, summary }) => ({ operationId, summary })),
          })),
      })),
    },
    ...Object.fromEntries(resources.map((resource) => [`resources/${resource.slug}.json`, resource])),
    'errors.json': { codes: codesOf(contract, operations), failures: failuresOf(contract) },
    'types.json': typesOf(written),
    'headers.json': headersOf(contract),
    'events.json': eventTypesOf(contract),
  };
}

export const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

type Answer = { status: number; examples?: Record<string, { value: { code: string; error: string } }> };
type Shown = { operationId: string; summary: string; tags: string[]; responses: Answer[] } & Tree;

function operationOn(contract: Contract, path: string, post: Operation): Shown {
  const { responses, requestBody, callbacks: _callbacks, ...operation } = post;
  return {
    ...(resolved(contract, operation) as Shown),
    path,
    method: methodPath(post.operationId),
    security: (post.security ?? contract.security).flatMap((requirement) => Object.keys(requirement)),
    request: jsonOf(resolved(contract, requestBody)),
    responses: Object.entries(responses).map(([status, response]) => {
      const answer = resolved(contract, response);
      const json = jsonOf(answer);
      // All errors have the same schema, and calls share responses: only examples and codes differ.
      const shown =
        Number(status) < 300
          ? withoutMockOnly(json)
          : { examples: ownExamples(json, errorCodes(contract, post, Number(status))) };
      return { status: Number(status), description: answer['description'], ...shown } as Answer;
    }),
  };
}

function eventsOf(contract: Contract, tag: string): object[] {
  return Object.values(contract.paths)
    .flatMap(({ post }) => Object.values(treeOf(post['callbacks'])))
    .flatMap((callback) => Object.values(treeOf(callback)))
    .map((address) => treeOf(treeOf(address)['post']))
    .filter((event) => listOf(event['tags']).includes(tag))
    .map((event) => eventOf(contract, event));
}

function eventOf(contract: Contract, { requestBody, responses, ...event }: Tree): Tree {
  return {
    ...resolved(contract, event),
    request: jsonOf(resolved(contract, requestBody)),
    responses: entriesOf(responses).map(([status, response]) => ({
      status: Number(status),
      description: treeOf(response)['description'],
    })),
  };
}

/**
 * Every type of event, and where it is sent: to the endpoints of an account if the contract has it as a webhook, and to the address of a
 * session if it is a callback of a call.
 */
function eventTypesOf(contract: Contract): object[] {
  const webhooks = Object.values(treeOf(treeOf(contract)['webhooks']))
    .map((webhook) => eventOf(contract, treeOf(treeOf(webhook)['post'])))
    .map((event) => ({ event, to: 'endpoints' }));
  const callbacks = contract.tags
    .flatMap(({ name }) => eventsOf(contract, name))
    .map((event) => ({ event: treeOf(event), to: 'callback_url' }));
  const types = Map.groupBy([...webhooks, ...callbacks], ({ event }) => typeOf(event));
  return [...types].map(([type, sent]) => ({ ...sent[0]!.event, type, sent_to: sent.map(({ to }) => to) }));
}

function typeOf(event: Tree): string {
  const { properties } = treeOf(treeOf(event['request'])['schema']);
  return String(listOf(treeOf(treeOf(properties)['type'])['enum'])[0]);
}

/** The status of each code that no operation documents. */
const BEFORE_OPERATIONS: Record<string, number> = { method_not_allowed: 405, not_implemented: 501 };

function codesOf(contract: Contract, operations: Shown[]): object[] {
  return listOf(contract.components.schemas['ProblemCode']?.['enum']).map((code) => {
    const found = operations.flatMap(({ operationId, responses }) =>
      responses.flatMap(({ status, examples = {} }) =>
        Object.values(examples)
          .filter(({ value }) => value.code === code)
          .map(({ value }) => ({ operationId, status, error: value.error })),
      ),
    );
    const calls = [...new Set(found.map(({ operationId }) => operationId))];
    return {
      code,
      status: found[0]?.status ?? BEFORE_OPERATIONS[String(code)],
      error: found[0]?.error,
      calls: calls.length > operations.length / 2 ? [] : calls,
    };
  });
}

/** Expiry and codes that a reader may report end a session as FAILED. */
function failuresOf({ components }: Contract): object[] {
  const { FailureCode, ReaderFailCode } = components.schemas;
  const failed = new Set(['session_expired', ...listOf(ReaderFailCode?.['enum'])]);
  return entriesOf(FailureCode?.['x-reasons']).map(([code, reason]) => ({
    code,
    state: failed.has(code) ? 'FAILED' : 'REJECTED',
    ...treeOf(reason),
  }));
}

function headersOf(contract: Contract): object {
  const components = treeOf(contract.components);
  const responseNames = new Map<string, string>();
  for (const { post } of Object.values(contract.paths))
    for (const response of Object.values(post.responses)) {
      const { headers } = opened(contract, response);
      for (const [name, header] of entriesOf(headers))
        responseNames.set(name, String(treeOf(header)['$ref']).split('/').at(-1)!);
    }
  // Only parameters of calls. The others are headers of webhooks, which the service sends.
  const sent = new Set(
    Object.values(contract.paths).flatMap(({ post }) => (post.parameters ?? []).map(({ $ref }) => $ref)),
  );
  const callbacks = contract.tags.flatMap(({ name }) => eventsOf(contract, name)).map(treeOf);
  return {
    request: entriesOf(components['parameters'])
      .filter(([name]) => sent.has(`#/components/parameters/${name}`))
      .map(([, header]) => resolved(contract, header)),
    response: [...responseNames].map(([name, component]) => ({
      name,
      ...resolved(contract, treeOf(components['headers'])[component]),
    })),
    callback: callbacks.flatMap(({ parameters }) => listOf(parameters)),
  };
}

/** Examples for the mock's flows, which are not needed in the reference. */
const MOCK_ONLY = ['aborted', 'last', 'none'];

function withoutMockOnly(json: Tree | undefined): Tree | undefined {
  if (!json?.['examples']) return json;
  const examples = entriesOf(json['examples']).filter(([name]) => !MOCK_ONLY.includes(name));
  return { ...json, examples: Object.fromEntries(examples) };
}

function ownExamples(json: Tree | undefined, codes: string[]): object {
  const examples = (json?.['examples'] ?? {}) as Record<string, { value: { code: string } }>;
  return Object.fromEntries(Object.entries(examples).filter(([, { value }]) => codes.includes(value.code)));
}

function jsonOf({ content }: Tree): Tree | undefined {
  const json = isTree(content) ? content['application/json'] : undefined;
  return isTree(json) ? json : undefined;
}
