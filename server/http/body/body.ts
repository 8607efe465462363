/** Reads a request body, with limits on its size, its share of memory and its speed. */
import type { IncomingMessage } from 'node:http';
import { ApiError, BadRequest, PayloadTooLarge } from '../../core/errors.ts';
import { freeMemory } from '../../core/free-memory.ts';
import type { BodyAccount } from '../limits/body-budget.ts';

/** Thrown when the client has disconnected, so that no response is possible. */
export class ClientGone extends Error {}

export class ClientTooSlow extends Error {}

/**
 * Memory is allocated in blocks as bytes arrive, not at once for the announced length. A block is a quarter of what has arrived, so
 * that little stays unused, and at most this long unless a chunk is longer.
 */
const LARGEST_BLOCK = 64 * 1024;
const SMALLEST_BLOCK = 1024;
/**
 * Clients that send fewer than WINDOW_BYTES in any WINDOW_MS are disconnected: about 1.6 kB per second, the speed of the slowest
 * mobile networks.
 */
const WINDOW_MS = 10_000;
const WINDOW_BYTES = 16 * 1024;
const LOOK_MS = 1000;
/** Each chunk costs time. Networks deliver chunks of some hundred bytes. A client that sends single bytes is attacking. */
const MOST_SMALL_PIECES = 1000;
const SMALL_PIECE = 64;

const UNCOUNTED: BodyAccount = { begin() {}, hold() {}, end() {}, close() {} };

/** @throws PayloadTooLarge without reading the rest; ClientGone, ClientTooSlow, BodyDropped. */
export function readBody(request: IncomingMessage, limit: number, account: BodyAccount = UNCOUNTED): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  const tooLarge = () =>
    new PayloadTooLarge(`The body is larger than ${limit} bytes`, {
      details: [
        { path: '', expected: `at most ${limit} bytes`, received: declared > limit ? `${declared} bytes` : 'more' },
      ],
    });
  if (declared > limit) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const collected = collector(account, declared);
    const sending: Sending = {
      since: performance.now(),
      before: 0,
      size: () => collected.size,
      cutOff: () => fail(new ClientTooSlow()),
    };
    const fail = (error: Error) => {
      if (!senders.delete(sending)) return;
      account.end();
      request.off('data', onData).pause();
      collected.free();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      if (collected.size + chunk.length > limit) return fail(tooLarge());
      try {
        collected.add(chunk);
      } catch (error) {
        fail(error as Error);
      }
    };
    const onEnd = () => {
      if (!senders.delete(sending)) return;
      account.end();
      resolve(collected.bytes());
    };
    // After the last byte, these events are the normal end of a request.
    const onLeft = () => {
      if (senders.has(sending)) fail(new ClientGone());
    };
    request.on('data', onData).on('end', onEnd).on('error', onLeft).on('close', onLeft);
    watch(sending);
    account.begin(fail);
  });
}

interface Sending {
  since: number;
  before: number;
  size(): number;
  cutOff(): void;
}

const senders = new Set<Sending>();
let watching: NodeJS.Timeout | undefined;

/** A single timer watches all bodies. One for each would be wasted, because most bodies arrive in one piece. */
function watch(sending: Sending): void {
  senders.add(sending);
  if (watching === undefined) watching = setInterval(cutOffSlow, LOOK_MS).unref();
}

function cutOffSlow(): void {
  const now = performance.now();
  for (const sending of senders) {
    if (now - sending.since < WINDOW_MS) continue;
    const size = sending.size();
    if (size - sending.before < WINDOW_BYTES) sending.cutOff();
    sending.since = now;
    sending.before = size;
  }
}

/**
 * Copies chunks into blocks, because each chunk is a buffer that takes far more memory than its bytes. A body in one chunk is
 * kept as it is.
 */
function collector(account: BodyAccount, declared: number) {
  const blocks: Buffer[] = [];
  let free = 0;
  let size = 0;
  let smallPieces = 0;
  return {
    get size() {
      return size;
    },
    add(chunk: Buffer): void {
      if (chunk.length < SMALL_PIECE && ++smallPieces > MOST_SMALL_PIECES)
        throw new BadRequest('The body arrived in too many pieces', 'malformed_body', {
          details: [{ path: '', expected: 'a body in a few pieces', received: `${smallPieces} small pieces` }],
        });
      account.hold(chunk.length);
      size += chunk.length;
      if (chunk.length === declared) {
        blocks.push(chunk);
        return;
      }
      for (let rest = chunk; rest.length > 0; ) {
        if (free === 0) {
          free = Math.max(rest.length, Math.min(size / 4, LARGEST_BLOCK), SMALLEST_BLOCK) | 0;
          blocks.push(Buffer.allocUnsafeSlow(free));
        }
        const block = blocks.at(-1)!;
        const copied = rest.copy(block, block.length - free);
        free -= copied;
        rest = rest.subarray(copied);
      }
    },
    free(): void {
      blocks.splice(0).forEach(freeMemory);
    },
    bytes(): Buffer {
      if (blocks.length === 1) return blocks[0]!.subarray(0, size);
      const whole = Buffer.concat(blocks, size);
      this.free();
      return whole;
    },
  };
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** @throws ApiError 415 */
export function checkMediaType(req: IncomingMessage): void {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = req.headers;
  if (encoding.toLowerCase() !== 'identity') throw unsupported('The body must be sent without Content-Encoding');
  if (type !== undefined ? !JSON_TYPE.test(type) : hasBody(req))
    throw unsupported('Content-Type must be application/json');
}

const unsupported = (text: string) => new ApiError(415, text, 'unsupported_media_type');

const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
