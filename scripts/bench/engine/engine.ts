/** The chip engine beside its signatures by themselves and PKI.js, in one run: each round gives everybody the same documents. */
import { columns } from '../report.ts';
import { median, pairedRatios, rotated } from '../statistics.ts';
import { CONTESTANTS, type Contestant } from './contestants.ts';
import { firstOfState } from './first-of-state.ts';
import { type Issued, issueDocuments, PROFILES, type Profile } from './profiles.ts';

interface Options {
  rounds: number;
  /** Documents of a round by this factor. */
  scale: number;
}

type Name = keyof typeof CONTESTANTS;

interface Line {
  profile: Profile;
  /** CPU in milliseconds for one document, by round. Empty for who cannot verify such documents. */
  samples: Record<Name, number[]>;
}

const SIGNERS = 20;
/** How often everybody verifies all documents in a round. */
const BATCHES = 10;
/** Until then the compiler works too. */
const WARM_UP_ROUNDS = 3;
const PKIJS_GOAL = 8;
const NAMES = Object.keys(CONTESTANTS) as Name[];

export async function engine({ rounds, scale }: Options): Promise<string> {
  const lines: Line[] = [];
  for (const profile of PROFILES) lines.push(await measure(profile, rounds, Math.max(1, Math.round(BATCHES * scale))));
  return `${tableOf(lines)}\n${await firstOfState(rounds)}`;
}

async function measure(profile: Profile, rounds: number, batches: number): Promise<Line> {
  const issued = issueDocuments(profile, SIGNERS);
  const samples: Line['samples'] = { first: [], again: [], raw: [], pkijs: [] };
  const incapable = new Set<Name>();
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const name of rotated(NAMES, Math.max(round, 0))) {
      if (incapable.has(name)) continue;
      try {
        const cost = await cpuMs(CONTESTANTS[name], issued, batches);
        if (round >= 0) samples[name].push(cost);
      } catch (error) {
        // PKI.js knows neither brainpool curves nor explicit parameters.
        if (name !== 'pkijs') throw error;
        incapable.add(name);
      }
    }
  }
  return { profile, samples };
}

/** User and system time of the process for one document. Nothing else runs in it, so that a busy machine changes little. */
async function cpuMs(contestant: Contestant, issued: Issued, batches: number): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < batches; batch++) {
    const verify = contestant(issued);
    const before = process.cpuUsage();
    await verify(issued.documents);
    const { user, system } = process.cpuUsage(before);
    total += user + system;
  }
  return total / 1000 / batches / issued.documents.length;
}

const HEAD = [
  'signed with',
  'raw/again',
  'goal',
  'raw/first',
  'pkijs/again',
  'goal',
  'again ms',
  'first ms',
  'raw ms',
  'pkijs ms',
];

function tableOf(lines: Line[]): string {
  const rows = lines.map(({ profile: { title, goal }, samples }) => {
    const ratio = (name: Name, by: Name) => median(pairedRatios(samples[name], samples[by]));
    const ms = (name: Name) => median(samples[name]).toFixed(3);
    const again = ratio('raw', 'again');
    const isCapable = samples.pkijs.length > 0;
    const peer = isCapable ? ratio('pkijs', 'again') : undefined;
    return [
      title,
      again.toFixed(2),
      atLeast(goal, again),
      ratio('raw', 'first').toFixed(2),
      peer?.toFixed(1) ?? 'cannot',
      peer === undefined ? '' : atLeast(PKIJS_GOAL, peer),
      ms('again'),
      ms('first'),
      ms('raw'),
      isCapable ? ms('pkijs') : '',
    ];
  });
  return `OpenSSL ${process.versions.openssl}\n${columns([HEAD, ...rows], 1)}`;
}

const atLeast = (goal: number, value: number) => `≥ ${goal} ${value >= goal ? 'met' : 'MISSED'}`;
