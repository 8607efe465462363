/** Compares what a call asks of its caller and promises about itself: credentials, and our own `x-…` fields. */
import { below, listOf, placesIn, resolve, type Tree, treeOf } from '../contract/tree.ts';
import type { Finding } from './causes.ts';
import { tell } from './kinds.ts';
import { methodOf } from './sdk-names.ts';
import { bodyOf, requirementsOf, responsesOf, type Side } from './sides.ts';

type Compare = (was: Side, is: Side, finding: Finding) => void;

export function compareConditions(was: Side, is: Side, finding: Finding): void {
  compareSecurity(was, is, finding);
  compareModules(was, is, finding);
  compareServers(was, is, finding);
  for (const compare of Object.values(EXTENSIONS)) if (typeof compare !== 'string') compare(was, is, finding);
}

const pointerTo = ({ operation }: Side, field: string) => [...operation.pointer, field];
const field = ({ operation }: Side, name: string): unknown => treeOf(operation.value)[name];
const newIn = (list: unknown[], than: unknown[]): string[] => list.filter((value) => !than.includes(value)).map(String);

type Flag =
  | 'call_queries'
  | 'call_mutates'
  | 'pages_taken'
  | 'pages_refused'
  | 'call_streams'
  | 'call_answers_whole'
  | 'answer_forgotten'
  | 'answer_kept';

/** A field that a call either has or lacks. Its value is text for people and is not compared. */
const flag =
  (name: string, gained: Flag, lost: Flag): Compare =>
  (was, is, finding) => {
    const [had, has] = [was, is].map((side) => Boolean(field(side, name)));
    const method = methodOf(was.id);
    if (!had && has) tell(finding, gained, { method }, pointerTo(is, name));
    if (had && !has) tell(finding, lost, { method }, pointerTo(was, name));
  };

/** Conditions for signed-in users are compared only for calls that these users could make before and still can. */
const forUsers =
  (compare: Compare): Compare =>
  (was, is, finding) => {
    const takesUsers = (side: Side) => requirementsOf(side).some((scheme) => 'accessToken' in scheme);
    if (takesUsers(was) && takesUsers(is)) compare(was, is, finding);
  };

/** Each field `x-…` of the contract: how a change is judged, or why it is not judged here. */
export const EXTENSIONS: Record<string, Compare | string> = {
  'x-query': flag('x-query', 'call_queries', 'call_mutates'),
  'x-cors': flag('x-cors', 'pages_taken', 'pages_refused'),
  'x-stream': flag('x-stream', 'call_streams', 'call_answers_whole'),
  'x-secret-response': flag('x-secret-response', 'answer_forgotten', 'answer_kept'),
  'x-roles': forUsers(compareRoles),
  'x-fresh-proof': forUsers(compareProofs),
  'x-before-second-factor': forUsers(compareSecondFactor),
  'x-errors': compareErrors,
  'x-sunset': compareDeprecation,
  'x-deprecated-since': 'the day of an announcement',
  'x-expected': 'the words of error messages',
  'x-reasons': 'judged with the values that it explains',
  'x-tagGroups': 'the order of the reference',
  'x-contract': 'the hash of the contract itself',
};

/** The values of an enum of the contract. A new or removed role and a removed code are reported with their enum, not once for each call. */
const valuesOf = ({ contract }: Side, schema: string): unknown[] =>
  listOf(below({ value: contract, pointer: [] }, 'components', 'schemas', schema, 'enum').value);

function compareRoles(was: Side, is: Side, finding: Finding): void {
  const [before, after] = [was, is].map((side) => listOf(field(side, 'x-roles'))) as [unknown[], unknown[]];
  const method = methodOf(was.id);
  for (const role of newIn(before, after))
    if (valuesOf(is, 'UserRole').includes(role))
      tell(finding, 'role_refused', { role, method }, [...pointerTo(was, 'x-roles'), before.indexOf(role)]);
  for (const role of newIn(after, before))
    if (valuesOf(was, 'UserRole').includes(role))
      tell(finding, 'role_taken', { role, method }, [...pointerTo(is, 'x-roles'), after.indexOf(role)]);
}

/** A call requires a proof always, or only if it sends certain properties. Properties that are new or gone are reported separately. */
function compareProofs(was: Side, is: Side, finding: Finding): void {
  const [before, after] = [was, is].map((side) => field(side, 'x-fresh-proof'));
  const method = methodOf(was.id);
  const add = (kind: 'proof_asked' | 'proof_dropped', when: string) =>
    tell(finding, kind, { method, when }, pointerTo(kind === 'proof_asked' ? is : was, 'x-fresh-proof'));
  if (before === true || after === true) {
    const rest = listOf(after).map((name) => `\`${name}\``);
    if (before !== true) add('proof_asked', '');
    if (after !== true) add('proof_dropped', rest.length > 0 ? ` without ${rest.join(' or ')}` : '');
    return;
  }
  const sent = (side: Side) => {
    const { schema } = treeOf(below(bodyOf(side), 'content', 'application/json').value);
    return Object.keys(treeOf(treeOf(resolve(side.contract, { value: schema, pointer: [] }).value)['properties']));
  };
  for (const name of newIn(listOf(after), listOf(before)))
    if (sent(was).includes(name)) add('proof_asked', ` with \`${name}\``);
  for (const name of newIn(listOf(before), listOf(after)))
    if (sent(is).includes(name)) add('proof_dropped', ` with \`${name}\``);
}

