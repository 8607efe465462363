import { type ChipError, openChip } from '@sigill/reader';
import { type ChipContents, chipContentsOf, createVirtualChip, seededRandom } from '@sigill/reader/virtual-chip';
import { describe, expect, test } from 'vitest';
import { specimenBundle } from '../../../../server/specimen/specimens.ts';
import { NfcError, type Phone, phoneWith } from '../../../../tests/support/reader/phone.ts';
import { nfcTransport } from './nfc-transport.ts';

const contents: ChipContents = chipContentsOf(specimenBundle('genuine', new Date('2026-11-22')));
/** The MRZ of TD3 follows the headers of the file and of the object in it. */
const mrz = new TextDecoder().decode(contents.files.dg1!.subarray(-88));
const access = { mrz };
const PHONES = ['ios', 'android'] as const;

const chip = (faults: string[] = []) => createVirtualChip(contents, { faults, random: seededRandom('chip') });
const transportOf = (phone: Phone) =>
  nfcTransport(phone.library, { platform: phone.platform, errors: NfcError, wait: async () => {} });

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe.each(PHONES)('on %s', (platform) => {
  test('sends the chip the same bytes as a computer', async () => {
    const [phone_chip, computer_chip] = [chip(), chip()];
    const transmit = await transportOf(phoneWith(platform, phone_chip)).connect();
    const open_by_phone = await openChip(transmit, { access, random: seededRandom('reader') });
    const open_by_computer = await openChip(computer_chip.transmit, { access, random: seededRandom('reader') });
    const portrait = await open_by_phone.readFile('dg2');
    expect(portrait).toEqual(await open_by_computer.readFile('dg2'));
    expect(portrait).toEqual(contents.files.dg2);
    const trace = (of: typeof phone_chip) => of.exchanges.map(({ command, response }) => [hex(command), hex(response)]);
    expect(trace(phone_chip)).toEqual(trace(computer_chip));
    expect(phone_chip.exchanges.length).toBeGreaterThan(10);
  });

  test('reports a document that slips away as lost, and finds it again in the next contact', async () => {
    const transport = transportOf(phoneWith(platform, chip(['field-lost:9'])));
    const lost = openChip(await transport.connect(), { access }).then((open) => open.readFile('dg2'));
    await expect(lost).rejects.toMatchObject({ code: 'CHIP_LOST' } satisfies Partial<ChipError>);
    const open = await openChip(await transport.connect({ again: true }), { access });
    expect(await open.readFile('dg1')).toEqual(contents.files.dg1);
  });

  test('sends no command of an ended contact into the next one', async () => {
    const phone = phoneWith(platform, chip());
    const transport = transportOf(phone);
    const earlier = await transport.connect();
    await transport.release();
    await transport.connect();
    await expect(earlier(Uint8Array.of(0, 0xb0, 0, 0, 1))).rejects.toThrow('This contact has ended');
    expect(phone.commands).toEqual([]);
  });

  test('waits until the document is there', async () => {
    const phone = phoneWith(platform, chip(), { held: false });
    const connecting = transportOf(phone).connect();
    await new Promise((resolve) => setImmediate(resolve));
    phone.hold();
    await expect(connecting).resolves.toBeTypeOf('function');
  });

  test('ends the session with its code on a phone without NFC', async () => {
    const transport = transportOf(phoneWith(platform, chip(), { has_nfc: false }));
    expect(await transport.availability()).toBe('MISSING');
    await expect(transport.connect()).rejects.toMatchObject({ name: 'ReadingFailed', code: 'nfc_unavailable' });
  });

  test('cancels the wait when released', async () => {
    const transport = transportOf(phoneWith(platform, chip(), { held: false }));
    const connecting = transport.connect();
    await new Promise((resolve) => setImmediate(resolve));
    await transport.release();
    await expect(connecting).rejects.toMatchObject({ name: 'AbortError', reason: 'CANCELLED' });
  });
});

describe('on iOS', () => {
  test('shows each instruction in the sheet once, and ends with a tick or with the problem', async () => {
    const phone = phoneWith('ios', chip());
    const transport = transportOf(phone);
    await transport.connect({ message: 'Hold it here.' });
    await transport.tell('Reading');
    await transport.tell('Reading');
    await transport.release();
    await transport.connect({ message: 'Again.' });
    await transport.release('Check the number.');
    expect(phone.sheet).toEqual(['Hold it here.', 'Reading', '✓', 'Again.', '✕ Check the number.']);
  });

  test('reconnects in the same sheet after a lost contact, while the sheet is open', async () => {
    const phone = phoneWith('ios', chip());
    const transport = transportOf(phone);
    await transport.connect({ message: 'Hold it here.' });
    await transport.connect({ again: true, message: 'Put it back.' });
    phone.waitAMinute();
    await transport.connect({ again: true, message: 'Once more.' });
    expect(phone.requests).toHaveLength(2);
    expect(phone.sheet).toEqual(['Hold it here.', 'Put it back.', 'Once more.']);
  });

  test.each([
    ['closes the sheet', (phone: Phone) => phone.cancel(), { reason: 'CANCELLED', name: 'AbortError' }],
    ['lets the minute pass', (phone: Phone) => phone.waitAMinute(), { reason: 'TIMEOUT', name: 'TimeoutError' }],
  ])('distinguishes a person who %s from a phone that cannot read', async (_, act, error) => {
    const phone = phoneWith('ios', chip(), { held: false });
    const connecting = transportOf(phone).connect();
    await new Promise((resolve) => setImmediate(resolve));
    act(phone);
    await expect(connecting).rejects.toMatchObject(error);
  });

  test('waits for the previous sheet to close, for a few seconds at most', async () => {
    await expect(transportOf(phoneWith('ios', chip(), { busy: 3 })).connect()).resolves.toBeTypeOf('function');
    const busy = transportOf(phoneWith('ios', chip(), { busy: 9 }));
    await expect(busy.connect()).rejects.toMatchObject({ reason: 'BUSY' });
  });

  test('polls only for cards that open with PACE alone when asked to', async () => {
    const phone = phoneWith('ios', chip());
    await transportOf(phone).connect({ polling: 'PACE', message: 'Here' });
    expect(phone.requests).toEqual([{ alertMessage: 'Here', pollingIOS: 'PACE' }]);
  });
});

describe('on Android', () => {
  test('polls for types A and B in reader mode, without a sound', async () => {
    const phone = phoneWith('android', chip());
    await transportOf(phone).connect();
    expect(phone.requests).toEqual([{ isReaderModeEnabled: true, readerModeFlags: 0x183, readerModeDelay: 1000 }]);
  });

  test('reads with short commands on a phone that supports only these', async () => {
    const phone = phoneWith('android', chip(), { longest_command: 261 });
    const open = await openChip(await transportOf(phone).connect(), { access });
    expect(await open.readFile('dg2')).toEqual(contents.files.dg2);
    expect(phone.commands.every((command) => command.length <= 261)).toBe(true);
  });

  test('distinguishes disabled NFC from missing NFC', async () => {
    const phone = phoneWith('android', chip());
    phone.switchNfc(false);
    const transport = transportOf(phone);
    expect(await transport.availability()).toBe('OFF');
    await transport.openSettings();
    expect(await transport.availability()).toBe('READY');
  });
});
