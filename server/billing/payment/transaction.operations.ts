import type { HandlersOf } from '../../http/handlers.ts';
import { listTransactions } from './transaction.service.ts';

export const transactionOperations = {
  'transaction.list': (ctx, body) => listTransactions(ctx, body),
} satisfies HandlersOf<'transaction'>;