function compareSecondFactor(was: Side, is: Side, finding: Finding): void {
  const name = 'x-before-second-factor';
  const [exempt, isExempt] = [was, is].map((side) => field(side, name) === true);
  const method = methodOf(was.id);
  if (exempt && !isExempt) tell(finding, 'second_factor_asked', { method }, pointerTo(was, name));
  if (!exempt && isExempt) tell(finding, 'second_factor_dropped', { method }, pointerTo(is, name));
}

/** Codes that follow from other fields of the call. The comparison of those fields reports the change. */
const derived = ['fresh_proof_required', 'answer_not_kept'];

function compareErrors(was: Side, is: Side, finding: Finding): void {
  const [before, after] = [was, is].map((side) =>
    listOf(field(side, 'x-errors')).filter((code) => !derived.includes(String(code))),
  ) as [unknown[], unknown[]];
  const method = methodOf(was.id);
  for (const code of newIn(before, after))
    if (valuesOf(is, 'ProblemCode').includes(code))
      tell(finding, 'code_removed', { code, method }, pointerTo(was, 'x-errors'));
  for (const code of newIn(after, before)) tell(finding, 'code_added', { code, method }, pointerTo(is, 'x-errors'));
  for (const code of before.filter((code) => after.includes(code)).map(String)) {
    const [old, statuses] = [was, is].map((side) => statusesOf(side, code)) as [string[], string[]];
    if (statuses.length > 0 && newIn(old, statuses).length > 0)
      tell(
        finding,
        'code_moved',
        { code, old: old.join(' or '), status: statuses.join(' or ') },
        pointerTo(is, 'x-errors'),
      );
  }
}

const statusesOf = (side: Side, code: string): string[] =>
  [...responsesOf(side)].flatMap(([status, response]) => {
    const examples = placesIn(below(resolve(side.contract, response), 'content', 'application/json', 'examples'));
    const codes = [...examples.values()].map(
      (example) => treeOf(treeOf(resolve(side.contract, example).value)['value'])['code'],
    );
    return codes.includes(code) ? [status] : [];
  });

/** A call works at least until its sunset. That day is a promise, so it may only be postponed. */
function compareDeprecation(was: Side, is: Side, finding: Finding): void {
  const [before, after] = [was, is].map((side) => field(side, 'deprecated') === true);
  const [promised, sunset] = [was, is].map((side) => String(field(side, 'x-sunset') ?? '')) as [string, string];
  const method = methodOf(was.id);
  const at = pointerTo(is, after && sunset ? 'x-sunset' : 'deprecated');
  if (before && !after) tell(finding, 'call_kept', { method }, at);
  if (!after) return;
  if (before && promised === sunset) return;
  if (sunset && !(before && promised)) tell(finding, 'call_ends', { method, sunset }, at);
  else if (!before) tell(finding, 'call_deprecated', { method }, at);
  else if (!sunset) tell(finding, 'call_ends_anytime', { method, promised }, at);
  else tell(finding, sunset < promised ? 'call_ends_sooner' : 'call_ends_later', { method, sunset, promised }, at);
}

/** Whether credentials that suffice for `given` suffice for `wanted`. */
const asksNoMore = (wanted: Tree, given: Tree): boolean =>
  Object.entries(wanted).every(
    ([scheme, scopes]) => scheme in given && listOf(scopes).every((scope) => listOf(given[scheme]).includes(scope)),
  );

/** Credentials that were sufficient must remain sufficient. */
function compareSecurity(was: Side, is: Side, finding: Finding): void {
  const [before, after] = [requirementsOf(was), requirementsOf(is)];
  const pointer = field(is, 'security') ? pointerTo(is, 'security') : ['security'];
  for (const given of before.filter((given) => !after.some((wanted) => asksNoMore(wanted, given))))
    tell(finding, 'credentials_refused', credentials(given), pointer);
  for (const wanted of after.filter((wanted) => !before.some((given) => asksNoMore(given, wanted))))
    tell(finding, 'credentials_taken', credentials(wanted), pointer);
}

function credentials(requirement: Tree): { credentials: string; suffice: string } {
  const names = Object.keys(requirement);
  return {
    credentials: names.length === 0 ? 'a call without credentials' : `\`${names.join('` with `')}\``,
    suffice: names.length > 1 ? 'suffice' : 'suffices',
  };
}

/** A call's credentials and tag decide which packages include it. Refused credentials are reported separately. */
function compareModules(was: Side, is: Side, finding: Finding): void {
  const takesKeys = (side: Side) => requirementsOf(side).some((scheme) => 'apiKey' in scheme);
  const isReader = (side: Side) => listOf(field(side, 'tags'))[0] === 'Reader';
  const method = methodOf(was.id);
  const isOpen = requirementsOf(is).some((wanted) => asksNoMore(wanted, { apiKey: [] }));
  if (takesKeys(was) && !takesKeys(is) && isOpen)
    tell(finding, 'call_left', { method, module: '@sigill/sdk' }, pointerTo(is, 'operationId'));
  const module = '@sigill/reader';
  if (isReader(was) && !isReader(is)) tell(finding, 'call_left', { method, module }, pointerTo(is, 'tags'));
  if (!isReader(was) && isReader(is)) tell(finding, 'call_joined', { method, module }, pointerTo(is, 'tags'));
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
