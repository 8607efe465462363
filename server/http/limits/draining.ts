/** Closes a server without losing a request: it first announces the shutdown, then closes. */
import type { RequestListener, Server, ServerResponse } from 'node:http';
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
    /** Wraps a request listener, so that the next response on each connection announces the shutdown. */
    watch:
      (listener: RequestListener): RequestListener =>
      (req, res) => {
        if (draining.has_begun) announce(res);
        open.add(res);
        res.once('close', forget);
        listener(req, res);
      },
    /** Keeps responding for `pause_ms`, then closes idle connections, and after `most_ms` in total every connection. */
    async end(servers: readonly Server[], { pause_ms, most_ms }: { pause_ms: number; most_ms: number }): Promise<void> {
      draining.has_begun = true;
      open.forEach(announce);
      const listening = servers.filter((server) => server.listening);
      if (listening.length === 0) return;
      if (pause_ms > 0) await pause(pause_ms);
      await Promise.all(listening.map((server) => close(server, most_ms - pause_ms)));
    },
  };
  return draining;
}

const close = (server: Server, most_ms: number): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), most_ms);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
