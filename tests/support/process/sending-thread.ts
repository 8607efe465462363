/** Sends one request several times, one after the other, from a thread of its own, so that the receiving thread does no more than its part. */
import { parentPort } from 'node:worker_threads';

export interface Sending {
  url: string;
  method?: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  times: number;
}

/** The status of the last response. */
export type Sent = { status: number } | { error: string };

parentPort?.on('message', async ({ url, times, ...init }: Sending) => {
  let status = 0;
  try {
    for (let count = 0; count < times; count++) {
      const response = await fetch(url, init);
      await response.arrayBuffer();
      status = response.status;
    }
    parentPort?.postMessage({ status } satisfies Sent);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies Sent);
  }
});
