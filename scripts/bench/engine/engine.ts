/** The chip engine beside the signatures by themselves and PKI.js, in one run: each round gives everybody the same documents. */
import { columns } from '../report.ts';
import { median, pairedRatios, rotated } from '../statistics.ts';
import { CONTESTANTS } from './contestants.ts';
import { type Document, type Issued, issueDocuments, PROFILES, type Profile } from './profiles.ts';

export interface EngineOptions {
  rounds: number;
  scale: number;
}

interface Line {
  profile: Profile;
  /** CPU in milliseconds for one document, by round. */
  samples: Record<keyof typeof CONTESTANTS, number[]>;
}

const SIGNERS = 20;
/** How often everybody verifies all documents in a round. */
const BATCHES = 10;
const PKIJS_GOAL = 8;

export async function benchEngine({ rounds, scale }: EngineOptions): Promise<string> {
  const lines: Line[] = [];
  for (const profile of PROFILES) lines.push(await measure(profile, rounds, Math.max(1, Math.round(BATCHES * scale))));
  return tableOf(lines);
}

async function measure(profile: Profile, rounds: number, batches: number): Promise<Line> {
  const issued = issueDocuments(profile, SIGNERS);
  const samples: Line['samples'] = { engine: [], again: [], raw: [], pkijs: [] };
  const contestants = Object.entries(CONTESTANTS) as [keyof typeof CONTESTANTS, (typeof CONTESTANTS)['engine']][];
  const capable = new Set(contestants);
  for (let round = -1; round < rounds; round++) {
    for (const contestant of rotated(contestants, Math.max(round, 0))) {
      if (!capable.has(contestant)) continue;
      const [name, start] = contestant;
      try {
        const cost = await cpuMs(start, issued, batches);
        // The first round is for warming up.
        if (round >= 0) samples[name].push(cost);
      } catch (error) {
        if (name !== 'pkijs') throw error;
        capable.delete(contestant);
      }
    }
  }
  return { profile, samples };
}

/** User and system time of the process for one document. Nothing else runs in it, so that a busy machine changes little. */
async function cpuMs(start: (typeof CONTESTANTS)['engine'], issued: Issued, batches: number): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < batches; batch++) {
    const verify: (documents: readonly Document[]) => void | Promise<void> = start(issued);
    const before = process.cpuUsage();
    await verify(issued.documents);
    const { user, system } = process.cpuUsage(before);
    total += user + system;
  }
  return total / 1000 / batches / issued.documents.length;
}

const HEAD = [
  'documents signed with',
  'raw/first',
  'raw/again',
  'goal',
  '',
  'pkijs/first',
  'goal',
  'first ms',
  'again ms',
  'raw ms',
  'pkijs ms',
];

function tableOf(lines: Line[]): string {
  const rows = lines.map(({ profile, samples }) => {
    const first = median(pairedRatios(samples.raw, samples.engine));
    const again = median(pairedRatios(samples.raw, samples.again));
    const pkijs = samples.pkijs.length > 0 ? median(pairedRatios(samples.pkijs, samples.engine)) : undefined;
    return [
      profile.title,
      first.toFixed(2),
      again.toFixed(2),
      `≥ ${profile.goal}`,
      first >= profile.goal ? 'met' : 'MISSED',
      pkijs?.toFixed(1) ?? 'cannot',
      pkijs === undefined ? '' : `≥ ${PKIJS_GOAL} ${pkijs >= PKIJS_GOAL ? 'met' : 'MISSED'}`,
      median(samples.engine).toFixed(3),
      median(samples.again).toFixed(3),
      median(samples.raw).toFixed(3),
      samples.pkijs.length > 0 ? median(samples.pkijs).toFixed(2) : '',
    ];
  });
  return columns([HEAD, ...rows], 1);
}
