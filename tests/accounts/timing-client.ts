/** A client in a separate process, so that only the server is measured: reads a list of calls, makes them one by one, prints the responses. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface TimedCall {
  path: string;
  body: unknown;
  /** The IP address that the call appears to come from, so that limits per address do not interfere. */
  from: string;
}

export interface TimedAnswer {
  milliseconds: number;
  status: number;
  headers: Record<string, string>;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function post(base: string, { path, body, from }: TimedCall): Promise<TimedAnswer> {
  const bytes = Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length, 'X-Forwarded-For': from };
    const started = performance.now();
    const outgoing = request(base + path, { method: 'POST', agent, headers }, (incoming) => {
      let answer = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk;
      });
      incoming.on('end', () =>
        resolve({
          milliseconds: performance.now() - started,
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
          text: answer,
        }),
      );
    });
    outgoing.on('error', reject).end(bytes);
  });
}

const { base, calls } = JSON.parse(await text(process.stdin)) as { base: string; calls: TimedCall[] };
const answers: TimedAnswer[] = [];
for (const call of calls) answers.push(await post(base, call));
process.stdout.write(JSON.stringify(answers));
agent.destroy();
