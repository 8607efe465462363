/** The process that sends requests, so that its work is not counted as the server's. Its parent says what to send. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { quantile } from '../statistics.ts';

export interface Job {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Sent in turn. */
  bodies: string[];
  requests: number;
  connections: number;
}

export interface Load {
  wall_ms: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
  /** How many answers had which status; 0 stands for no answer. */
  statuses: Record<number, number>;
  /** Of all answers' bodies. */
  bytes: number;
}

process.on('message', async (job: Job) => process.send!(await run(job)));

async function run(job: Job): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: job.connections, scheduling: 'fifo' });
  const latencies: number[] = [];
  const statuses: Record<number, number> = {};
  let next = 0;
  let bytes = 0;
  const one = async () => {
    while (next < job.requests) {
      const body = job.bodies[next++ % job.bodies.length]!;
      const started = performance.now();
      const answer = await send(job, agent, body);
      latencies.push(performance.now() - started);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      bytes += answer.bytes;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: job.connections }, one));
  const wall_ms = performance.now() - started;
  agent.destroy();
  const at = (share: number) => quantile(latencies, share);
  return { wall_ms, p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99), statuses, bytes };
}

function send({ port, path, headers }: Job, agent: Agent, body: string): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, bytes: 0 });
    const length = Buffer.byteLength(body);
    const sent = request(
      { host: '127.0.0.1', port, path, method: 'POST', agent, headers: { ...headers, 'content-length': length } },
      (response: IncomingMessage) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes })).on('error', failed);
      },
    );
    sent.on('error', failed).end(body);
  });
}
