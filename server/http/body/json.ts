/**
 * Parses a request body. Some bodies keep JSON.parse busy for a long time, so one pass over the bytes first counts what the body
 * contains, and a hostile body costs no more than that pass.
 */
import { isUtf8 } from 'node:buffer';
import { BadRequest } from '../../core/errors.ts';

const MAXIMUM_DEPTH = 16;
/** A policy whose two lists of countries are full has over 600 values. */
const MOST_VALUES = 1000;
/** Includes quotation marks within strings. */
const MOST_QUOTES = 8000;
/** The bytes outside of strings: whitespace, numbers and punctuation. */
const MOST_OUTSIDE_TEXTS = 64 * 1024;
const LONGEST_LITERAL = 400;
/**
 * An escape costs JSON.parse as much as a hundred plain bytes, so escapes are limited. Some programs escape two of the 64 base64
 * characters, which must still be accepted.
 */
const mostEscapes = (length: number) => 1024 + length / 16;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [BRACKET, CLOSING_BRACKET, BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/** @throws BadRequest with code malformed_body, or invalid_value for a character that cannot be stored. */
export function parseJsonBody(bytes: Buffer): unknown {
  checkEscapes(bytes);
  const names = checkShape(bytes);
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8');
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not valid JSON: ${error instanceof Error ? shortened(error.message) : 'unreadable'}`);
  }
  checkNames(bytes, names);
  if (text.includes('\\u') && ESCAPED.test(text)) refuseUnkeepable(value, '');
  return value;
}

function checkEscapes(bytes: Buffer): void {
  const most = mostEscapes(bytes.length);
  const first = bytes.indexOf(BACKSLASH);
  if (first < 0) return;
  let escapes = 0;
  for (let at = first; at < bytes.length; at++) {
    if (bytes[at] !== BACKSLASH) continue;
    // The first of two backslashes escapes the second.
    at++;
    if (++escapes > most) throw malformed('The body has too many escapes');
  }
}

type Names = [start: number, end: number][];

/**
 * Counts values, quotation marks and depth, and finds the names in each object. Does not check whether the body is JSON:
 * JSON.parse does that later.
 */
function checkShape(bytes: Buffer): Names[] {
  const objects: Names[] = [];
  const open: (Names | undefined)[] = [];
  let [values, quotes, outside, literal] = [1, 0, 0, 0];
  let text: [number, number] | undefined;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      const start = at;
      do {
        at = bytes.indexOf(QUOTE, at + 1);
        if (++quotes > MOST_QUOTES) throw malformed('The body has too many quotation marks');
        // The string is not closed. JSON.parse will report where.
        if (at < 0) return objects;
      } while (isEscaped(bytes, at));
      text = [start, at + 1];
      continue;
    }
    if (++outside > MOST_OUTSIDE_TEXTS) throw malformed('The body has too many bytes outside of strings');
    literal = byte > COMMA && byte !== COLON && byte < BRACKET ? literal + 1 : 0;
    if (literal > LONGEST_LITERAL) throw malformed(`The body has a number with more than ${LONGEST_LITERAL} digits`);
    if (byte <= SPACE) continue;
    if (byte === COMMA) values++;
    else if (byte === COLON) {
      if (text) open.at(-1)?.push(text);
    } else if (byte === BRACE || byte === BRACKET) {
      values++;
      const names: Names | undefined = byte === BRACE ? [] : undefined;
      if (names) objects.push(names);
      if (open.push(names) > MAXIMUM_DEPTH) throw malformed(`The body is nested deeper than ${MAXIMUM_DEPTH} levels`);
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) open.pop();
    if (values > MOST_VALUES) throw malformed(`The body has more than ${MOST_VALUES} values`);
    text = undefined;
  }
  return objects;
}

/** A quotation mark is part of its string when an odd number of backslashes precedes it. */
function isEscaped(bytes: Buffer, quote: number): boolean {
  let slashes = 0;
  while (bytes[quote - 1 - slashes] === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}

/** Refuses duplicate names, because JSON.parse uses the last and other parsers the first. */
function checkNames(bytes: Buffer, objects: Names[]): void {
  for (const spans of objects) {
    if (spans.length < 2) continue;
    const names = new Set(spans.map(([start, end]) => JSON.parse(bytes.toString('utf8', start, end)) as string));
    if (names.size < spans.length) throw malformed('The body repeats a property name');
  }
}

/** Finds characters that can only come from an escape: U+0000, and lone surrogates. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i;

/**
 * PostgreSQL cannot store U+0000, so it is refused with both databases, except in passwords, which are hashed. A lone surrogate
 * is not a character, and UTF-8 cannot encode it.
 */
function refuseUnkeepable(value: unknown, path: string): void {
  const refuse = (what: string, without: string) =>
    new BadRequest(`${path || 'The body'} must not contain ${what}`, 'invalid_value', {
      details: [{ path, expected: `text without ${without}`, received: `text with ${without}` }],
    });
  if (typeof value === 'string') {
    if (value.includes('\u0000') && !/(^|\.)(new_)?password$/.test(path))
      throw refuse('the character U+0000', 'U+0000');
    if (!value.isWellFormed()) throw refuse('half a surrogate pair', 'lone surrogates');
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) refuseUnkeepable(inner, path ? `${path}.${name}` : name);
}

const malformed = (text: string) =>
  new BadRequest(text, 'malformed_body', {
    details: [{ path: '', expected: 'a JSON object in UTF-8', received: 'malformed text' }],
  });

/** V8's message quotes the input. It is not used, since a secret in a malformed body must not be returned or logged. */
const shortened = (message: string) => /at position \d+/.exec(message)?.[0] ?? 'unexpected end';
