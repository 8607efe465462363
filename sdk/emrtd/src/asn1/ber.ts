/** A bounded reader for BER, the encoding of everything on the chip (ITU-T X.690). Errors name the offset. */

const MAX_DEPTH = 32;
const MAX_ELEMENTS = 20_000;

/** Bytes that are not encoded as ITU-T X.690 and Doc 9303-10 require. The message names the offset and never the contents. */
export class Malformed extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(`${message} at offset ${offset}`);
    this.offset = offset;
  }
}

/** Undefined for malformed bytes. Other errors, which are bugs, are thrown. */
export function unlessMalformed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

interface Budget {
  left: number;
}

export class Element {
  /** All identifier octets as one number: 0x30, 0x5f1f, 0x7f61. */
  readonly tag: number;
  readonly source: Uint8Array;
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
  readonly depth: number;
  readonly #budget: Budget;
  #children: Element[] | undefined;

  constructor(source: Uint8Array, start: number, limit: number, depth: number, budget: Budget) {
    if (depth > MAX_DEPTH) throw new Malformed('Nesting too deep', start);
    if (budget.left-- <= 0) throw new Malformed('Too many elements', start);
    this.source = source;
    this.start = start;
    this.depth = depth;
    this.#budget = budget;

    const { tag, next } = readTag(source, start, limit);
    this.tag = tag;
    const first = source[next];
    if (next >= limit || first === undefined) throw new Malformed('Truncated length', next);
    if (first === 0x80) {
      if (!this.constructed) throw new Malformed('Indefinite length of a primitive value', next);
      this.contentStart = next + 1;
      // Only the contents show where an element of indefinite length ends, so they are parsed now and kept.
      this.#children = this.#readChildren(limit, true);
      this.contentEnd = this.#children.at(-1)?.end ?? this.contentStart;
      this.end = this.contentEnd + 2;
      return;
    }
    const { length, contentStart } = readLength(source, next, limit);
    this.contentStart = contentStart;
    this.contentEnd = this.end = contentStart + length;
    if (this.end > limit) throw new Malformed(`Length ${length} exceeds the data`, next);
  }

  get constructed(): boolean {
    const first = this.source[this.start] ?? 0;
    return (first & 0x20) !== 0;
  }

  get raw(): Uint8Array {
    return this.source.subarray(this.start, this.end);
  }

  get content(): Uint8Array {
    return this.source.subarray(this.contentStart, this.contentEnd);
  }

  children(): Element[] {
    if (!this.constructed) throw new Malformed('A constructed value was expected', this.start);
    this.#children ??= this.#readChildren(this.contentEnd, false);
    return this.#children;
  }

  #readChildren(limit: number, indefinite: boolean): Element[] {
    const children: Element[] = [];
    let offset = this.contentStart;
    while (indefinite || offset < limit) {
      if (indefinite && this.source[offset] === 0 && this.source[offset + 1] === 0 && offset + 2 <= limit) break;
      const child = new Element(this.source, offset, limit, this.depth + 1, this.#budget);
      children.push(child);
      offset = child.end;
    }
    return children;
  }

  /** @throws Malformed unless the element has this tag. */
  as(tag: number, what: string): this {
    if (this.tag !== tag) throw new Malformed(`${what}: tag ${hex(tag)} expected, ${hex(this.tag)} found`, this.start);
    return this;
  }

  /** @throws Malformed unless the element holds exactly one other. */
  only(what: string): Element {
    const [child, ...more] = this.children();
    if (!child || more.length > 0) throw this.malformed(`${what}: one value was expected`);
    return child;
  }

  fields(tag: number, what: string): Fields {
    return new Fields(this.as(tag, what), what);
  }

  malformed(message: string): Malformed {
    return new Malformed(message, this.start);
  }
}

/** Reads the members of a constructed value in order. `end` refuses members that remain. */
export class Fields {
  readonly #parent: Element;
  readonly #what: string;
  readonly #members: Element[];
  #next = 0;

  constructor(parent: Element, what: string) {
    this.#parent = parent;
    this.#what = what;
    this.#members = parent.children();
  }

