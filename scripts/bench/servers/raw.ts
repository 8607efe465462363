/** The yardstick: the measured calls on `node:http`, written by hand, with nothing between the socket and the work. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Call } from './duties.ts';
import { type Answer, createWork, OPERATIONS, type Principal, problem, type SessionOptions } from './work.ts';

const MOST_BYTES = 64 * 1024;
const work = createWork(process.env['DATABASE_FILE']!);

interface Operation {
  name: string;
  schemes: readonly Principal['scheme'][];
  /** The answer to a body of the wrong shape. */
  check(body: Record<string, unknown>): Answer | undefined;
  run(principal: Principal, body: never): Answer;
}

const wrongType = (path: string, expected: string, received: unknown) =>
  problem(400, `${path} must be ${expected}, received ${typeof received}`, 'wrong_type', [
    { path, expected, received: typeof received },
  ]);

const OPTIONS: Record<keyof SessionOptions, 'boolean' | 'string'> = {
  face_verification: 'boolean',
  passport_only: 'boolean',
  reference: 'string',
  callback_url: 'string',
};

function checkOptions(body: Record<string, unknown>): Answer | undefined {
  for (const [name, value] of Object.entries(body)) {
    const type = OPTIONS[name as keyof SessionOptions];
    if (!type)
      return problem(400, `Unknown property: ${name}`, 'unknown_property', [
        { path: name, expected: 'nothing', received: typeof value },
      ]);
    if (typeof value !== type) return wrongType(name, type, value);
  }
  return undefined;
}

const checkId = ({ id }: Record<string, unknown>) =>
  Number.isSafeInteger(id) && (id as number) > 0 ? undefined : wrongType('id', 'integer', id);

const checks = { 'session.create': checkOptions, 'session.state': checkId, 'session.get': checkId };
const operations: Record<string, Operation> = Object.fromEntries(
  Object.entries(OPERATIONS).map(([name, { schemes, run }]) => [
    `/api/v1/${name}`,
    { name, schemes, check: checks[name as keyof typeof checks], run: work[run] },
  ]),
);

function handle(req: IncomingMessage, res: ServerResponse): void {
  const operation = operations[req.url ?? ''];
  if (!operation || req.method !== 'POST') {
    send(res, problem(404, 'No operation at this path', 'not_found'), {});
    return;
  }
  const call = work.begin(req.headers.authorization, req.socket.remoteAddress, operation.schemes);
  if (call.refusal) {
    req.resume();
    send(res, call.refusal, work.end(call, operation.name, call.refusal, undefined));
  } else {
    readBody(req, (text) => end(res, call, operation, text));
  }
}

const tooLarge = () => problem(413, 'The body is too large', 'payload_too_large');

function readBody(req: IncomingMessage, done: (text: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  });
  req.on('end', () => done(bytes > MOST_BYTES ? undefined : Buffer.concat(chunks).toString('utf8')));
}

function end(res: ServerResponse, call: Call, operation: Operation, text: string | undefined): void {
  const [body, broken] = text === undefined ? [{}, tooLarge()] : parse(text);
  const answer = broken ?? operation.check(body) ?? operation.run(call.principal!, body as never);
  send(res, answer, work.end(call, operation.name, answer, body));
}

function parse(text: string): [body: Record<string, unknown>, broken?: Answer] {
  let body: Record<string, unknown>;
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    return [{}, problem(400, 'The body is not JSON', 'invalid_json')];
  }
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? [body]
    : [{}, wrongType('The body', 'object', body)];
}

function send(res: ServerResponse, { status, body }: Answer, headers: Record<string, string>): void {
  // As a string it leaves together with the headers in one write.
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...headers,
  });
  res.end(text);
}

const server = createServer((req, res) => {
  if (req.url === '/healthz') res.setHeader('Content-Type', 'application/json').end('{"status":"ok"}');
  else handle(req, res);
});
server.listen(Number(process.env['PORT']));
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => {
    work.close();
    process.exit(0);
  });
});
