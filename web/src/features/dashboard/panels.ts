import { SessionsRefused } from '../billing/SessionsRefused';
import { Overview } from './Overview';
import { TrialRing } from './TrialRing';
import { UsageTotals } from './UsageTotals';

/** What of the dashboard is loaded with its figures. */
export const panels = { Overview, SessionsRefused, TrialRing, UsageTotals };
