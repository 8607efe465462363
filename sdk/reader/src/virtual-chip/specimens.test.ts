import { describe, expect, test } from 'vitest';
import { SPECIMENS } from '../../../../server/specimen/specimen-catalogue.ts';
import { specimenBundle } from '../../../../server/specimen/specimens.ts';
import { verifyChipAuthenticationMapping } from '../../../emrtd/src/clone-protection/chip-authentication-mapping.ts';
import type { AccessKey } from '../access/password.ts';
import type { FileName } from '../files/elementary-file.ts';
import { openChip } from '../open-chip.ts';
import { seededRandom } from '../random.ts';
import { type ChipBundle, chipContentsOf } from './specimen-contents.ts';
import { createVirtualChip, type VirtualChipOptions } from './virtual-chip.ts';

const at = new Date('2026-11-21T10:00:00Z');
const bundleOf = (name: string): ChipBundle => JSON.parse(JSON.stringify(specimenBundle(name, at)));

/** The printed MRZ: the characters of DG1 after two tags of one and two bytes, each with a length of one byte. */
const mrzOf = ({ files }: ChipBundle) => Buffer.from(files.dg1!, 'base64').toString('latin1', 5);

function openSpecimen(name: string, { access, ...options }: VirtualChipOptions & { key?: AccessKey } = {}) {
  const bundle = bundleOf(name);
  const chip = createVirtualChip(chipContentsOf(bundle), { ...options, ...(access && { access }) });
  const reader = openChip(chip.transmit, {
    access: options.key ?? { mrz: mrzOf(bundle) },
    random: seededRandom('reader'),
  });
  return { bundle, chip, reader };
}

describe('opens every specimen with its MRZ and reads the files of the document', () => {
  test.each(SPECIMENS)('$name', async ({ name }) => {
    const { bundle, reader } = openSpecimen(name);
    const open = await reader;
    for (const [file, content] of Object.entries(bundle.files))
      expect(Buffer.from(await open.readFile(file as FileName)).toString('base64'), file).toBe(content);
  });
});

test('opens each document with the protocols of its generation', async () => {
  const ways = async (name: string, key?: AccessKey) => {
    const { protocol, mapping, cipher } = (await openSpecimen(name, key ? { key } : {}).reader).access;
    return [protocol, mapping, cipher];
  };
  expect(await ways('expired-document')).toEqual(['BAC', undefined, '3DES']);
  expect(await ways('genuine')).toEqual(['PACE', 'GM', 'AES-128']);
  expect(await ways('id-card', { can: '482915' })).toEqual(['PACE', 'GM', 'AES-256']);
  expect(await ways('genuine-ca')).toEqual(['PACE', 'CAM', 'AES-128']);
  expect(await ways('cloned-ca')).toEqual(['PACE', 'GM', 'AES-128']);
});

test('matches the mapping of a current passport to the key that its State signed, in DG14 and in EF.CardSecurity', async () => {
  const { bundle, reader } = openSpecimen('genuine-ca');
  const { mapping_evidence } = (await reader).access;
  const dg14 = Buffer.from(bundle.files.dg14!, 'base64');
  expect(mapping_evidence!.fits_card_security).toBe(true);
  expect(verifyChipAuthenticationMapping({ dg14, ...mapping_evidence! })).toBe(true);
});

test('refuses a private key without its private part', () => {
  const bundle = bundleOf('genuine');
  const { d: _, ...private_key_jwk } = bundle.aa!.private_key_jwk;
  expect(() => chipContentsOf({ ...bundle, aa: { ...bundle.aa!, private_key_jwk } })).toThrow(
    'A private key of a chip needs d',
  );
});
