import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { listAudit } from './audit.service.ts';

export const auditOperations = (deps: Deps) =>
  ({
    async 'audit.list'({ principal, body }) {
      return listAudit(deps.db, principal.merchant_id, body);
    },
  }) satisfies HandlersOf<'audit'>;
