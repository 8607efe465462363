/** The line to log when the service has deprecated a call (RFC 9745, RFC 8594), once per call; otherwise nothing. */
export function deprecations(): (name: string, headers: Headers) => string | undefined {
  const told = new Set<string>();
  return (name, headers) => {
    const said = (header: string, pattern: RegExp) => pattern.exec(headers.get(header) ?? '')?.[1];
    const since = said('deprecation', /^@(-?\d+)$/);
    if (!since || told.has(name)) return undefined;
    told.add(name);
    const sunset = Date.parse(headers.get('sunset') ?? '');
    const end = sunset ? ` and works at least until ${day(sunset)}` : '';
    const page = said('link', /<([^<>]+)>; rel="deprecation/);
    return `${name} has been deprecated since ${day(Number(since) * 1000)}${end}.${page ? ` See ${page}` : ''}`;
  };
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
