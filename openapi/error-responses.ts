/**
 * The error responses of every call. They are derived from what the contract says about the call: its credentials, its input, and its own
 * codes in `x-errors`. A response declared by the call itself takes precedence.
 */
import { entriesOf, isTree, listOf, referenceOf, type Tree, treeOf } from './contract/tree.ts';

/** The shared responses by status, the general one first. If it does not show all codes of a call, the last one that does is used. */
export const SHARED: Record<string, string[]> = {
  400: ['InvalidInput', 'InputRefused'],
  401: ['Unauthorized', 'SignInFailed'],
  403: ['Forbidden', 'CrossSiteRefused', 'Refused'],
  404: ['NotFound'],
  409: ['Conflict', 'StateConflict', 'ProofUnavailable'],
  413: ['PayloadTooLarge'],
  415: ['UnsupportedMediaType'],
  429: ['TooManyRequests', 'TooManySessions', 'TooManyStarts', 'TooManyAttempts', 'TooManyPayments'],
  500: ['InternalError'],
  503: ['ServiceUnavailable', 'ProviderUnavailable'],
};

/**
 * Request properties that identify an object, so that the call may return 404. `code` is not one of them: wrong one-time codes have
 * errors of their own, and calls with the code of a link declare their 404 themselves.
 */
const NAMING = /^(id|token|cursor|\w+_id)$/;

/** Changes the document in place. */
export function completeErrors<T extends object>(contract: T): T {
  for (const [, item] of entriesOf(treeOf(contract)['paths'])) {
    const call = treeOf(treeOf(item)['post']);
    call['responses'] = { ...errorResponses(treeOf(contract), call), ...treeOf(call['responses']) };
  }
  return contract;
}

function errorResponses(contract: Tree, call: Tree): Record<string, { $ref: string }> {
  const own = listOf(call['x-errors']);
  const mayBe = {
    401: !isPublic(contract, call),
    404: sentNames(contract, call).some((name) => NAMING.test(name)),
    409: call['x-query'] !== true,
  } as Record<string, boolean>;
  return Object.fromEntries(
    Object.entries(SHARED).flatMap(([status, names]) => {
      const shared = names.filter((name) => codesOf(contract, name).length > 0);
      const codes = own.filter((code) => shared.some((name) => codesOf(contract, name).includes(code)));
      const showsAll = (name: string) => codes.every((code) => codesOf(contract, name).includes(code));
      const general = mayBe[status] === false ? undefined : generalResponse(contract, call, status);
      const widest = codes.length > 0 ? shared.findLast(showsAll) : undefined;
      const name = shared.find((name) => name === general && showsAll(name)) ?? widest ?? general;
      return name && shared.includes(name) ? [[status, { $ref: `#/components/responses/${name}` }]] : [];
    }),
  );
}

export function generalResponse(contract: Tree, call: Tree, status: string): string | undefined {
  if (isPublic(contract, call) && status === '401') return undefined;
  return isPublic(contract, call) && status === '403' ? 'CrossSiteRefused' : SHARED[status]?.[0];
}

export const codesOf = (contract: Tree, response: string): unknown[] =>
  entriesOf(mediaOf(contract, { $ref: `#/components/responses/${response}` })['examples']).map(
    ([, example]) => treeOf(found(contract, example)['value'])['code'],
  );

const isPublic = (contract: Tree, call: Tree): boolean => listOf(call['security'] ?? contract['security']).length === 0;

const sentNames = (contract: Tree, call: Tree): string[] =>
  Object.keys(treeOf(found(contract, mediaOf(contract, call['requestBody'])['schema'])['properties']));

const mediaOf = (contract: Tree, body: unknown): Tree =>
  treeOf(treeOf(found(contract, body)['content'])['application/json']);

/** A broken reference gives an empty object here: the check of references reports it. */
function found(contract: Tree, node: unknown): Tree {
  const steps = referenceOf(node)?.split('/').slice(1);
  return treeOf(
    steps ? steps.reduce<unknown>((parent, step) => (isTree(parent) ? parent[step] : undefined), contract) : node,
  );
}
