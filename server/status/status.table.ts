import type { Component, ComponentState } from '../../openapi/facts/status.ts';

export interface StatusTables {
  status_days: StatusDayTable;
  status_notes: StatusNoteTable;
}

/** One component on one day, in UTC. */
export interface StatusDayTable {
  component: Component;
  day: string;
  /** How often a process looked, and how often it found the component degraded or down. */
  samples: number;
  degraded: number;
  down: number;
  /** What was found last, and when. */
  state: ComponentState;
  sampled: string;
}

/** A sentence of an operator about an incident. One link of a chain: `hash` covers the row and the hash before it. */
export interface StatusNoteTable {
  sequence: number;
  /** The sequence of the note that opened the incident. */
  incident: number;
  kind: 'opened' | 'updated' | 'closed';
  component: Component | null;
  created: string;
  text_en: string;
  text_es: string;
  actor: string;
  hash: string;
}
