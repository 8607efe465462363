import type { HandlersOf } from '../../http/handlers.ts';
import { listTransactions } from './bill.service.ts';

export const transactionOperations = {
  'transaction.list': (ctx, body) => listTransactions(ctx, body),
} satisfies HandlersOf<'transaction'>;
