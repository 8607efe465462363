/** Issues specimen documents: complete chips, genuine or with exactly one defect. Only the signatures are random. */
import { type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type FaceImage,
  writeCom,
  writeDg1,
  writeDg2,
  writeDg11,
  writeDg12,
  writeDg14,
  writeDg15,
} from './data-groups.ts';
import { type MrzFields, writeTd1, writeTd3 } from './mrz-writer.ts';
import persons from './persons.json' with { type: 'json' };
import { type Signer, writeSecurityObject } from './security-object.ts';
import type { DigestName } from './signature-algorithms.ts';
import {
  type AccessKind,
  accessOf,
  activeAuthenticationInfo,
  chipAuthenticationInfos,
  paceInfosOf,
  type SpecimenAccess,
} from './specimen-access.ts';
import { documentSigner, forgedSigner, type KeyKind } from './specimen-authority.ts';
import { documentNumber, SPECIMEN_NAMES, type SpecimenName } from './specimen-catalogue.ts';
import { ecPrivateKey, rsaPrivateKey } from './specimen-keys.ts';

export interface IssuedSpecimen {
  files: SpecimenFiles;
  access: SpecimenAccess;
  /** The key with which the chip authenticates. A clone's key is not the one in its DG14 or DG15. */
  chip_key: { for: ChipProof; private_key: KeyObject };
  /** A JPEG of the person who presents the document, who need not be its holder. */
  face: Uint8Array;
  /** What is printed on the data page, except for the machine readable zone, which is in DG1. */
  printed: { person: Person; document_number: string; expiry_date: string; portrait: Uint8Array };
  behaviour: SpecimenBehaviour;
}

type ChipProof = 'ACTIVE_AUTHENTICATION' | 'CHIP_AUTHENTICATION';

export interface SpecimenFiles {
  com: Uint8Array;
  sod: Uint8Array;
  dg1: Uint8Array;
  dg2: Uint8Array;
  dg11: Uint8Array;
  dg12: Uint8Array;
  dg14?: Uint8Array;
  dg15?: Uint8Array;
}

export type SpecimenBehaviour =
  | { action: 'SUBMIT'; active_authentication: 'SIGN' | 'OMIT' }
  | { action: 'SUBMIT'; active_authentication: 'REPLAY'; recorded_signature: Uint8Array }
  | { action: 'FAIL'; code: 'nfc_lost'; message: string }
  | { action: 'ABORT' };

type Person = (typeof persons)[keyof typeof persons];

/** What a specimen is made of. DESIGNS lists what each changes in the genuine design. */
interface Design {
  person: Person;
  layout: 'TD1' | 'TD3';
  issuing_state: string;
  document_number: string;
  keys: KeyKind;
  issuer: 'trusted' | 'impostor';
  signature: 'genuine' | 'forged';
  /** The hash algorithm of the data groups and the signatures. */
  digest: DigestName;
  /** Years relative to `at`: document issue and expiry, and certificate start and end. */
  years: { issued: number; expires: number; signer_from: number; signer_to: number };
  portrait: FaceImage;
  face: Person;
  /** Changes files after they were signed. */
  afterwards: (files: SpecimenFiles, design: Design, at: Date) => Partial<SpecimenFiles>;
  chip: 'genuine' | 'clone';
  proof: ChipProof;
  access: AccessKind;
  behaviour: SpecimenBehaviour['action'] | 'OMIT' | 'REPLAY';
}

const GENUINE: Design = {
  ...heldBy('alma'),
  layout: 'TD3',
  issuing_state: 'UTO',
  document_number: 'SG0000001',
  keys: 'brainpoolP256r1',
  issuer: 'trusted',
  signature: 'genuine',
  digest: 'sha256',
  years: { issued: -3, expires: 7, signer_from: -4, signer_to: 8 },
  afterwards: () => ({}),
  chip: 'genuine',
  proof: 'ACTIVE_AUTHENTICATION',
  access: 'PACE_AND_BAC',
  behaviour: 'SUBMIT',
};

