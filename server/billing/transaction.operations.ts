import type { HandlersOf } from '../http/handlers.ts';
import { listBillTransactions } from './bill.service.ts';

export const transactionOperations = {
  'transaction.list': (ctx, body) => listBillTransactions(ctx, body),
} satisfies HandlersOf<'transaction'>;
