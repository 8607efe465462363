/** Who reads the identity data of a session. A backend's calls are in the log of requests; a person's are in the audit log. */
import { auditAccess } from '../../audit/audit.service.ts';
import type { Caller, OutsideContext } from '../../core/context.ts';
import type { Session } from './session.repository.ts';

/** Comes before the data is read. The data of a specimen is nobody's, and what was deleted cannot be read. */
export async function noteAccess(
  ctx: OutsideContext & Caller,
  action: 'session.get' | 'session.proof',
  { id, state, redacted, specimen_only }: Session,
): Promise<void> {
  if (ctx.principal.scheme !== 'accessToken') return;
  if (state === 'APPROVED' && redacted === null && specimen_only === 0) await auditAccess(ctx, action, id);
}
