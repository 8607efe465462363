import type { HandlersOf } from '../http/handlers.ts';
import { listTransactions } from './bill/bill.service.ts';

export const transactionOperations: HandlersOf<'transaction'> = {
  'transaction.list': (ctx, body) => listTransactions(ctx, body),
};
