import type { HandlersOf } from '../http/handlers.ts';
import { describeTrust } from './trust.service.ts';

export const trustOperations: HandlersOf<'trust'> = {
  'trust.get': describeTrust,
};
