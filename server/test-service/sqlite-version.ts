import { createRequire } from 'node:module';

/** better-sqlite3 13 is built for this version of Node-API, and crashes the process where it is missing. */
const NODE_API = 10;

/** @returns why SQLite cannot be loaded, or undefined if it can. */
export function unfitForSqlite(): string | undefined {
  const { version } = createRequire(import.meta.url)('better-sqlite3/package.json') as { version: string };
  if (Number(process.versions['napi']) >= NODE_API || Number.parseInt(version, 10) < 13) return undefined;
  return `better-sqlite3 ${version} does not run on Node ${process.versions.node}. Run: npm install --save-dev better-sqlite3@12`;
}
