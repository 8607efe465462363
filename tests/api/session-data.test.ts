import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyProof } from '../../sdk/client/src/proof/proof.ts';
import { der, derOid } from '../../sdk/emrtd/src/asn1/der-values.ts';
import { checkDigit } from '../../sdk/emrtd/src/mrz/check-digit.ts';
import type { ApprovedSession, RejectedSession } from '../../server/generated/operations.gen.ts';
import {
  dg1Of,
  dg2Of,
  dg15Of,
  ecKeys,
  type Issued,
  issueCertificate,
  issueSod,
  nameOf,
  rsaKeys,
} from '../support/documents/documents.ts';
import { dg14With, ecdhChipKey, keyInfo, mappingInfo, protocolInfo } from '../support/documents/virtual-chip.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { submitter } from '../support/server/world.ts';

const portraits = new URL('../../server/specimen/portraits/', import.meta.url);
const portrait = readFileSync(new URL('alma.jpg', portraits));
const signature = readFileSync(new URL('ture.jpg', portraits));

const country = nameOf({ C: 'DE', CN: 'CSCA' });
const csca = issueCertificate({ subject: country, keys: ecKeys('prime256v1'), ca: true });
const signer = issueCertificate({
  subject: nameOf({ C: 'DE', CN: 'Document Signer' }),
  keys: ecKeys('prime256v1'),
  issuer: csca,
});

let folder: string;
let server: TestServer;
let account: { basic: { public_key: string; secret: string }; bearer: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-trust-'));
  mkdirSync(join(folder, 'csca'));
  writeFileSync(join(folder, 'csca/DE.cer'), csca.certificate);
  server = await createTestServer({ environment: { MASTER_LISTS_DIR: folder } });
  const { basic, bearer } = await server.account();
  account = { basic, bearer };
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const tlv = (tag: string, value: string | Uint8Array) => {
  const content = Buffer.from(value as string);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from(tag, 'hex'), Buffer.from(length), content]);
};

function mrz({ names = 'MUELLER<<JOERG', nationality = 'D', birth = '640812', expiry = '310415' }): string {
  const checked = (field: string) => field + checkDigit(field);
  const [number, optional] = [checked('L898902C3'), checked('<'.repeat(14))];
  const dates = [checked(birth), checked(expiry)];
  const composite = checkDigit(`${number}${dates.join('')}${optional}`);
  return `P<D<<${names.padEnd(39, '<')}${number}${nationality.padEnd(3, '<')}${dates.join('M')}${optional}${composite}`;
}

function documentOf(
  fields: Parameters<typeof mrz>[0] = {},
  more: Record<number, Uint8Array> = {},
  by: Issued = signer,
) {
  const groups = { 1: dg1Of(mrz(fields)), 2: dg2Of(portrait), ...more };
  const sod = issueSod({
    signer: by,
    issuerSubject: country,
    groups: new Map(Object.entries(groups).map(([number, bytes]) => [Number(number), bytes])),
  });
  return { sod, ...Object.fromEntries(Object.entries(groups).map(([number, bytes]) => [`dg${number}`, bytes])) };
}

async function submit(files: Record<string, Uint8Array>, options: object = {}) {
  const { id, token } = (await server.call('session.create', options, account)).body;
  const { reader_key } = (await server.call('reader.start', { token, platform: 'CLI', app_version: '1.0.0' })).body;
  const { challenge } = (await server.call('reader.challenge', { token, reader_key })).body;
  const encoded = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  );
  const body = { challenge, files: encoded };
  const submitted = await server.call('reader.submit', body, {}, submitter({ token, reader_key }));
  expect(submitted.status, submitted.text).toBe(200);
  return id;
}

async function get<T>(id: number, options = {}): Promise<T> {
  const { status, body, text } = await server.call('session.get', { id, ...options }, account);
  expect(status, text).toBe(200);
  return body as T;
}

const keySet = async () => (await (await fetch(`${server.base}/.well-known/jwks.json`)).json()) as JSONWebKeySet;

const approved = async (...document: Parameters<typeof documentOf>) => {
  const session = await get<ApprovedSession>(await submit(documentOf(...document)));
  expect(session.state).toBe('APPROVED');
  return session;
};

