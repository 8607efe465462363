/** A session on a phone with `@sigill/react-native`: the real service, the NFC library, and a virtual chip. */
// SQLite only: it is about the phone; reader.test.ts makes its calls on both.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nfcTransport } from '../../sdk/react-native/src/nfc/nfc-transport.ts';
import { createReader, type Reader } from '../../sdk/react-native/src/reading/create-reader.ts';
import type { Phase } from '../../sdk/react-native/src/reading/phase.ts';
import type { InstallationStorage } from '../../sdk/react-native/src/reading/platform.ts';
import { textsFor } from '../../sdk/react-native/src/texts/texts.ts';
import type { AccessKey } from '../../sdk/reader/src/index.ts';
import { chipContentsOf, createVirtualChip } from '../../sdk/reader/src/virtual-chip/index.ts';
import type { SpecimenName } from '../../server/specimen/specimen-catalogue.ts';
import { specimenBundle } from '../../server/specimen/specimens.ts';
import { NfcError, type Phone, phoneWith } from '../support/reader/phone.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;
let account: { basic: { public_key: string; secret: string } };
beforeAll(async () => {
  server = await createTestServer();
  account = { basic: (await server.account()).basic };
});
afterAll(() => server?.stop());

interface Setting {
  platform?: 'ios' | 'android';
  specimen?: SpecimenName;
  faults?: string[];
  held?: boolean;
  token?: string;
  storage?: InstallationStorage;
}

async function sessionOnPhone({ platform = 'ios', specimen = 'genuine', ...setting }: Setting = {}) {
  const { faults = [], held = true, storage } = setting;
  const session = setting.token ? undefined : (await server.call('session.create', {}, account)).body;
  const contents = chipContentsOf(specimenBundle(specimen, server.deps.clock.now()));
  const phone = phoneWith(platform, createVirtualChip(contents, { faults }), { held });
  const reader = createReader({
    service: server.base,
    token: setting.token ?? session!.token,
    nfc: nfcTransport(phone.library, { platform, errors: NfcError, wait: async () => {} }),
    platform: platform === 'ios' ? 'IOS' : 'ANDROID',
    app_version: '1.0.0',
    texts: textsFor('en'),
    ...(storage && { storage }),
  });
  const phases: Phase[] = [];
  reader.subscribe(() => phases.push(reader.getPhase()));
  const mrz = new TextDecoder().decode(contents.files.dg1!.subarray(-88));
  return { reader, phone, phases, session, token: setting.token ?? session!.token, key: { mrz } };
}

const comesTo = <Name extends Phase['phase']>(reader: Reader, name: Name) =>
  new Promise<Extract<Phase, { phase: Name }>>((resolve) => {
    const look = () => {
      const phase = reader.getPhase();
      if (phase.phase !== name) return;
      stop();
      resolve(phase as Extract<Phase, { phase: Name }>);
    };
    const stop = reader.subscribe(look);
    look();
  });

async function begin(reader: Reader, key: AccessKey): Promise<void> {
  await reader.load();
  reader.begin();
  reader.give(key);
}

const names = (phases: Phase[]) => phases.map(({ phase }) => phase).filter((name, at, all) => name !== all[at - 1]);

describe.each(['ios', 'android'] as const)('React Native on %s', (platform) => {
  test('a document is read to APPROVED with the five checks', async () => {
    const { reader, phone, phases, session, key } = await sessionOnPhone({ platform });
    await begin(reader, key);
    const { checks, state } = await comesTo(reader, 'ENDED');
    expect(state).toBe('APPROVED');
    expect(checks).toMatchObject({ issuer: 'PASSED', signature: 'PASSED', data: 'PASSED', clone: 'PASSED' });
    const order = ['LOADING', 'WELCOME', 'KEY', 'STARTING', 'HOLD', 'READING', 'PROVING', 'CHECKING', 'ENDED'];
    expect(names(phases)).toEqual(order);
    expect(phases.some((phase) => phase.phase === 'READING' && phase.file === 'dg2' && phase.read > 0)).toBe(true);
    expect((await server.call('session.get', { id: session!.id }, account)).body).toMatchObject({ state });
    if (platform === 'ios') expect(phone.sheet.slice(-2)).toEqual([textsFor('en').take_away, '✓']);
  });

  test('a wrong key is corrected, and the reading continues', async () => {
    const { reader, phone, key } = await sessionOnPhone({ platform });
    await begin(reader, { document_number: 'X00000000', date_of_birth: '800101', date_of_expiry: '300101' });
    const denied = await comesTo(reader, 'KEY');
    expect(denied.tries_left).toBe(4);
    reader.give(key);
    expect(await comesTo(reader, 'ENDED')).toMatchObject({ state: 'APPROVED' });
    if (platform === 'ios') expect(phone.sheet).toContain(`✕ ${textsFor('en').sentence('check_mrz')}`);
  });

  test('a contact lost in the middle is restored, and nothing is read twice', async () => {
    const { reader, phases, key } = await sessionOnPhone({ platform, faults: ['field-lost:14'] });
    await begin(reader, key);
    expect(await comesTo(reader, 'ENDED')).toMatchObject({ state: 'APPROVED' });
    expect(phases).toContainEqual({ phase: 'HOLD', again: true });
    expect(phases.filter((phase) => phase.phase === 'READING' && phase.file === 'sod')).toHaveLength(1);
  });

  test('the person cancels while the phone waits for the document', async () => {
    const { reader, phone, phases, session, key } = await sessionOnPhone({ platform, held: false });
    await begin(reader, key);
    await antennaIsOn(phone, 1);
    await reader.abort();
    expect(await comesTo(reader, 'ENDED')).toMatchObject({ state: 'ABORTED' });
    expect(names(phases)).not.toContain('PAUSED');
    expect((await server.call('session.get', { id: session!.id }, account)).body).toMatchObject({ state: 'ABORTED' });
  });
});

