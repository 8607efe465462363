import { hexToBytes } from '@noble/hashes/utils.js';
import { INS, STATUS } from '../apdu/iso-7816.ts';
import { ChipError, refusal, unlessRefused } from '../chip-error.ts';
import type { SessionCipher } from '../cipher/session-cipher.ts';
import { readBufferSizes } from '../files/atr-info.ts';
import { EF_CARD_ACCESS, EF_CARD_SECURITY } from '../files/elementary-file.ts';
import { FileReader } from '../files/file-reader.ts';
import type { Random } from '../random.ts';
import { SHORT_BUFFERS } from '../secure-messaging/buffer-sizes.ts';
import type { Channel } from '../secure-messaging/channel.ts';
import { basicAccess } from './bac.ts';
import { fitsCardSecurity, type MappingEvidence } from './mapping-evidence.ts';
import { establishPace, type PaceEstablished } from './pace.ts';
import { type Mapping, type PaceOffer, readPaceOffers } from './pace-offers.ts';
import type { Password } from './password.ts';

/** How the chip was opened (Doc 9303-11, 4.2). */
export interface ChipAccess {
  protocol: 'PACE' | 'BAC';
  mapping?: Mapping;
  /** Object identifier of the PACE protocol. */
  oid?: string;
  cipher: SessionCipher;
  key: Password['kind'];
  /** Only with Chip Authentication Mapping. */
  mapping_evidence?: MappingEvidence;
}

interface AccessOptions {
  password: Password;
  random: Random;
  /** False when the transport supports short lengths only. */
  extended_length: boolean;
  /** Tries BAC before PACE, on a new contact after the chip aborted PACE. */
  bac_first?: boolean;
}

/**
 * Opens the eMRTD application (Doc 9303-11, 4.2) with PACE if the chip offers a variant that this reader supports, otherwise with
 * BAC. BAC is also tried when PACE fails with an error of the chip. Some chips refuse that until the next contact, for which there is
 * `bac_first`. Leaves the channel secured and the application selected.
 */
export async function getAccess(channel: Channel, options: AccessOptions): Promise<ChipAccess> {
  channel.secure(undefined);
  await selectMasterFile(channel);
  // Chips without PACE refuse the file in different ways.
  const card_access = await unlessRefused(new FileReader(channel).read(EF_CARD_ACCESS));
  channel.buffers = options.extended_length ? await readBufferSizes(channel) : SHORT_BUFFERS;
  const opened = options.bac_first && (await tryBacFirst(channel, options));
  if (opened) return opened;
  const offers = card_access ? readPaceOffers(card_access) : [];
  const pace = card_access ? await tryPace(channel, card_access, offers, options) : undefined;
  if (!pace) return await tryBac(channel, options, card_access !== undefined);
  if (pace instanceof ChipError) return await tryBacAfter(pace, channel, options);
  await selectApplication(channel);
  return pace;
}

/** Returns how the chip was opened; otherwise the error if the chip aborted an offer, or undefined if no offer could be started. */
async function tryPace(
  channel: Channel,
  card_access: Uint8Array,
  offers: PaceOffer[],
  { password, random }: AccessOptions,
): Promise<ChipAccess | ChipError | undefined> {
  let failure: ChipError | undefined;
  for (const offer of offers) {
    try {
      const established = await establishPace(channel, offer, { password, random });
      channel.secure(established.messaging);
      const { mapping, oid, cipher } = offer.protocol;
      const evidence = await evidenceOf(channel, card_access, offer, established);
      return {
        protocol: 'PACE',
        mapping,
        oid,
        cipher,
        key: password.kind,
        ...(evidence && { mapping_evidence: evidence }),
      };
    } catch (error) {
      if (error instanceof ChipError && error.fail_cause === 'chip_failure') failure = error;
      else if (!isOfChip(error, 'ACCESS_UNSUPPORTED')) throw error;
    }
  }
  return failure;
}

/** Undefined when the chip has no BAC: then its PACE gets another chance. */
async function tryBacFirst(channel: Channel, options: AccessOptions): Promise<ChipAccess | undefined> {
  try {
    return await tryBac(channel, options, true);
  } catch (error) {
    if (!isOfChip(error, 'ACCESS_UNSUPPORTED', 'NOT_A_DOCUMENT')) throw error;
    await selectMasterFile(channel);
    return undefined;
  }
}

/** A chip that aborted PACE and offers no BAC may open on the next contact, so it is not reported as unsupported. */
async function tryBacAfter(failure: ChipError, channel: Channel, options: AccessOptions): Promise<ChipAccess> {
  try {
    return await tryBac(channel, options, true);
  } catch (error) {
    throw isOfChip(error, 'ACCESS_UNSUPPORTED', 'NOT_A_DOCUMENT') ? failure : error;
  }
}

/** If the chip offers PACE, but only in unsupported variants, the error says so instead of reporting that BAC is missing. */
async function tryBac(
  channel: Channel,
  { password, random }: AccessOptions,
  offers_pace: boolean,
): Promise<ChipAccess> {
  await selectApplication(channel);
  if (password.kind === 'CAN')
    throw new ChipError('can_unsupported', 'This chip cannot be opened with a card access number. Use the MRZ.');
  try {
    channel.secure(await basicAccess(channel, password, random));
  } catch (error) {
    if (!offers_pace || !isOfChip(error, 'ACCESS_UNSUPPORTED')) throw error;
    throw refusal(
      'pace_unsupported',
      'The chip offers no PACE variant that this reader supports, and no BAC.',
      error.status_word,
      error,
    );
  }
  return { protocol: 'BAC', cipher: '3DES', key: 'MRZ' };
}

async function evidenceOf(
  channel: Channel,
  card_access: Uint8Array,
  { group }: PaceOffer,
  { messaging, mapping }: PaceEstablished,
): Promise<MappingEvidence | undefined> {
  if (!mapping) return undefined;
  const { public_key, encrypted_data } = mapping;
  const evidence = { card_access, mapping_public_key: public_key, encrypted_data, ks_enc: messaging.keys.enc };
  const file = new FileReader(channel).read(EF_CARD_SECURITY);
  const fits = await unlessRefused(
    file.then((card_security) => fitsCardSecurity(group, messaging.keys, mapping, card_security)),
  );
  return { ...evidence, ...(fits !== undefined && { fits_card_security: fits }) };
}

const isOfChip = (error: unknown, ...codes: ChipError['code'][]): error is ChipError =>
  error instanceof ChipError && codes.includes(error.code);

/** The eMRTD application (Doc 9303-10, 3). */
const EMRTD = hexToBytes('a0000002471001');
const MASTER_FILE = hexToBytes('3f00');

async function selectApplication(channel: Channel): Promise<void> {
  const { status } = await channel.send({ ins: INS.SELECT, p1: 0x04, p2: 0x0c, data: EMRTD });
  if (status !== STATUS.OK)
    throw refusal('application_missing', 'The chip has no passport or identity card application.', status);
}

/** On a new contact the master file is already selected, so the chip may refuse this. */
async function selectMasterFile(channel: Channel): Promise<void> {
  await channel.send({ ins: INS.SELECT, p1: 0x00, p2: 0x0c, data: MASTER_FILE });
}
