/** Takes sessions to their verdict, and says how long was waited for the chip and for the service. */
import { callOverFetch, type ReaderCall, runSession, type Transmit } from '../../../sdk/reader/src/index.ts';
import { chipContentsOf, createVirtualChip } from '../../../sdk/reader/src/virtual-chip/index.ts';
import { createTestServer } from '../../../tests/support/server/test-server.ts';
import { createWorld } from '../../../tests/support/server/world.ts';
import { WrongAnswer } from '../gate.ts';
import { keyTo, type MeasuredDocument } from './documents.ts';

export interface SessionTimes {
  document: string;
  state: string;
  total_ms: number;
  chip_ms: number;
  server_ms: number;
}

export async function timeSession(documents: readonly MeasuredDocument[], chip_ms: number): Promise<SessionTimes[]> {
  const server = await createTestServer();
  try {
    const world = createWorld(server, await server.account());
    const call = callOverFetch(server.base);
    const times: SessionTimes[] = [];
    for (const document of documents) {
      const contents = chipContentsOf(await world.specimen(document.specimen));
      const read = async (latency_ms: number) => {
        const { token } = await world.session();
        return timed(document, { call, token, contents, latency_ms });
      };
      // The first of each loads code and compiles it.
      await read(0);
      times.push(await read(chip_ms));
    }
    return times;
  } finally {
    await server.stop();
  }
}

interface Setting {
  call: ReaderCall;
  token: string;
  contents: ReturnType<typeof chipContentsOf>;
  latency_ms: number;
}

async function timed({ specimen, key }: MeasuredDocument, { call, token, contents, latency_ms }: Setting) {
  const spent = { chip_ms: 0, server_ms: 0 };
  const { transmit } = createVirtualChip(contents, { latency_ms });
  const begun = performance.now();
  const { state, code } = await runSession({
    ...{ token, platform: 'CLI', app_version: '1.0.0', access: keyTo(contents, key) },
    call: ((...args) => during(spent, 'server_ms', call(...args))) as ReaderCall,
    connect: async () => ((command) => during(spent, 'chip_ms', transmit(command))) satisfies Transmit,
  });
  if (state !== 'APPROVED') throw new WrongAnswer(`${specimen} ended as ${state} ${code}.`);
  return { document: specimen, state, total_ms: performance.now() - begun, ...spent };
}

async function during<T>(
  spent: Record<'chip_ms' | 'server_ms', number>,
  whom: 'chip_ms' | 'server_ms',
  work: Promise<T>,
): Promise<T> {
  const begun = performance.now();
  try {
    return await work;
  } finally {
    spent[whom] += performance.now() - begun;
  }
}
