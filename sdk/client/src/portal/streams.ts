/** Calls that stream, generated: `sessionExport({ format: 'csv' })`. They use the client made last, as the Query options do. */
export * from '../generated/portal/streams.gen.ts';
export type { StreamedFile } from './stream.ts';
