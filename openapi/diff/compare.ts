/** Compares two contracts. What a client sends must not get narrower, and what it reads must not get wider. Callbacks are the reverse. */
import { isDeepStrictEqual } from 'node:util';
import { pascal } from '../contract/names.ts';
import { below, type Place, placesIn, referenceOf, resolve, type Tree, treeOf } from '../contract/tree.ts';
import { type Cause, Finding, gather } from './causes.ts';
import { compareComponents, compareSecuritySchemes, renamedComponents } from './components.ts';
import { compareConditions } from './conditions.ts';
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
  responsesOf,
  routeOf,
  type Side,
  schemaIn,
  writtenAs,
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
      const is = are.find((side) => routeOf(side) === routeOf(was)) ?? are.find(({ id }) => id === was.id);
      const words = { method: methodOf(was.id), address: was.address };
      if (is) this.#compareOperation(was, is);
      else tell(this.#whole, 'call_removed', words, was.operation.pointer);
    }
    for (const is of are)
      if (!were.some((was) => routeOf(was) === routeOf(is) || was.id === is.id))
        tell(this.#whole, 'call_added', { method: methodOf(is.id) }, is.operation.pointer);
    this.#compareCallbacks(operationsOf(this.#before, 'webhooks'), operationsOf(this.#after, 'webhooks'), this.#whole);
  }

  #compareOperation(was: Side, is: Side): void {
    const finding = new Finding(was.id);
    this.#operations.set(was.id, finding);
    const method = methodOf(was.id);
    const { pointer } = is.operation;
    if (routeOf(was) !== routeOf(is))
      tell(finding, 'call_moved', { method, address: is.address, old: was.address }, pointer);
    if (was.id !== is.id) tell(finding, 'call_renamed', { method, name: methodOf(is.id) }, [...pointer, 'operationId']);
    compareConditions(was, is, finding);
    this.#compareMessage('send', was, is, finding);
    this.#compareCallbacks(callbacksOf(was), callbacksOf(is), finding);
  }

  /** `direction` is the direction of the request: clients read what we send to a callback. */
  #compareMessage(direction: Direction, was: Side, is: Side, finding: Finding): void {
    this.#compareNamed(direction, parametersOf(was), parametersOf(is), finding);
    this.#compareBodies(direction, was, is, finding);
    const answer = direction === 'send' ? 'read' : 'send';
    const [before, after] = [responsesOf(was), responsesOf(is)];
    for (const [status, response] of before) {
      const next = after.get(status) ?? after.get(`${status[0]}XX`) ?? (status === '2XX' && successIn(after));
      const handles = errorOf(status) ? `catches \`${errorOf(status)}\`` : 'handles it';
      if (next) this.#compareResponses(answer, status, response, next, { was, is, finding });
      else if (answer === 'read') tell(finding, 'status_removed', { status, handles }, response.pointer);
      else tell(finding, 'status_not_taken', { status }, response.pointer);
    }
    for (const [status, response] of after) {
      if (before.has(status) || (/^2/.test(status) && before.has('2XX'))) continue;
      // Another success response adds a type to the union of what the call returns.
      if (answer === 'read' && (/^2/.test(status) || (status === 'default' && !successIn(before))))
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
    const [ended, ends] = [old, next].map((place) => below(place, 'deprecated').value === true);
    if (ended !== ends) tell(finding, ends ? 'parameter_deprecated' : 'parameter_kept', { name }, pointer);
    if (!isDeepStrictEqual(writtenAs(old), writtenAs(next)))
      tell(finding, 'parameter_written', { name }, pointer, { direction });
    this.#schemas.compareUse(direction, [schemaIn(old)], [schemaIn(next)], { what: name, expression: name, finding });
  }

  #compareCallbacks(were: Side[], are: Side[], finding: Finding): void {
    const left = are.filter((is) => !were.some(({ address }) => address === is.address));
    for (const was of were) {
      const callback = calledBack(was);
      const moved = left.findIndex((is) => calledBack(is) === callback);
      const is = are.find(({ address }) => address === was.address) ?? left.splice(moved, moved < 0 ? 0 : 1)[0];
      if (!is) {
        tell(finding, 'callback_removed', { callback }, was.operation.pointer);
        continue;
      }
      if (is.address !== was.address)
        tell(finding, 'callback_moved', { callback, ...movedTo(was, is) }, is.operation.pointer);
      const inner = this.#operations.get(was.id) ?? new Finding(was.id);
      this.#operations.set(was.id, inner);
      this.#compareMessage('read', was, is, inner);
    }
    for (const is of left) tell(finding, 'callback_added', { callback: calledBack(is) }, is.operation.pointer);
  }
}

/** The first response with a 2xx status. If there is one, `default` is for errors. */
const successIn = (responses: Map<string, Place>): Place | undefined =>
  [...responses].find(([status]) => status.startsWith('2'))?.[1];

const isRequired = ({ value }: Place) => treeOf(value)['required'] === true;

/** The name of a callback: `session_state_changed` in `POST session_state_changed to {$request.body#/callback_url}`. */
const calledBack = ({ address }: Side): string => `\`${address.split(' ')[1]}\``;

const movedTo = (was: Side, is: Side) => ({
  old: was.address.replace(/ \S+ to/, ''),
  address: is.address.replace(/ \S+ to/, ''),
});
