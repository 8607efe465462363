/** The transport over the installed library: its arguments, results and errors match those that the other tests simulate. */
import { openChip } from '@sigill/reader';
import { chipContentsOf, createVirtualChip } from '@sigill/reader/virtual-chip';
import { describe, expect, test, vi } from 'vitest';
import { specimenBundle } from '../../../server/specimen/specimens.ts';
import { type Phone, phoneWith } from '../../../tests/support/reader/phone.ts';
import { nfcTransport } from '../src/nfc/nfc-transport.ts';

const contents = chipContentsOf(specimenBundle('genuine', new Date('2026-11-22')));
const access = { mrz: new TextDecoder().decode(contents.files.dg1!.subarray(-88)) };

async function transportOver(phone: Phone) {
  vi.resetModules();
  const { playOn } = await import('./native-half.ts');
  playOn(phone);
  const { default: manager, NfcError } = await import('react-native-nfc-manager');
  return nfcTransport(manager, { platform: phone.platform, errors: NfcError, wait: async () => {} });
}

const started = (phone: Phone) => expect.poll(() => phone.requests.length).toBeGreaterThan(0);

describe.each(['ios', 'android'] as const)('on %s', (platform) => {
  test('reads a chip', async () => {
    const transport = await transportOver(phoneWith(platform, createVirtualChip(contents)));
    const open = await openChip(await transport.connect({ message: 'Here' }), { access });
    expect(await open.readFile('dg2')).toEqual(contents.files.dg2);
    await transport.release();
  });

  test('finds a lost chip again', async () => {
    const chip = createVirtualChip(contents, { faults: ['field-lost:9'] });
    const transport = await transportOver(phoneWith(platform, chip));
    const lost = openChip(await transport.connect(), { access }).then((open) => open.readFile('dg2'));
    await expect(lost).rejects.toMatchObject({ code: 'CHIP_LOST' });
    const open = await openChip(await transport.connect({ again: true }), { access });
    expect(await open.readFile('dg1')).toEqual(contents.files.dg1);
  });

  test('cancels when released', async () => {
    const phone = phoneWith(platform, createVirtualChip(contents), { held: false });
    const transport = await transportOver(phone);
    const ended = expect(transport.connect()).rejects.toMatchObject({ reason: 'CANCELLED' });
    await started(phone);
    await transport.release();
    await ended;
  });
});

test.each([
  ['a closed sheet', 'cancel', 'CANCELLED'],
  ['a minute that passed', 'waitAMinute', 'TIMEOUT'],
] as const)('on iOS, %s is known by the library’s own error', async (_, act, reason) => {
  const phone = phoneWith('ios', createVirtualChip(contents), { held: false });
  const transport = await transportOver(phone);
  const ended = expect(transport.connect()).rejects.toMatchObject({ reason });
  await started(phone);
  phone[act]();
  await ended;
});

test('passes the PACE polling option on to its native half', async () => {
  const phone = phoneWith('ios', createVirtualChip(contents));
  await (await transportOver(phone)).connect({ polling: 'PACE' });
  expect(phone.requests).toMatchObject([{ pollingIOS: 'PACE' }]);
});
