/** Runs the engine on damaged files in a thread with little memory, for robustness.test.ts. */
import { isDeepStrictEqual } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { createTrustStore, type DocumentFiles, type Verification, verifyDocument } from '@sigill/emrtd';
import { randomNumbers } from './ber-mutations.ts';

interface Task {
  files: DocumentFiles;
  csca: Uint8Array;
  at: string;
  challenge: Uint8Array;
  aa_signature: Uint8Array;
  rounds: number;
  seed: number;
}

const { files, csca, at, challenge, aa_signature, rounds, seed } = workerData as Task;
const policy = {
  at: new Date(at),
  trust: createTrustStore([{ name: 'test', certificates: [csca] }]),
  passport_only: false,
};
const genuine = verifyDocument({ files, challenge, aa_signature }, policy);
const names = Object.keys(files) as (keyof DocumentFiles)[];
const random = randomNumbers(seed);

const DAMAGES: ((bytes: Buffer) => Buffer)[] = [
  (bytes) => change(bytes, (byte) => byte ^ (1 << random(8))),
  (bytes) => change(bytes, () => random(256)),
  (bytes) => change(bytes, () => 0x80),
  (bytes) => change(bytes, () => 0x84),
  (bytes) => change(bytes, () => 0xff),
  (bytes) => bytes.subarray(0, random(bytes.length)),
  (bytes) => bytes.subarray(random(bytes.length)),
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes) => splice(bytes, Buffer.from('3080'.repeat(random(3000)), 'hex')),
  (bytes) => splice(bytes, Buffer.from('0500'.repeat(random(20000)), 'hex')),
  (bytes) => splice(bytes, bytes.subarray(random(bytes.length), random(bytes.length))),
  (bytes) => splice(bytes, Buffer.from(Array.from({ length: random(64) }, () => random(256)))),
  () => Buffer.from(Array.from({ length: random(2000) }, () => random(256))),
  () => Buffer.concat(Array.from({ length: 1 + random(30_000) }, () => Buffer.from('3080', 'hex'))),
];

let slowest_ms = 0;
let approved = 0;
const reasons: Record<string, number> = {};
for (let round = 0; round < rounds; round++) {
  const damaged: DocumentFiles = { ...files };
  for (let i = 0; i <= random(3); i++) {
    const name = names[random(names.length)]!;
    const damage = DAMAGES[random(DAMAGES.length)]!;
    damaged[name] = damage(Buffer.from(damaged[name]!));
  }
  const signature = random(4) === 0 ? DAMAGES[random(DAMAGES.length)]!(Buffer.from(aa_signature)) : aa_signature;
  const start = performance.now();
  const result = verifyDocument({ files: damaged, challenge, aa_signature: signature }, policy);
  slowest_ms = Math.max(slowest_ms, performance.now() - start);
  if (result.verdict === 'APPROVED') {
    approved++;
    // Unsigned bytes may change, such as those that name the signer, but not the approved data.
    const same = isDeepStrictEqual(essence(result), essence(genuine));
    if (!same) throw new Error(`Round ${round} approved something else`);
  }
  reasons[result.reason ?? 'APPROVED'] = (reasons[result.reason ?? 'APPROVED'] ?? 0) + 1;
}
parentPort?.postMessage({ genuine: genuine.verdict, slowest_ms, approved, reasons });

function essence({ data, portrait, signer, trust_anchor, data_groups }: Verification) {
  const image = portrait && Buffer.from(portrait.bytes).toString('hex');
  return { data, image, signer, trust_anchor, data_groups };
}

function change(bytes: Buffer, to: (byte: number) => number): Buffer {
  const at = random(bytes.length);
  bytes[at] = to(bytes[at] ?? 0);
  return bytes;
}

function splice(bytes: Buffer, insertion: Uint8Array): Buffer {
  const at = random(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), insertion, bytes.subarray(at)]);
}
