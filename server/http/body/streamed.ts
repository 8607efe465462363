/** A response that is written while it is being generated: as fast as the client reads it, and only while the client stays connected. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** If the client reads nothing for this long, the file is abandoned, because it occupies a place that other exports need. */
const PATIENCE_MS = 30_000;

export class Streamed {
  readonly content_type: string;
  readonly file_name: string;
  readonly parts: AsyncIterable<string>;
  /** Called when nothing more will be sent, even if nothing was. */
  readonly ended: () => void;

  constructor(file: Pick<Streamed, 'content_type' | 'file_name' | 'parts' | 'ended'>) {
    this.content_type = file.content_type;
    this.file_name = file.file_name;
    this.parts = file.parts;
    this.ended = file.ended;
  }
}

/**
 * @throws errors on our side; the connection is then cut, so that the client does not mistake what it received for the whole. A
 * client that disconnects or stops reading is not an error.
 */
export async function sendStreamed(
  res: ServerResponse,
  { content_type, file_name, parts, ended }: Streamed,
  headers: Record<string, string>,
  patience_ms = PATIENCE_MS,
): Promise<void> {
  headers['Content-Type'] = `${content_type}; charset=utf-8`;
  headers['Content-Disposition'] = `attachment; filename="${file_name}"`;
  headers['Cache-Control'] = 'no-store';
  try {
    res.writeHead(200, headers);
    res.setTimeout(patience_ms, () => res.destroy());
    await pipeline(Readable.from(parts), res);
  } catch (error) {
    if (!hasLeft(error)) throw error;
  } finally {
    ended();
  }
}

/** The client disconnected during the response, or before it began. */
const LEFT = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

const hasLeft = (error: unknown) => error instanceof Error && 'code' in error && LEFT.includes(String(error.code));
