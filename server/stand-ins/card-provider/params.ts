/** Parameters of a call: forms with nested brackets (`card[number]=…`, `expand[0]=…`), validated against a shape. */
import { invalidRequest } from './errors.ts';

export interface Form {
  [name: string]: string | Form;
}

const MAX_DEPTH = 6;

export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) {
    const [, head = '', tail = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
    const path = [head, ...Array.from(tail.matchAll(/\[([^[\]]*)\]/g), ([, part]) => part!)];
    if (!head || path.length > MAX_DEPTH) throw invalidRequest(`Invalid parameter name: ${name}`);
    const last = path.pop()!;
    let target = form;
    for (const part of path) {
      const next = target[part] ?? emptyForm();
      if (typeof next === 'string') throw invalidRequest(`Invalid parameter: ${name}`, { param: name });
      target[part] = next;
      target = next;
    }
    target[last === '' ? String(Object.keys(target).length) : last] = value;
  }
  return form;
}

// Without a prototype, so that a parameter named __proto__ is an ordinary parameter.
const emptyForm = (): Form => Object.create(null);

type Kind = 'string' | 'integer' | 'boolean' | 'strings' | 'map' | 'range';

/** The parameters of a call. `!` marks required ones. */
export interface Shape {
  readonly [name: string]: Kind | `${Kind}!` | Shape;
}

/** A shape that may have only parameters of the real call, whose type in the `stripe` package is `P`. */
export const shapeOf =
  <P>() =>
  <const S extends Shape>(shape: S & { [N in Exclude<keyof S, keyof P>]: never }): S =>
    shape;

export type Range = { [bound in 'gt' | 'gte' | 'lt' | 'lte']?: number };

interface Values {
  /** An empty string unsets the parameter. */
  string: string;
  integer: number;
  boolean: boolean;
  strings: string[];
  map: Record<string, string>;
  range: Range;
}

type ValueOf<K> = K extends `${infer Name extends Kind}!`
  ? Values[Name]
  : K extends Kind
    ? Values[K]
    : K extends Shape
      ? ParamsOf<K> | ''
      : never;

type Needed<S> = { [N in keyof S]: S[N] extends `${string}!` ? N : never }[keyof S];

export type ParamsOf<S extends Shape> = { [N in Needed<S>]: ValueOf<S[N]> } & {
  [N in Exclude<keyof S, Needed<S>>]?: ValueOf<S[N]>;
};

export function readParams<S extends Shape>(form: Form, shape: S, prefix = ''): ParamsOf<S> {
  const full = (name: string) => (prefix ? `${prefix}[${name}]` : name);
  for (const name of Object.keys(form)) {
    if (!Object.hasOwn(shape, name))
      throw invalidRequest(`Received unknown parameter: ${full(name)}`, {
        code: 'parameter_unknown',
        param: full(name),
      });
  }
  const params: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(shape)) {
    const value = form[name];
    if (value !== undefined) params[name] = readValue(value, kind, full(name));
    else if (typeof kind === 'string' && kind.endsWith('!')) {
      throw invalidRequest(`Missing required param: ${full(name)}.`, { code: 'parameter_missing', param: full(name) });
    }
  }
  return params as ParamsOf<S>;
}

function readValue(value: string | Form, kind: Shape[string], param: string): unknown {
  if (typeof kind === 'object') {
    if (value === '') return '';
    if (typeof value === 'string') throw invalidRequest('Invalid object', { param });
    return readParams(value, kind, param);
  }
  const needed = kind.endsWith('!');
  const name = (needed ? kind.slice(0, -1) : kind) as Kind;
  if (name === 'map' || name === 'strings' || name === 'range') return readStructure(value, name, param);
  if (typeof value !== 'string') throw invalidRequest(`Invalid ${name}: {}`, { param });
  if (name === 'string') {
    if (needed && value === '')
      throw invalidRequest(
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
        { code: 'parameter_invalid_empty', param },
      );
    return value;
  }
  if (name === 'boolean') {
    if (value !== 'true' && value !== 'false') throw invalidRequest(`Invalid boolean: ${value}`, { param });
    return value === 'true';
  }
  return readInteger(value, param);
}

function readStructure(value: string | Form, kind: 'map' | 'strings' | 'range', param: string): unknown {
  if (kind === 'range' && typeof value === 'string') {
    const at = readInteger(value, param);
    return { gte: at, lte: at } satisfies Range;
  }
  if (typeof value === 'string') {
    if (value !== '') throw invalidRequest(kind === 'map' ? 'Invalid object' : 'Invalid array', { param });
    return kind === 'map' ? {} : [];
  }
  const entries = Object.entries(value).map(([name, entry]): [string, string] => {
    if (typeof entry !== 'string') throw invalidRequest('Invalid string: {}', { param: `${param}[${name}]` });
    return [name, entry];
  });
  if (kind === 'strings') return entries.map(([, entry]) => entry);
  if (kind === 'map') return Object.fromEntries(entries);
  return Object.fromEntries(
    entries.map(([bound, entry]) => {
      if (!['gt', 'gte', 'lt', 'lte'].includes(bound))
        throw invalidRequest(`Received unknown parameter: ${param}[${bound}]`, { code: 'parameter_unknown', param });
      return [bound, readInteger(entry, `${param}[${bound}]`)];
    }),
  );
}

function readInteger(value: string, param: string): number {
  const number = Number(value);
  if (/^-?\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });
}

export const ADDRESS = {
  line1: 'string',
  line2: 'string',
  city: 'string',
  state: 'string',
  postal_code: 'string',
  country: 'string',
} as const satisfies Shape;

export const PAGE = {
  limit: 'integer',
  starting_after: 'string',
  ending_before: 'string',
  created: 'range',
} as const satisfies Shape;

/** An empty value removes an entry, and an absent one changes nothing. */
export function mergeMetadata(now: Record<string, string>, changes: Record<string, string> | undefined) {
  if (!changes) return now;
  if (Object.keys(changes).length === 0) return {};
  return Object.fromEntries(Object.entries({ ...now, ...changes }).filter(([, value]) => value !== ''));
}

export const textOr = (value: string | undefined, fallback: string | null): string | null =>
  value === undefined ? fallback : value || null;