test('a person who dismissed the iOS sheet continues where they were', async () => {
  const { reader, phone, key } = await sessionOnPhone({ held: false });
  await begin(reader, key);
  await comesTo(reader, 'HOLD');
  await antennaIsOn(phone, 1);
  phone.cancel();
  expect(await comesTo(reader, 'PAUSED')).toEqual({ phase: 'PAUSED', reason: 'CANCELLED' });
  reader.again();
  await antennaIsOn(phone, 2);
  phone.hold();
  expect(await comesTo(reader, 'ENDED')).toMatchObject({ state: 'APPROVED' });
});

test('a card that iOS does not find is polled for as one that opens only with PACE', async () => {
  const { reader, phone, key } = await sessionOnPhone({ held: false });
  await begin(reader, key);
  await antennaIsOn(phone, 1);
  phone.waitAMinute();
  expect(await comesTo(reader, 'PAUSED')).toEqual({ phase: 'PAUSED', reason: 'TIMEOUT' });
  reader.again();
  await antennaIsOn(phone, 2);
  expect(phone.requests.map((request) => 'pollingIOS' in request)).toEqual([false, true]);
  phone.hold();
  expect(await comesTo(reader, 'ENDED')).toMatchObject({ state: 'APPROVED' });
});

test('a rejection is shown with its reason and the check that failed', async () => {
  const { reader, key } = await sessionOnPhone({ specimen: 'tampered-dg1' });
  await begin(reader, key);
  const end = await comesTo(reader, 'ENDED');
  expect(end).toMatchObject({ state: 'REJECTED', code: 'dg_hash_mismatch', checks: { data: 'FAILED' } });
});

test('an app closed in the middle resumes its session, but another phone cannot', async () => {
  const stored = new Map<string, string>();
  const storage: InstallationStorage = {
    getItem: async (key) => stored.get(key) ?? null,
    setItem: async (key, value) => void stored.set(key, value),
  };
  const closed = await sessionOnPhone({ held: false, storage });
  await begin(closed.reader, closed.key);
  await comesTo(closed.reader, 'HOLD');

  const stranger = await sessionOnPhone({ token: closed.token, platform: 'android' });
  await begin(stranger.reader, stranger.key);
  expect(await comesTo(stranger.reader, 'REFUSED')).toEqual({ phase: 'REFUSED', code: 'session_already_started' });

  const opened = await sessionOnPhone({ token: closed.token, storage });
  await begin(opened.reader, opened.key);
  expect(await comesTo(opened.reader, 'ENDED')).toMatchObject({ state: 'APPROVED' });
});

test('an invalid link is refused with its code', async () => {
  const { reader } = await sessionOnPhone({ token: '1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' });
  await reader.load();
  expect(reader.getPhase()).toEqual({ phase: 'REFUSED', code: 'not_found' });
});

test('an ended session is shown with its outcome', async () => {
  const { reader, token, key } = await sessionOnPhone();
  await begin(reader, key);
  await comesTo(reader, 'ENDED');
  const later = await sessionOnPhone({ token });
  await later.reader.load();
  expect(later.reader.getPhase()).toMatchObject({ phase: 'ENDED', state: 'APPROVED', checks: { clone: 'PASSED' } });
});

/** The antenna is turned on shortly after the phase begins, because the reader first asks the phone whether it has NFC. */
const antennaIsOn = (phone: Phone, requests: number) => expect.poll(() => phone.requests.length).toBe(requests);
