/** `npm run operator -- audit`: checks that the chains of all logs are intact. */
import { checkChains } from '../audit/audit.service.ts';
import type { ChainCheck } from '../chains/hash-chain.service.ts';
import type { OutsideContext } from '../core/context.ts';
import { checkNotes } from '../status/incident.service.ts';
import { checkTrustLog } from '../trust/trust-log.service.ts';
import { command, print, type Terminal } from './command.ts';

export const audit = command({
  summary:
    'checks the audit logs of all accounts, the trust log and the incidents; exits with 1 if an entry was changed or is missing',
  run: (ctx, _read, terminal) => auditLogs(ctx, terminal),
});

export async function auditLogs(ctx: OutsideContext, terminal: Terminal): Promise<number> {
  const accounts = await auditAccounts(ctx, terminal);
  return Math.max(accounts, await auditTrust(ctx, terminal), await auditIncidents(ctx, terminal));
}

async function auditAccounts(ctx: OutsideContext, terminal: Terminal): Promise<number> {
  const { checked, tampered } = await checkChains(ctx);
  print(
    terminal,
    [...tampered].map(([account, entry]) => `Account ${account}: entry ${entry} was changed or deleted.`),
  );
  print(terminal, [`${checked} audit logs checked, ${checked - tampered.size} intact.`]);
  return tampered.size > 0 ? 1 : 0;
}

/** Trust belongs to no account and has its own log. */
async function auditTrust(ctx: OutsideContext, terminal: Terminal): Promise<number> {
  const { unlogged, ...check } = await checkTrustLog(ctx);
  const code = tellCheck(terminal, 'Trust', check);
  for (const name of unlogged)
    print(terminal, [`Trust: ${name} is trusted, but the log does not say who imported it.`]);
  const { entries } = check;
  if (entries > 0) print(terminal, [`Trust: ${entries} ${entries === 1 ? 'change' : 'changes'} in the log.`]);
  return unlogged.length > 0 ? 1 : code;
}

async function auditIncidents(ctx: OutsideContext, terminal: Terminal): Promise<number> {
  const check = await checkNotes(ctx);
  const { entries } = check;
  const code = tellCheck(terminal, 'Incidents', check);
  if (entries > 0) print(terminal, [`Incidents: ${entries} ${entries === 1 ? 'note' : 'notes'}.`]);
  return code;
}

function tellCheck(terminal: Terminal, log: string, { tampered, lacks_head, found }: ChainCheck): number {
  if (tampered !== undefined) print(terminal, [`${log}: entry ${tampered} was changed or deleted.`]);
  if (lacks_head) print(terminal, [`${log}: the head of the log is missing.`]);
  if (found > 0)
    print(terminal, [
      `${log}: the first ${found} entries are older than the log's head; if later ones were deleted before it existed, that cannot be detected.`,
    ]);
  return tampered !== undefined || lacks_head ? 1 : 0;
}
