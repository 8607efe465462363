/** Compares two contracts. What a client sends must not get narrower, and what it reads must not get wider. Callbacks are the reverse. */
import { isDeepStrictEqual } from 'node:util';
import { pascal } from '../contract/names.ts';
import { below, listOf, type Place, placesIn, referenceOf, resolve, type Tree, treeOf } from '../contract/tree.ts';
import { type Cause, Finding, gather } from './causes.ts';
import { caseless, compareComponents, compareSecuritySchemes, renamedComponents } from './components.ts';
import { type Spot, tell } from './kinds.ts';
import { Schemas } from './schemas.ts';
import { errorOf, methodOf } from './sdk-names.ts';
import type { Direction } from './shape.ts';
import {
  bodyOf,
  callbacksOf,
  headersOf,
  type Named,
  operationsOf,
  parametersOf,
  requirementsOf,
  responsesOf,
  type Side,
  schemaIn,
} from './sides.ts';

export function compareContracts(before: Tree, after: Tree): Cause[] {
  return new Comparison(before, after).causes();
}

class Comparison {
  readonly #before: Tree;
  readonly #after: Tree;
  readonly #schemas: Schemas;
  readonly #whole = new Finding();
  readonly #operations = new Map<string, Finding>();
  /** The shared error responses, which most operations use. */
  readonly #responses = new Map<string, Finding>();

  constructor(before: Tree, after: Tree) {
    this.#before = before;
    this.#after = after;
    const renamed = renamedComponents(before, after);
    this.#schemas = new Schemas(before, after, renamed);
    this.#compareOperations();
    compareComponents(before, after, renamed, this.#whole);
    compareSecuritySchemes(before, after, this.#whole);
  }

  causes(): Cause[] {
    return gather([
      this.#whole,
      ...this.#operations.values(),
      ...this.#responses.values(),
      ...this.#schemas.findings.values(),
    ]);
  }

  #compareOperations(): void {
    const [were, are] = [operationsOf(this.#before, 'paths'), operationsOf(this.#after, 'paths')];
    for (const was of were) {
      const is = are.find(({ address }) => address === was.address) ?? are.find(({ id }) => id === was.id);
      const words = { method: methodOf(was.id), address: was.address };
      if (is) this.#compareOperation(was, is);
      else tell(this.#whole, 'call_removed', words, was.operation.pointer);
    }
    for (const is of are)
      if (!were.some(({ address, id }) => address === is.address || id === is.id))
        tell(this.#whole, 'call_added', { method: methodOf(is.id) }, is.operation.pointer);
    this.#compareCallbacks(operationsOf(this.#before, 'webhooks'), operationsOf(this.#after, 'webhooks'), this.#whole);
  }

  #compareOperation(was: Side, is: Side): void {
    const finding = new Finding(was.id);
    this.#operations.set(was.id, finding);
    const method = methodOf(was.id);
    const { pointer } = is.operation;
    if (was.address !== is.address)
      tell(finding, 'call_moved', { method, address: is.address, old: was.address }, pointer);
    if (was.id !== is.id) tell(finding, 'call_renamed', { method, name: methodOf(is.id) }, [...pointer, 'operationId']);
    compareExtensions(was, is, finding);
    compareSecurity(was, is, finding);
    compareServers(was, is, finding);
    this.#compareMessage('send', was, is, finding);
    this.#compareCallbacks(callbacksOf(was), callbacksOf(is), finding);
  }

  /** Compares parameters, body and responses. `direction` is the direction of the request: clients read what we send to a callback. */
  #compareMessage(direction: Direction, was: Side, is: Side, finding: Finding): void {
    this.#compareNamed(direction, parametersOf(was), parametersOf(is), finding);
    this.#compareBodies(direction, was, is, finding);
    const answer = direction === 'send' ? 'read' : 'send';
    const [before, after] = [responsesOf(was), responsesOf(is)];
    for (const [status, response] of before) {
      const next = after.get(status);
      const handles = errorOf(status) ? `catches \`${errorOf(status)}\`` : 'handles it';
      if (next) this.#compareResponses(answer, status, response, next, { was, is, finding });
      else if (answer === 'read') tell(finding, 'status_removed', { status, handles }, response.pointer);
      else tell(finding, 'status_not_taken', { status }, response.pointer);
    }
    for (const [status, response] of after) {
      if (before.has(status)) continue;
      // Another success response adds a type to the union of what the call returns.
      if (answer === 'read' && /^[2d]/i.test(status))
        tell(finding, 'success_added', { status, method: methodOf(was.id) }, response.pointer);
      else tell(finding, 'status_added', { status }, response.pointer);
    }
  }

  #compareBodies(direction: Direction, was: Side, is: Side, finding: Finding): void {
    const [before, after] = [bodyOf(was), bodyOf(is)];
    const body = `the body of \`${was.id}\``;
    const [required, requires] = [before, after].map(({ value }) => treeOf(value)['required'] === true);
    if (!before.value || !after.value) {
      if (before.value) tell(finding, 'body_removed', { body }, before.pointer, { direction });
      else if (after.value)
        tell(finding, direction === 'send' && requires ? 'body_demanded' : 'body_added', { body }, after.pointer);
      return;
    }
    if (required !== requires) {
      const harmless = direction === 'send' ? !requires : !required;
      const need = requires ? 'required' : 'optional';
      tell(finding, 'body_needed', { body, need }, after.pointer, { direction, harmless });
    }
    const component = /^#\/components\/requestBodies\/(.+)$/.exec(
      referenceOf(below(was.operation, 'requestBody').value) ?? '',
    )?.[1];
    const what = direction === 'read' ? `${pascal(was.id)}Event` : (component ?? `${pascal(was.id)}Params`);
    const expression = direction === 'read' ? 'event' : 'body';
    this.#compareContent(direction, before, after, { what, expression, finding });
  }

  #compareResponses(
    direction: Direction,
    status: string,
    before: Place,
    after: Place,
    { was, is, finding }: { was: Side; is: Side; finding: Finding },
  ): void {
    const [old, next] = [resolve(was.contract, before), resolve(is.contract, after)];
    if (status.startsWith('2')) {
      this.#compareNamed(direction, headersOf(was.contract, old), headersOf(is.contract, next), finding);
      const expression = `(await ${methodOf(was.id)}(…))`;
      this.#compareContent(direction, old, next, { what: `${pascal(was.id)}Response`, expression, finding });
      return;
    }
    const key = [direction, ...old.pointer, ...next.pointer].join('/');
    const known = this.#responses.get(key);
    const shared = known ?? new Finding();
    shared.parents.add(finding);
    if (known) return;
    this.#responses.set(key, shared);
    this.#compareNamed(direction, headersOf(was.contract, old), headersOf(is.contract, next), shared);
    const what = referenceOf(before.value)?.split('/').at(-1) ?? `${was.id} ${status}`;
    this.#compareContent(direction, old, next, { what, expression: 'error', finding: shared });
  }