const DESIGNS: Record<SpecimenName, Partial<Design>> = {
  genuine: {},
  'genuine-rsa-pss': { ...heldBy('ture'), keys: 'rsa', access: 'BAC' },
  'id-card': { ...heldBy('iris', 'jpeg2000'), layout: 'TD1', access: 'CARD' },
  'expired-document': { years: { ...GENUINE.years, issued: -11, expires: -1, signer_from: -12 }, access: 'BAC' },
  'expired-signer': { years: { ...GENUINE.years, signer_to: -1 } },
  'tampered-dg1': { afterwards: (_, design, at) => ({ dg1: dg1Of(olderBy(design, 10), at) }) },
  'swapped-dg2': { afterwards: () => ({ dg2: writeDg2(photograph('ture', 'jpeg')) }), face: persons.ture },
  'bad-signature': { signature: 'forged' },
  'unknown-issuer': { issuer: 'impostor' },
  // Antarctica has a country code but issues no passports.
  'wrong-country': { issuing_state: 'ATA' },
  cloned: { chip: 'clone' },
  'replayed-aa': { behaviour: 'REPLAY' },
  'aa-stripped': { behaviour: 'OMIT' },
  'face-mismatch': { face: persons.ture },
  'unreadable-portrait': { portrait: damaged(photograph('iris', 'jpeg2000')) },
  'nfc-failure': { behaviour: 'FAIL' },
  'user-abort': { behaviour: 'ABORT' },
  'genuine-ca': { proof: 'CHIP_AUTHENTICATION', access: 'MAPPING' },
  'cloned-ca': { proof: 'CHIP_AUTHENTICATION', access: 'MAPPING', chip: 'clone' },
  'weak-digest': { digest: 'sha1' },
};

/**
 * A specimen as of `at`: valid documents are valid then, and expired ones expired the year before. `portrait` replaces the
 * person's portrait, and is signed like everything else.
 */
export function issueSpecimen(
  name: SpecimenName,
  { at, portrait }: { at: Date; portrait?: FaceImage | undefined },
): IssuedSpecimen {
  const design: Design = {
    ...GENUINE,
    document_number: documentNumber(name),
    ...DESIGNS[name],
    ...(portrait && { portrait }),
  };
  const chipKey = design.keys === 'rsa' ? rsaPrivateKey('chip') : ecPrivateKey('P-256', 'chip');
  const signer = signerOf(design, SPECIMEN_NAMES.indexOf(name) + 1, at);
  const signed_at = new Date(`${day(at, design.years.issued, '01-15')}T09:00:00Z`);
  const files = signedFiles(design, { chipKey, signer, at, signed_at });
  return {
    files: { ...files, ...design.afterwards(files, design, at) },
    access: accessOf(design.access, { chip: design.chip, chipKey, signer, at: signed_at }),
    chip_key: {
      for: design.proof,
      private_key: design.chip === 'genuine' ? chipKey : ecPrivateKey('P-256', 'clone'),
    },
    face: portraitFile(`${design.face.portrait}-live.jpg`),
    printed: {
      person: design.person,
      document_number: design.document_number,
      expiry_date: day(at, design.years.expires, '01-14'),
      portrait: portraitFile(`${design.person.portrait}.jpg`),
    },
    behaviour: behaviourOf(design, chipKey),
  };
}

function signerOf({ keys, issuer, years, signature }: Design, serial: number, at: Date): Signer {
  const not_before = new Date(`${day(at, years.signer_from, '01-01')}T00:00:00Z`);
  const not_after = new Date(`${day(at, years.signer_to, '12-31')}T23:59:59Z`);
  const signer = documentSigner({ kind: keys, issuer, serial, not_before, not_after });
  return signature === 'genuine' ? signer : forgedSigner(signer, keys);
}

function signedFiles(
  design: Design,
  { chipKey, signer, at, signed_at }: { chipKey: KeyObject; signer: Signer; at: Date; signed_at: Date },
): SpecimenFiles {
  const groups = new Map([
    [1, dg1Of(design, at)],
    [2, writeDg2(design.portrait)],
    [11, writeDg11(design.person)],
    [12, writeDg12({ issuing_authority: 'Specimen Office', issue_date: day(at, design.years.issued, '01-15') })],
    ...chipKeyGroups(design, chipKey),
  ]);
  const sod = writeSecurityObject(groups, signer, { signed_at, digest: design.digest });
  const file = (number: number) => groups.get(number)!;
  const [dg14, dg15] = [groups.get(14), groups.get(15)];
  return {
    com: writeCom(groups.keys()),
    sod,
    dg1: file(1),
    dg2: file(2),
    dg11: file(11),
    dg12: file(12),
    ...(dg14 && { dg14 }),
    ...(dg15 && { dg15 }),
  };
}