  any(what: string): Element {
    const member = this.#members[this.#next++];
    if (!member) throw new Malformed(`${this.#what}: ${what} is missing`, this.#parent.contentEnd);
    return member;
  }

  next(tag: number, what: string): Element {
    return this.any(what).as(tag, `${this.#what}: ${what}`);
  }

  optional(...tags: number[]): Element | undefined {
    const member = this.#members[this.#next];
    if (!member || !tags.includes(member.tag)) return undefined;
    this.#next++;
    return member;
  }

  end(): void {
    const left = this.#members[this.#next];
    if (left) throw new Malformed(`${this.#what}: unexpected element ${hex(left.tag)}`, left.start);
  }
}

/** Reads the single element that makes up the bytes. Trailing bytes are an error unless `trailing` allows them. */
export function readBer(bytes: Uint8Array, what: string, options: { trailing?: boolean } = {}): Element {
  if (bytes.length === 0) throw new Malformed(`${what} is empty`, 0);
  const element = new Element(bytes, 0, bytes.length, 0, { left: MAX_ELEMENTS });
  if (element.end !== bytes.length && !options.trailing)
    throw new Malformed(`${what}: bytes after the end`, element.end);
  return element;
}

export function readInteger(element: Element, what: string): bigint {
  const { content } = element.as(0x02, what);
  if (content.length === 0 || content.length > 1100)
    throw element.malformed(`${what}: integer of ${content.length} bytes`);
  return BigInt.asIntN(content.length * 8, BigInt(`0x${Buffer.from(content).toString('hex')}`));
}

export function readSmallInteger(element: Element, what: string): number {
  const { content } = element.as(0x02, what);
  const [first] = content;
  if (first === undefined) throw element.malformed(`${what}: integer of 0 bytes`);
  // BER allows leading zeros; without them, four bytes are enough.
  const digits = content[0] === 0 ? content.subarray(content.findIndex((byte) => byte !== 0)) : content;
  if (first >= 0x80 || digits.length > 4 || (digits.length === 4 && (digits[0] ?? 0) >= 0x80))
    throw element.malformed(`${what}: integer out of range`);
  return digits.reduce((value, byte) => value * 256 + byte, 0);
}

export function readBoolean(element: Element, what: string): boolean {
  const { content } = element.as(0x01, what);
  if (content.length !== 1) throw element.malformed(`${what}: boolean of ${content.length} bytes`);
  return content[0] !== 0;
}

export function readOid(element: Element, what: string): string {
  const { content } = element.as(0x06, what);
  const last = content.at(-1);
  if (last === undefined || last & 0x80 || content.length > 64)
    throw element.malformed(`${what}: invalid object identifier`);
  let text = '';
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    // Arcs may exceed the range of exact numbers; no object identifier used here has such an arc.
    if (arc > Number.MAX_SAFE_INTEGER / 128) return readLongOid(content);
    if (byte & 0x80) continue;
    text += text === '' ? rootArcs(arc) : `.${arc}`;
    arc = 0;
  }
  return text;
}

/** The first two arcs share a number (X.690, 8.19.4). */
function rootArcs(arc: number): string {
  const root = Math.min(Math.floor(arc / 40), 2);
  return `${root}.${arc - root * 40}`;
}

function readLongOid(content: Uint8Array): string {
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const byte of content) {
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    if (byte & 0x80) continue;
    const root = arc < 80n ? arc / 40n : 2n;
    arcs.push(...(arcs.length === 0 ? [root, arc - root * 40n] : [arc]));
    arc = 0n;
  }
  return arcs.join('.');
}

/** The octets of an OCTET STRING; a constructed one is a list of pieces, possibly nested. */
export function readOctets(element: Element, what: string): Uint8Array {
  if (element.tag === 0x04) return element.content;
  if (element.tag !== 0x24) throw element.malformed(`${what}: an octet string was expected`);
  return Buffer.concat(element.children().map((piece) => readOctets(piece, what)));
}

/** A BIT STRING that holds whole bytes: keys and signatures. */
export function readBitString(element: Element, what: string): Uint8Array {
  const { content } = element.as(0x03, what);
  if (content.length < 1 || content[0] !== 0) throw element.malformed(`${what}: bit string with unused bits`);
  return content.subarray(1);
}

const TIME = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:\.\d{1,9})?(Z|[+-]\d{4})?$/;

/** UTCTime or GeneralizedTime (RFC 5280, 4.1.2.5); seconds and zone may be missing in old certificates. */
export function readTime(element: Element, what: string): Date {
  if (element.tag !== 0x17 && element.tag !== 0x18) throw element.malformed(`${what}: a time was expected`);
  const text = Buffer.from(element.content.subarray(0, 32)).toString('latin1');
  const match = TIME.exec(text);
  const [, digits = '', month, day, hour, minute, second = '00', zone = 'Z'] = match ?? [];
  if (!match || (digits.length === 2) !== (element.tag === 0x17)) throw element.malformed(`${what}: invalid time`);
  const year = digits.length === 4 ? digits : `${Number(digits) >= 50 ? '19' : '20'}${digits}`;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  // JavaScript parses 31 February as 3 March.
  if (new Date(`${year}-${month}-${day}T00:00Z`).getUTCDate() !== Number(day))
    throw element.malformed(`${what}: invalid time`);
  // An offset can move the year outside the four-digit range.
  if (!/^\d{4}-/.test(Number.isNaN(time.getTime()) ? '' : time.toISOString()))
    throw element.malformed(`${what}: invalid time`);
  return time;
}

function readTag(source: Uint8Array, start: number, limit: number) {
  let tag = source[start];
  if (start >= limit || tag === undefined) throw new Malformed('Truncated tag', start);
  let next = start + 1;
  if ((tag & 0x1f) !== 0x1f) return { tag, next };
  for (let count = 0; ; count++) {
    const byte = source[next];
    if (next >= limit || byte === undefined || count > 1) throw new Malformed('Invalid tag', start);
    tag = tag * 256 + byte;
    next++;
    if (!(byte & 0x80)) return { tag, next };
  }
}

function readLength(source: Uint8Array, start: number, limit: number) {
  const first = source[start] ?? 0;
  if (first < 0x80) return { length: first, contentStart: start + 1 };
  const count = first & 0x7f;
  if (count > 4 || start + 1 + count > limit) throw new Malformed('Invalid length', start);
  let length = 0;
  for (let i = 1; i <= count; i++) length = length * 256 + (source[start + i] ?? 0);
  return { length, contentStart: start + 1 + count };
}

const hex = (tag: number) => `0x${tag.toString(16).padStart(2, '0')}`;
