/** A real server on a free port that plays the given answers, one per request, and keeps what it was sent. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

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
    const body = await bodyOf(request);
    // The caller gave up while it was sending.
    if (body === undefined) return;
    received.push({ path: request.url, headers: request.headers, body: JSON.parse(body) });
    const answer = answers[Math.min(received.length, answers.length) - 1] ?? {};
    if (typeof answer === 'function') return answer(response);
    const { status = 200, headers = {}, body: content = {} } = answer;
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': `request-${received.length}`,
      ...headers,
    });
    response.end(typeof content === 'string' ? content : JSON.stringify(content));
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

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  try {
    return await text(request);
  } catch (error) {
    if (request.complete) throw error;
    return undefined;
  }
}

export const problem = (status: number, code = 'internal_error', error = `Text of ${status}`): Answer => ({
  status,
  body: { error, code, request_id: 'request-of-body' },
});
