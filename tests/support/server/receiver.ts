/** A customer's receiver of callbacks on a free port, which stores what it gets. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Delivered {
  headers: IncomingHttpHeaders;
  raw: string;
}

export interface Reply {
  status: number;
  body?: string;
  headers?: Record<string, string>;
  /** Never responds. */
  hang?: boolean;
}

export async function createReceiver(reply: (delivered: Delivered) => Reply = () => ({ status: 204 })) {
  const received: Delivered[] = [];
  const server = createServer(async (request, response) => {
    const delivered = { headers: request.headers, raw: await text(request) };
    received.push(delivered);
    const { status, body, headers, hang } = reply(delivered);
    if (hang) return;
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
