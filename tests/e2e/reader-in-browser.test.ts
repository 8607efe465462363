/** The reader and the virtual chip exchange the same bytes in Chromium as in Node, for the same chip and seed. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import { specimenBundle } from '../../server/specimen/specimens.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { traceOfReading } from '../support/reader/reading-trace.ts';

let browser: Browser;
let script: string;

beforeAll(async () => {
  [browser, script] = await Promise.all([launchChromium(), bundled()]);
});
afterAll(() => browser.close());

async function bundled(): Promise<string> {
  const built = await rolldown({
    input: join(root, 'tests/support/reader/reading-trace.ts'),
    platform: 'browser',
    onLog: (_, { code, message }) => {
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
    },
  });
  const { output } = await built.generate({ format: 'iife', name: 'reading', minify: true });
  return output[0].code;
}

const specimen = (name: string) => JSON.parse(JSON.stringify(specimenBundle(name, new Date('2026-11-21T10:00:00Z'))));

describe('a reading in Chromium equals the one in Node, byte for byte', () => {
  test.each([
    ['genuine', 'PACE with generic mapping, and ECDSA'],
    ['genuine-rsa-pss', 'BAC, and RSA with message recovery'],
    ['genuine-ca', 'PACE with Chip Authentication Mapping'],
    ['id-card', 'PACE with AES-256'],
  ])('%s: %s', async (name) => {
    const chip = specimen(name);
    const page = await browser.newPage();
    await page.addScriptTag({ content: script });
    const there = await page.evaluate(
      (chip) => (globalThis as unknown as Reading).reading.traceOfReading(chip, 'everywhere'),
      chip,
    );
    await page.close();
    expect(there.length).toBeGreaterThan(15);
    expect(there).toEqual(await traceOfReading(chip, 'everywhere'));
    expect(there).not.toEqual(await traceOfReading(chip, 'another'));
  });
});

interface Reading {
  reading: { traceOfReading: typeof traceOfReading };
}
