import type { Pointer } from '../contract/tree.ts';
import type { Finding } from './causes.ts';
import { shown } from './sdk-names.ts';
import type { Direction } from './shape.ts';

interface Kind {
  what: string;
  /** What the change breaks, if anything; one text for requests and one for responses, if they differ. */
  breaks?: string | Record<Direction, string>;
  gone?: true;
}

export const KINDS = {
  call_removed: { what: '`{method}` was removed', breaks: 'calls to {address} get 404', gone: true },
  call_added: { what: '`{method}` was added' },
  call_moved: {
    what: '`{method}` is at {address} instead of {old}',
    breaks: 'calls to the old address get 404',
  },
  call_renamed: {
    what: '`{method}` was renamed to `{name}`',
    breaks: 'code that calls the old name does not compile',
  },
  call_queries: {
    what: '`{method}` is a query instead of a mutation',
    breaks: 'code that imports its mutation from `@sigill/sdk/portal/react-query` does not compile',
  },
  call_mutates: {
    what: '`{method}` is a mutation instead of a query',
    breaks: 'code that imports its query options from `@sigill/sdk/portal/react-query` does not compile',
  },
  pages_refused: {
    what: '`{method}` no longer takes calls from pages of other sites',
    breaks: 'such pages are refused by the browser',
    gone: true,
  },
  pages_taken: { what: '`{method}` takes calls from pages of other sites' },
  call_streams: {
    what: '`{method}` returns a stream instead of an object',
    breaks: 'code that calls it does not compile',
  },
  call_answers_whole: {
    what: '`{method}` returns an object instead of a stream',
    breaks: 'code that calls it does not compile',
    gone: true,
  },
  answer_forgotten: {
    what: 'the response to `{method}` is no longer stored under its `Idempotency-Key`',
    breaks: 'a retry after a lost response gets 409 `answer_not_kept`',
  },
  answer_kept: { what: 'the response to `{method}` is stored under its `Idempotency-Key`', gone: true },
  call_left: {
    what: '`{method}` is no longer in `{module}`',
    breaks: 'code that calls it from there does not compile',
  },
  call_joined: { what: '`{method}` is in `{module}` now' },
  role_refused: {
    what: 'users with the role `{role}` may no longer call `{method}`',
    breaks: 'they get 403 `role_not_allowed`',
    gone: true,
  },
  role_taken: { what: 'users with the role `{role}` may call `{method}`' },
  proof_asked: {
    what: '`{method}` asks signed-in users for a fresh proof{when}',
    breaks: 'those who proved their identity earlier get 403 `fresh_proof_required`',
  },
  proof_dropped: { what: '`{method}` no longer asks signed-in users for a fresh proof{when}', gone: true },
  second_factor_asked: {
    what: '`{method}` is refused to users who still lack the second factor that their account requires',
    breaks: 'they get 403 `second_factor_setup_required`',
    gone: true,
  },
  second_factor_dropped: {
    what: '`{method}` may be called by users who still lack the second factor that their account requires',
  },
  code_removed: {
    what: '`{method}` no longer returns `{code}`',
    breaks: 'code that handles it never runs',
    gone: true,
  },
  code_added: { what: '`{method}` may return `{code}`' },
  code_moved: {
    what: '`{code}` has status {status} instead of {old}',
    breaks: 'code that catches the error of status {old} no longer gets it',
  },
  call_deprecated: { what: '`{method}` is deprecated' },
  call_ends: { what: '`{method}` is deprecated, and works at least until {sunset}' },
  call_ends_sooner: {
    what: '`{method}` works at least until {sunset} instead of {promised}',
    breaks: 'users have less time to migrate',
  },
  call_ends_anytime: {
    what: '`{method}` is no longer promised to work until {promised}',
    breaks: 'users have less time to migrate',
  },
  call_kept: { what: '`{method}` is no longer deprecated' },
  call_ends_later: { what: '`{method}` works at least until {sunset} instead of {promised}' },
  credentials_refused: { what: '{credentials} no longer {suffice}', breaks: 'such calls get 401 or 403' },
  credentials_taken: { what: '{credentials} {suffice} now' },
  server_removed: { what: 'the server {url} was removed', breaks: 'calls to it fail', gone: true },
  server_added: { what: 'the server {url} was added' },
  status_removed: { what: 'status {status} was removed', breaks: 'code that {handles} never runs', gone: true },
  status_not_taken: {
    what: 'the callback no longer accepts {status} as a response',
    breaks: 'such responses of receivers are not understood',
    gone: true,
  },
  status_added: { what: 'status {status} was added' },
  success_added: {
    what: 'status {status} was added',
    breaks: 'code that reads the response to `{method}` may get another type',
  },
  body_removed: {
    what: '{body} was removed',
    breaks: { send: 'what calls send in it is refused or ignored', read: 'receivers that read it get nothing' },
    gone: true,
  },
  body_added: { what: '{body} was added' },
  body_demanded: { what: '{body} was added and is required', breaks: 'calls without one are refused' },
  body_needed: {
    what: '{body} is {need} now',
    breaks: { send: 'calls without one are refused', read: 'receivers may get none' },
  },
  media_removed: {
    what: '`{name}` is no longer {type}',
    breaks: { send: 'calls that send it get 415', read: 'code that reads it gets something else' },
    gone: true,
  },
  media_added: { what: '`{name}` may be {type}' },
  parameter_removed: {
    what: 'the {name} was removed',
    breaks: { send: 'what calls send in it is ignored', read: 'code that reads it gets nothing' },
    gone: true,
  },
  parameter_added: { what: 'the {name} was added' },
  parameter_demanded: { what: 'the {name} was added and is required', breaks: 'calls without it are refused' },
  parameter_needed: {
    what: 'the {name} is {need} now',
    breaks: { send: 'calls without it are refused', read: 'code that reads it may get nothing' },
  },
  parameter_deprecated: { what: 'the {name} is deprecated' },
  parameter_kept: { what: 'the {name} is no longer deprecated' },
  parameter_written: {
    what: 'the {name} is written in another way',
    breaks: { send: 'calls that send it are misread', read: 'code that reads it gets something else' },
  },
  callback_removed: {
    what: 'the callback {callback} was removed',
    breaks: 'receivers no longer get it',
    gone: true,
  },
  callback_moved: {
    what: 'the callback {callback} is sent as {address} instead of {old}',
    breaks: 'receivers no longer get it',
  },
  callback_added: { what: 'the callback {callback} was added' },
  type_removed: {
    what: 'the type `{name}` was removed',
    breaks: 'code that imports `{name}` from `@sigill/sdk` does not compile',
    gone: true,
  },
  type_renamed: {
    what: 'the type `{name}` was renamed to `{next}`',
    breaks: 'code that imports `{name}` from `@sigill/sdk` does not compile',
  },
  type_added: { what: 'the type `{name}` was added' },
  scheme_removed: {
    what: 'the credentials `{name}` were removed',
    breaks: 'calls with them get 401',
    gone: true,
  },
  scheme_changed: {
    what: 'the credentials `{name}` are sent in another way ({is} instead of {was})',
    breaks: 'calls with them get 401',
  },
  scheme_added: { what: 'the credentials `{name}` were added' },
  type_changed: {
    what: '{what} is {is} instead of {was}',
    breaks: {
      send: 'calls that send {was} are refused',
      read: 'code that reads {expression} gets another type{nullable}',
    },
  },
  values_limited: { what: '{what} is one of {values} now', breaks: 'calls that send another value are refused' },
  values_freed: {
    what: '{what} is no longer one of {values}',
    breaks: 'code that compares {expression} meets any value',
    gone: true,
  },
  value_removed: {
    what: '{what}: {value} was removed',
    breaks: {
      send: 'calls that send {value} are refused',
      read: 'code that compares `{code} === {value}` never matches',
    },
    gone: true,
  },
  value_added: { what: '{what}: {value} was added' },
  reason_judged: { what: '{what}: {value} {judged}' },
  cause_moved: {
    what: '{what}: {value} belongs to {is} instead of {was}',
    breaks: 'code that handles {was} no longer gets it',
  },
  value_needed: {
    what: '{what} is {need} now',
    breaks: { send: 'calls that do not send it are refused', read: 'code that reads {expression} may get undefined' },
  },
  value_constrained: {
    what: '{what} {change}',
    breaks: { send: 'calls that were accepted may be refused', read: 'code that {strained}' },
  },
  value_defaulted: { what: '{what} {change}', breaks: 'calls that leave it out mean something else' },
  value_deprecated: { what: '{what} is deprecated' },
  value_kept: { what: '{what} is no longer deprecated' },
  branch_removed: {
    what: '`{label}` is no longer one of {what}',
    breaks: { send: 'calls that send it are refused', read: 'code for {condition} no longer finds its properties' },
    gone: true,
  },
  branch_added: { what: '`{label}` is one of {what} now', breaks: 'code that reads it does not know this type' },
  discriminator_changed: {
    what: '{what} is no longer discriminated by `{property}`',
    breaks: 'code that discriminates by `{code}.{property}` gets another type',
  },
  discriminator_remapped: {
    what: "{what}: '{value}' no longer means {branch}",
    breaks: 'code that discriminates by `{code}.{property}` gets another type',
  },
  property_removed: {
    what: '{what} was removed',
    breaks: { send: '{refused}', read: 'code that reads {expression} gets undefined' },
    gone: true,
  },
  property_renamed: {
    what: '{what} was renamed to `{name}`',
    breaks: { send: '{refused}', read: 'code that reads {expression} gets undefined' },
  },
  property_added: { what: '{what} was added' },
  property_demanded: { what: '{what} was added and is required', breaks: 'calls that do not send it are refused' },
  others_taken: {
    what: '{what} takes {kind} now',
    breaks: { send: 'calls that send others are refused', read: 'code that reads `{code}[key]` gets something else' },
  },
} as const satisfies Record<string, Kind>;

