/** Records who reads the identity data of a session: a backend's calls in the request log, a person's in the audit log. */
import { auditAccess } from '../../audit/audit.service.ts';
import type { Caller, OutsideContext } from '../../core/context.ts';
import type { Session } from './session.repository.ts';

/** Called before the data is read. Nothing is recorded for specimens, which are not real people, or for deleted data. */
export async function noteAccess(
  ctx: OutsideContext & Caller,
  action: 'session.get' | 'session.proof',
  { id, state, redacted, specimen_only }: Session,
): Promise<void> {
  if (ctx.principal.scheme !== 'accessToken') return;
  if (state === 'APPROVED' && redacted === null && specimen_only === 0) await auditAccess(ctx, action, id);
}
