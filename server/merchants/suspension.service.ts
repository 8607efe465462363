/**
 * Operators suspend accounts against abuse, and resume them. Nothing is deleted: sign-ins, API keys and readers are refused, and
 * callbacks wait. Sessions still expire, identity data is destroyed on time, and billing continues.
 */
import { audit } from '../audit/audit.service.ts';
import { timestamp } from '../core/clock.ts';
import type { Acting, TransactionContext } from '../core/context.ts';
import { resume, suspend } from './merchant.repository.ts';

/** @returns false when it is already suspended. */
export async function suspendAccount(ctx: TransactionContext & Acting, reason?: string): Promise<boolean> {
  const { merchant_id } = ctx.principal;
  if (!(await suspend(ctx.db, merchant_id, timestamp(ctx.deps.clock.now())))) return false;
  await audit(ctx, 'merchant.suspend', undefined, reason);
  return true;
}

/** @returns false when it is not suspended. */
export async function resumeAccount(ctx: TransactionContext & Acting, reason?: string): Promise<boolean> {
  if (!(await resume(ctx.db, ctx.principal.merchant_id))) return false;
  await audit(ctx, 'merchant.resume', undefined, reason);
  ctx.afterCommit(() => ctx.deps.wake('callbacks'));
  return true;
}
