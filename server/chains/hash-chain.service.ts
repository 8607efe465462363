/**
 * Tamper-evident logs. Each entry has a keyed hash that covers the entry and the previous hash. The head is stored separately and
 * written with each entry: it contains the number and the hash of the newest entry, so it reveals whether the last entries, or all
 * of them, were deleted.
 */
import { createHmac } from 'node:crypto';
import type { Context, TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { invariant } from '../core/errors.ts';
import type { Db } from '../database/database.ts';
import { findHead, lockHead, updateHead } from './hash-chain.repository.ts';
import type { HashChainHeadTable } from './hash-chain.table.ts';

const PAGE = 1000;

interface Numbered {
  sequence: number;
}
type Linked<Content> = Content & { hash: string };
type Head = Linked<Numbered>;

export interface HashChain<Content extends Numbered> {
  purpose: string;
  /** What the hash covers besides the previous hash. The order must not change. */
  fields(content: Content): unknown[];
  read(db: Db, after: number, limit: number): Promise<Linked<Content>[]>;
  lockHead(db: Db): Promise<Head>;
  write(db: Db, entry: Linked<Content>): Promise<void>;
  findHead(db: Db): Promise<(Head & { found?: number }) | undefined>;
}

/** Writes an entry in the transaction of the change it records. @returns its number. */
export async function appendToChain<Content extends Numbered>(
  { db, deps }: TransactionContext,
  chain: HashChain<Content>,
  contentOf: (sequence: number) => Content,
): Promise<number> {
  const head = await chain.lockHead(db);
  const content = contentOf(head.sequence + 1);
  await chain.write(db, { ...content, hash: hashOf(deps, chain, head.hash, content) });
  return content.sequence;
}

export interface ChainCheck {
  entries: number;
  /** The first entry that is altered or missing. */
  tampered?: number;
  lacks_head: boolean;
  /** How many entries existed before the chain had a head. */
  found: number;
}

export async function checkChain<Content extends Numbered>(
  { db, deps }: Context,
  chain: HashChain<Content>,
): Promise<ChainCheck> {
  // The head is read before the entries, because more may be appended in the meantime.
  const head = await chain.findHead(db);
  const told = { lacks_head: head === undefined, found: head?.found ?? 0 };
  let last: Head = { sequence: 0, hash: '' };
  let hashAtHead = head?.sequence === 0 ? last.hash : undefined;
  for await (const entry of entriesAfter(db, chain, last.sequence)) {
    const sequence = last.sequence + 1;
    if (entry.sequence !== sequence || entry.hash !== hashOf(deps, chain, last.hash, entry))
      return { ...told, entries: last.sequence, tampered: sequence };
    if (sequence === head?.sequence) hashAtHead = entry.hash;
    last = entry;
  }
  const entries = last.sequence;
  if (!head || hashAtHead === head.hash) return { ...told, entries };
  return { ...told, entries, tampered: Math.min(head.sequence, entries) + 1 };
}

async function* entriesAfter<Content extends Numbered>(
  db: Db,
  { read }: Pick<HashChain<Content>, 'read'>,
  after: number,
): AsyncGenerator<Linked<Content>> {
  let page: Linked<Content>[];
  do {
    page = await read(db, after, PAGE);
    yield* page;
    after = page.at(-1)?.sequence ?? after;
  } while (page.length === PAGE);
}

/** A chain that belongs to the installation, whose head has its own row. */
export const storedChain = <Content extends Numbered>(
  name: HashChainHeadTable['chain'],
  {
    insert,
    ...chain
  }: Pick<HashChain<Content>, 'purpose' | 'fields' | 'read'> & {
    insert(db: Db, entry: Linked<Content>): Promise<void>;
  },
): HashChain<Content> => ({
  ...chain,
  async lockHead(db) {
    const head = await lockHead(db, name);
    invariant(head, `the chain ${name} has a head`);
    let newest: Head = head;
    // During an upgrade, a version without heads may run beside this one and append entries without updating the head.
    for await (const entry of entriesAfter(db, chain, head.sequence)) newest = entry;
    return newest;
  },
  async write(db, entry) {
    await insert(db, entry);
    await updateHead(db, name, entry);
  },
  findHead: (db) => findHead(db, name),
});

function hashOf<Content extends Numbered>(
  deps: Deps,
  { purpose, fields }: HashChain<Content>,
  previous: string,
  content: Content,
): string {
  const text = JSON.stringify([previous, ...fields(content)]);
  return createHmac('sha256', deps.deriveKey(purpose)).update(text).digest('base64url');
}
