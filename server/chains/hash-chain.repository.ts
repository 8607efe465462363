import type { Db } from '../database/database.ts';
import { run } from '../database/rows.ts';
import type { HashChainHeadTable } from './hash-chain.table.ts';

type Name = HashChainHeadTable['chain'];

/** The row stays locked until the transaction ends, so that no two entries get the same number. */
export const lockHead = (db: Db, chain: Name) =>
  db
    .updateTable('hash_chain_heads')
    .set((eb) => ({ sequence: eb.ref('sequence') }))
    .where('chain', '=', chain)
    .returning(['sequence', 'hash'])
    .executeTakeFirst();

export const findHead = (db: Db, chain: Name) =>
  db.selectFrom('hash_chain_heads').selectAll().where('chain', '=', chain).executeTakeFirst();

export const updateHead = (db: Db, chain: Name, { sequence, hash }: { sequence: number; hash: string }) =>
  run(db.updateTable('hash_chain_heads').set({ sequence, hash }).where('chain', '=', chain));
