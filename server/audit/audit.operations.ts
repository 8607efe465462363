import type { HandlersOf } from '../http/handlers.ts';
import { exportEntries, listEntries } from './audit.service.ts';

export const auditOperations: HandlersOf<'audit'> = {
  'audit.list': listEntries,

  'audit.export': exportEntries,
};
