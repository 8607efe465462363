type Queued = { queued: number; next_since?: string };

/** Repeats a call that queues at most 1000 events, until it has queued all of them. @returns their number. */
export async function queueAll(call: (since?: string) => Promise<Queued>, since?: string): Promise<number> {
  const { queued, next_since } = await call(since);
  return next_since ? queued + (await queueAll(call, next_since)) : queued;
}
