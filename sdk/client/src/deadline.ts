/** A signal that fires after a timeout or with the caller's signal. Node has `AbortSignal.any` only since 20.3. */
export interface Deadline {
  signal: AbortSignal;
  /** Whether the timeout fired it, not the caller's signal. */
  isOver(): boolean;
  /** Releases the timer and the caller's signal. */
  end(): void;
}

export function deadline(ms: number | undefined, outer?: AbortSignal | null): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  let isOver = false;
  const follow = () => controller.abort(outer?.reason);
  const timer =
    ms === undefined
      ? undefined
      : setTimeout(() => {
          isOver = true;
          controller.abort();
        }, ms);
  outer?.addEventListener('abort', follow);
  if (outer?.aborted) follow();
  return {
    signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}

export async function wait(delayMs: number, outer?: AbortSignal | null): Promise<void> {
  const { signal, end } = deadline(delayMs, outer);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  end();
  outer?.throwIfAborted();
}
