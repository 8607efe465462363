import type { HandlersOf } from '../http/handlers.ts';
import { getOverview, getStarted, getUsage } from './dashboard.service.ts';

export const dashboardOperations: HandlersOf<'dashboard'> = {
  'dashboard.get_started': (ctx) => getStarted(ctx),

  'dashboard.overview': getOverview,

  'dashboard.usage': (ctx) => getUsage(ctx),
};
