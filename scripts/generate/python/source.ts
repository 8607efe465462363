import { HEADER } from '../files.ts';

export const PYTHON_HEADER = HEADER.replace('//', '#');

/** Longest line of generated texts. Signatures and types may be longer. */
const WIDTH = 110;

/** `session_list_response` or `webhook-id` is `SessionListResponse` or `WebhookId`. */
export const classCase = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

export function identifier(name: string): string {
  if (!isIdentifier(name)) throw new Error(`${name} cannot be a name in Python.`);
  return name;
}

export const isIdentifier = (name: string): boolean => /^[a-z_]\w*$/i.test(name) && !KEYWORDS.includes(name);

const KEYWORDS =
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  );

/** For the texts of a contract, a JSON string is a valid Python literal. */
export const quoted = (text: unknown): string => JSON.stringify(text);

export function bracketed(open: string, items: string[], close: string, indent = ''): string {
  const line = `${open}${items.join(', ')}${items.length === 1 && open === '(' ? ',' : ''}${close}`;
  if (indent.length + line.length <= WIDTH) return line;
  return `${open}\n${items.map((item) => `${indent}    ${item},\n`).join('')}${indent}${close}`;
}

export function docstring(paragraphs: string[], indent = ''): string {
  const lines = paragraphs.flatMap((paragraph, index) => [
    ...(index > 0 ? [''] : []),
    ...paragraph.split('\n').flatMap((line) => wrapped(line, WIDTH - indent.length)),
  ]);
  const text = lines.map((line, index) => (line && index > 0 ? indent + line : line)).join('\n');
  const closed = lines.length > 1 ? `${text}\n${indent}` : text;
  return `${indent}"""${closed.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')}"""\n`;
}

function wrapped(text: string, width: number): string[] {
  const [, indent = ''] = /^( *)/.exec(text) ?? [];
  const lines = [''];
  for (const word of text.trim().split(' ')) {
    const at = lines.length - 1;
    const longer = lines[at] ? `${lines[at]} ${word}` : `${indent}${at > 0 && indent ? '  ' : ''}${word}`;
    if (longer.length > width && lines[at]) lines.push(`${indent}${indent ? '  ' : ''}${word}`);
    else lines[at] = longer;
  }
  return lines;
}
