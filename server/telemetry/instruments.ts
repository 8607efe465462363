/** Everything that is measured: names, units and meanings. docs/monitoring.md has the names that Prometheus sees. */

/** UCUM units. Prometheus sees them as part of the name: `_seconds`, `_bytes`, `_ratio`. */
interface Instrument {
  unit?: 's' | 'By' | '1';
  description: string;
}

export const GAUGES = {
  'nodejs.eventloop.delay.p99': { unit: 's', description: 'The 99th percentile of the delay of the event loop' },
  'nodejs.eventloop.delay.mean': { unit: 's', description: 'The mean delay of the event loop' },
  'nodejs.eventloop.utilization': { unit: '1', description: 'The share of time in which the event loop was busy' },
  'process.memory.usage': { unit: 'By', description: 'The resident memory of the process' },
  'db.client.connection.count': { description: 'Connections to PostgreSQL by state' },
  'db.client.connection.max': { description: 'The maximum number of connections to PostgreSQL' },
  'db.client.connection.pending_requests': { description: 'What is waiting for a connection to PostgreSQL' },
  'sigill.database.up': { description: '1 if the database could be written within two seconds, otherwise 0' },
  'sigill.queue.depth': { description: 'What is due in a queue and not in progress, up to 100000' },
  'sigill.queue.oldest_due': { unit: 's', description: 'How long a queue has been overdue, 0 if nothing is due' },
  'sigill.trust.age': { unit: 's', description: 'The age of the oldest master list' },
  'sigill.trusted_certificates': { description: 'The certificates that live sessions trust' },
  'sigill.backup.age': { unit: 's', description: 'The time since the last complete backup' },
  'sigill.request_body': { unit: 'By', description: 'Request bodies held in memory' },
  'sigill.data_disk.free': { unit: 'By', description: 'Free space on the disk of DATA_DIR' },
  'sigill.build_info': { description: 'Version, schema and role of this process' },
} as const satisfies Record<string, Instrument>;

/** Totals that are kept elsewhere and read on each scrape or export. */
export const TOTALS = {
  'sigill.request_log.dropped': { description: 'Calls that the request log had no room for' },
} as const satisfies Record<string, Instrument>;

export const COUNTERS = {
  'sigill.verifications': { description: 'Verdicts by result and reason' },
  'sigill.callback.attempts': { description: 'Attempts to deliver an event by outcome' },
} as const satisfies Record<string, Instrument>;

export const CALL_DURATION = {
  name: 'http.server.request.duration',
  unit: 's',
  description: 'The time from a request to its response',
  /** From `session.state`, which takes half a millisecond, to a submission, which takes seconds. */
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
} as const;

export type ReadName = keyof typeof GAUGES | keyof typeof TOTALS;
export type Labels = Record<string, string>;

/** Names that are absent are not exported. */
export type Readings = Partial<Record<ReadName, number | undefined | (readonly [Labels, number])[]>>;
