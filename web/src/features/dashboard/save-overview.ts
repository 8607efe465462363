import type { DashboardOverviewResponse } from '@sigill/sdk/portal';
import { saveText } from '../files/download';
import { overviewCsv } from './overview-csv';
import type { Window } from './windows';

/** Loaded on demand. */
export function saveOverview(overview: DashboardOverviewResponse, days: Window): void {
  saveText(overviewCsv(overview), `overview-${overview.today}-${days}.csv`, 'text/csv');
}
