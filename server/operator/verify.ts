/** Checks everything about an installation that can be checked with only its data and keys. */
import { checkSqlite, countRows } from '../backup/installation.service.ts';
import { checkNumbering } from '../billing/operator/reconcile.service.ts';
import type { OutsideContext } from '../core/context.ts';
import { openDatabase } from '../database/database.ts';
import { sealedColumns } from '../sealed-columns.ts';
import { checkSealed } from '../secrets/sealed-check.service.ts';
import { checkVault } from '../sessions/evidence/session-vault.ts';
import { auditLogs } from './audit.ts';
import { print, type Terminal } from './command.ts';

export const verifyInstallation = (ctx: OutsideContext, terminal: Terminal): Promise<number> =>
  patiently(ctx, async (ctx) => {
    let code = 0;
    const check = async (work: () => Promise<number>) => {
      try {
        code = Math.max(code, await work());
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error;
        print(terminal, [`The database cannot be read: ${error.message} (${error.code}).`]);
        code = 1;
      }
    };
    const tell = (faults: string[]) => {
      print(terminal, faults);
      return faults.length > 0 ? 1 : 0;
    };
    if (!ctx.deps.config.database_url) await check(async () => tell(await checkSqlite(ctx)));
    await check(async () => {
      const { opened, faults } = await checkSealed(ctx, sealedColumns);
      print(terminal, [`With the server key: ${decrypted(opened)}`]);
      return tell(faults);
    });
    await check(async () => {
      const { opened, faults } = await checkVault(ctx);
      print(terminal, [`Identity data: ${decrypted(opened)}`]);
      return tell(faults);
    });
    await check(() => auditLogs(ctx, terminal));
    await check(async () => tell(await checkNumbering(ctx)));
    await check(async () => {
      print(terminal, [await countLine(ctx)]);
      return 0;
    });
    print(terminal, [code === 0 ? 'Everything is intact.' : 'Something is wrong: see above.']);
    return code;
  });

const decrypted = (opened: Map<string, number>): string => {
  const all = [...opened].filter(([, count]) => count > 0);
  return all.length > 0
    ? `decrypted ${all.map(([what, count]) => `${count} ${what}`).join(', ')}.`
    : 'nothing to decrypt.';
};

/** Runs `work` without the time limit on queries, because it reads whole tables. */
async function patiently<T>(ctx: OutsideContext, work: (ctx: OutsideContext) => Promise<T>): Promise<T> {
  const { database_url } = ctx.deps.config;
  if (!database_url) return work(ctx);
  const database = openDatabase({ url: database_url, file: '' });
  return database.patiently((db) => work({ ...ctx, db })).finally(() => database.close());
}

const COUNTED = { merchants: 'accounts', users: 'users', sessions: 'sessions', bills: 'bills', callbacks: 'callbacks' };

export async function countLine(ctx: OutsideContext): Promise<string> {
  const rows = await countRows(ctx);
  const counts = Object.entries(COUNTED).map(([table, name]) => `${rows.get(table) ?? 0} ${name}`);
  return `${counts.join(', ')}; ${rows.size} tables.`;
}
