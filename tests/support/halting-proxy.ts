/** A slow network in front of a site: one document arrives up to a given text, and the rest when it is released. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function createHaltingProxy(base: string, path: string, text: string) {
  const letGo = Promise.withResolvers<void>();
  const server = createServer(async ({ url, headers }, response) => {
    const answer = await fetch(base + url, { headers: { accept: headers.accept ?? '*/*' } });
    const body = Buffer.from(await answer.arrayBuffer());
    const passed = [...answer.headers].filter(([name]) => !/^content-(encoding|length)$|^transfer-/.test(name));
    response.writeHead(answer.status, Object.fromEntries(passed));
    if (url !== path) return response.end(body);
    const half = body.indexOf(text);
    response.write(body.subarray(0, half));
    await letGo.promise;
    response.end(body.subarray(half));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://localhost:${(server.address() as AddressInfo).port}`,
    letGo: letGo.resolve,
    [Symbol.asyncDispose]: async () => {
      letGo.resolve();
      server.closeAllConnections();
      server.close();
    },
  };
}
