export const COMPONENTS = ['api', 'verification', 'callbacks', 'mail', 'cards', 'trust', 'database'] as const;
export type Component = (typeof COMPONENTS)[number];

/** From best to worst. */
export const STATES = ['operational', 'degraded', 'down'] as const;
export type ComponentState = (typeof STATES)[number];

export const DAYS_SHOWN = 90;

export interface Status {
  as_of: string;
  /** The worst status of any component; an open incident counts as degraded. */
  state: ComponentState;
  components: ComponentStatus[];
  /** Absent until the database has responded once. */
  incidents?: Incident[];
}

export interface Measured {
  name: Component;
  state: ComponentState;
  /** Median duration of the API's latest responses. */
  response_ms?: number;
  /** How long the oldest item of work has been waiting, if it is late. */
  delay_seconds?: number;
  /** Age of the oldest list of certificates. */
  age_days?: number;
}

export interface ComponentStatus extends Measured {
  /** Oldest first. Days without measurements are missing. */
  days?: DayShown[];
}

export interface DayShown {
  day: string;
  state: ComponentState;
  /** Share of the measured time in which the component was not down, from 0 to 1. */
  up: number;
}

export interface Incident {
  id: number;
  component?: Component;
  opened: string;
  closed?: string;
  /** Newest first. */
  notes: { created: string; en: string; es: string }[];
}
