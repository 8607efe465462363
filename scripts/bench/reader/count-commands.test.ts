import { expect, test } from 'vitest';
import { countPortrait } from './count-commands.ts';
import { READINGS } from './documents.ts';

test.each(READINGS)('a portrait of 15 KB by $access, extended lengths: $extended_length', async (reading) => {
  const { commands, bytes } = await countPortrait(15_000, reading);
  expect(bytes).toBeGreaterThan(15_000);
  if (reading.extended_length) expect(commands).toBeLessThanOrEqual(12);
  // A response of 256 bytes carries at most 239 of a file within secure messaging.
  else expect(commands).toBeGreaterThanOrEqual(Math.ceil(15_000 / 239));
});
