import type { HandlersOf } from '../http/handlers.ts';
import { listEntries } from './audit.service.ts';

export const auditOperations: HandlersOf<'audit'> = {
  'audit.list': (ctx, body) => listEntries(ctx, body),
};
