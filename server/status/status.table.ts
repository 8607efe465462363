import type { Component, ComponentState } from '../../openapi/facts/status.ts';

export interface StatusTables {
  status_days: StatusDayTable;
  status_notes: StatusNoteTable;
}

export interface StatusDayTable {
  /** `workers` is recorded by each process with workers. The status page does not show it. */
  component: Component | 'workers';
  day: string;
  /** How often a process checked, and how often it found the component degraded or down. */
  samples: number;
  degraded: number;
  down: number;
  state: ComponentState;
  sampled: string;
}

/** An entry of a hash chain: `hash` covers the row and the previous hash. */
export interface StatusNoteTable {
  sequence: number;
  incident: number;
  kind: 'opened' | 'updated' | 'closed';
  component: Component | null;
  created: string;
  text_en: string;
  text_es: string;
  actor: string;
  hash: string;
}
