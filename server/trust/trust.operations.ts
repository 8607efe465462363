/** The public view of what is trusted. */
import type { HandlersOf } from '../http/handlers.ts';
import { describeTrust } from './trust-overview.service.ts';

export const trustOperations = {
  'trust.get': (ctx) => describeTrust(ctx),
} satisfies HandlersOf<'trust'>;
