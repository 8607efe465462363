import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPcsc, type PcscError, type Waiting } from '../../sdk/reader/src/pcsc/index.ts';
import {
  CONTACTLESS_ATR,
  missingForVirtualReader,
  startVirtualReader,
  type VirtualReader,
} from '../support/reader/virtual-reader.ts';

const WATCH_ENDS_WITHIN_MS = 1500;

const echo = { transmit: async (command: Uint8Array) => Uint8Array.from([...command, 0x90, 0x00]) };

const codeOf = (connecting: Promise<unknown>) =>
  connecting.then(
    () => 'connected',
    (error: PcscError) => error.code,
  );

describe.skipIf(missingForVirtualReader)(
  `PC/SC${missingForVirtualReader ? `: ${missingForVirtualReader}` : ''}`,
  () => {
    let reader: VirtualReader;

    beforeAll(async () => {
      reader = await startVirtualReader();
      Object.assign(process.env, reader.environment);
    });
    afterAll(() => reader[Symbol.asyncDispose]());

    /** Puts the chip on the reader once the service reports that the reader is empty. */
    async function connectTo(chip: typeof echo) {
      const waited: Waiting[] = [];
      let laidDown: Promise<() => Promise<void>> | undefined;
      const connection = await connectPcsc({
        reader: 'test reader',
        onWaiting: (waiting) => {
          waited.push(waiting);
          if (waiting.for === 'CARD') laidDown ??= reader.insert(chip);
        },
      });
      return { ...connection, waited, takeAway: async () => (await laidDown)?.() };
    }

    test("waits for a document, carries APDUs of every length, and reports the chip's ATR", async () => {
      const { waited, ...chip } = await connectTo(echo);
      expect(waited[0]).toMatchObject({ for: 'CARD' });
      expect(chip.reader).toContain('Sigill test reader');
      expect(chip.atr).toEqual(CONTACTLESS_ATR);
      for (const length of [4, 5, 261, 7, 262, 4096, 65_000]) {
        const command = new Uint8Array(length).fill(length);
        expect(await chip.transmit(command)).toEqual(Uint8Array.from([...command, 0x90, 0x00]));
      }
      await chip.close();
      await chip.takeAway();
    });

    test('rejects when the document is taken away, and finds it again when it is laid back', async () => {
      const lost = await connectTo(echo);
      await lost.takeAway();
      await expect(lost.transmit(Uint8Array.of(0, 1, 2, 3))).rejects.toThrow();
      const again = await connectTo(echo);
      expect(await again.transmit(Uint8Array.of(0, 1, 2, 3))).toHaveLength(6);
      await again.close();
      await again.takeAway();
    });

    test('finds a document that was back before the service looked', async () => {
      const slips = { transmit: async () => Promise.reject(new Error('slipped')) };
      const lost = await connectTo(slips);
      await expect(lost.transmit(Uint8Array.of(0, 1, 2, 3))).rejects.toThrow();
      await lost.close();
      const takeAway = await reader.layBack(echo);
      const answered = async () => {
        const again = await connectPcsc({ reader: 'test reader', timeout_ms: 1000 });
        const { length } = await again.transmit(Uint8Array.of(0, 1, 2, 3));
        await again.close();
        return length;
      };
      await expect.poll(() => answered().catch(() => 0)).toBe(6);
      await takeAway();
    });

    test('says that another program is using the card, and connects once it is free', async () => {
      const other = await connectTo(echo);
      expect(await codeOf(connectPcsc({ timeout_ms: 500 }))).toBe('CARD_BUSY');
      const chip = await connectPcsc({
        onWaiting: (waiting) => {
          expect(waiting).toMatchObject({ for: 'OTHER_PROGRAM', reader: expect.stringContaining('Sigill') });
          void other.close();
        },
      });
      expect(await chip.transmit(Uint8Array.of(0, 1, 2, 3))).toHaveLength(6);
      await chip.close();
      await other.takeAway();
    });

    test('lists the readers if none has the requested name', async () => {
      const connecting = connectPcsc({ reader: 'Omnikey', timeout_ms: 300 });
      await expect(connecting).rejects.toThrow(/no reader whose name contains "Omnikey".*"Sigill test reader/);
      expect(await codeOf(connecting)).toBe('NO_READER');
    });

    test('gives up if no document comes in time, or if the caller cancels', async () => {
      expect(await codeOf(connectPcsc({ timeout_ms: 1500 }))).toBe('NO_CARD');
      const stop = new AbortController();
      expect(await codeOf(connectPcsc({ signal: stop.signal, onWaiting: () => stop.abort() }))).toBe('ABORTED');
      expect(await codeOf(connectPcsc({ signal: stop.signal }))).toBe('ABORTED');
    });

    // Must be the last test, because the library finds only one service during a process.
    test('continues when the service ends just after connecting', async () => {
      const thrown: unknown[] = [];
      const note = (error: unknown) => thrown.push(error);
      process.on('uncaughtExceptionMonitor', note);
      expect(await codeOf(connectPcsc({ timeout_ms: 300 }))).toBe('NO_CARD');
      await reader[Symbol.asyncDispose]();
      await sleep(WATCH_ENDS_WITHIN_MS);
      process.off('uncaughtExceptionMonitor', note);
      expect(thrown).toEqual([]);
      expect(await codeOf(connectPcsc({ timeout_ms: 300 }))).toBe('SERVICE_MISSING');
    });
  },
);
