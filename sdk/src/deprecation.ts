/** Says once for each call of a client that the service has deprecated it (RFC 9745, RFC 8594). */
const told = new WeakMap<object, Set<string>>();

/** @returns the line to log, or nothing when there is nothing new to say. */
export function deprecationOf(client: object, name: string, headers: Headers): string | undefined {
  const said = (header: string, pattern: RegExp) => pattern.exec(headers.get(header) ?? '')?.[1];
  const since = said('deprecation', /^@(-?\d+)$/);
  const names = told.get(client) ?? new Set();
  if (!since || names.has(name)) return undefined;
  told.set(client, names.add(name));
  const sunset = Date.parse(headers.get('sunset') ?? '');
  const end = sunset ? ` and works until ${day(sunset)} at least` : '';
  const page = said('link', /<([^>]+)>; rel="deprecation"/);
  return `${name} is deprecated since ${day(Number(since) * 1000)}${end}.${page ? ` See ${page}` : ''}`;
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
