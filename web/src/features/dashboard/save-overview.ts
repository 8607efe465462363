import type { DashboardOverviewResponse } from '@sigill/sdk/portal';
import { saveText } from '../files/download';
import { overviewCsv } from './overview-csv';
import type { Window } from './windows';

/** It is loaded when somebody asks for it. */
export function saveOverview(overview: DashboardOverviewResponse, days: Window): void {
  saveText(overviewCsv(overview), `overview-${overview.today}-${days}.csv`, 'text/csv');
}
