/** Removes imported trust material, and makes running processes read everything again. */
import type { Context, TransactionContext } from '../core/context.ts';
import type { ImportedSource } from './imported.service.ts';
import { deleteSource } from './trust.repository.ts';
import { logTrustChange } from './trust-log.service.ts';

export async function removeSource(ctx: TransactionContext, source: ImportedSource, actor: string): Promise<void> {
  await deleteSource(ctx.db, source.id);
  await logTrustChange(ctx, { action: 'remove', actor, source });
}

/** The sources with this name. */
export const findSources = ({ deps }: Context, name: string): ImportedSource[] =>
  deps.trust.imported.filter((source) => source.name === name);

export const askForReload = (ctx: TransactionContext, actor: string): Promise<void> =>
  logTrustChange(ctx, { action: 'reload', actor });
