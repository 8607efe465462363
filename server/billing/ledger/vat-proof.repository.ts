import type { Selectable } from 'kysely';
import type { Db } from '../../database/database.ts';
import { columnOf, run } from '../../database/rows.ts';
import type { VatProofTable } from './billing.table.ts';

export type VatProof = Selectable<VatProofTable>;

export const insertProof = (db: Db, proof: VatProof): Promise<void> => run(db.insertInto('vat_proofs').values(proof));

export const findLastProof = (db: Db, merchant_id: number, kind: VatProof['kind']): Promise<VatProof | undefined> =>
  db
    .selectFrom('vat_proofs')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('kind', '=', kind)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Does nothing if the account has a bill: proofs are kept as long as the bills that they explain. */
export const deleteProofsWithoutBill = (db: Db, merchant_id: number): Promise<void> =>
  run(
    db
      .deleteFrom('vat_proofs')
      .where('merchant_id', '=', merchant_id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('bills').select('bills.id').where('bills.merchant_id', '=', merchant_id))),
      ),
  );

export const listUnconfirmedNumbers = (db: Db) =>
  db
    .selectFrom('billing_accounts')
    .select(['merchant_id', 'country'])
    .where('vat_number_check', '=', 'FORMAT')
    .where('cycle_end', 'is not', null)
    .orderBy('merchant_id')
    .execute();

export const listForeignCards = (db: Db) =>
  db
    .selectFrom('billing_accounts')
    .innerJoin('payment_methods', (join) =>
      join
        .onRef('payment_methods.merchant_id', '=', 'billing_accounts.merchant_id')
        .on('payment_methods.primary', '=', 1)
        .on('payment_methods.type', '=', 'CARD'),
    )
    .select('billing_accounts.merchant_id')
    .where('vat_number', 'is', null)
    .where('cycle_end', 'is not', null)
    .whereRef('card_country', '!=', 'billing_accounts.country')
    .orderBy('billing_accounts.merchant_id')
    .$call(columnOf('merchant_id'));
