/** Converts images in threads, because decoders are native code that may hang, and a thread can be terminated. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createThreadPool, ThreadFailed } from '../core/thread-pool.ts';
import type { ImageForms, ImageUse } from './encode-portrait.ts';
import { type ImageReply, type ImageRequest, type PortraitImage, PortraitUnreadable } from './portrait-image.ts';

/** Demo and specimen sessions have their own thread and queue places, so that they never delay live ones. */
type Lane = 'live' | 'demo';

export type PortraitConverter = ReturnType<typeof createPortraitConverter>;

/** Both throw PortraitUnreadable. */
export interface PortraitPlace extends Disposable {
  /** Also used for the chip's other images. */
  portrait<U extends ImageUse>(image: PortraitImage, use: U): Promise<ImageForms[U]>;
  face<U extends ImageUse>(image: PortraitImage, use: U): Promise<ImageForms[U]>;
}

export class PortraitsBusy extends Error {}

const MAX_BYTES = 4 * 1024 * 1024;
/**
 * Even if each portrait takes its full time, the last in the queue is converted within the minute that a request may take, unless
 * the machine is so busy that timeouts are extended. Face pictures may take longer: a submission has up to five, and they share one
 * thread.
 */
const PLACES_FOR_EACH_THREAD = 10;
/** The largest accepted image takes a second, so this leaves a margin for busy machines. */
const TIMEOUT_MS = 5_000;
/** A thread takes 30 MB, so an idle one is ended. */
const IDLE_MS = 30_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

interface PortraitOptions {
  size?: number;
  timeout_ms?: number;
  threads?: number;
  idle_ms?: number;
}

export function createPortraitConverter({
  size = 640,
  timeout_ms = TIMEOUT_MS,
  threads = availableParallelism(),
  idle_ms = IDLE_MS,
}: PortraitOptions = {}) {
  const poolOf = (most: number) =>
    createThreadPool<ImageRequest, ImageReply>({ start: startDecoder, most, timeout_ms, idle_ms });
  // The person who holds the phone chooses the face picture and may send a slow one. Neither that nor a logo may delay the
  // portraits of others.
  const pools = {
    live: poolOf(threads),
    faces: poolOf(1),
    demo: poolOf(1),
    logos: poolOf(1),
  };
  const places = { live: PLACES_FOR_EACH_THREAD * threads, demo: PLACES_FOR_EACH_THREAD };
  const taken = { live: new Map<object, number>(), demo: new Map<object, number>() };
  /** The accounts whose logo is being converted. Each has one place, so that none can take them all. */
  const logos = new Set<number>();

  async function convert<U extends ImageUse>(
    pool: keyof typeof pools,
    image: PortraitImage,
    use: U,
  ): Promise<ImageForms[U]> {
    if (image.bytes.length > MAX_BYTES)
      throw new PortraitUnreadable(`The image is too large: ${image.bytes.length} bytes`);
    const reply = await decoded(pools[pool], { ...image, size, use });
    if ('error' in reply) throw new PortraitUnreadable(reply.error);
    // The compiler cannot see that the thread returns what the request asks for.
    return reply as ImageForms[U];
  }

  return {
    /** @throws PortraitsBusy when the queue is full, unless `always` is set. */
    reserve(session_id: number, lane: Lane, { always } = { always: false }): PortraitPlace {
      if (!always && taken[lane].size >= places[lane]) throw new PortraitsBusy();
      const place: PortraitPlace = {
        portrait: (image, use) => convert(lane, image, use),
        face: (image, use) => convert(lane === 'live' ? 'faces' : lane, image, use),
        [Symbol.dispose]: () => void taken[lane].delete(place),
      };
      taken[lane].set(place, session_id);
      return place;
    },
    /**
     * @throws PortraitUnreadable, or PortraitsBusy when too many logos are waiting or one of this account is.
     */
    async logo(bytes: Uint8Array, merchant_id: number): Promise<Uint8Array> {
      if (logos.size >= PLACES_FOR_EACH_THREAD || logos.has(merchant_id)) throw new PortraitsBusy();
      logos.add(merchant_id);
      try {
        const reply = await decoded(pools.logos, { bytes, use: 'LOGO' });
        if ('logo' in reply) return reply.logo;
        throw new PortraitUnreadable('error' in reply ? reply.error : 'The decoder returned no logo');
      } finally {
        logos.delete(merchant_id);
      }
    },
    /** The sessions that have a place, because this process is working on them. */
    sessions: (): number[] => [...taken.live.values(), ...taken.demo.values()],
    async close(): Promise<void> {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

const startDecoder = () => new Worker(new URL('./decoder-thread.ts', import.meta.url), { resourceLimits: MEMORY });

/** @throws PortraitUnreadable when the image crashes its thread or takes too long. */
async function decoded(
  pool: { ask(request: () => ImageRequest): Promise<{ reply: ImageReply }> },
  request: ImageRequest,
): Promise<ImageReply> {
  try {
    return (await pool.ask(() => request)).reply;
  } catch (error) {
    if (error instanceof ThreadFailed) throw new PortraitUnreadable(error.message, { cause: error });
    throw error;
  }
}
