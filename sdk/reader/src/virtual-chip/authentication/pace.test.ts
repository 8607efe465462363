import { numberToBytesBE } from '@noble/curves/utils.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { domainParameters } from '../../curves/domain-parameters.ts';
import type { Group } from '../../curves/group.ts';
import { openChip } from '../../open-chip.ts';
import { contentOf, readTlv, readTlvs, tlv } from '../../tlv/tlv.ts';
import { createVirtualChip } from '../virtual-chip.ts';

const MRZ = 'P<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061M9406236<<<<<<<<<<<<<<<2';
const NONCE = 0x2923be84e16cd6ae529049f1f1bbe9ebn;

/** The first private keys whose public keys begin with a zero byte, about one in 256. */
function* keysWithZeros({ multiply }: Group, generator: Uint8Array, p: bigint): Generator<bigint> {
  for (let key = 2n; ; key++)
    if (BigInt(`0x${Buffer.from(multiply(key, generator)).toString('hex')}`) < p >> 8n) yield key;
}

/** Returns these numbers one after the other. Pass private keys minus one, because `randomScalar` adds one. */
const drawing = (numbers: bigint[]) => (length: number) => numberToBytesBE(numbers.shift()!, length);

test('omits the leading zeros of a number on both sides, and opens the chip (Doc 9303-11, 9.4.3)', async () => {
  const group = domainParameters(0)!;
  const mapping = keysWithZeros(group, group.generator, group.p);
  const [chips, readers] = [mapping.next().value!, mapping.next().value!];
  const mapped = group.multiply(NONCE + chips * readers, group.generator);
  const ephemeral = keysWithZeros(group, mapped, group.p);
  const chip = createVirtualChip(
    {
      files: { dg1: tlv(0x61, tlv(0x5f1f, utf8ToBytes(MRZ))) },
      access: { bac: false, pace: [{ mapping: 'GM', agreement: 'DH', cipher: 'AES-128', parameter_id: 0 }] },
    },
    { random: drawing([NONCE, chips - 1n, ephemeral.next().value! - 1n]) },
  );
  const random = drawing([readers - 1n, ephemeral.next().value! - 1n]);
  const { access } = await openChip(chip.transmit, { access: { mrz: MRZ }, random });
  expect(access.protocol).toBe('PACE');

  const steps = chip.exchanges.filter(({ command }) => command[1] === 0x86).slice(1, 3);
  const numbers = steps.flatMap(({ command, response }) => {
    const said = readTlvs(readTlv(command.subarray(5, 5 + command[4]!), 0x7c).content);
    const answered = readTlvs(readTlv(response.subarray(0, -2), 0x7c).content);
    return [contentOf(said, 0x81) ?? contentOf(said, 0x83)!, contentOf(answered, 0x82) ?? contentOf(answered, 0x84)!];
  });
  expect(numbers).toHaveLength(4);
  for (const number of numbers) expect(number[0]).toBeGreaterThan(0);
});