type Texts<K> = K extends { breaks: infer B } ? (B extends string ? B : B[keyof B]) : never;
type Blanks<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Blanks<Rest> : never;
type Words<K extends keyof typeof KINDS> = Record<Blanks<(typeof KINDS)[K]['what'] | Texts<(typeof KINDS)[K]>>, string>;

interface How {
  direction?: Direction;
  /** This change breaks nothing, although others of its kind can. */
  harmless?: boolean;
}

export interface Spot {
  /**
   * The place, named by the component that describes it: `ApprovedSession.surname`, but `SessionSummary.created` if that property
   * comes from `SessionSummary`.
   */
  what: string;
  /** `session.surname`, as code writes it. */
  expression: string;
  finding: Finding;
}

export const tell = <K extends keyof typeof KINDS>(
  finding: Finding,
  kind: K,
  words: Words<K>,
  pointer: Pointer,
  how?: How,
): void => record(finding, kind, words, { pointer, ...how });

export const tellAt = <K extends keyof typeof KINDS>(
  { finding, what, expression }: Spot,
  kind: K,
  words: Omit<Words<K>, 'what' | 'expression'>,
  pointer: Pointer,
  how?: How,
): void => record(finding, kind, { ...words, what: shown(what), expression: shown(expression) }, { pointer, ...how });

function record(
  finding: Finding,
  kind: keyof typeof KINDS,
  words: object,
  { pointer, direction = 'send', harmless = false }: How & { pointer: Pointer },
): void {
  const { what, breaks, gone }: Kind = KINDS[kind];
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => Reflect.get(words, name) ?? '');
  const consequence = typeof breaks === 'object' ? breaks[direction] : breaks;
  finding.add({
    verdict: consequence && !harmless ? 'major' : 'minor',
    kind: `${kind} ${direction}`,
    what: filled(what),
    ...(consequence && !harmless && { consequence: filled(consequence) }),
    side: gone ? 'before' : 'after',
    pointer,
  });
}
