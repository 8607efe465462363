import type { HandlersOf } from '../http/handlers.ts';
import { getStarted, getUsage } from './dashboard.service.ts';

export const dashboardOperations = {
  'dashboard.get_started': (ctx) => getStarted(ctx),

  'dashboard.usage': (ctx) => getUsage(ctx),
} satisfies HandlersOf<'dashboard'>;
