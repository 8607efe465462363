import type { BillPreview, CustomerBill } from '../../generated/operations.gen.ts';
import { type Bill, billLines } from '../ledger/bill.repository.ts';
import { formatMoney } from '../terms/money.ts';
import type { BillAmounts } from './bill-amounts.ts';

export const toBill = (bill: Bill): CustomerBill => ({
  ...toPreview({ ...bill, lines: billLines(bill) }),
  id: bill.id,
  created: bill.created,
  ...(bill.company !== null && { company: bill.company }),
  state: bill.state,
});

export const toPreview = (amounts: BillAmounts): BillPreview => ({
  cycle_start: amounts.cycle_start,
  cycle_end: amounts.cycle_end,
  billables: amounts.lines.map(({ unit_price, total, ...line }) => ({
    ...line,
    unit_price: formatMoney(unit_price),
    total: formatMoney(total),
  })),
  subtotal: formatMoney(amounts.subtotal),
  vat_rate: formatMoney(amounts.vat_rate),
  vat: formatMoney(amounts.vat),
  ...(amounts.vat_number !== null && { vat_number: amounts.vat_number }),
  ...(amounts.vat_category !== null && { vat_category: amounts.vat_category }),
  total: formatMoney(amounts.total),
});