  #compareContent(direction: Direction, before: Place, after: Place, spot: Spot): void {
    const [old, next] = [placesIn(below(before, 'content')), placesIn(below(after, 'content'))];
    const { what: name, finding } = spot;
    for (const [type, media] of old) {
      const same = next.get(type);
      if (same) this.#schemas.compare(direction, [schemaIn(media)], [schemaIn(same)], spot);
      else tell(finding, 'media_removed', { name, type }, media.pointer, { direction });
    }
    for (const [type, media] of next) if (!old.has(type)) tell(finding, 'media_added', { name, type }, media.pointer);
  }

  #compareNamed(direction: Direction, before: Map<string, Named>, after: Map<string, Named>, finding: Finding): void {
    for (const [key, old] of before) {
      const next = after.get(key);
      const name = old.label;
      if (next) this.#compareParameter(direction, old, next, finding);
      else tell(finding, 'parameter_removed', { name }, old.pointer, { direction });
    }
    for (const [key, next] of after) {
      if (before.has(key)) continue;
      const isDemanded = direction === 'send' && isRequired(next);
      tell(finding, isDemanded ? 'parameter_demanded' : 'parameter_added', { name: next.label }, next.pointer);
    }
  }

  #compareParameter(direction: Direction, old: Named, next: Named, finding: Finding): void {
    const name = old.label;
    const { pointer } = next;
    if (isRequired(old) !== isRequired(next)) {
      const need = isRequired(next) ? 'required' : 'optional';
      const harmless = direction === 'send' ? !isRequired(next) : !isRequired(old);
      tell(finding, 'parameter_needed', { name, need }, pointer, { direction, harmless });
    }
    if (!below(old, 'deprecated').value && below(next, 'deprecated').value)
      tell(finding, 'parameter_deprecated', { name }, pointer);
    const [was, is] = [old, next].map(({ value }) => {
      const { description, schema, example, examples, required, deprecated, ...how } = treeOf(value);
      return caseless(how);
    });
    if (!isDeepStrictEqual(was, is)) tell(finding, 'parameter_written', { name }, pointer, { direction });
    this.#schemas.compareUse(direction, [schemaIn(old)], [schemaIn(next)], { what: name, expression: name, finding });
  }

  #compareCallbacks(were: Side[], are: Side[], finding: Finding): void {
    for (const was of were) {
      const is = are.find(({ address }) => address === was.address);
      if (is) {
        const callback = this.#operations.get(was.id) ?? new Finding(was.id);
        this.#operations.set(was.id, callback);
        this.#compareMessage('read', was, is, callback);
      } else tell(finding, 'callback_removed', { callback: calledBack(was) }, was.operation.pointer);
    }
    for (const is of are)
      if (!were.some(({ address }) => address === is.address))
        tell(finding, 'callback_added', { callback: calledBack(is) }, is.operation.pointer);
  }
}

