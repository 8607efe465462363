/** Parses a request body, refusing what JSON.parse lets through: invalid UTF-8, repeated names and endless nesting. */
import { BadRequest } from '../errors.ts';

const MAXIMUM_DEPTH = 16;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws BadRequest with code malformed_body, or invalid_value for a character that cannot be kept. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not valid JSON: ${error instanceof Error ? shortened(error.message) : 'unreadable'}`);
  }
  checkStructure(text);
  if (text.includes('\\u0000')) refuseNul(value, '');
  return value;
}

/** PostgreSQL stores no U+0000, so no database gets one. Passwords are hashed, and may hold any character. */
function refuseNul(value: unknown, path: string): void {
  if (typeof value === 'string' && value.includes('\u0000')) {
    throw new BadRequest(`${path || 'The body'} must not contain the character U+0000`, 'invalid_value', {
      details: [{ path, expected: 'text without U+0000', received: 'text with U+0000' }],
    });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!/^(new_)?password$/.test(name)) refuseNul(inner, path ? `${path}.${name}` : name);
  }
}

const malformed = (text: string) =>
  new BadRequest(text, 'malformed_body', {
    details: [{ path: '', expected: 'a JSON object in UTF-8', received: 'malformed text' }],
  });

/** V8 quotes the input in its message: a secret in a broken body must not come back or reach a log. */
const shortened = (message: string) => /at position \d+/.exec(message)?.[0] ?? 'unexpected end';

/** Walks text that JSON.parse has accepted, so only strings and brackets matter. */
function checkStructure(text: string): void {
  const stack: (Set<string> | undefined)[] = [];
  let expectsName = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        stack.push(new Set());
        expectsName = true;
        break;
      case 0x5b: // [
        stack.push(undefined);
        expectsName = false;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        stack.pop();
        break;
      case 0x2c: // ,
        expectsName = stack.at(-1) !== undefined;
        break;
      case 0x3a: // :
        expectsName = false;
        break;
      case 0x22: {
        const end = endOfString(text, at);
        if (expectsName) {
          const name: string = JSON.parse(text.slice(at, end + 1));
          const names = stack.at(-1);
          if (names?.has(name)) throw malformed('The body repeats a property name');
          names?.add(name);
        }
        at = end;
      }
    }
    if (stack.length > MAXIMUM_DEPTH) throw malformed(`The body is nested deeper than ${MAXIMUM_DEPTH} levels`);
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  for (;;) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
}
