/** What SQLite and PostgreSQL spell differently in the statements that fill a database. */

export interface Dialect {
  name: 'sqlite' | 'postgresql';
  /** The numbers 1 to `count` as column `i` of a table `n`. */
  series(count: number): string;
  /** Seconds since 1970 as a timestamp of the service. */
  timestamp(seconds: string): string;
  /** Random-looking bytes of this length. */
  bytes(length: number): string;
  whole(value: string): string;
  /** A number with this many hexadecimal digits. */
  hex(value: string, digits: number): string;
}

export const sqlite: Dialect = {
  name: 'sqlite',
  series: (count) =>
    `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) as n`,
  timestamp: (seconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`,
  bytes: (length) => `randomblob(${length})`,
  whole: (value) => `cast(${value} as integer)`,
  hex: (value, digits) => `printf('%0${digits}x', ${value})`,
};

export const postgresql: Dialect = {
  name: 'postgresql',
  series: (count) => `(select cast(s as bigint) as i from generate_series(1, ${count}) as s) as n`,
  timestamp: (seconds) => `to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  bytes: (length) => `decode(repeat(md5(cast(n.i as text)), ${Math.ceil(length / 16)}), 'hex')`,
  whole: (value) => `cast(floor(${value}) as bigint)`,
  hex: (value, digits) => `lpad(to_hex(${value}), ${digits}, '0')`,
};