const isRequired = ({ value }: Place) => treeOf(value)['required'] === true;

function compareExtensions(was: Side, is: Side, finding: Finding): void {
  const [before, after] = [treeOf(was.operation.value), treeOf(is.operation.value)];
  const method = methodOf(was.id);
  const { pointer } = is.operation;
  const [queried, queries] = [before['x-query'] === true, after['x-query'] === true];
  if (!queried && queries) tell(finding, 'call_queries', { method }, [...pointer, 'x-query']);
  if (queried && !queries) tell(finding, 'call_mutates', { method }, [...pointer, 'operationId']);
  const [took, takes] = [before['x-cors'] === true, after['x-cors'] === true];
  if (took && !takes) tell(finding, 'pages_refused', { method }, [...was.operation.pointer, 'x-cors']);
  if (!took && takes) tell(finding, 'pages_taken', { method }, [...pointer, 'x-cors']);
  compareDeprecation(was, is, finding);
}

/** A call works at least until its sunset. That day is a promise, so it may only be postponed. */
function compareDeprecation(was: Side, is: Side, finding: Finding): void {
  const [before, after] = [treeOf(was.operation.value), treeOf(is.operation.value)];
  const method = methodOf(was.id);
  const { pointer } = is.operation;
  const [promised, sunset] = [before, after].map((operation) => String(operation['x-sunset'] ?? ''));
  if (before['deprecated'] !== true && after['deprecated'] === true)
    if (sunset) tell(finding, 'call_ends', { method, sunset }, [...pointer, 'deprecated']);
    else tell(finding, 'call_deprecated', { method }, [...pointer, 'deprecated']);
  else if (sunset && promised && sunset !== promised)
    tell(finding, sunset < promised ? 'call_ends_sooner' : 'call_ends_later', { method, sunset, promised }, [
      ...pointer,
      'x-sunset',
    ]);
}

/** Credentials that were sufficient must remain sufficient. */
function compareSecurity(was: Side, is: Side, finding: Finding): void {
  const [before, after] = [requirementsOf(was), requirementsOf(is)];
  const asksNoMore = (wanted: Tree, given: Tree) =>
    Object.entries(wanted).every(
      ([scheme, scopes]) => scheme in given && listOf(scopes).every((scope) => listOf(given[scheme]).includes(scope)),
    );
  const pointer = below(is.operation, 'security').value ? [...is.operation.pointer, 'security'] : ['security'];
  for (const given of before.filter((given) => !after.some((wanted) => asksNoMore(wanted, given))))
    tell(finding, 'credentials_refused', credentials(given), pointer);
  for (const wanted of after.filter((wanted) => !before.some((given) => asksNoMore(given, wanted))))
    tell(finding, 'credentials_taken', credentials(wanted), pointer);
}

function compareServers(was: Side, is: Side, finding: Finding): void {
  const [before, after] = [was, is].map(
    ({ operation, item, contract }) =>
      [operation.value, item.value, contract]
        .map((value) => listOf(treeOf(value)['servers']))
        .find(({ length }) => length > 0)
        ?.map((server) => String(treeOf(server)['url'])) ?? ['/'],
  ) as [string[], string[]];
  for (const url of before) if (!after.includes(url)) tell(finding, 'server_removed', { url }, ['servers']);
  for (const url of after) if (!before.includes(url)) tell(finding, 'server_added', { url }, ['servers']);
}

function credentials(requirement: Tree): { credentials: string; suffice: string } {
  const names = Object.keys(requirement);
  return {
    credentials: names.length === 0 ? 'a call without credentials' : `\`${names.join('` with `')}\``,
    suffice: names.length > 1 ? 'suffice' : 'suffices',
  };
}

/** `POST session_state_changed to {$request.body#/callback_url}` without the method and the address. */
const calledBack = ({ address }: Side): string => `\`${address.split(' ')[1]}\``;
