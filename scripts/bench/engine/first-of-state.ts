/**
 * What the first document of a State costs, from a store of many States that has proved its certificates: nothing of that State
 * was met before but its certificates.
 */
import { readFileSync } from 'node:fs';
import {
  createTrustStore,
  masterListSource,
  readCertificateFile,
  readMasterList,
  type TrustSource,
  type TrustStore,
  verifyDocument,
  verifyMaterial,
} from '@sigill/emrtd';
import { ecKeys, type Issued, issueCertificate, nameOf } from '../../../tests/support/documents/documents.ts';
import { passportMrz } from '../../../tests/support/documents/national-documents.ts';
import { hasTestData, readTestData } from '../../../tests/support/documents/real-documents.ts';
import { say } from '../progress.ts';
import { columns, verdict } from '../report.ts';
import { median } from '../statistics.ts';
import { issueDocument, PROFILES, type Profile } from './profiles.ts';

const AT = new Date('2026-06-01');
/** As many as the German master list has. */
const STATES = 112;
const CERTIFICATES = 5;
/** Making keys of RSA takes long, so that one State in fourteen has them. */
const RSA_EVERY = 14;
/** Until then the compiler works too. */
const WARM_UP_ROUNDS = 2;
const GOAL_MS = 10;

interface World {
  title: string;
  source: TrustSource;
  /** Verifies the first document of each State. @throws when it is refused */
  verifications: ((trust: TrustStore) => void)[];
}

export async function firstOfState(rounds: number): Promise<string> {
  const worlds = [issuedWorld(), ...(hasTestData ? [realWorld()] : [])];
  const rows: string[][] = [];
  for (const world of worlds) rows.push(await measure(world, rounds));
  return columns([HEAD, ...rows], 1);
}

const HEAD = ['first document of a State', 'certificates', 'States', 'slowest ms', 'goal', 'middle ms'];

async function measure({ title, source, verifications }: World, rounds: number): Promise<string[]> {
  const samples: number[][] = verifications.map(() => []);
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const trust = createTrustStore([source]);
    await trust.prove();
    for (const [state, verify] of verifications.entries()) {
      const cost = cpuMs(() => verify(trust));
      if (round >= 0) samples[state]!.push(cost);
    }
  }
  // By State, because now and then the collector of garbage runs in the middle of one.
  const costs = samples.map(median);
  const slowest = Math.max(...costs);
  const counts = [source.certificates.length, costs.length].map(String);
  return [title, ...counts, slowest.toFixed(1), verdict(GOAL_MS, slowest <= GOAL_MS), median(costs).toFixed(1)];
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function issuedWorld(): World {
  say(`Issuing certificates of ${STATES} States …`);
  const chipKeys = ecKeys('prime256v1', { explicit: false });
  const states = statesOfTheWorld()
    .slice(0, STATES)
    .map(({ alpha2: country, mrz }, index) => {
      const { csca, signer } = profileOf(index);
      const cscas = issueCscas(country, csca);
      const code = mrz.padEnd(3, '<');
      const issuer = cscas[index % CERTIFICATES]!;
      const order = { country, mrz: passportMrz(code), issuer, signerKeys: signer(), chipKeys, index };
      return { certificates: cscas.map(({ certificate }) => certificate), document: issueDocument(order) };
    });
  return {
    title: 'issued here',
    source: { name: 'bench', certificates: states.flatMap(({ certificates }) => certificates) },
    verifications: states.map(({ document: { files, challenge, aa_signature } }) => (trust) => {
      const given = { files, challenge, aa_signature };
      demandApproved(verifyDocument(given, { at: AT, trust, passport_only: false }));
    }),
  };
}

const isRsa = ({ name }: Profile) => name === 'rsa' || name === 'pss';

function profileOf(index: number): Profile {
  const [rsa, others] = [PROFILES.filter(isRsa), PROFILES.filter((profile) => !isRsa(profile))];
  const [kind, turn] = index % RSA_EVERY === 0 ? [rsa, index / RSA_EVERY] : [others, index];
  return kind[turn % kind.length]!;
}

/** Under one name, as a State renews its certificate. Some keep the key. */
function issueCscas(country: string, newKeys: Profile['csca']): Issued[] {
  const subject = nameOf({ C: country, O: 'Ministry', CN: 'CSCA' });
  const kept = newKeys();
  const keysOf = (number: number) => (number === 0 || kept.scheme !== 'ecdsa' ? kept : newKeys());
  return Array.from({ length: CERTIFICATES }, (_, number) =>
    issueCertificate({ subject, keys: keysOf(number), serial: 1 + number, ca: true }),
  );
}

/** Their codes in certificates and in the MRZ. */
function statesOfTheWorld() {
  const file = new URL('../../../web/src/content/coverage.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { countries: { alpha2: string; mrz: string }[] }).countries;
}

const REAL_SODS = ['AT', 'AU', 'CN', 'DE', 'FI', 'FR', 'NZ'];

/** Real security objects with the list of the German BSI. Their data groups are not public. */
function realWorld(): World {
  const root = readCertificateFile(readTestData('master-lists/DE_ROOT_CA_CSCA07.cer'));
  const list = readMasterList(readTestData('master-lists/DE_ML_2026-05-28-08-28-45.ml'), root);
  return {
    title: 'German master list, security objects',
    source: masterListSource('DE', list),
    verifications: REAL_SODS.map((state) => {
      const sod = readTestData(`real-sods/${state}_1.sod.bin`);
      return (trust) => demandApproved(verifyMaterial({ files: { sod } }, { at: AT, trust, passport_only: false }));
    }),
  };
}

function demandApproved({ verdict, reason }: { verdict: string; reason?: string }): void {
  if (verdict !== 'APPROVED') throw new Error(`The engine refused a genuine document with ${reason}`);
}
