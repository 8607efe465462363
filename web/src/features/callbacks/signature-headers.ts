/** Finds a callback's headers in pasted text: lines from a log or from curl, or JSON. */
const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of NAMES) {
    // A quote around the value or around the whole line is not part of it. Multiple signatures are separated by spaces.
    const found = new RegExp(
      `(?:^|[\\s"'{,])${name}["']?\\s*[:=]\\s*\\[?\\s*["']?([^"'\\r\\n,\\]}]+(?:,[^"'\\r\\n\\]}]*)?)`,
      'i',
    );
    const value = found.exec(text)?.[1]?.trim();
    if (value) headers[name] = name === 'webhook-signature' ? value : value.replace(/,.*$/, '').trim();
  }
  return headers;
}

/** The headers as a log would show them. */
export const writeHeaders = (headers: Partial<Record<(typeof NAMES)[number], string>>): string =>
  NAMES.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`])).join('\n');
