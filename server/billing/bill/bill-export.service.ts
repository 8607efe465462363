import { audit } from '../../audit/audit.service.ts';
import type { Caller, OutsideContext } from '../../core/context.ts';
import { known } from '../../core/known.ts';
import type { Db } from '../../database/database.ts';
import { reading } from '../../database/reader.ts';
import { EXPORT_PAGE, exportFile, type FileFormat } from '../../exports/export.service.ts';
import type { BilledSession, CustomerBill } from '../../generated/operations.gen.ts';
import type { Streamed } from '../../http/body/streamed.ts';
import { billPages, usagePages } from '../ledger/bill-export.repository.ts';
import { formatMoney } from '../terms/money.ts';
import { getBill } from './bill.service.ts';
import { toBill } from './bill-amounts.ts';

const BILL_COLUMNS = [
  ...(['number', 'id', 'created', 'cycle_start', 'cycle_end', 'company', 'vat_number', 'vat_category'] as const),
  ...(['subtotal', 'vat_rate', 'vat', 'total', 'balance', 'amount_due', 'state'] as const),
] satisfies (keyof CustomerBill)[];

export const exportBills = (ctx: OutsideContext & Caller, { format }: { format: FileFormat }): Promise<Streamed> =>
  exportFile(ctx, {
    format,
    record: (ctx) => audit(ctx, 'bill.export'),
    rows: 'bills',
    columns: BILL_COLUMNS,
    pages: viewedBills(ctx, reading(ctx)),
  });

async function* viewedBills({ deps, principal }: OutsideContext & Caller, db: Db): AsyncGenerator<CustomerBill[]> {
  for await (const page of billPages(db, principal.merchant_id, EXPORT_PAGE))
    yield page.map((bill) => toBill(bill, deps.config.seller));
}

const USAGE_COLUMNS = ['approved', 'session_id', 'reference', 'unit_price', 'credit'] as const;

/** @throws NotFound, also for a bill of another account. */
export async function exportUsage(
  ctx: OutsideContext & Caller,
  { id, format }: { id: number; format: FileFormat },
): Promise<Streamed> {
  const { cycle_start } = await getBill(ctx, { id });
  return exportFile(ctx, {
    format,
    record: (ctx) => audit(ctx, 'bill.usage', id),
    rows: 'sessions',
    columns: USAGE_COLUMNS,
    pages: viewedUsage(reading(ctx), { merchant_id: ctx.principal.merchant_id, cycle_start }),
  });
}

async function* viewedUsage(
  db: Db,
  cycle: { merchant_id: number; cycle_start: string },
): AsyncGenerator<BilledSession[]> {
  for await (const page of usagePages(db, cycle, EXPORT_PAGE))
    yield page.map(({ unit_price, credit, reference, ...session }) => ({
      ...session,
      ...known({ reference }),
      unit_price: formatMoney(unit_price),
      credit: formatMoney(credit),
    }));
}
