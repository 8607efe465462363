/**
 * Compares the chip engine with bare signatures and with PKI.js in one run: in each round all verify the same documents, issued
 * like the specimens. Figures are CPU time of this process, in which nothing else runs.
 */
import { constants, createHash, type KeyObject, sign, verify } from 'node:crypto';
import { createTrustStore, type TrustSource, type TrustStore, verifyDocument } from '@sigill/emrtd';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { writeDg14, writeDg15 } from '../../server/specimen/data-groups.ts';
import { issueCertificate } from '../../server/specimen/issue-certificate.ts';
import { issueSpecimen } from '../../server/specimen/issue-specimen.ts';
import { writeSecurityObject } from '../../server/specimen/security-object.ts';
import { activeAuthenticationInfo } from '../../server/specimen/specimen-access.ts';
import { ecPrivateKey, rsaPrivateKey } from '../../server/specimen/specimen-keys.ts';
import { atLeast, atMost, type Cell, inRounds, median, pairedRatios, say, table } from './measure.ts';

interface Profile {
  title: string;
  key: (seed: string) => KeyObject;
  /** The minimum share of the time of the whole verification that the bare signatures take. */
  goal: number;
}

const PROFILES: readonly Profile[] = [
  { title: 'RSASSA-PSS 2048', key: rsaPrivateKey, goal: 0.6 },
  { title: 'P-256, explicit', key: (seed) => ecPrivateKey('P-256', seed), goal: 0.6 },
  { title: 'brainpoolP256r1, explicit', key: (seed) => ecPrivateKey('brainpoolP256r1', seed), goal: 0.75 },
];

const GOALS = { pkijs: 8, slowest_ms: 10 };
/** The number of document signers. Each has signed one document. */
const SIGNERS = 20;
const BATCHES = 10;
const WARM_UP = 2;
/** About the size of the German master list, which has 588 certificates. */
const LIST = { States: 112, certificates: 5 };

export async function engine({ rounds, scale }: { rounds: number; scale: number }): Promise<string> {
  const rows: Cell[][] = [];
  for (const profile of PROFILES) {
    say(`${profile.title} …`);
    rows.push(await rowOf(profile, { rounds, warm_up: WARM_UP }, Math.max(1, Math.round(BATCHES * scale))));
  }
  const head =
    'signed with | raw/again | goal | raw/first | pkijs/again | goal | again ms | first ms | raw ms | pkijs ms';
  return `OpenSSL ${process.versions.openssl}\n${table(`${head} | slowest first ms | goal`, rows)}`;
}

async function rowOf(profile: Profile, rounds: { rounds: number; warm_up: number }, batches: number): Promise<Cell[]> {
  const issued = issueDocuments(profile);
  const samples = await inRounds(verifiers(issued), rounds, async ({ name, makes }) => {
    const costs: number[] = [];
    for (let turn = 0; turn < (name === 'first' ? 1 : batches); turn++) {
      const verifyOne = await makes();
      for (const document of issued.documents) {
        const before = process.cpuUsage();
        if ((await verifyOne(document)) === 'cannot') return undefined;
        const { user, system } = process.cpuUsage(before);
        costs.push((user + system) / 1000);
      }
    }
    return { ms: costs.reduce((sum, cost) => sum + cost) / costs.length, most_ms: Math.max(...costs) };
  });
  const of = (name: string) => [...samples].find(([verifier]) => verifier.name === name)![1];
  const ms = (name: string) => of(name).flatMap((sample) => (sample ? [sample.ms] : []));
  const ratio = (name: string, by: string) => median(pairedRatios(ms(name), ms(by)));
  const again = ratio('raw', 'again');
  const peer = ms('pkijs').length > 0 ? ratio('pkijs', 'again') : undefined;
  const slowest = median(of('first').map((sample) => sample!.most_ms));
  return [
    ...[profile.title, again, atLeast(profile.goal, again), ratio('raw', 'first')],
    ...(peer === undefined ? ['cannot', ''] : [peer, atLeast(GOALS.pkijs, peer)]),
    ...[median(ms('again')), median(ms('first')), median(ms('raw')), peer && median(ms('pkijs'))],
    ...[slowest, atMost(GOALS.slowest_ms, slowest)],
  ];
}

interface Verifier {
  name: string;
  /**
   * Creates the verifier; this is not measured. For a document that does not verify, the verifier throws or, for PKI.js, returns
   * `cannot`.
   */
  makes(): Verify | Promise<Verify>;
}

type Verify = (document: Document) => unknown;

type Issued = ReturnType<typeof issueDocuments>;
type Document = Issued['documents'][number];

