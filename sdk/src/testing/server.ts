/** A real server on a free port that plays the given answers, one per request, and keeps what it was sent. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export type Answer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | ((response: ServerResponse) => void);

export interface TestServer extends AsyncDisposable {
  baseUrl: string;
  received: Received[];
}

/** The last answer repeats. */
export async function serve(...answers: Answer[]): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ path: request.url, headers: request.headers, body: JSON.parse(text) });
    const answer = answers[Math.min(received.length, answers.length) - 1] ?? {};
    if (typeof answer === 'function') return answer(response);
    const { status = 200, headers = {}, body = {} } = answer;
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': `request-${received.length}`,
      ...headers,
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const problem = (status: number, code = 'internal_error', error = `Text of ${status}`): Answer => ({
  status,
  body: { error, code, request_id: 'request-of-body' },
});
