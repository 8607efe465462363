/** The end of a server, in the order in which nobody loses a call: first it says so, then it closes. */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Draining {
  /** The server is about to close: the next call belongs to another one. */
  has_begun: boolean;
  /** Every request goes through here, so that each connection learns of the end by its next answer. */
  watch(listener: RequestListener): RequestListener;
  /** Answers whatever comes for `pause_ms`, then closes what rests, and after `most_ms` in all everything. */
  end(server: Server, times: { pause_ms: number; most_ms: number }): Promise<void>;
}

export function createDraining(): Draining {
  const open = new Set<ServerResponse>();
  const announce = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  };
  const draining: Draining = {
    has_begun: false,
    watch: (listener) => (req, res) => {
      if (draining.has_begun) announce(res);
      open.add(res);
      res.once('close', () => open.delete(res));
      listener(req, res);
    },
    async end(server, { pause_ms, most_ms }) {
      draining.has_begun = true;
      open.forEach(announce);
      if (!server.listening) return;
      if (pause_ms > 0) await pause(pause_ms);
      await new Promise<void>((resolve) => {
        const late = setTimeout(() => server.closeAllConnections(), most_ms - pause_ms);
        server.close(() => {
          clearTimeout(late);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
  return draining;
}
