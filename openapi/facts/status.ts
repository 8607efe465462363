/** What `/status.json` answers, for the server that writes it and the page that reads it. */

/** What the status page is about, in the order in which it shows them. */
export const COMPONENTS = ['api', 'verification', 'callbacks', 'mail', 'cards', 'trust', 'database'] as const;
export type Component = (typeof COMPONENTS)[number];

/** From best to worst. */
export const STATES = ['operational', 'degraded', 'down'] as const;
export type ComponentState = (typeof STATES)[number];

export const DAYS_SHOWN = 90;

export interface Status {
  as_of: string;
  /** Of the worst part; an open incident counts as degraded. */
  state: ComponentState;
  components: ComponentStatus[];
  /** Absent while the database has never answered. */
  incidents?: Incident[];
}

export interface Measured {
  name: Component;
  state: ComponentState;
  /** The median of the API's last answers. */
  response_ms?: number;
  /** For how long the oldest piece of work has been left lying, when it is late. */
  delay_seconds?: number;
  /** Of the oldest list of certificates. */
  age_days?: number;
}

export interface ComponentStatus extends Measured {
  /** Oldest first. A day on which nothing was measured is missing. */
  days?: DayShown[];
}

export interface DayShown {
  day: string;
  state: ComponentState;
  /** In which part of what was measured it was not down: 1 is always. */
  up: number;
}

export interface Incident {
  id: number;
  component?: Component;
  opened: string;
  closed?: string;
  /** Newest first, in English and in Spanish. */
  notes: { created: string; en: string; es: string }[];
}