describe('names of the holder', () => {
  test('are spelled as the holder spells them, next to the spelling of the MRZ', async () => {
    const session = await approved({}, { 11: der(0x6b, tlv('5f0e', 'Müller<<Jörg')) });
    expect(session).toMatchObject({
      surname: 'Müller',
      given_names: 'Jörg',
      mrz: { surname: 'MUELLER', given_names: 'JOERG' },
      sources: { surname: 'DG11', given_names: 'DG11', document_number: 'DG1' },
    });
  });

  test('are those of the MRZ if DG11 has different ones', async () => {
    const session = await approved({}, { 11: der(0x6b, tlv('5f0e', 'Möller<<Jörg')) });
    expect(session).toMatchObject({ surname: 'MUELLER', given_names: 'JOERG', sources: { surname: 'DG1' } });
  });
});

describe('names that the MRZ does not have in full', () => {
  const names = 'PAPANDROPOULOUS<<JONATHON<ALEXANDROS<MA';

  test('say so', async () => {
    const session = await approved({ names });
    expect(session).toMatchObject({ given_names: 'JONATHON ALEXANDROS MA', names_truncated: true });
    expect(session.sources).not.toHaveProperty('names_truncated');
    const { body } = await server.call('session.proof', { id: session.id }, account);
    const { claims } = await verifyProof(body.proof, { issuer: server.base, keys: await keySet() });
    expect(claims.surname).toEqual({ value: 'PAPANDROPOULOUS', source: 'DG1', truncated: true });
    expect(claims.document_number).not.toHaveProperty('truncated');
  });

  test('are whole if DG11 has them', async () => {
    const session = await approved(
      { names },
      { 11: der(0x6b, tlv('5f0e', `${names.replaceAll('<', ' ').replace('  ', '<<')}NOLIS`)) },
    );
    expect(session).toMatchObject({
      given_names: 'JONATHON ALEXANDROS MANOLIS',
      mrz: { given_names: 'JONATHON ALEXANDROS MA' },
    });
    expect(session).not.toHaveProperty('names_truncated');
  });
});

test.each([
  ['ZAHRA', { surname: 'ZAHRA', given_names: '' }],
  ['<<AHMADI', { surname: '', given_names: 'AHMADI' }],
])('the single name %s is the surname, and in mrz as the document has it', async (names, ofMrz) => {
  const { surname, given_names, mrz } = await approved({ names });
  expect([surname, given_names]).toEqual([names.replaceAll('<', ''), '']);
  expect(mrz).toMatchObject(ofMrz);
});

describe('a document without an expiry date', () => {
  test.each(['<<<<<<', '000000'])('%s is approved, and has none', async (expiry) => {
    const session = await approved({ expiry });
    expect(session).not.toHaveProperty('expiry_date');
    expect(session.sources).not.toHaveProperty('expiry_date');
    const { status } = await server.call('session.pdf', { id: session.id }, { bearer: account.bearer });
    expect(status).toBe(200);
  });

  test('is rejected by a policy that wants days of validity', async () => {
    await server.call('policy.create', { name: 'a-month', rules: { minimum_days_valid: 30 } }, account);
    const id = await submit(documentOf({ expiry: '<<<<<<' }), { policy: 'a-month' });
    const { failure } = await get<RejectedSession>(id);
    expect(failure.code).toBe('expires_too_soon');
  });
});

describe('issuers that err', () => {
  const pss = der(0x30, derOid('1.2.840.113549.1.1.10'));

  test('and sign with PKCS #1 v1.5 with a key for RSASSA-PSS get a flag, and their documents are approved', async () => {
    const card = issueCertificate({
      subject: nameOf({ C: 'DE', CN: 'Document Signer' }),
      keys: { ...rsaKeys(), certified_as: pss },
      issuer: csca,
      serial: 8,
    });
    const { state, chip } = await get<ApprovedSession>(await submit(documentOf({}, {}, card)));
    expect(state).toBe('APPROVED');
    expect(chip.flags?.map(({ code }) => code)).toEqual(['signer_key_type']);
  });

  test.each([1, 8])('and make the block of the face %i bytes too short have their portrait shown', async (missing) => {
    const dg2 = dg2Of(portrait);
    const at = dg2.indexOf('FAC\0', 0, 'latin1') + 14;
    dg2.writeUInt32BE(dg2.readUInt32BE(at) - missing, at);
    expect((await approved({}, { 2: dg2 })).portrait).toEqual((await approved()).portrait);
  });

  test('and leave out the end of an image have it shown', async () => {
    const record = dg2Of(portrait.subarray(0, -2));
    expect((await approved({}, { 2: record })).portrait).toEqual((await approved()).portrait);
  });

  test.each([
    ['windows-1251', Buffer.from('cce8edf1eaee20d0eef1f1e8e8', 'hex')],
    ['UTF-16', Buffer.from('MOI, Отдел', 'utf16le')],
  ])('and name the authority in %s have the code of their State in its place', async (_, text) => {
    const session = await approved({}, { 12: der(0x6c, tlv('5f19', text)) });
    expect(session).toMatchObject({ issuer: 'D', sources: { issuer: 'DG1' } });
  });
});

