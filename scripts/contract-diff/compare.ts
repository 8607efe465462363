/** Compares two contracts. What a client sends must not get narrower, and what it reads must not get wider. Callbacks are the reverse. */
import { isDeepStrictEqual } from 'node:util';
import { pascal } from '../contract/names.ts';
import { type Cause, Finding, type Found, gather } from './causes.ts';
import { caseless, compareComponents, compareSecuritySchemes, renamedComponents } from './components.ts';
import type { Spot } from './keywords.ts';
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
import { below, listOf, type Place, placesIn, referenceOf, resolve, type Tree, treeOf } from '../contract/tree.ts';

export function compareContracts(before: Tree, after: Tree): Cause[] {
  return new Comparison(before, after).causes();
}

class Comparison {
  readonly #before: Tree;
  readonly #after: Tree;
  readonly #schemas: Schemas;
  readonly #whole = new Finding();
  readonly #operations = new Map<string, Finding>();
  /** The components that answer with an error, which most operations share. */
  readonly #responses = new Map<string, Finding>();

  constructor(before: Tree, after: Tree) {
    this.#before = before;
    this.#after = after;
    const renamed = renamedComponents(before, after);
    this.#schemas = new Schemas(before, after, renamed);
    this.#compareOperations();
    const say = (found: Found) => this.#whole.add(found);
    compareComponents(before, after, renamed, say);
    compareSecuritySchemes(before, after, say);
  }

  causes(): Cause[] {
    return gather([
      this.#whole,
      ...this.#operations.values(),
      ...this.#responses.values(),
      ...this.#schemas.findings.values(),
    ]);
  }

