/** Certificates, revocation lists and master lists as the ICAO PKD publishes them: LDIF (RFC 2849). */

/** What the Public Key Directory publishes (Doc 9303-12, 8). */
export type PublishedKind = 'MASTER_LIST' | 'CSCA' | 'SIGNER' | 'CRL';

export interface PublishedObject {
  kind: PublishedKind;
  bytes: Uint8Array;
}

/** A record of a file: one entry of the directory, or a change of it (RFC 2849). */
export type LdifRecord = { dn: string; line: number } & (
  | { change: 'put'; objects: PublishedObject[] }
  /** Deletes the objects of these kinds, or of all kinds if `kinds` is absent; only those in `values`, if given. */
  | { change: 'delete'; kinds?: PublishedKind[]; values?: Uint8Array[] }
  | { change: 'refused'; reason: string }
);

/** Names of attributes, without options such as `;binary`. */
const KINDS: Record<string, PublishedKind> = {
  pkdmasterlistcontent: 'MASTER_LIST',
  cscamasterlistdata: 'MASTER_LIST',
  cacertificate: 'CSCA',
  usercertificate: 'SIGNER',
  certificaterevocationlist: 'CRL',
};

interface Attribute {
  name: string;
  value: Buffer;
}

/** Whether the bytes are text that begins like LDIF (RFC 2849). */
export function isLdif(bytes: Uint8Array): boolean {
  for (const line of linesOf(bytes.subarray(0, 4096))) if (!/^\s*(#|$)/.test(line)) return /^(version|dn):/i.test(line);
  return false;
}

/** Reads the records one at a time (RFC 2849). A record that cannot be read is reported with the reason, and does not stop the others. */
export function* readLdif(bytes: Uint8Array): Generator<LdifRecord> {
  for (const { line, lines } of recordsOf(bytes)) {
    let dn = '';
    try {
      const [first, ...rest] = withoutVersion(lines);
      if (first === undefined) continue;
      const { name, value } = readAttribute(first);
      if (name !== 'dn') throw new Error(`The record begins with ${name} instead of dn`);
      dn = value.toString('utf8');
      const attributes = rest.map(readAttribute);
      yield* changesOf(attributes).map((change) => ({ dn, line, ...change }));
    } catch (error) {
      yield { dn, line, change: 'refused', reason: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** Unfolds lines. Records are separated by empty lines. */
function* recordsOf(bytes: Uint8Array): Generator<{ line: number; lines: string[] }> {
  let record = { line: 1, lines: [] as string[] };
  let number = 0;
  for (const line of linesOf(bytes)) {
    number++;
    if (line === '') {
      if (record.lines.length > 0) yield record;
      record = { line: number + 1, lines: [] };
    } else if (line.startsWith(' ')) {
      record.lines.push(`${record.lines.pop() ?? ''}${line.slice(1)}`);
    } else record.lines.push(line);
  }
  if (record.lines.length > 0) yield record;
}

/** A file of the PKD may have a hundred megabytes, so it is never held as one string. */
function* linesOf(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasMark = buffer.subarray(0, 3).equals(Buffer.from('efbbbf', 'hex'));
  for (let at = hasMark ? 3 : 0; at < buffer.length; ) {
    const found = buffer.indexOf(0x0a, at);
    const end = found === -1 ? buffer.length : found;
    yield buffer.subarray(at, buffer[end - 1] === 0x0d ? end - 1 : end).toString('utf8');
    at = end + 1;
  }
}

const withoutVersion = (lines: string[]) => lines.filter((line) => !/^(#|version:)/i.test(line));

function readAttribute(line: string): Attribute {
  if (line === '-') return { name: '-', value: Buffer.alloc(0) };
  const [, name, kind, text = ''] = /^([A-Za-z0-9.;_-]+):([:<]?) *(.*)$/s.exec(line) ?? [];
  if (name === undefined) throw new Error('A line is neither an attribute nor its continuation');
  if (kind === '<') throw new Error(`${name} refers to a URL, which is not supported`);
  if (kind === ':' && !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new Error(`${name} is not in base64`);
  return { name: name.toLowerCase(), value: Buffer.from(text, kind === ':' ? 'base64' : 'utf8') };
}

type Change = LdifRecord extends infer R ? (R extends LdifRecord ? Omit<R, 'dn' | 'line'> : never) : never;

/** A record without a change type is the entry itself. */
function changesOf(attributes: Attribute[]): Change[] {
  const type = attributes[0]?.name === 'changetype' ? attributes[0].value.toString('utf8').trim() : 'add';
  switch (type) {
    case 'add': {
      const objects = objectsOf(attributes);
      return objects.length > 0 ? [{ change: 'put', objects }] : [];
    }
    case 'delete':
      return [{ change: 'delete' }];
    case 'modify':
      return modificationsOf(attributes.slice(1));
    default:
      throw new Error(`Changes of type ${type} are not supported`);
  }
}

/**
 * `replace: NAME`, the values, and a line with a hyphen; the same with `add` and with `delete`, which deletes all values if none
 * are given (RFC 2849).
 */
function modificationsOf(attributes: Attribute[]): Change[] {
  const parts: Attribute[][] = [[]];
  for (const attribute of attributes) {
    if (attribute.name === '-') parts.push([]);
    else parts.at(-1)?.push(attribute);
  }
  return parts.flatMap(([action, ...values]): Change[] => {
    if (!action) return [];
    const kind = KINDS[nameOf(action.value.toString('utf8').toLowerCase().trim())];
    if (!kind) return [];
    const objects = objectsOf(values);
    if (action.name === 'add') return [{ change: 'put', objects }];
    if (action.name === 'delete' && values.length > 0)
      return [{ change: 'delete', kinds: [kind], values: objects.map(({ bytes }) => bytes) }];
    if (action.name !== 'replace' && action.name !== 'delete')
      throw new Error(`Modification ${action.name} is not supported`);
    return [{ change: 'delete', kinds: [kind] }, ...(objects.length > 0 ? [{ change: 'put' as const, objects }] : [])];
  });
}

const objectsOf = (attributes: Attribute[]): PublishedObject[] =>
  attributes.flatMap(({ name, value }) => {
    const kind = KINDS[nameOf(name)];
    return kind && value.length > 0 ? [{ kind, bytes: value }] : [];
  });

const nameOf = (attribute: string) => attribute.split(';')[0] ?? '';
