/** Bodies that are almost valid: a valid one is changed in one or two places, as callers and attackers do. */
import fc from 'fast-check';
import { type Schema, walk } from './contract.ts';

type Json = Record<string, unknown>;

export interface Step {
  kind: Kind;
  place: number;
  form: number;
}

/** Contained in many of the texts that are put into a body, so that a refusal that repeats one is noticed. */
export const PLANTED = 'zq9planted';

interface Place {
  path: string[];
  schema: Schema;
}

/** @returns the new value, or undefined to remove the property. */
type Change = (value: unknown, place: Place, form: number) => unknown;

const pick = <T>(list: readonly T[], form: number): T => list[form % list.length]!;

const WRONG_TYPES = [null, 7, -1, 1.5, true, '', `${PLANTED} text`, [], [7], {}, { id: 7 }, [[]]];
const ODD = [
  '\u0000',
  '\ud800',
  '\udfff',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\r\n',
  '🛂',
  'e\u0301',
  '\u007f',
  '%00',
  "'--",
];
const NUMBERS = [0, -0, -1, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 64, 1e308, 1e-300, 0.1];
/** Only literal addresses, because a name would be looked up in DNS. */
const TARGETS = [
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://0x7f.1/',
  'http://10.0.0.1',
  'https://[',
  'https://%00',
];

const changes = {
  type: (_, __, form) => pick(WRONG_TYPES, form),
  bound: (_, { schema }, form) => pick(boundsOf(schema), form),
  odd: (_, __, form) => `${PLANTED}${pick(ODD, form)}${form % 3 === 0 ? PLANTED : ''}`,
  missing: () => undefined,
  deep: (_, __, form) => nested(form % 40),
  huge: (_, __, form) => pick(HUGE, form)(),
  near: (value, _, form) => pick(nearTo(value), form),
} satisfies Record<string, Change>;

/** Names of unknown properties. The changes below make most bodies invalid as JSON, or something other than the expected object. */
const NAMES = ['__proto__', 'constructor', 'toString', '', ' ', 'id\u0000', 'ID', 'merchant_id', 'é'.repeat(300), '0'];
const BROKEN: ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => `${text}${text}`,
  (text) => `\ufeff${text}`,
  (text) => text.replace('{', '{"a":1,"a":2,'),
  (text) => text.replace(/\d/, '01'),
  (text) => text.replaceAll('"', "'"),
  (text) => `[${text}]`,
  (text) => text.replace('}', ',}'),
  (text) => `/**/${text}`,
  (text) => text.replace(':', ':NaN'),
];

export type Kind = keyof typeof changes | 'extra' | 'broken';

const kinds: Kind[] = [
  'type',
  'type',
  'bound',
  'bound',
  'odd',
  'odd',
  'missing',
  'deep',
  'huge',
  'near',
  'near',
  'near',
  'extra',
  'broken',
];

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), place: fc.nat(1000), form: fc.nat(10_000) }),
  { minLength: 1, maxLength: 2 },
);

export function mutated(body: Json, schema: Schema, steps: Step[]): string {
  const places = [...walk(schema)].map(({ path, schema }): Place => ({ path: path.split('.'), schema }));
  const copy = structuredClone(body);
  let spoil = (text: string) => text;
  for (const { kind, place, form } of steps) {
    if (kind === 'broken') spoil = pick(BROKEN, form);
    else if (kind === 'extra' || places.length === 0) copyInto(copy, pick(NAMES, form), `${PLANTED} ${form}`);
    else change(copy, pick(places, place), (value, at) => changes[kind](value, at, form));
  }
  return spoil(JSON.stringify(copy));
}

function change(body: Json, place: Place, next: (value: unknown, place: Place) => unknown): void {
  const names = [...place.path];
  const last = names.pop()!;
  let at: Json = body;
  for (const name of names) {
    // Another step may have put something other than an object here.
    if (typeof at[name] !== 'object' || at[name] === null) at[name] = {};
    at = at[name] as Json;
  }
  const value =
    last === 'callback_url' ? pick(TARGETS, place.path.length + Object.keys(at).length) : next(at[last], place);
  if (value === undefined) delete at[last];
  else copyInto(at, last, value);
}

/** Also sets a property named `__proto__`. */
const copyInto = (object: Json, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
};

function boundsOf({ enum: values, minimum, maximum, minLength, maxLength }: Schema): unknown[] {
  const number = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound, bound - 1, bound + 1]));
  const length = [minLength, maxLength]
    .flatMap((bound) => (bound === undefined || bound > 60_000 ? [] : [bound, bound - 1, bound + 1]))
    .filter((count) => count >= 0);
  const texts = length.flatMap((count) => ['a', 'é', '🛂', ' '].map((letter) => letter.repeat(count)));
  return [...(values ?? []), ...number, ...texts, ...NUMBERS];
}

const HUGE = [
  () => PLANTED.repeat(700),
  () => PLANTED.repeat(7000),
  () => Array.from({ length: 3000 }, (_, index) => index),
  () => Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`p${index}`, index])),
];

const nested = (depth: number): unknown => (depth === 0 ? PLANTED : [nested(depth - 1)]);

function nearTo(value: unknown): unknown[] {
  if (typeof value === 'string')
    return [
      value.toUpperCase(),
      value.toLowerCase(),
      ` ${value}`,
      `${value} `,
      value.slice(0, -1),
      value + value,
      [...value].reverse().join(''),
      [value],
      Number(value),
    ];
  if (typeof value === 'number') return [value + 1, value - 1, -value, String(value), value + 0.5, [value]];
  if (typeof value === 'boolean') return [!value, String(value), Number(value), [value]];
  return [value, null, [value], JSON.stringify(value)];
}
