/** Announces a shutdown before the server closes, so that no request is lost. */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type Draining = ReturnType<typeof createDraining>;

export function createDraining() {
  const open = new Set<ServerResponse>();
  const announce = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  };
  function forget(this: ServerResponse): void {
    open.delete(this);
  }
  const draining = {
    /** Whether the server is about to close, so that further requests should go to another one. */
    has_begun: false,
    watch:
      (listener: RequestListener): RequestListener =>
      (req, res) => {
        if (draining.has_begun) announce(res);
        open.add(res);
        res.once('close', forget);
        listener(req, res);
      },
    /**
     * Keeps responding for `pause_ms`, then accepts no more connections and closes idle ones. After `most_ms` in total, it closes
     * all of them.
     */
    async end(servers: readonly Server[], { pause_ms, most_ms }: { pause_ms: number; most_ms: number }): Promise<void> {
      draining.has_begun = true;
      open.forEach(announce);
      const listening = servers.filter((server) => server.listening);
      if (listening.length === 0) return;
      if (pause_ms > 0) await pause(pause_ms);
      const grace_ms = Math.min(GRACE_MS, pause_ms);
      await Promise.all(listening.map((server) => close(server, { grace_ms, most_ms: most_ms - pause_ms })));
    },
  };
  return draining;
}

/** How long a request that was sent before the port closed may take to arrive. */
const GRACE_MS = 500;

/** Accepts no more connections. Idle ones stay open for `grace_ms`: a request may be on its way. */
const close = (server: Server, { grace_ms, most_ms }: { grace_ms: number; most_ms: number }): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), most_ms);
    // The HTTP server has a `close` of its own, which closes idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(late);
      resolve();
    });
    if (grace_ms > 0) setTimeout(() => server.close(), grace_ms).unref();
    else server.close();
  });
