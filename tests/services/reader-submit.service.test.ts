/** Whatever strangers, signers or lists put into certificates and data groups, the session stays readable. */
// SQLite only: session-data.test.ts stores a chip's data on both databases.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DocumentFiles, verifyDocument } from '@sigill/emrtd';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { der, derOid } from '../../sdk/emrtd/src/asn1/der-values.ts';
import { checkDigit } from '../../sdk/emrtd/src/mrz/check-digit.ts';
import { inTransaction } from '../../server/database/transaction.ts';
import type { RejectedSession, VerificationSession } from '../../server/generated/operations.gen.ts';
import { answerOf } from '../../server/http/call/answer.ts';
import { responseValidator } from '../../server/http/contract.ts';
import { issueChallenge, startReading } from '../../server/reader/reader.service.ts';
import { submitDocument } from '../../server/reader/reader-submit.service.ts';
import { findSessionById } from '../../server/sessions/session/session.repository.ts';
import { createSession } from '../../server/sessions/session/session.service.ts';
import { viewSession } from '../../server/sessions/session/session.view.ts';
import { createTrust } from '../../server/trust/trust.ts';
import { dg1Of, dg2Of, ecKeys, IMAGE, issueCertificate, issueSod } from '../support/documents/documents.ts';
import { issueListAuthority, issueMasterList } from '../support/documents/master-lists.ts';
import { trials } from '../support/runs/trials.ts';
import { createServiceWorld, type ServiceWorld } from '../support/server/service-world.ts';

const SEED = 20_261_121;

const keys = { csca: ecKeys('prime256v1'), signer: ecKeys('prime256v1'), stranger: ecKeys('prime256v1') };
const authority = issueListAuthority();

const folder = mkdtempSync(join(tmpdir(), 'sigill-lists-'));
let world: ServiceWorld;
let merchant: number;

beforeAll(async () => {
  mkdirSync(join(folder, 'roots'));
  writeFileSync(join(folder, 'roots/publisher.cer'), authority.root.certificate);
  world = await createServiceWorld({ mode: 'production' });
  merchant = await world.merchant('ACTIVE');
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

type Bytes = Uint8Array;
type Attribute = [type: string, tag: number, value: Bytes];

interface Material {
  csca: Attribute[];
  signer: Attribute[];
  csca_serial: Bytes;
  serial: Bytes;
  not_before: Bytes;
  not_after: Bytes;
  signed_at: Date;
  by_stranger: boolean;
  names: string;
  state: string;
  nationality: string;
  birth: string;
  personal: [tag: string, value: Bytes][];
  authority: [tag: string, value: Bytes][];
  groups: number[];
  damage: number | undefined;
}

const utf8 = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());

/**
 * Long and short texts with characters that can break lists, terminals, databases and truncation: control characters, bidirectional
 * marks, lone surrogates.
 */
const text = fc.oneof(
  fc.string({ maxLength: 24 }),
  fc.string({ unit: 'binary', maxLength: 24 }),
  fc
    .tuple(fc.constantFrom('x', 'é', '😀', '\u0000', '\u202e', ' ', 'a😀'), fc.integer({ min: 1, max: 1200 }))
    .map(([letters, times]) => letters.repeat(times).slice(0, 1200)),
  fc.constantFrom('', '\u2028', '\u001b[2J', '\ud800', 'Ministry\u2066', '<<<<'),
);

const attribute: fc.Arbitrary<Attribute> = fc.oneof(
  fc.tuple(
    fc.constantFrom('2.5.4.3', '2.5.4.10', '2.5.4.6', '1.2.3.4'),
    fc.constantFrom(0x0c, 0x13, 0x04),
    text.map(utf8),
  ),
  fc.tuple(fc.constantFrom('2.5.4.3', '2.5.4.6'), fc.constant(0x1e), text.map(utf16)),
);
const country = (code: string): Attribute => ['2.5.4.6', 0x13, utf8(code)];
const name = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant([country('DE')]) },
      fc.constantFrom([], [country('DEU')], [country('ß')]),
    ),
    fc.array(attribute, { maxLength: 4 }),
  )
  .map(([first, more]) => [...first, ...more]);

const serial = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 20 }),
  fc.uint8Array({ maxLength: 70 }),
  fc.constantFrom(Uint8Array.of(0), Uint8Array.of(0xff), Uint8Array.of(0xab, 0xcd, 0x12)),
);