describe('a date of birth that may be a century earlier', () => {
  test('says so, and no age follows from it that depends on the century', async () => {
    const session = await approved({ birth: '150812' });
    expect(session).toMatchObject({ date_of_birth: '2015-08-12', birth_date_ambiguous: true });
    const { body } = await server.call('session.proof', { id: session.id }, account);
    const { claims } = await verifyProof(body.proof, { issuer: server.base, keys: await keySet() });
    expect(claims.date_of_birth).toEqual({ value: '2015-08-12', source: 'DG1', ambiguous: true });
    expect(Object.keys(claims).filter((name) => name.startsWith('age_over'))).toEqual([]);
    const asked = await get<ApprovedSession>(
      await submit(documentOf({ birth: '150812' }), { claims: ['age_over_18'] }),
    );
    expect(asked).toMatchObject({ state: 'APPROVED', claimed: {} });
  });

  test('still proves an age that the person has reached either way', async () => {
    const options = { claims: ['age_over_18', 'age_over_65'] };
    const asked = await get<ApprovedSession>(await submit(documentOf({ birth: '050812' }), options));
    expect(asked.claimed).toEqual({ age_over_18: true });
  });

  test('is certain if DG11 has the century, or nobody alive can be born in the one before', async () => {
    const inFull = { 11: der(0x6b, tlv('5f2b', '20150812')) };
    for (const session of [await approved({ birth: '150812' }, inFull), await approved()])
      expect(session).not.toHaveProperty('birth_date_ambiguous');
  });
});

describe('a date of birth', () => {
  test.each([
    ['640812', { date_of_birth: '1964-08-12', latest_date_of_birth: '1964-08-12' }],
    ['6408<<', { partial_date_of_birth: '1964-08', latest_date_of_birth: '1964-08-31' }],
    ['640000', { partial_date_of_birth: '1964', latest_date_of_birth: '1964-12-31' }],
    ['<<<<<<', {}],
    ['000000', {}],
  ])('of %s is returned as far as it is known', async (birth, expected) => {
    const { date_of_birth, partial_date_of_birth, latest_date_of_birth, mrz } = await approved({ birth });
    expect({ date_of_birth, partial_date_of_birth, latest_date_of_birth }).toEqual(expected);
    expect(mrz?.date_of_birth).toBe(birth);
  });

  test.each(['<<<<<<', '000000'])('of %s proves no age', async (birth) => {
    const { id } = await approved({ birth });
    const { status, body } = await server.call('session.proof', { id }, account);
    expect(status).toBe(200);
    const { claims } = await verifyProof(body.proof, { issuer: server.base, keys: await keySet() });
    expect(claims.surname).toEqual({ value: 'MUELLER', source: 'DG1' });
    expect(Object.keys(claims).filter((name) => /age|birth/.test(name))).toEqual([]);
  });
});

test.each([
  ['XXA', undefined],
  ['XXB', undefined],
  ['D', 'DE'],
  ['RKS', 'XK'],
  // As on German residence permits.
  ['XXK', 'XK'],
])('the MRZ nationality %s is returned, and its ISO 3166 code if it has one', async (code, nationality) => {
  const session = await approved({ nationality: code });
  expect([session.mrz?.nationality, session.nationality]).toEqual([code, nationality]);
  expect([session.mrz?.issuing_state, session.issuing_country]).toEqual(['D', 'DE']);
});

test("the country of a document counts in the account's overview", async () => {
  const { basic, bearer } = await server.account();
  account = { basic, bearer };
  await approved();
  const { body } = await server.call('dashboard.overview', { days: 1 }, { bearer });
  expect(body.countries).toEqual([{ country: 'DE', approved: 1, rejected: 0 }]);
});