function chipKeyGroups({ keys, proof, access }: Design, chipKey: KeyObject): [number, Uint8Array][] {
  const dg15: [number, Uint8Array][] = proof === 'ACTIVE_AUTHENTICATION' ? [[15, writeDg15(chipKey)]] : [];
  const isSaid = proof === 'ACTIVE_AUTHENTICATION' && keys !== 'rsa';
  const infos = [
    ...paceInfosOf(access),
    ...(isSaid ? [activeAuthenticationInfo()] : []),
    ...(proof === 'CHIP_AUTHENTICATION' ? chipAuthenticationInfos(chipKey) : []),
  ];
  return [...(infos.length > 0 ? [[14, writeDg14(infos)] as [number, Uint8Array]] : []), ...dg15];
}

function dg1Of({ person, layout, issuing_state, document_number, years }: Design, at: Date): Uint8Array {
  const fields: MrzFields = {
    document_code: layout === 'TD3' ? 'P' : 'I',
    issuing_state,
    surname: person.surname,
    given_names: person.given_names,
    document_number,
    nationality: 'UTO',
    date_of_birth: person.date_of_birth,
    sex: person.sex,
    expiry_date: day(at, years.expires, '01-14'),
    optional_data: person.personal_number,
  };
  return writeDg1(layout === 'TD3' ? writeTd3(fields) : writeTd1(fields));
}

function olderBy(design: Design, years: number): Design {
  const [year, rest] = [design.person.date_of_birth.slice(0, 4), design.person.date_of_birth.slice(4)];
  return { ...design, person: { ...design.person, date_of_birth: `${Number(year) - years}${rest}` } };
}

const BEHAVIOURS: Record<Exclude<Design['behaviour'], 'REPLAY'>, SpecimenBehaviour> = {
  ABORT: { action: 'ABORT' },
  FAIL: { action: 'FAIL', code: 'nfc_lost', message: 'Tag connection lost while reading DG2' },
  SUBMIT: { action: 'SUBMIT', active_authentication: 'SIGN' },
  OMIT: { action: 'SUBMIT', active_authentication: 'OMIT' },
};

const behaviourOf = ({ behaviour }: Design, chipKey: KeyObject): SpecimenBehaviour =>
  behaviour === 'REPLAY'
    ? { action: 'SUBMIT', active_authentication: 'REPLAY', recorded_signature: recorded(chipKey) }
    : BEHAVIOURS[behaviour];

const recorded = (chipKey: KeyObject) =>
  new Uint8Array(sign('sha256', Buffer.from('recorded'), { key: chipKey, dsaEncoding: 'ieee-p1363' }));

const day = (at: Date, years: number, monthAndDay: string) =>
  `${String(at.getUTCFullYear() + years).padStart(4, '0')}-${monthAndDay}`;

function heldBy(name: keyof typeof persons, format: FaceImage['format'] = 'jpeg') {
  const person = persons[name];
  return { person, portrait: photograph(name, format), face: person };
}

function photograph(name: string, format: FaceImage['format']): FaceImage {
  return { format, width: 240, height: 320, bytes: portraitFile(`${name}.${format === 'jpeg' ? 'jpg' : 'jp2'}`) };
}

/** Keeps the boxes and the start of the codestream, so that the file looks like JPEG 2000 until it is decoded. */
function damaged(image: FaceImage): FaceImage {
  const head = image.bytes.subarray(0, 120);
  return {
    ...image,
    bytes: Uint8Array.from(image.bytes.subarray(0, 1200), (byte, index) => (index < head.length ? byte : 0xa5)),
  };
}

function portraitFile(file: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`./portraits/${file}`, import.meta.url)));
}
