/** The yardstick: the measured calls on `node:http`, written by hand, with nothing between the socket and the work. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer, createWork, OPERATIONS, type OperationName, type Principal, problem } from './work.ts';

const MOST_BYTES = 64 * 1024;
const work = createWork(process.env['DATABASE_FILE']!);

const wrong = (path: string, expected: string, value: unknown) =>
  problem(400, `${path} must be ${expected}, received ${typeof value}`, 'wrong_type', [
    { path, expected, received: typeof value },
  ]);

const FLAGS = ['face_verification', 'passport_only'];
const TEXTS = ['reference', 'callback_url'];

function check(operation: OperationName, body: Record<string, unknown>): Answer | undefined {
  if (operation !== 'session.create')
    return Number.isSafeInteger(body['id']) ? undefined : wrong('id', 'integer', body['id']);
  for (const [name, value] of Object.entries(body)) {
    const type = FLAGS.includes(name) ? 'boolean' : TEXTS.includes(name) ? 'string' : 'absent';
    if (typeof value !== type) return wrong(name, type, value);
  }
  return undefined;
}

function handle(req: IncomingMessage, res: ServerResponse): unknown {
  const operation = req.url!.slice('/api/v1/'.length) as OperationName;
  if (req.method !== 'POST' || !OPERATIONS[operation])
    return send(res, problem(404, 'No operation at this path', 'not_found'), {});
  const call = work.begin(operation, req.headers.authorization, req.socket.remoteAddress);
  if (call.refusal) {
    req.resume();
    return send(res, call.refusal, work.end(call, call.refusal, undefined));
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  });
  req.on('end', () => {
    const { body, answer } = parsed(bytes, chunks);
    const run = work[OPERATIONS[operation].run] as (principal: Principal, body: object) => Answer;
    const given = answer ?? check(operation, body) ?? run(call.principal!, body);
    send(res, given, work.end(call, given, body));
  });
}

function parsed(bytes: number, chunks: Buffer[]): { body: Record<string, unknown>; answer?: Answer } {
  if (bytes > MOST_BYTES) return { body: {}, answer: problem(413, 'The body is too large', 'payload_too_large') };
  try {
    const body: unknown = bytes > 0 ? JSON.parse(Buffer.concat(chunks).toString('utf8')) : {};
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return { body: body as Record<string, unknown> };
    return { body: {}, answer: wrong('The body', 'object', body) };
  } catch {
    return { body: {}, answer: problem(400, 'The body is not JSON', 'malformed_body') };
  }
}

function send(res: ServerResponse, { status, body }: Answer, headers: Record<string, string>): void {
  // A string is sent together with the headers in one write.
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
