// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

import type { CallOptions } from '../../client.ts';
import { streamed, type StreamedFile } from '../../portal/stream.ts';
import type { SessionExportParams } from './types.gen.ts';

/**
 * Export sessions
 *
 * Returns all sessions that fit the filters as one file, in the order of `session.list` and without identity data. It is written while it is read, so it may be of any length; a file that ends before its last line is not whole. At most two exports of an account run at a time, and fewer when many accounts export; the next one is refused with 429 or 503 and `Retry-After`. A file of which nothing is taken for 30 seconds is cut off. Owners, developers and support of the account may call it.
 */
export const sessionExport = (params: SessionExportParams, options?: CallOptions): Promise<StreamedFile> => streamed('session.export', params, options);
