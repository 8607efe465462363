/** Verifies changed documents, and shows each result as `session.get` would, for chip-mutations.test.ts. */
import { randomBytes, sign } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { createTrustStore, type DocumentFiles, type Evidence, type Verification, verifyDocument } from '@sigill/emrtd';
import { failureReasons } from '../../../server/generated/operations.gen.ts';
import { responseValidator } from '../../../server/http/contract.ts';
import { boundedData, chipResult } from '../../../server/reader/chip-result.ts';
import { encode, mutated, parse, type Random, randomNumbers } from './ber-mutations.ts';
import {
  dg1Of,
  dg2Of,
  dg15Of,
  ecKeys,
  IMAGE,
  type Issued,
  issueCertificate,
  issueSod,
  nameOf,
  signWith,
  TD3_MRZ,
} from './documents.ts';

export interface MutationReport {
  genuine: string;
  /** Changed files that were approved with the genuine content, because the change was to unsigned bytes. */
  unsigned: number;
  reasons: Record<string, number>;
  wrong: string[];
}

const { rounds, seed } = workerData as { rounds: number; seed: number };
const random = randomNumbers(seed);
const validate = responseValidator('session.get', 200)!;
const at = new Date('2026-06-01');
const keys = () => ecKeys('prime256v1', { explicit: random(2) === 0 });
const subject = nameOf({ C: 'UT', CN: 'CSCA' });
const csca = issueCertificate({ subject, keys: keys(), ca: true });
const signer = issueCertificate({ subject: nameOf({ C: 'UT', CN: 'DS' }), keys: keys(), issuer: csca, serial: 77 });
const chip = keys();
const challenge = randomBytes(8);
const trust = createTrustStore([{ name: 'test', date: '2026-01-01', certificates: [csca.certificate] }]);
const policy = { at, trust, passport_only: false };

const GROUPS: [number, Uint8Array][] = [
  [1, dg1Of(TD3_MRZ)],
  [2, dg2Of(IMAGE)],
  [11, Buffer.from(`6b1e5f0e0f${Buffer.from('ERIKSSON<<ANNA').toString('hex')}3c5f2b0419740812`, 'hex')],
  [12, Buffer.from('6c0a5f190754455354494e47', 'hex')],
  [14, Buffer.from('6e023100', 'hex')],
  [15, dg15Of(chip.publicKey)],
];
const sod = issueSod({ signer, issuerSubject: subject, groups: new Map(GROUPS) });
const genuine = evidenceOf(sod, GROUPS);
/** Mutations insert parts of this document, which another signer signed. */
const stranger = issueCertificate({ subject, keys: keys(), ca: true, serial: 5 });
const donor = issueSod({ signer: stranger, issuerSubject: subject, groups: new Map(GROUPS) });

function evidenceOf(sodBytes: Uint8Array, groups: readonly [number, Uint8Array][]): Evidence {
  const files = { sod: sodBytes, ...Object.fromEntries(groups.map(([number, bytes]) => [`dg${number}`, bytes])) };
  return { files, challenge, aa_signature: sign('sha256', challenge, chip.privateKey) };
}

/** Another name with matching hashes, under a certificate of the State or one of the forger's. The forger's key signs it either way. */
function consistentForgery(): Evidence {
  const groups = GROUPS.map(([number, bytes]): [number, Uint8Array] =>
    number === 1 ? [1, dg1Of(TD3_MRZ.replace('ERIKSSON', 'ERIKSSEN'))] : [number, bytes],
  );
  const { keys: own } = stranger;
  const by =
    random(2) === 0
      ? { ...signer, keys: own }
      : issueCertificate({ subject, keys: own, issuer: { subject, keys: own } });
  return evidenceOf(issueSod({ signer: by, issuerSubject: subject, groups: new Map(groups) }), groups);
}

/** The forger changes a document but cannot sign it again. */
function forged(): Evidence {
  if (random(40) === 0) return consistentForgery();
  const files: DocumentFiles = { ...genuine.files };
  const names = Object.keys(files) as (keyof DocumentFiles)[];
  // Most checks are about the security object.
  const name = random(3) > 0 ? 'sod' : names[random(names.length)]!;
  // Other data groups are never left out, because they would then only be missing from the result.
  if (/^dg([12]|15)$/.test(name) && random(4) === 0) delete files[name];
  else files[name] = mutated(files[name]!, random, donor);
  const aa_signature = random(20) === 0 ? mutated(genuine.aa_signature!, random, donor) : genuine.aa_signature!;
  return { ...genuine, files, aa_signature };
}