const generalizedTime = (digits: string): Bytes => der(0x18, Buffer.from(digits));
const time = (usual: string) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(generalizedTime(usual)) },
    fc
      .constantFrom(
        '00000101000000Z',
        '00000101000000+2359',
        '99991231235959Z',
        '99991231235959-2359',
        '20260230000000Z',
      )
      .map(generalizedTime),
    fc.stringMatching(/^[0-9]{14}Z$/).map(generalizedTime),
  );

const elements = (tags: string[], digits: string[]) =>
  fc.array(
    fc.tuple(
      fc.constantFrom(...tags),
      fc.oneof(
        text.map((value) => utf8(value).slice(0, 600)),
        fc.constantFrom(...digits).map(utf8),
      ),
    ),
    { maxLength: 3 },
  );

const material: fc.Arbitrary<Material> = fc.record({
  csca: name,
  signer: name,
  csca_serial: serial,
  serial,
  not_before: time('20200101000000Z'),
  not_after: time('20350101000000Z'),
  signed_at: fc.date({ min: new Date('2020-02-01'), max: new Date('2034-01-01'), noInvalidDate: true }),
  by_stranger: fc.boolean(),
  names: fc.stringMatching(/^[A-Z][A-Z<]{0,38}$/),
  state: fc.oneof({ weight: 3, arbitrary: fc.constant('D') }, fc.constantFrom('UTO', 'XXA', 'ZZZ', 'GBD', 'UNO', 'X')),
  nationality: fc.constantFrom('D', 'XXB', 'ZZZ', 'RKS', 'Q'),
  birth: fc.constantFrom('740812', '000229', '640800', '<<<<<<'),
  personal: elements(['5f0e', '5f10', '5f11', '5f2b'], ['19000229', '20000229', '18740812', '00000229', '19640800']),
  authority: elements(['5f19', '5f26'], ['20200101']),
  groups: fc.array(fc.integer({ min: 3, max: 17 }), { maxLength: 4 }),
  damage: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, fc.nat()),
});

const usual: Material = {
  csca: [country('DE')],
  signer: [country('DE')],
  csca_serial: Uint8Array.of(1),
  serial: Uint8Array.of(2),
  not_before: generalizedTime('20200101000000Z'),
  not_after: generalizedTime('20350101000000Z'),
  signed_at: new Date('2026-02-27T08:28:45Z'),
  by_stranger: false,
  names: 'ERIKSSON<<ANNA',
  state: 'D',
  nationality: 'D',
  birth: '740812',
  personal: [],
  authority: [],
  groups: [],
  damage: undefined,
};

/** Each of these makes the session unreadable or loses the signer if handled wrongly. */
const KNOWN: Partial<Material>[] = [
  { serial: Uint8Array.of(0, 0xab, 0xcd, 0x12) },
  { serial: new Uint8Array(20).fill(0x8f) },
  { serial: new Uint8Array(41).fill(0x11) },
  { csca: [country('DE'), ['2.5.4.3', 0x0c, utf8('x'.repeat(600))]], by_stranger: true },
  { signer: [country('DE'), ['2.5.4.3', 0x0c, utf8(`${'x'.repeat(1015)}${'😀'.repeat(9)}`)]] },
  { signer: [country('DE'), ['2.5.4.3', 0x1e, utf16('\ud800\u0000\u202e')]] },
  { csca: [country('DEU')], signer: [country('DEU')] },
  { not_after: generalizedTime('99991231235959-2359') },
  { birth: '000229', personal: [['5f2b', utf8('19000229')]] },
  { personal: [['5f10', utf8('<<<')]], authority: [['5f19', utf8('\u2066')]] },
  { personal: [['5f10', utf8('é'.repeat(200))]], authority: [['5f19', utf8('😀'.repeat(128))]] },
];

const distinguishedName = (attributes: Attribute[]) =>
  der(0x30, ...attributes.map(([type, tag, value]) => der(0x31, der(0x30, derOid(type), der(tag, value)))));

const group = (tag: number, parts: [tag: string, value: Bytes][]) =>
  der(tag, ...parts.map(([type, value]) => Buffer.concat([Buffer.from(type, 'hex'), der(0, value).subarray(1)])));

function mrzOf({ names, state, nationality, birth }: Material): string {
  const code = (letters: string) => letters.padEnd(3, '<');
  const checked = (field: string) => field + checkDigit(field);
  const [number, dates, optional] = [checked('L898902C3'), [checked(birth), checked('310415')], '<'.repeat(14)];
  const composite = checkDigit(`${number}${dates.join('')}${optional}0`);
  return `P<${code(state)}${names.padEnd(39, '<')}${number}${code(nationality)}${dates.join('F')}${optional}0${composite}`;
}

