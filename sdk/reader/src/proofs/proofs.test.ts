import { bytesToNumberBE } from '@noble/curves/utils.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import {
  type ChipCipher,
  type ChipKey,
  dg14With,
  dhChipKey,
  ecdhChipKey,
  keyInfo,
  protocolInfo,
} from '../../../../tests/support/documents/virtual-chip.ts';
import { readBer, readInteger } from '../../../emrtd/src/asn1/ber.ts';
import { der, derInteger, derOid } from '../../../emrtd/src/asn1/der-values.ts';
import {
  beginChipAuthentication,
  verifyChipAuthentication,
} from '../../../emrtd/src/clone-protection/chip-authentication.ts';
import { verifyChipAuthenticationMapping } from '../../../emrtd/src/clone-protection/chip-authentication-mapping.ts';
import { decodeCommand } from '../apdu/apdu.ts';
import type { Transmit } from '../apdu/exchange-apdus.ts';
import { CURVES } from '../curves/curve-parameters.ts';
import { openChip } from '../open-chip.ts';
import { tlv } from '../tlv/tlv.ts';
import {
  type AgreementKey,
  type ChipContents,
  createVirtualChip,
  type PaceOffer,
  type VirtualChip,
} from '../virtual-chip/index.ts';

const MRZ = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061F9406236ZE184226B<<<<<14';
const GM: PaceOffer = { mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 13 };

function inside({ kind, privateKey, key_id }: ChipKey): AgreementKey {
  const id = key_id === undefined ? {} : { key_id };
  if (kind === 'DH') {
    const [, algorithm, key] = readBer(privateKey.export({ format: 'der', type: 'pkcs8' }), 'key').children();
    const [prime, generator] = algorithm!
      .children()[1]!
      .children()
      .map((number) => readInteger(number, 'key'));
    const private_key = readInteger(readBer(key!.content, 'key'), 'key');
    return { kind, prime: prime!, generator: generator!, private_key, ...id };
  }
  const sec1 = privateKey.export({ format: 'der', type: 'sec1' });
  const [, octets] = readBer(sec1, 'key').children();
  const name = privateKey.asymmetricKeyDetails?.namedCurve;
  const curve = CURVES.find((each) => each.name === name || each.oid === NODE_NAMES[name ?? '']);
  return { kind, parameter_id: curve!.id, private_key: bytesToNumberBE(octets!.content), ...id };
}

const NODE_NAMES: Record<string, string> = { prime256v1: '1.2.840.10045.3.1.7', secp521r1: '1.3.132.0.35' };

function contentsWith(keys: readonly ChipKey[], dg14: Uint8Array, pace: PaceOffer[]): ChipContents {
  return {
    files: { dg1: tlv(0x61, tlv(0x5f1f, utf8ToBytes(MRZ))), dg14: new Uint8Array(dg14) },
    access: { bac: true, pace },
    ca: keys.map(inside),
  };
}

describe('Chip Authentication, driven by the service', () => {
  const ciphers: ChipCipher[] = ['3DES', 'AES-128', 'AES-192', 'AES-256'];
  const kinds: [string, () => ChipKey][] = [
    ['brainpoolP256r1', () => ecdhChipKey()],
    ['P-521', () => ecdhChipKey('P-521', 7)],
    ['2048 bits modulo a prime', () => dhChipKey()],
  ];
  const cases = kinds.flatMap(([name, keyOf]) => ciphers.map((cipher) => [name, cipher, keyOf] as const));

  test.each(cases)('%s, %s: convinces the service with the right chip only', async (_, cipher, keyOf) => {
    const key = keyOf();
    const dg14 = dg14With(protocolInfo(key.kind, cipher, key), keyInfo(key));
    const begun = beginChipAuthentication(dg14)!;
    const isBelieved = async (chip: VirtualChip) => {
      const open = await openChip(chip.transmit, { access: { mrz: MRZ } });
      const response = await open.chipAuthentication(begun.request);
      return verifyChipAuthentication({ dg14, secret: begun.secret, response });
    };
    // Where keys have ids, the first key is not the requested one.
    const keys = key.key_id === undefined ? [key] : [{ ...keyOf(), key_id: key.key_id + 1 }, key];
    const extended_length = cipher === 'AES-128';
    const chip = createVirtualChip(contentsWith(keys, dg14, extended_length ? [GM] : []), { extended_length });
    expect(await isBelieved(chip)).toBe(true);
    const instructions = chip.exchanges.map(({ command }) => bytesToHex(command.subarray(1, 4)));
    expect(instructions).toContain(cipher === '3DES' ? '2241a6' : '2241a4');
    expect(instructions.includes('860000')).toBe(cipher !== '3DES' || extended_length);

    const copy = createVirtualChip(contentsWith([keyOf()], dg14, []));
    expect(await isBelieved(copy)).toBe(false);
  });
});

