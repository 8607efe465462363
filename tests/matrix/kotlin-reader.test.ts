/** The guide's Kotlin reads the virtual chip, if there is a Kotlin compiler: `npm run sdk-matrix`. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { chipContentsOf, createVirtualChip } from '@sigill/reader/virtual-chip';
import { expect, test } from 'vitest';
import { root } from '../../scripts/contract/contract.ts';
import { specimenBundle } from '../../server/specimen/specimens.ts';

const has_kotlin = spawnSync('kotlinc', ['-version']).status === 0;

/** Prints each command on a line and reads the response from the next, and finally prints the hashes of what it has read after a #. */
const MAIN = `
fun main() {
    val transmit: Transmit = { println(shown(it)); bytesOf(readLine()!!) }
    val chip = openWithBac(transmit, readLine()!!)
    for (id in listOf(29, 1, 2)) {
        val file = readFile(chip, id) { _, _ -> }
        println("#" + shown(MessageDigest.getInstance("SHA-256").digest(file)))
    }
    println("#" + internalAuthenticate(chip, ByteArray(8)).size)
}
fun bytesOf(text: String) = ByteArray(text.length / 2) { text.substring(2 * it, 2 * it + 2).toInt(16).toByte() }
fun shown(data: ByteArray) = data.joinToString("") { "%02x".format(it) }
`;

test.skipIf(!has_kotlin)("the guide's Kotlin reads a chip by BAC (needs kotlinc)", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kotlin-'));
  try {
    writeFileSync(join(folder, 'Reader.kt'), kotlinOfGuide() + MAIN);
    await promisify(execFile)('kotlinc', ['Reader.kt', '-include-runtime', '-d', 'reader.jar'], { cwd: folder });
    const contents = chipContentsOf(specimenBundle('genuine', new Date('2026-01-01')));
    const said = await converse(join(folder, 'reader.jar'), contents);
    const hashes = (['sod', 'dg1', 'dg2'] as const).map((file) =>
      createHash('sha256').update(contents.files[file]!).digest('hex'),
    );
    expect(said).toEqual([...hashes, '64']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Everything except the transport to the chip, which is Android's. */
const kotlinOfGuide = () =>
  [
    ...readFileSync(join(root, 'docs/guides/reader-protocol.md'), 'utf8').matchAll(
      /```kotlin name=(\w+)\n([^`]|`(?!``))+```/g,
    ),
  ]
    .filter(([, name]) => name !== 'transport')
    .map(([block]) => block.split('\n').slice(1, -1).join('\n'))
    .join('\n\n');

async function converse(jar: string, contents: ReturnType<typeof chipContentsOf>): Promise<string[]> {
  const chip = createVirtualChip(contents, { access: { bac: true, pace: [] } });
  const reader = spawn('java', ['-jar', jar], { stdio: ['pipe', 'pipe', 'inherit'] });
  const line = Buffer.from(contents.files.dg1!.subarray(5 + 44)).toString();
  reader.stdin.write(`${line.slice(0, 10)}${line.slice(13, 20)}${line.slice(21, 28)}\n`);
  const said: string[] = [];
  for await (const spoken of createInterface({ input: reader.stdout })) {
    if (spoken.startsWith('#')) said.push(spoken.slice(1));
    else reader.stdin.write(`${Buffer.from(await chip.transmit(Buffer.from(spoken, 'hex'))).toString('hex')}\n`);
  }
  return said;
}
