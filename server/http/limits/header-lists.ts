/**
 * Shortens lists in headers before anything parses them. A library may take milliseconds for a list of 16 KB, the most that Node
 * accepts, and anyone may send it with each of thousands of requests.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** How many characters are read. Browsers send far fewer. */
const READ = [
  ['accept-language', 128],
  ['accept-encoding', 128],
  ['if-none-match', 1024],
  ['if-match', 1024],
] as const;
/** A longer list of ranges is ignored, because a part of it would be a response that nobody asked for. */
const LONGEST_RANGE = 256;

/** Drops the entries that do not fit. A list of which not even the first entry fits is ignored. */
export function shortenLists(headers: IncomingHttpHeaders): void {
  for (const [name, length] of READ) {
    const list = headers[name];
    if (list === undefined || list.length <= length) continue;
    const end = list.lastIndexOf(',', length);
    if (end > 0) headers[name] = list.slice(0, end);
    else delete headers[name];
  }
  if (headers.range !== undefined && headers.range.length > LONGEST_RANGE) delete headers.range;
}