describe('Active Authentication', () => {
  const contents: ChipContents = {
    ...contentsWith([], new Uint8Array(), []),
    aa: { kind: 'ECDSA', parameter_id: 12, hash: 'SHA-256', private_key: 0x77n },
  };

  test('is requested again with extended lengths when a chip needs them without announcing them', async () => {
    const chip = createVirtualChip(contents);
    const transmit: Transmit = async (command) => {
      const { cla, ins, p1, extended } = decodeCommand(command);
      // Hides EF.ATR/INFO, which would announce extended lengths.
      if (cla === 0 && ins === 0xb0 && p1 === 0x81) return hexToBytes('6a82');
      if (ins !== 0x88 || extended) return chip.transmit(command);
      chip.enterField();
      return hexToBytes('6700');
    };
    const open = await openChip(transmit, { access: { mrz: MRZ } });
    expect(await open.internalAuthenticate(new Uint8Array(8))).toHaveLength(64);
    expect(chip.exchanges.filter(({ command }) => command[1] === 0x88)).toHaveLength(1);

    const short = await openChip(transmit, { access: { mrz: MRZ }, extended_length: false });
    const refusal = { code: 'FILE_UNREADABLE', status_word: 0x6700 };
    await expect(short.internalAuthenticate(new Uint8Array(8))).rejects.toMatchObject(refusal);
  });

  test('is refused by a chip without a key for it', async () => {
    const chip = createVirtualChip(contentsWith([], new Uint8Array(), []));
    const open = await openChip(chip.transmit, { access: { mrz: MRZ } });
    await expect(open.internalAuthenticate(new Uint8Array(8))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});

describe('Chip Authentication Mapping', () => {
  const chipKey = ecdhChipKey('brainpoolP256r1', 13);
  const dg14 = dg14With(protocolInfo('ECDH', 'AES-128', chipKey), keyInfo(chipKey));
  const cam: PaceOffer = { ...GM, mapping: 'CAM' };

  /** Unsigned, because the reader does not verify the signature. */
  const cardSecurity = (key: ChipKey) =>
    der(
      0x30,
      derOid('1.2.840.113549.1.7.2'),
      der(
        0xa0,
        der(
          0x30,
          derInteger(3),
          der(0x31),
          der(0x30, derOid('0.4.0.127.0.7.3.2.1'), der(0xa0, der(0x04, der(0x31, keyInfo(key))))),
          der(0x31),
        ),
      ),
    );
  const opened = async (card_security?: Uint8Array) => {
    const contents = contentsWith([chipKey], dg14, [cam]);
    const access = { pace: [cam], ...(card_security && { card_security: new Uint8Array(card_security) }) };
    return openChip(createVirtualChip(contents, { access }).transmit, { access: { mrz: MRZ } });
  };

  test('is reported as evidence that fits EF.CardSecurity, and that the chip engine confirms with DG14', async () => {
    const { mapping_evidence: evidence } = (await opened(cardSecurity(chipKey))).access;
    expect(evidence?.fits_card_security).toBe(true);
    expect(verifyChipAuthenticationMapping({ dg14, ...evidence! })).toBe(true);
    const other = dg14With(keyInfo(ecdhChipKey('brainpoolP256r1', 13)));
    expect(verifyChipAuthenticationMapping({ ...evidence!, dg14: other })).toBe(false);
  });

  test('does not fit the key of another chip, and reports no fit without EF.CardSecurity', async () => {
    const copied = await opened(cardSecurity(ecdhChipKey('brainpoolP256r1', 13)));
    expect(copied.access.mapping_evidence?.fits_card_security).toBe(false);
    const { mapping_evidence: evidence } = (await opened()).access;
    expect(evidence && 'fits_card_security' in evidence).toBe(false);
  });
});