  #say(found: Found): void {
    this.#whole.add(found);
  }

  #compareOperations(): void {
    const [were, are] = [operationsOf(this.#before, 'paths'), operationsOf(this.#after, 'paths')];
    for (const was of were) {
      const is = are.find(({ address }) => address === was.address) ?? are.find(({ id }) => id === was.id);
      if (!is)
        this.#say({
          verdict: 'major',
          what: `\`${methodOf(was.id)}\` was removed`,
          consequence: `calls of ${was.address} answer 404`,
          side: 'before',
          pointer: was.operation.pointer,
        });
      else this.#compareOperation(was, is);
    }
    for (const is of are)
      if (!were.some(({ address, id }) => address === is.address || id === is.id))
        this.#say({ verdict: 'minor', what: `\`${methodOf(is.id)}\` was added`, pointer: is.operation.pointer });
    this.#compareCallbacks(operationsOf(this.#before, 'webhooks'), operationsOf(this.#after, 'webhooks'), this.#whole);
  }

  #compareOperation(was: Side, is: Side): void {
    const finding = new Finding(was.id);
    this.#operations.set(was.id, finding);
    const say = (found: Found) => void finding.add(found);
    const method = methodOf(was.id);
    if (was.address !== is.address)
      say({
        verdict: 'major',
        what: `\`${method}\` is at ${is.address} instead of ${was.address}`,
        consequence: 'calls of the old address answer 404',
        pointer: is.operation.pointer,
      });
    if (was.id !== is.id)
      say({
        verdict: 'major',
        what: `\`${method}\` was renamed to \`${methodOf(is.id)}\``,
        consequence: 'code that calls the old name does not compile',
        pointer: [...is.operation.pointer, 'operationId'],
      });
    this.#compareExtensions(was, is, say);
    this.#compareSecurity(was, is, say);
    this.#compareServers(was, is, say);
    this.#compareMessage('send', was, is, finding);
    this.#compareCallbacks(callbacksOf(was), callbacksOf(is), finding);
  }

  #compareExtensions(was: Side, is: Side, say: (found: Found) => void): void {
    const [before, after] = [treeOf(was.operation.value), treeOf(is.operation.value)];
    const [queried, queries] = [before['x-query'] === true, after['x-query'] === true];
    if (queried !== queries)
      say({
        verdict: 'major',
        what: `\`${methodOf(was.id)}\` is a ${queries ? 'query' : 'mutation'} instead of a ${queried ? 'query' : 'mutation'}`,
        consequence: `code that imports its ${queried ? 'query options' : 'mutation'} from \`@sigill/sdk/portal/react-query\` does not compile`,
        pointer: [...is.operation.pointer, queries ? 'x-query' : 'operationId'],
      });
    if (before['x-cors'] === true && after['x-cors'] !== true)
      say({
        verdict: 'major',
        what: `\`${methodOf(was.id)}\` no longer takes calls from pages of other sites`,
        consequence: 'such pages are refused by the browser',
        side: 'before',
        pointer: [...was.operation.pointer, 'x-cors'],
      });
    if (before['x-cors'] !== true && after['x-cors'] === true)
      say({
        verdict: 'minor',
        what: `\`${methodOf(was.id)}\` takes calls from pages of other sites`,
        pointer: [...is.operation.pointer, 'x-cors'],
      });
    this.#compareDeprecation(was, is, say);
  }

  /** A call works until its sunset at least. That day is a promise, so it may only move away. */
  #compareDeprecation(was: Side, is: Side, say: (found: Found) => void): void {
    const [before, after] = [treeOf(was.operation.value), treeOf(is.operation.value)];
    const method = `\`${methodOf(was.id)}\``;
    const [promised, sunset] = [before['x-sunset'], after['x-sunset']];
    if (before['deprecated'] !== true && after['deprecated'] === true)
      say({
        verdict: 'minor',
        what: `${method} is deprecated${sunset ? `, and works until ${sunset} at least` : ''}`,
        pointer: [...is.operation.pointer, 'deprecated'],
      });
    else if (sunset && promised && sunset !== promised) {
      const isEarlier = String(sunset) < String(promised);
      say({
        verdict: isEarlier ? 'major' : 'minor',
        what: `${method} works until ${sunset} at least, instead of ${promised}`,
        ...(isEarlier ? { consequence: 'users have less time to change' } : {}),
        pointer: [...is.operation.pointer, 'x-sunset'],
      });
    }
  }

  /** Whoever had sufficient credentials before must have them still. */
  #compareSecurity(was: Side, is: Side, say: (found: Found) => void): void {
    const [before, after] = [requirementsOf(was), requirementsOf(is)];
    const asksNoMore = (wanted: Tree, given: Tree) =>
      Object.entries(wanted).every(
        ([scheme, scopes]) => scheme in given && listOf(scopes).every((scope) => listOf(given[scheme]).includes(scope)),
      );
    const place = (side: Side) =>
      below(side.operation, 'security').value ? [...side.operation.pointer, 'security'] : ['security'];
    for (const given of before.filter((given) => !after.some((wanted) => asksNoMore(wanted, given))))
      say({
        verdict: 'major',
        what: `${credentials(given)} no longer suffice${Object.keys(given).length > 1 ? '' : 's'}`,
        consequence: 'such calls answer 401 or 403',
        pointer: place(is),
      });
    for (const wanted of after.filter((wanted) => !before.some((given) => asksNoMore(given, wanted))))
      say({
        verdict: 'minor',
        what: `${credentials(wanted)} suffice${Object.keys(wanted).length > 1 ? '' : 's'} now`,
        pointer: place(is),
      });
  }

  #compareServers(was: Side, is: Side, say: (found: Found) => void): void {
    const urls = ({ operation, item, contract }: Side) =>
      [operation.value, item.value, contract]
        .map((value) => listOf(treeOf(value)['servers']))
        .find(({ length }) => length > 0)
        ?.map((server) => String(treeOf(server)['url'])) ?? ['/'];
    for (const url of urls(was).filter((url) => !urls(is).includes(url)))
      say({
        verdict: 'major',
        what: `the server ${url} was removed`,
        consequence: 'calls that go there find nothing',
        side: 'before',
        pointer: ['servers'],
      });
    for (const url of urls(is).filter((url) => !urls(was).includes(url)))
      say({ verdict: 'minor', what: `the server ${url} was added`, pointer: ['servers'] });
  }

  /** Compares parameters, body and responses. `direction` is that of the request: clients read what we send to a callback. */
  #compareMessage(direction: Direction, was: Side, is: Side, finding: Finding): void {
    this.#compareNamed(direction, parametersOf(was), parametersOf(is), finding);
    this.#compareBodies(direction, was, is, finding);
    const answer = direction === 'send' ? 'read' : 'send';
    const [before, after] = [responsesOf(was), responsesOf(is)];
    for (const [status, response] of before) {
      const next = after.get(status);
      if (!next)
        finding.add({
          verdict: 'major',
          what: answer === 'read' ? `status ${status} was removed` : `the callback takes no ${status} as an answer`,
          consequence:
            answer === 'read'
              ? `code that ${errorOf(status) ? `catches \`${errorOf(status)}\`` : 'handles it'} never runs`
              : 'receivers that answer so are not understood',
          side: 'before',
          pointer: response.pointer,
        });
      else this.#compareResponses(answer, status, response, next, { was, is, finding });
    }
    for (const [status, response] of after)
      if (!before.has(status)) {
        // Another success response adds a type to the union of what the call returns.
        const breaks = answer === 'read' && /^[2d]/i.test(status);
        finding.add({
          verdict: breaks ? 'major' : 'minor',
          what: `status ${status} was added`,
          ...(breaks
            ? { consequence: `code that reads the answer of \`${methodOf(was.id)}\` may get another type` }
            : {}),
          pointer: response.pointer,
        });
      }
  }

  #compareBodies(direction: Direction, was: Side, is: Side, finding: Finding): void {
    const [before, after] = [bodyOf(was), bodyOf(is)];
    const say = (found: Found) => void finding.add(found);
    const name = `the body of \`${was.id}\``;
    if (!before.value || !after.value) {
      if (before.value)
        say({
          verdict: 'major',
          what: `${name} was removed`,
          consequence:
            direction === 'send' ? 'what calls send in it is refused or ignored' : 'receivers that read it get nothing',
          side: 'before',
          pointer: before.pointer,
        });
      else if (after.value) {
        const needed = direction === 'send' && treeOf(after.value)['required'] === true;
        say({
          verdict: needed ? 'major' : 'minor',
          what: `${name} was added${needed ? ' and is required' : ''}`,
          ...(needed ? { consequence: 'calls without one are refused' } : {}),
          pointer: after.pointer,
        });
      }
      return;
    }
    const [required, requires] = [before, after].map(({ value }) => treeOf(value)['required'] === true);
    if (required !== requires) {
      const breaks = direction === 'send' ? requires : required;
      say({
        verdict: breaks ? 'major' : 'minor',
        what: `${name} is ${requires ? 'required' : 'optional'} now`,
        ...(breaks
          ? { consequence: direction === 'send' ? 'calls without one are refused' : 'receivers may get none' }
          : {}),
        pointer: after.pointer,
      });
    }
    const component = /^#\/components\/requestBodies\/(.+)$/.exec(
      referenceOf(below(was.operation, 'requestBody').value) ?? '',
    )?.[1];
    const what = direction === 'read' ? `${pascal(was.id)}Event` : (component ?? `${pascal(was.id)}Params`);
    this.#compareContent(direction, before, after, {
      what,
      expression: direction === 'read' ? 'event' : 'body',
      finding,
    });
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

  /** The media types of a body. */
  #compareContent(direction: Direction, before: Place, after: Place, spot: Spot): void {
    const [old, next] = [placesIn(below(before, 'content')), placesIn(below(after, 'content'))];
    const say = (found: Found) => void spot.finding.add(found);
    for (const [type, media] of old) {
      const same = next.get(type);
      if (same) this.#schemas.compare(direction, [schemaIn(media)], [schemaIn(same)], spot);
      else
        say({
          verdict: 'major',
          what: `\`${spot.what}\` is no longer ${type}`,
          consequence:
            direction === 'send' ? 'calls that send it answer 415' : 'code that reads it gets something else',
          side: 'before',
          pointer: media.pointer,
        });
    }
    for (const [type, media] of next)
      if (!old.has(type)) say({ verdict: 'minor', what: `\`${spot.what}\` may be ${type}`, pointer: media.pointer });
  }

  /** Parameters, or the headers of a response, by their names. */
  #compareNamed(direction: Direction, before: Map<string, Named>, after: Map<string, Named>, finding: Finding): void {
    const say = (found: Found) => void finding.add(found);
    const isRequired = ({ value }: Place) => treeOf(value)['required'] === true;
    for (const [key, old] of before) {
      const name = old.label;
      const next = after.get(key);
      if (!next) {
        say({
          verdict: 'major',
          what: `the ${name} was removed`,
          consequence: direction === 'send' ? 'what calls send in it is ignored' : 'code that reads it gets nothing',
          side: 'before',
          pointer: old.pointer,
        });
        continue;
      }
      const breaks = direction === 'send' ? isRequired(next) : isRequired(old);
      if (isRequired(old) !== isRequired(next))
        say({
          verdict: breaks ? 'major' : 'minor',
          what: `the ${name} is ${isRequired(next) ? 'required' : 'optional'} now`,
          ...(breaks
            ? {
                consequence:
                  direction === 'send' ? 'calls without it are refused' : 'code that reads it may get nothing',
              }
            : {}),
          pointer: next.pointer,
        });
      if (!below(old, 'deprecated').value && below(next, 'deprecated').value)
        say({ verdict: 'minor', what: `the ${name} is deprecated`, pointer: next.pointer });
      const [was, is] = [old, next].map(({ value }) => {
        const { description, schema, example, examples, required, deprecated, ...how } = treeOf(value);
        return caseless(how);
      });
      if (!isDeepStrictEqual(was, is))
        say({
          verdict: 'major',
          what: `the ${name} is written in another way`,
          consequence:
            direction === 'send' ? 'calls that send it are misread' : 'code that reads it gets something else',
          pointer: next.pointer,
        });
      this.#schemas.compareUse(direction, [schemaIn(old)], [schemaIn(next)], { what: name, expression: name, finding });
    }
    for (const [key, next] of after)
      if (!before.has(key)) {
        const name = next.label;
        const needed = direction === 'send' && isRequired(next);
        say({
          verdict: needed ? 'major' : 'minor',
          what: `the ${name} was added${needed ? ' and is required' : ''}`,
          ...(needed ? { consequence: 'calls without it are refused' } : {}),
          pointer: next.pointer,
        });
      }
  }

  #compareCallbacks(were: Side[], are: Side[], finding: Finding): void {
    for (const was of were) {
      const is = are.find(({ address }) => address === was.address);
      if (is) {
        const callback = this.#operations.get(was.id) ?? new Finding(was.id);
        this.#operations.set(was.id, callback);
        this.#compareMessage('read', was, is, callback);
      } else
        finding.add({
          verdict: 'major',
          what: `the callback ${calledBack(was)} was removed`,
          consequence: 'receivers get nothing any more',
          side: 'before',
          pointer: was.operation.pointer,
        });
    }
    for (const is of are)
      if (!were.some(({ address }) => address === is.address))
        finding.add({
          verdict: 'minor',
          what: `the callback ${calledBack(is)} was added`,
          pointer: is.operation.pointer,
        });
  }
}

function credentials(requirement: Tree): string {
  const names = Object.keys(requirement);
  return names.length === 0 ? 'a call without credentials' : `\`${names.join('` with `')}\``;
}

/** `POST session_state_changed to {$request.body#/callback_url}` without the method and the address. */
const calledBack = ({ address }: Side): string => `\`${address.split(' ')[1]}\``;
