/** Answers with everything replaced that differs from run to run, so that two can be compared. */

export interface Answer {
  status: number;
  /** Names of the headers, in lower case and sorted. */
  headers: string[];
  body: unknown;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** Above this a number is an id. */
const SMALL = 10_000;
const LONG = 120;

/** Names of headers that depend on the connection and not on the answer. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

export const normalise = (status: number, headers: Headers, body: unknown): Answer => ({
  status,
  headers: [...headers.keys()].filter((name) => !OF_CONNECTION.has(name)).sort(),
  body: replaced(body),
});

/** A body without its ids, times, dates, tokens and images. What stays is what a change of the service would change. */
export function replaced(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner, key)]));
  if (typeof value === 'number') return value >= SMALL ? '<number>' : value;
  return typeof value === 'string' ? replacedText(value, name) : value;
}

function replacedText(text: string, name: string): string {
  if (TIMESTAMP.test(text)) return '<timestamp>';
  if (DATE.test(text)) return '<date>';
  if (/(^|_)(id|token|serial_number|fingerprint)$/.test(name)) return `<${name}>`;
  if (text.length > LONG) return '<long text>';
  return text.replace(/\btoken=[\w.-]+/g, 'token=<token>').replace(/\b\d{6,}\b/g, '<number>');
}

/** What differs, as lines of `path: expected → found`; lists of names are compared without their order. Empty when nothing differs. */
export function differences(expected: unknown, found: unknown, path = ''): string[] {
  if (!isTree(expected) || !isTree(found) || Array.isArray(expected) !== Array.isArray(found))
    return Object.is(expected, found) ? [] : [`${path || 'the answer'}: ${textOf(expected)} → ${textOf(found)}`];
  if (isTexts(expected) && isTexts(found))
    return [
      ...expected.filter((text) => !found.includes(text)).map((text) => `${path}: without "${text}"`),
      ...found.filter((text) => !expected.includes(text)).map((text) => `${path}: with "${text}"`),
    ];
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
  return keys.flatMap((key) => differences(expected[key], found[key], path ? `${path}.${key}` : key));
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));
