/** The query of an address as people read and type it: `?state=APPROVED&cursor=123`, never JSON. */

type Value = string | number | boolean;

export const parseSearch = (text: string): Record<string, Value> =>
  Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, read(value)]));

function read(value: string): Value {
  if (value === 'true' || value === 'false') return value === 'true';
  const number = Number(value);
  return Number.isSafeInteger(number) && String(number) === value ? number : value;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const values = Object.entries(search).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  const text = new URLSearchParams(values.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