/** The issuer itself signs unusual data groups or an unusual certificate. Such a document may be valid. */
function odd(): Evidence {
  if (random(3) === 0) {
    const certificate = resigned(signer, random);
    return evidenceOf(
      issueSod({ signer: { ...signer, certificate }, issuerSubject: subject, groups: new Map(GROUPS) }),
      GROUPS,
    );
  }
  const which = random(GROUPS.length);
  const groups = GROUPS.map(([number, bytes], index): [number, Uint8Array] => [
    number,
    index === which ? oddGroup(number, bytes) : bytes,
  ]);
  return evidenceOf(issueSod({ signer, issuerSubject: subject, groups: new Map(groups) }), groups);
}

/** The MRZ has no inner structure, so its letters are changed. */
function oddGroup(number: number, bytes: Uint8Array): Uint8Array {
  if (number !== 1 || random(2) === 0) return mutated(bytes, random, donor);
  const at = random(TD3_MRZ.length);
  return dg1Of(TD3_MRZ.slice(0, at) + '<AZ09 \u00e9'[random(7)] + TD3_MRZ.slice(at + 1));
}

function resigned({ certificate }: Issued, chance: Random): Buffer {
  const [root] = parse(certificate)!;
  const [tbs, algorithm, signature] = root!.content as NonNullable<ReturnType<typeof parse>>;
  const changed = mutated(encode([tbs!]), chance, donor);
  const signed = Buffer.concat([Buffer.of(0), signWith(csca.keys, changed)]);
  return encode([
    { ...root!, content: [...(parse(changed) ?? [tbs!]), algorithm!, { ...signature!, content: signed }] },
  ]);
}

function sessionOf(result: Verification): object {
  const time = at.toISOString();
  const shown = {
    ...{ id: 1, created: time, expires: time, initiated: time, ended: time },
    ...{ face_verification: false, passport_only: false, require_clone_protection: false },
    specimen: result.specimen,
    chip: JSON.parse(JSON.stringify(chipResult(result))),
  };
  if (result.verdict === 'APPROVED')
    return {
      ...shown,
      state: 'APPROVED',
      ...boundedData(result.data!),
      portrait: Buffer.from(result.portrait!.bytes).toString('base64'),
    };
  return { ...shown, state: 'REJECTED', failure: { code: result.reason!, ...failureReasons[result.reason!] } };
}

/**
 * What an approval vouches for, whatever else was sent. The signer's fingerprint is left out, because it includes the certificate's
 * signature, and an ECDSA certificate has several valid signatures.
 */
function essence({ data, portrait, signer: by, trust_anchor, clone_protection, data_groups_read }: Verification) {
  const image = portrait && Buffer.from(portrait.bytes).toString('hex');
  return { data, image, signer: { ...by, fingerprint: '' }, trust_anchor, clone_protection, data_groups_read };
}

function run(): MutationReport {
  const expected = verifyDocument(genuine, policy);
  const report: MutationReport = { genuine: expected.verdict, unsigned: 0, reasons: {}, wrong: [] };
  for (let round = 0; round < rounds && report.wrong.length < 10; round++) {
    const isForged = random(10) < 7;
    const evidence = isForged ? forged() : odd();
    // Keys are new in every run, so a seed alone does not reproduce a failure.
    const wrong = (what: string) => report.wrong.push(`round ${round} ${what}\n${filesOf(evidence)}`);
    try {
      const result = verifyDocument(evidence, policy);
      const outcome = result.reason ?? result.verdict;
      report.reasons[outcome] = (report.reasons[outcome] ?? 0) + 1;
      const isApproved = result.verdict === 'APPROVED';
      if (isApproved && isForged) {
        if (isDeepStrictEqual(essence(result), essence(expected))) report.unsigned++;
        else wrong(`approved something else: ${JSON.stringify(result.data)}`);
      }
      if (!validate(sessionOf(result))) wrong(`breaks the contract: ${JSON.stringify(validate.errors?.slice(0, 2))}`);
    } catch (error) {
      wrong(`threw ${error instanceof Error ? error.stack : error}`);
    }
  }
  return report;
}

const filesOf = ({ files }: Evidence) =>
  Object.entries(files)
    .map(([name, bytes]) => `${name} ${Buffer.from(bytes).toString('base64')}`)
    .join('\n');

parentPort?.postMessage(run());
