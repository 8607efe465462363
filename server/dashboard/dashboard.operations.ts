import type { HandlersOf } from '../http/handlers.ts';
import { getStarted, getUsage } from './dashboard.service.ts';
import { getOverview } from './dashboard-overview.service.ts';

export const dashboardOperations = {
  'dashboard.get_started': (ctx) => getStarted(ctx),

  'dashboard.overview': getOverview,

  'dashboard.usage': (ctx) => getUsage(ctx),
} satisfies HandlersOf<'dashboard'>;
