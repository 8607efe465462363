/** Reads the query of an address as people write it: `?state=APPROVED&cursor=123`, never JSON. */
export const parseSearch = (text: string): Record<string, unknown> =>
  Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, read(value)]));

const read = (value: string) =>
  value === 'true' || (value !== 'false' && (String(Number(value)) === value ? Number(value) : value));

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = `${new URLSearchParams(given as [string, string][])}`;
  return text && `?${text}`;
}