test('the authority and the day of issue come from DG12', async () => {
  const session = await approved({}, { 12: der(0x6c, tlv('5f19', 'Stadt Köln'), tlv('5f26', '20210415')) });
  expect(session).toMatchObject({
    issuer: 'Stadt Köln',
    issue_date: '2021-04-15',
    sources: { issuer: 'DG12', issue_date: 'DG12' },
  });
});

test('groups that the reader held back are distinguished from those it sent', async () => {
  const { dg11: kept, ...sent } = documentOf({}, { 11: der(0x6b, tlv('5f10', '1')) }) as Record<string, Uint8Array>;
  expect(kept).toBeDefined();
  const { state, chip } = await get<ApprovedSession>(await submit(sent));
  expect([state, chip.data_groups, chip.data_groups_read]).toEqual(['APPROVED', [1, 2, 11], [1, 2]]);
});

describe('images', () => {
  const bytes = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64');

  test('are PNG, and the portrait is also available as a JPEG', async () => {
    const id = await submit(
      documentOf({}, { 7: tlv('67', Buffer.concat([tlv('02', '\u0001'), tlv('5f43', signature)])) }),
    );
    const [png, jpeg] = [await get<ApprovedSession>(id), await get<ApprovedSession>(id, { portrait_format: 'jpeg' })];
    const formats = async (session: ApprovedSession) =>
      Promise.all(
        [session.portrait, session.signature_image].map(async (image) => {
          const { format, width, height } = await sharp(bytes(image)).metadata();
          return [format, width, height];
        }),
      );
    expect(await formats(png)).toEqual([
      ['png', 240, 320],
      ['png', 240, 320],
    ]);
    expect(await formats(jpeg)).toEqual([
      ['jpeg', 240, 320],
      ['png', 240, 320],
    ]);
    expect(bytes(png.signature_image)).not.toEqual(bytes(png.portrait));
    const { status, body } = await server.call('session.get', { id, portrait_format: 'webp' as 'png' }, account);
    expect([status, body]).toMatchObject([400, { details: [{ path: 'portrait_format' }] }]);
  });

  test.each([
    ['sycc-420', 'colours of half the size'],
    ['sycc-420-opacity', 'a transparent half, which is paper'],
  ])('of a portrait like %s, with %s, are right', async (name) => {
    const jp2 = readFileSync(new URL(`../support/documents/jpeg2000/${name}.jp2`, import.meta.url));
    const { portrait } = await approved({}, { 2: dg2Of(jp2) });
    const { data, info } = await sharp(bytes(portrait)).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 24, height: 20, channels: 3 });
    const pixel = (x: number, y: number) => [...data.subarray((y * 24 + x) * 3, (y * 24 + x) * 3 + 3)];
    const expected = [88, 108, 172];
    for (const [channel, value] of pixel(6, 6).entries()) expect(Math.abs(value - expected[channel]!)).toBeLessThan(13);
    expect(pixel(20, 6)).toEqual(name.endsWith('opacity') ? [255, 255, 255] : expect.not.arrayContaining([255]));
  });

  test('of an unreadable signature are left out', async () => {
    const broken = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(60)]);
    const session = await approved({}, { 7: tlv('67', tlv('5f43', broken)) });
    expect(session).not.toHaveProperty('signature_image');
    expect(session.chip.data_groups_read).toEqual([1, 2, 7]);
  });
});

test('a chip whose only proof is PACE with Chip Authentication Mapping is flagged, and refused for good if a proof is required', async () => {
  const files = documentOf({}, { 14: dg14With(mappingInfo(), keyInfo(ecdhChipKey())) });
  const flags = [{ code: 'chip_authentication_mapping_only', message: expect.stringContaining('Mapping') }];
  expect(await get<ApprovedSession>(await submit(files))).toMatchObject({
    state: 'APPROVED',
    chip: { clone_protection: 'NONE', clone_protection_offered: [], flags },
  });
  expect(await get<RejectedSession>(await submit(files, { require_clone_protection: true }))).toMatchObject({
    state: 'REJECTED',
    failure: { code: 'chip_auth_missing', retryable: false },
    chip: { flags },
  });
});

describe('an incomplete reading', () => {
  test.each(['dg1', 'dg2'])('without %s is rejected, and can be retried', async (name) => {
    const { [name]: missing, ...files } = documentOf() as Record<string, Uint8Array>;
    expect(missing).toBeDefined();
    expect(await get<RejectedSession>(await submit(files))).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'dg_missing', retryable: true },
      chip: { checks: { data: { code: 'dg_missing', message: expect.stringContaining(name.toUpperCase()) } } },
    });
  });
});

