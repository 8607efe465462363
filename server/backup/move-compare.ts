/** Compares two tables in one pass, since both are read in the order of their key. */
import { createHash } from 'node:crypto';
import { invariant } from '../core/errors.ts';
import type { MovedRow, MovedTable } from './moved-table.ts';

export interface Compared {
  rows: number;
  /** SHA-256 of all rows. Empty if there is a difference. */
  digest: string;
  /** The first difference: the row by its key, never by its content. */
  difference?: string;
}

/** Reads both tables up to the first difference, and then closes both generators. */
export async function compareRows(
  table: MovedTable,
  source: AsyncGenerator<MovedRow>,
  target: AsyncGenerator<MovedRow>,
): Promise<Compared> {
  const [ours, theirs] = [createHash('sha256'), createHash('sha256')];
  let rows = 0;
  try {
    for (; ; rows++) {
      const [own, other]: (MovedRow | undefined)[] = [(await source.next()).value, (await target.next()).value];
      if (!own && !other) break;
      const [bytes, others] = [own && encoded(own), other && encoded(other)];
      if (!bytes || !others?.equals(bytes))
        return { rows, digest: '', difference: describeDifference(table, own, other) };
      ours.update(bytes);
      theirs.update(others);
    }
  } finally {
    await source.return(undefined);
    await target.return(undefined);
  }
  const digest = ours.digest('hex');
  invariant(digest === theirs.digest('hex'), 'equal rows have equal digests');
  return { rows, digest };
}

function describeDifference(table: MovedTable, own: MovedRow | undefined, other: MovedRow | undefined): string {
  const order = own && other ? compareKeys(table, own, other) : own ? -1 : 1;
  if (order < 0) return `${named(table, own!)} is missing in PostgreSQL`;
  if (order > 0) return `${named(table, other!)} is in PostgreSQL only`;
  const different = own!.findIndex((value, at) => !encodedValue(value).equals(encodedValue(other![at])));
  return `${named(table, own!)} differs in ${table.columns[different]}`;
}

const named = (table: MovedTable, row: MovedRow): string =>
  `${table.name} ${keyOf(table, row)
    .map((value, at) => `${table.key[at]} ${Buffer.isBuffer(value) ? value.toString('hex') : value}`)
    .join(', ')}`;

const keyOf = ({ key, columns }: MovedTable, row: MovedRow): MovedRow =>
  key.map((column) => row[columns.indexOf(column)]);

function compareKeys(table: MovedTable, one: MovedRow, two: MovedRow): number {
  const others = keyOf(table, two);
  for (const [at, value] of keyOf(table, one).entries()) {
    const order = compareValues(value, others[at]);
    if (order !== 0) return order;
  }
  return 0;
}

const isWhole = (value: unknown): value is bigint | number => typeof value === 'bigint' || typeof value === 'number';

const compareValues = (one: unknown, two: unknown): number =>
  isWhole(one) && isWhole(two) ? Number(BigInt(one) - BigInt(two)) : Buffer.compare(bytesOf(one), bytesOf(two));

const bytesOf = (value: unknown): Buffer => (Buffer.isBuffer(value) ? value : Buffer.from(String(value)));

const encoded = (row: MovedRow): Buffer => Buffer.concat(row.map(encodedValue));

const KINDS: Record<string, string> = { string: 's', bigint: 'i', number: 'i', object: 'b' };

/** A value preceded by its kind and length, so that different rows never have the same bytes. */
function encodedValue(value: unknown): Buffer {
  if (value === null || value === undefined) return Buffer.from('n;');
  const bytes = bytesOf(value);
  return Buffer.concat([Buffer.from(`${KINDS[typeof value]}${bytes.length};`), bytes]);
}
