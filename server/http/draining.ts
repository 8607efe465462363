/** The end of a server, in the order in which nobody loses a call: first it says so, then it closes. */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Draining {
  /** The server is about to close: the next call belongs to another one. */
  has_begun: boolean;
  /** Every request goes through here, so that each connection learns of the end by its next answer. */
  watch(listener: RequestListener): RequestListener;
  /** Answers whatever comes for `pause_ms`, then closes what rests, and after `most_ms` in all everything. */
  end(servers: readonly Server[], times: { pause_ms: number; most_ms: number }): Promise<void>;
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
    async end(servers, { pause_ms, most_ms }) {
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

function close(server: Server, most_ms: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), most_ms);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}