test.each([
  ['es', '/es'],
  ['sv', ''],
] as const)('the help for a failed session in %s is the guide under "%s"', async (locale, folder) => {
  const { dg2: _, ...files } = documentOf() as Record<string, Uint8Array>;
  const { failure } = await get<RejectedSession>(await submit(files, { locale }));
  expect(failure.help_url).toBe(`${server.base}${folder}/failure-guide#dg_missing`);
});

describe('data from the issuer', () => {
  const rejected = async (files: Record<string, Uint8Array>) => {
    const { state, failure } = await get<RejectedSession>(await submit(files));
    return { state, ...failure };
  };
  const final = (code: string) => ({ state: 'REJECTED', code, retryable: false });

  test('in an unsupported form is not called damaged: reading it again cannot help', async () => {
    const groups = new Map<number, Uint8Array>([
      [1, dg1Of(mrz({}))],
      [2, dg2Of(portrait)],
    ]);
    const files = { dg1: groups.get(1)!, dg2: groups.get(2)! };
    const strange = issueSod({ signer, issuerSubject: country, groups, content_type: '1.2.3.4' });
    expect(await rejected({ ...files, sod: strange })).toMatchObject(final('unsupported_algorithm'));
    const versioned = issueSod({ signer, issuerSubject: country, groups });
    versioned[versioned.indexOf(Buffer.from('020103', 'hex')) + 2] = 1;
    expect(await rejected({ ...files, sod: versioned })).toMatchObject(final('unsupported_algorithm'));
    expect(await rejected(documentOf({}, { 2: Buffer.from('7500', 'hex') }))).toMatchObject(
      final('portrait_unreadable'),
    );
    expect(await rejected(documentOf({}, { 1: Buffer.from('6100', 'hex') }))).toMatchObject(final('mrz_invalid'));
    const damaged = { ...files, sod: versioned.subarray(0, 200) };
    expect(await rejected(damaged)).toMatchObject({ code: 'malformed', retryable: true });
  });

  test('that does not list DG2 cannot be read on the next attempt either', async () => {
    const { dg2: _, ...files } = documentOf() as Record<string, Uint8Array>;
    const groups = new Map([[1, files['dg1']!]]);
    const sod = issueSod({ signer, issuerSubject: country, groups });
    expect(await rejected({ ...files, sod })).toMatchObject(final('dg_missing'));
  });

  test('outside the signature does not matter', async () => {
    const { sod, ...files } = documentOf() as Record<string, Uint8Array>;
    const announced = Buffer.from(sod!);
    announced[announced.indexOf(Buffer.from('608648016503040201', 'hex')) + 8] = 3;
    const session = await get<ApprovedSession>(await submit({ ...files, sod: announced }));
    expect(session.state).toBe('APPROVED');
  });
});

describe('a required proof against copies that is missing', () => {
  const failureOf = async (groups: Record<number, Uint8Array>, { without }: { without?: string } = {}) => {
    const files = Object.entries(documentOf({}, groups)).filter(([name]) => name !== without);
    const id = await submit(Object.fromEntries(files) as Record<string, Uint8Array>, {
      require_clone_protection: true,
    });
    return (await get<RejectedSession>(id)).failure;
  };
  const offer = dg14With(protocolInfo('ECDH', 'AES-128'), keyInfo(ecdhChipKey()));
  const unknownKind = dg14With(protocolInfo('ECDH', 'AES-128', {}, 2), keyInfo(ecdhChipKey()));

  test.each<[string, boolean, Record<number, Uint8Array>, { without?: string }]>([
    ['has no key for it', false, {}, {}],
    ['offers a kind that is not supported', false, { 14: unknownKind }, {}],
    ['offers Chip Authentication', true, { 14: offer }, {}],
    ['has a DG14 that the reader held back', true, { 14: offer }, { without: 'dg14' }],
    ['offers Active Authentication', true, { 15: dg15Of(ecKeys().publicKey) }, {}],
  ])('from a chip that %s: retryable is %s', async (_, retryable, groups, kept) => {
    expect(await failureOf(groups, kept)).toMatchObject({ code: 'chip_auth_missing', retryable });
  });
});
