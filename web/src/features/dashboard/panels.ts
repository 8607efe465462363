import { SessionsRefused } from '../billing/SessionsRefused';
import { Overview } from './Overview';
import { TrialRing } from './TrialRing';
import { UsageTotals } from './UsageTotals';

/** The parts of the dashboard that are loaded with its figures. */
export const panels = { Overview, SessionsRefused, TrialRing, UsageTotals };
