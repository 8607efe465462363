/** Says once for each call of a client that the service has deprecated it (RFC 9745, RFC 8594). */
const told = new WeakMap<object, Set<string>>();

/** @returns the line to log, or nothing when there is nothing new to say. */
export function deprecationOf(client: object, name: string, headers: Headers): string | undefined {
  const since = /^@(-?\d+)$/.exec(headers.get('deprecation') ?? '')?.[1];
  const names = told.get(client) ?? new Set();
  if (!since || names.has(name)) return undefined;
  told.set(client, names.add(name));
  const sunset = new Date(headers.get('sunset') ?? Number.NaN);
  const end = Number.isNaN(sunset.getTime()) ? '' : ` and works until ${day(sunset)} at least`;
  const page = /<([^>]+)>; rel="deprecation"/.exec(headers.get('link') ?? '')?.[1];
  return `${name} is deprecated since ${day(new Date(Number(since) * 1000))}${end}.${page ? ` See ${page}` : ''}`;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