function verifiers({ source, csca, signer, chip }: Issued): Verifier[] {
  const at = new Date();
  const withTrust = (trust: TrustStore) => (document: Document) => {
    const { verdict, reason } = verifyDocument(document, { at, trust, passport_only: false });
    if (verdict !== 'APPROVED') throw new Error(`The engine refused a genuine document: ${reason}`);
  };
  const proven = async () => {
    const trust = createTrustStore([source]);
    await trust.prove();
    return withTrust(trust);
  };
  const again = proven();
  const checks = [csca, signer, chip].map(signatureCheck);
  const raw = ({ files }: Document) => {
    for (const file of Object.values(files)) createHash('sha256').update(file).digest();
    if (!checks.every((isRight) => isRight())) throw new Error('A signature did not verify');
  };
  const issuer = pkijs.Certificate.fromBER(source.certificates[0]!);
  // PKI.js supports neither brainpool curves nor explicit parameters.
  const byPkijs = (document: Document) => verifyByPkijs(document, issuer).catch(() => 'cannot');
  return [
    // Everything: all files, the chain, the MRZ, the portrait's position, the chip's response. Signers never seen before.
    { name: 'first', makes: proven },
    // The same with signers seen before, as for nearly all documents in practice.
    { name: 'again', makes: () => again },
    // The unavoidable work: three signatures with prepared keys and the digests of all files, on OpenSSL.
    { name: 'raw', makes: () => raw },
    // Only the signatures of the security object and of its signer: PKI.js does nothing else.
    { name: 'pkijs', makes: () => byPkijs },
  ];
}

function signatureCheck(key: KeyObject): () => boolean {
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  const options = { key, ...(key.asymmetricKeyType === 'rsa' && padding) };
  const text = Buffer.alloc(200, 1);
  const signature = sign('sha256', text, options);
  return () => verify('sha256', text, options, signature);
}

async function verifyByPkijs({ files }: Document, issuer: pkijs.Certificate): Promise<void> {
  const envelope = asn1js.fromBER(files.sod).result as asn1js.Constructed;
  const info = new pkijs.ContentInfo({ schema: envelope.valueBlock.value[0]! });
  const data = new pkijs.SignedData({ schema: info.content });
  const signer = data.certificates![0] as pkijs.Certificate;
  if (!(await data.verify({ signer: 0, checkChain: false }))) throw new Error('PKI.js refused a signature');
  if (!(await signer.verify(issuer))) throw new Error('PKI.js refused a certificate');
}

const YEAR_MS = 365 * 86_400_000;

/** One document of each signer. The signers share one key, which no verifier exploits. */
function issueDocuments({ key }: Profile) {
  const now = Date.now();
  const life = { not_before: new Date(now - 4 * YEAR_MS), not_after: new Date(now + 8 * YEAR_MS) };
  const nameOf = (country: string, common_name: string) => ({ country, organization: 'Ministry', common_name });
  const authority = (country: string, serial: number, seed: string) => {
    const own = { name: nameOf(country, 'CSCA'), key: key(seed) };
    const request = { role: 'CSCA', serial, subject: own.name, key: own.key, issuer: own, ...life } as const;
    return { ...own, certificate: issueCertificate(request) };
  };
  const csca = authority('UT', 1, 'country');
  // Several certificates for every other State, all under the name of that State. The States share keys, because only the number of
  // certificates matters.
  const letters = (index: number) => String.fromCharCode(65 + Math.floor(index / 20), 65 + (index % 20));
  const others = Array.from({ length: LIST.States * LIST.certificates }, (_, at) =>
    authority(letters(Math.floor(at / LIST.certificates)), at + 2, `state ${at % LIST.certificates}`),
  );
  const source: TrustSource = { name: 'bench', certificates: [csca, ...others].map(({ certificate }) => certificate) };
  const { files } = issueSpecimen('genuine', { at: new Date(now) });
  const [signer, chip] = [key('signer'), ecPrivateKey('P-256', 'chip')];
  const { com: _com, sod: _sod, ...copied } = files;
  const named = { ...copied, dg14: writeDg14([activeAuthenticationInfo()]), dg15: writeDg15(chip) };
  const groups = new Map(Object.entries(named).map(([name, bytes]) => [Number(name.slice(2)), bytes]));
  const documents = Array.from({ length: SIGNERS }, (_, index) => {
    const serial = 1000 + index;
    const subject = nameOf('UT', `Document signer ${index}`);
    const certificate = issueCertificate({ role: 'DS', serial, subject, key: signer, issuer: csca, ...life });
    const issuing = { certificate, issuer: csca.name, serial, key: signer };
    const sod = writeSecurityObject(groups, issuing, { signed_at: new Date(now - YEAR_MS), digest: 'sha256' });
    const challenge = Buffer.alloc(8, index);
    const aa_signature = sign('sha256', challenge, { key: chip, dsaEncoding: 'ieee-p1363' });
    return { files: { sod, ...named }, challenge, aa_signature };
  });
  return { source, csca: csca.key, signer, chip, documents };
}