/** Puts the master list into the operator's folder. @returns the files that a reader reads from the chip. */
function prepare(given: Material): DocumentFiles {
  const csca = issueCertificate({
    subject: distinguishedName(given.csca),
    keys: keys.csca,
    serial: given.csca_serial,
    ca: true,
  });
  writeFileSync(join(folder, 'list.ml'), issueMasterList([csca.certificate], authority, given.signed_at));
  const { not_before, not_after } = given;
  const signer = issueCertificate({
    subject: distinguishedName(given.signer),
    keys: keys.signer,
    issuer: given.by_stranger ? { ...csca, keys: keys.stranger } : csca,
    serial: given.serial,
    not_before: Buffer.from(not_before),
    not_after: Buffer.from(not_after),
  });
  const groups = new Map<number, Bytes>([
    [1, dg1Of(mrzOf(given))],
    [2, dg2Of(IMAGE)],
    [11, group(0x6b, given.personal)],
    [12, group(0x6c, given.authority)],
    ...given.groups
      .filter((number) => number > 12 && number !== 15)
      .map((number) => [number, Buffer.of(number)] as const),
  ]);
  const sod = issueSod({ signer, issuerSubject: csca.subject, groups });
  const { damage } = given;
  if (damage !== undefined) sod[damage % sod.length]! ^= 1 << (damage % 8);
  return { sod, dg1: groups.get(1)!, dg2: groups.get(2)!, dg11: groups.get(11)!, dg12: groups.get(12)! };
}

async function submit(files: DocumentFiles) {
  const { deps } = world;
  deps.trust = await createTrust(folder, async () => [], 'production');
  const { id, token } = await inTransaction(world.callOf(merchant), (ctx) => createSession(ctx, {}));
  const session = async () => (await findSessionById(world.ctx.db, id))!;
  const device = { platform: 'CLI' as const, idempotency_key: undefined };
  const start = { session: await session(), secret: token, ...device };
  await inTransaction(world.callOf(merchant), (ctx) => startReading(ctx, start));
  const started = await session();
  const { challenge } = await inTransaction(world.ctx, (ctx) => issueChallenge(ctx, started));
  const submission = { files, challenge: Buffer.from(challenge, 'base64') };
  const { ctx } = world;
  await submitDocument({ ...ctx, transaction: (work) => inTransaction(ctx, work) }, await session(), submission);
  const { body } = answerOf('session.get', await viewSession(world.ctx, await session()));
  return JSON.parse(body.toString()) as VerificationSession;
}

describe('a document of any content', () => {
  const validate = responseValidator('session.get', 200)!;

  test('leaves a readable session with everything that was found out', { timeout: 240_000 }, async () => {
    const met = new Map<string, number>();
    const count = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);
    const property = fc.asyncProperty(material, async (given) => {
      const files = prepare(given);
      const shown = await submit(files);
      expect(validate(shown), JSON.stringify(validate.errors)).toBe(true);

      const policy = { at: world.deps.clock.now(), trust: world.deps.trust.live, passport_only: false };
      const found = verifyDocument({ files, challenge: Buffer.alloc(8) }, policy);
      const { chip } = shown as RejectedSession;
      expect(shown.state).toBe(found.verdict);
      expect(chip.data_groups).toEqual(found.data_groups);
      expect(chip.signer?.serial_number).toBe(found.signer?.serial_number);
      expect(chip.trust_anchor?.source_date).toBe(found.trust_anchor && given.signed_at.toISOString().slice(0, 10));
      count(found.reason ?? found.verdict);
      if (found.signer && found.trust_anchor) count('signer and anchor');
      // No text may control a terminal or change the text direction.
      const { portrait: _, ...texts } = shown as { portrait?: string };
      expect(JSON.stringify(texts)).not.toMatch(
        /\\u00[01]|\\ud[89a-f]|[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/i,
      );
    });
    await fc.assert(property, {
      ...trials(150, SEED),
      examples: KNOWN.map((known): [Material] => [{ ...usual, ...known }]),
    });
    expect([...met.keys()], 'every kind of end is met').toEqual(
      expect.arrayContaining([
        'APPROVED',
        'issuer_unknown',
        'certificate_expired',
        'country_mismatch',
        'signer and anchor',
      ]),
    );
  });
});
