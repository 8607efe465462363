/** Paginated lists, newest first. A list is one `readPage` with a query that ends in `newestFirst`. */
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { NotFound } from '../core/errors.ts';

const DEFAULT_LIMIT = 20;

type Shape = 'time' | 'date' | 'number' | 'flag' | 'event_id' | 'request_id';
type Value = string | number;

const SHAPES: Record<Shape, RegExp> = {
  time: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z$/,
  date: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  number: /^[1-9][0-9]{0,15}$/,
  flag: /^[01]$/,
  event_id: /^msg_[A-Za-z0-9_-]{16,64}$/,
  request_id: /^req_[0-9a-f]{24}$/,
};

/** The last column is unique. */
export type ListOrder = Readonly<Record<string, Shape>>;

export const BY_CREATION = { created: 'time', id: 'number' } as const satisfies ListOrder;

export interface PageInput {
  cursor?: string;
  limit?: number;
}

export interface Page {
  order: ListOrder;
  after: Value[] | undefined;
  limit: number;
}

/**
 * @param findEnd for a search that looks at a limited number of rows: finds the row at which the search ended, if it ended early.
 * @throws NotFound for a cursor whose values do not fit the order.
 */
export async function readPage<Order extends ListOrder, Row extends Record<keyof Order, Value>>(
  order: Order,
  { cursor, limit = DEFAULT_LIMIT }: PageInput,
  query: (page: Page) => Promise<Row[]>,
  findEnd?: (page: Page) => Promise<Record<keyof Order, Value> | undefined>,
): Promise<{ rows: Row[]; next_cursor?: string }> {
  const page = { order, after: cursor === undefined ? undefined : decode(cursor, order), limit };
  const found = await query(page);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : await findEnd?.(page);
  return last ? { rows, next_cursor: cursorAfter(last, order) } : { rows };
}

/** The rows after the cursor, plus one more than the page holds, which shows whether another page follows. */
export const newestFirst =
  ({ order, after, limit }: Page, table?: string) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> => {
    const columns = Object.keys(order).map((name) => sql.ref(table ? `${table}.${name}` : name));
    const rest = after ? query.where(sql<SqlBool>`(${sql.join(columns)}) < (${sql.join(after)})`) : query;
    return columns.reduce((sorted, column) => sorted.orderBy(column, 'desc'), rest).limit(limit + 1);
  };

export const noPage = () => new NotFound('No page found for this cursor');

const cursorAfter = (row: Record<string, Value>, order: ListOrder): string =>
  Buffer.from(
    Object.keys(order)
      .map((name) => row[name])
      .join('|'),
  ).toString('base64url');

function decode(cursor: string, order: ListOrder): Value[] {
  const shapes = Object.values(order);
  const values = Buffer.from(cursor, 'base64url').toString('latin1').split('|');
  if (values.length !== shapes.length || !values.every((value, at) => SHAPES[shapes[at]!].test(value))) throw noPage();
  return values.map((value, at) => (shapes[at] === 'number' || shapes[at] === 'flag' ? Number(value) : value));
}
