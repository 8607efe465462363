/** The headers of a callback in what somebody pasted: lines of a log or of curl, or JSON. */
const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of NAMES) {
    // A quote around the value, or around the whole line, does not belong to it. Signatures have a space between them.
    const found = new RegExp(
      `(?:^|[\\s"'{,])${name}["']?\\s*[:=]\\s*\\[?\\s*["']?([^"'\\r\\n,\\]}]+(?:,[^"'\\r\\n\\]}]*)?)`,
      'i',
    );
    const value = found.exec(text)?.[1]?.trim();
    if (value) headers[name] = name === 'webhook-signature' ? value : value.replace(/,.*$/, '').trim();
  }
  return headers;
}

/** As a log would show them. */
export const writeHeaders = (headers: Partial<Record<(typeof NAMES)[number], string>>): string =>
  NAMES.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`])).join('\n');
