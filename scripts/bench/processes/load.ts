/** The process that sends requests, so that its work is not counted as the server's. Its parent says what to send. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Job {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Sent in turn. */
  bodies: string[];
  headers_of?: Record<string, string>[];
  requests: number;
  connections: number;
  pause_ms?: number;
  /** After this many bytes of a response, the connection is closed without waiting for the rest. */
  enough_bytes?: number;
}

export interface Load {
  wall_ms: number;
  latencies_ms: number[];
  /** Number of responses by status; 0 means no response. */
  statuses: Record<number, number>;
  bytes: number;
}

process.on('message', async (job: Job) => process.send!(await run(job)));

async function run(job: Job): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: job.connections, scheduling: 'fifo' });
  const latencies_ms: number[] = [];
  const statuses: Record<number, number> = {};
  let next = 0;
  let bytes = 0;
  const one = async () => {
    while (next < job.requests) {
      const turn = next++ % job.bodies.length;
      const started = performance.now();
      const answer = await send(job, agent, turn);
      latencies_ms.push(performance.now() - started);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      bytes += answer.bytes;
      if (job.pause_ms) await pause(job.pause_ms);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: job.connections }, one));
  const wall_ms = performance.now() - started;
  agent.destroy();
  return { wall_ms, latencies_ms, statuses, bytes };
}

function send(job: Job, agent: Agent, turn: number): Promise<{ status: number; bytes: number }> {
  const { port, path } = job;
  const body = job.bodies[turn]!;
  const headers = { ...job.headers, ...job.headers_of?.[turn], 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, bytes: 0 });
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      let bytes = 0;
      const answered = () => resolve({ status: response.statusCode ?? 0, bytes });
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (!job.enough_bytes || bytes < job.enough_bytes) return;
        answered();
        response.destroy();
      });
      response.on('end', answered).on('error', failed);
    });
    sent.on('error', failed).end(body);
  });
}
