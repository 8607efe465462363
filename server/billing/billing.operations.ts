import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { listBills } from './bill.repository.ts';
import { getBill, getTransactions, toBill } from './bill.service.ts';
import { billFileName, billPdf } from './bill-document.ts';
import { changeVatNumber, enableBilling, getAccount, toBillingAccount, updateBilling } from './billing.service.ts';

export const billingOperations = (deps: Deps) =>
  ({
    async 'billing.self'({ principal }) {
      return toBillingAccount(deps, await getAccount(deps.db, principal.merchant_id));
    },

    async 'billing.update'({ principal, body, request, transaction }) {
      return transaction((trx) => updateBilling(trx, deps, principal, request, body));
    },

    async 'billing.change_vat_number'({ principal, body, request, transaction }) {
      return transaction((trx) => changeVatNumber(trx, deps, principal, request, body.new_vat_number));
    },

    async 'billing.enable'({ principal, request, transaction }) {
      const enabled = await transaction((trx) => enableBilling(trx, deps, principal, request));
      deps.wake('collection');
      return enabled;
    },
  }) satisfies HandlersOf<'billing'>;

export const billOperations = (deps: Deps) =>
  ({
    async 'bill.get'({ principal, body }) {
      return toBill(await getBill(deps.db, principal.merchant_id, body.id));
    },

    async 'bill.list'({ principal }) {
      return { bills: (await listBills(deps.db, principal.merchant_id)).map(toBill) };
    },

    async 'bill.pdf'({ principal, body }) {
      const bill = await getBill(deps.db, principal.merchant_id, body.id);
      const pdf = await billPdf(bill, deps.config.seller);
      return { pdf: pdf.toString('base64'), file_name: billFileName(bill) };
    },
  }) satisfies HandlersOf<'bill'>;

export const transactionOperations = (deps: Deps) =>
  ({
    async 'transaction.list'({ principal, body }) {
      return { transactions: await getTransactions(deps.db, principal.merchant_id, body.bill_id) };
    },
  }) satisfies HandlersOf<'transaction'>;
