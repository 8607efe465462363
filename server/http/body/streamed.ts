/** An answer that is written while it is made: as fast as it is taken, and no further than its caller stays. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file of which nothing is taken for this long is given up, since it keeps others from theirs. */
const PATIENCE_MS = 30_000;

export class Streamed {
  readonly content_type: string;
  readonly file_name: string;
  /** Made one by one, each when the one before has gone. */
  readonly parts: AsyncIterable<string>;
  /** Is called when nothing more of it is sent, also if nothing ever was. */
  readonly ended: () => void;

  constructor(file: Pick<Streamed, 'content_type' | 'file_name' | 'parts' | 'ended'>) {
    this.content_type = file.content_type;
    this.file_name = file.file_name;
    this.parts = file.parts;
    this.ended = file.ended;
  }
}

/**
 * @throws what went wrong on our side; then the connection is cut, so that nobody takes what has come for the whole. That the
 * caller left, or takes nothing, is no error.
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

const hasLeft = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
