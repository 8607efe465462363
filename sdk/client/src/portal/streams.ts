/** Streaming calls, generated: `sessionExport({ format: 'csv' })`. Like the Query options, they use the client created last. */
export * from '../generated/portal/streams.gen.ts';
export type { StreamedFile } from './stream.ts';
