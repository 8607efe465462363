import blank from './blank-objects.json' with { type: 'json' };
import { invalidRequest } from './errors.ts';
import type { Form } from './params.ts';
import type { Store } from './store.ts';

const MAX_DEPTH = 4;

/** `expand[]`: replaces ids in a response with the objects they refer to (https://docs.stripe.com/expand). */
export function expand(store: Store, value: object, paths: Form[string] | undefined): object {
  if (paths === undefined) return value;
  const list = typeof paths === 'string' ? [paths] : Object.values(paths);
  return list.reduce<object>((current, path) => {
    if (typeof path !== 'string') throw invalidRequest('Invalid string: {}', { param: 'expand' });
    const parts = path.split('.');
    if (parts.length > MAX_DEPTH)
      throw invalidRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property`, { param: 'expand' });
    return expandPath(store, current, parts, path);
  }, value);
}

function expandPath(store: Store, value: object, [name, ...rest]: string[], full: string): object {
  if (Array.isArray(value)) return value.map((entry: object) => expandPath(store, entry, [name!, ...rest], full));
  const field = (value as Record<string, unknown>)[name!];
  const refuse = () => invalidRequest(`This property cannot be expanded (${full}).`, { param: 'expand' });
  if (field === undefined) throw refuse();
  if (field === null) return value;
  const target = typeof field === 'string' ? store.findAny(field) : field;
  // The path may pass through objects, such as a list's data. Only its end must be an id, which is replaced.
  if (typeof target !== 'object' || target === null || (typeof field !== 'string' && rest.length === 0)) throw refuse();
  return { ...value, [name!]: rest.length > 0 ? expandPath(store, target, rest, full) : target };
}

const VISIBLE = new Set(blank.browser_fields);

export function browserView<T extends object>(value: T): T {
  const { object } = value as { object?: unknown };
  const isIntent = object === 'setup_intent' || object === 'payment_intent';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isIntent || VISIBLE.has(name))
      .map(([name, field]) => [
        name,
        name === 'setup_intent' || name === 'payment_intent' ? browserView(field as object) : field,
      ]),
  ) as T;
}
