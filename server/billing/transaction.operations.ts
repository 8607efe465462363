import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { getTransactions } from './bill.service.ts';

export const transactionOperations = (deps: Deps) =>
  ({
    async 'transaction.list'({ principal }, body) {
      return { transactions: await getTransactions(deps.db, principal.merchant_id, body.bill_id) };
    },
  }) satisfies HandlersOf<'transaction'>;
