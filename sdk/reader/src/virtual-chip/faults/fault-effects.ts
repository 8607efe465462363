import { concatBytes } from '@noble/hashes/utils.js';
import type { Command } from '../../apdu/apdu.ts';
import { exactLength, INS, STATUS } from '../../apdu/iso-7816.ts';
import { domainParameters } from '../../curves/domain-parameters.ts';
import type { FileName } from '../../files/elementary-file.ts';
import type { Random } from '../../random.ts';
import { encodeObjectIdentifier, tlv } from '../../tlv/tlv.ts';
import { writeCardAccess } from '../authentication/card-access-file.ts';
import type { ChipProfile } from '../chip-profile.ts';
import type { Answer, ChipState, Counts } from '../chip-state.ts';
import type { Interference } from '../commands/dispatch.ts';
import type { AgreementKey, ChipContents, PaceOffer } from '../contents.ts';
import { FAULTS, type Fault, type FaultName } from './chip-faults.ts';

/** Several faults apply in order, each to the result of the ones before. */
export interface FaultEffect extends Interference {
  contents?(contents: ChipContents): ChipContents;
  profile?(profile: ChipProfile, contents: ChipContents): ChipProfile;
  /** Contacts count from 1. */
  isLost?(contact: number, counts: Counts): boolean;
  /** Changes the bytes of a response; undefined when it never arrives. */
  response?(response: Uint8Array, command: Uint8Array, counts: Counts): Uint8Array | undefined;
  latency_ms?: number;
}

export function effectsOf(faults: readonly Fault[], random: Random): FaultEffect[] {
  return faults.map(({ name, value }) => {
    const usual = FAULTS.find((fault) => fault.name === name)?.value?.default;
    return EFFECTS[name](value ?? usual ?? 0, random);
  });
}

const EFFECTS: Record<FaultName, (value: number, random: Random) => FaultEffect> = {
  'field-lost': (count) => ({ isLost: (contact, { commands }) => contact === 1 && commands >= count }),
  'field-gone': (count) => ({ isLost: (contact, { commands }) => contact > 1 || commands >= count }),
  'wrong-key': () => withProfile({ other_document: true }),
  'password-blocked': () => ({
    before: (_, { ins }) => (ins === INS.GENERAL_AUTHENTICATE ? { status: STATUS.METHOD_BLOCKED } : undefined),
  }),
  'no-application': () => withProfile({ application: false, bac: false, pace: [], card_access: undefined }),
  slow: (milliseconds) => ({ latency_ms: milliseconds }),
  'short-reads': (bytes) => withProfile({ longest_read: bytes }),
  'wrong-length': (bytes) => ({ before: (_, { ins, le = 0 }) => onlyRead(ins, le > bytes && exactLength(bytes)) }),
  'extended-length-refused': () => withProfile({ extended_length: true, accepts_extended_length: false }),
  'answers-in-parts': (bytes) => withProfile({ longest_part: bytes }),
  'bac-only': () => withProfile({ bac: true, pace: [], card_access: undefined }),
  'pace-only': () => ({
    profile: (profile) => ({ ...profile, bac: false, ...(profile.pace.length === 0 && offering(GENERIC)) }),
  }),
  'pace-cam': (_, random) => ({
    contents: (contents) => (mappingKey(contents) ? contents : withMappingKey(contents, random)),
    profile: (profile, contents) => ({ ...profile, bac: false, ...offering(mappingWith(mappingKey(contents))) }),
  }),
  'pace-unknown': () => withProfile({ bac: false, pace: [], card_access: UNKNOWN_PACE }),
  'access-closed': () => withProfile({ bac: false, pace: [], card_access: undefined }),
  'pace-breaks': () => {
    // The state of a chip lasts for one contact.
    const broken = new WeakSet<ChipState>();
    return {
      before: (chip) => (broken.has(chip) ? { status: STATUS.LAST_OF_CHAIN_EXPECTED } : undefined),
      after(chip, { ins }, answer) {
        if (!isOfPace(ins, answer, PUBLIC_KEY)) return answer;
        broken.add(chip);
        return { status: STATUS.UNDIAGNOSED };
      },
    };
  },
  'pace-step-empty': () => ({
    after: (_, { ins }, answer) => (isOfPace(ins, answer, MAPPING) ? { ...answer, data: EMPTY_STEP } : answer),
  }),
  'pace-key-invalid': () => ({ after: (_, { ins }, answer) => changed(answer, isOfPace(ins, answer, PUBLIC_KEY)) }),
  'pace-token-wrong': () => ({ after: (_, { ins }, answer) => changed(answer, isOfPace(ins, answer, TOKEN)) }),
  'bac-proof-wrong': () => ({
    ...withProfile({ bac: true, pace: [], card_access: undefined }),
    after: (_, { ins }, answer) => changed(answer, ins === INS.EXTERNAL_AUTHENTICATE),
  }),
  'wrong-mac': (count) => ({
    response: (response, _, { secured }) => (secured === count ? flipped(response, response.length - 3) : response),
  }),
  'keys-forgotten': (count) => ({ before: (chip) => (chip.counts.secured > count ? forgetKeys(chip) : undefined) }),
  'read-refused': (count) => ({ before: refusingReads(count, STATUS.SECURITY_STATUS) }),
  'internal-error': (count) => ({ before: refusingReads(count, STATUS.UNDIAGNOSED) }),
  gibberish: (count) => ({
    response: (response, _, { commands }) => (commands > count ? response.slice(-1) : response),
  }),
  'answers-endless': (count) => ({
    response: (response, _, { commands }) => (commands > count ? ANNOUNCES_MORE : response),
  }),
  'file-padded': () => withFile('dg2', (file) => concatBytes(file, new Uint8Array(64))),
  'file-endless': () => withFile('dg2', (file) => concatBytes(Uint8Array.of(0x75, 0x83, 0xff, 0xff, 0xff), file)),
  'file-cut-short': () => withFile('dg2', (file) => file.slice(0, file.length >> 1)),
  'file-garbage': () => withFile('sod', (file) => new Uint8Array(file.length).fill(0xff)),
  'com-missing': () => withFile('com', () => undefined),
  'portrait-missing': () => withFile('dg2', () => undefined),
  'challenge-unanswered': () => ({
    response: (response, command) => (command[1] === INS.INTERNAL_AUTHENTICATE ? undefined : response),
  }),
  'challenge-wrong': () => ({
    after: (_, { ins }, answer) => changed(answer, ins === INS.INTERNAL_AUTHENTICATE && answer.status === STATUS.OK),
  }),
  'chip-authentication-refused': () => ({ contents: ({ ca: _, ...contents }) => contents }),
};

const withProfile = (changes: Partial<ChipProfile>): FaultEffect => ({
  profile: (profile) => ({ ...profile, ...changes }),
});

function withFile(name: FileName, change: (file: Uint8Array) => Uint8Array | undefined): FaultEffect {
  return {
    contents({ files, ...contents }) {
      const { [name]: file, ...others } = files;
      const other = file && change(file);
      return { ...contents, files: other ? { ...others, [name]: other } : others };
    },
  };
}

const isRead = (ins: number) => ins === INS.READ_BINARY || ins === INS.READ_BINARY_ODD;

const onlyRead = (ins: number, status: number | false): Answer | undefined =>
  status !== false && isRead(ins) ? { status } : undefined;

const refusingReads =
  (count: number, status: number) =>
  ({ counts }: ChipState, { ins }: Command) =>
    onlyRead(ins, counts.reads >= count && status);

function forgetKeys(chip: ChipState): Answer {
  chip.channel = undefined;
  chip.access = undefined;
  return { status: STATUS.OBJECTS_INCORRECT };
}

/** The chip's data in PACE: its part of the mapping, its public key, its token (Doc 9303-11, 4.4.4.2). */
const [MAPPING, PUBLIC_KEY, TOKEN] = [0x82, 0x84, 0x86];
const EMPTY_STEP = Uint8Array.of(0x7c, 0x00);
/** One byte, and the announcement of 16 more. */
const ANNOUNCES_MORE = Uint8Array.of(0x00, 0x61, 0x10);

/** Whether the response is a step of PACE: a template 7C that begins with this object. */
const isOfPace = (ins: number, { data }: Answer, object: number | undefined): boolean =>
  ins === INS.GENERAL_AUTHENTICATE && data?.[2] === object;

const changed = (answer: Answer, isMeant: boolean): Answer =>
  isMeant && answer.data ? { ...answer, data: flipped(answer.data, 8) } : answer;

function flipped(bytes: Uint8Array, place: number): Uint8Array {
  const copy = bytes.slice();
  copy[place] = (copy[place] ?? 0) ^ 0x01;
  return copy;
}

/** P-256 with AES-128, as most current chips offer. */
const GENERIC: PaceOffer = { mapping: 'GM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 12 };
/** A PACEInfo with an identifier that no mapping has. */
const UNKNOWN_PACE = tlv(
  0x31,
  tlv(0x30, tlv(0x06, encodeObjectIdentifier('0.4.0.127.0.7.2.2.4.99.2')), tlv(0x02, Uint8Array.of(2))),
);

const offering = (offer: PaceOffer) => ({ pace: [offer], card_access: writeCardAccess([offer]) });

const mappingKey = ({ ca }: ChipContents) => ca?.find((key) => key.kind === 'ECDH');

const mappingWith = (key: AgreementKey | undefined): PaceOffer => ({
  ...GENERIC,
  mapping: 'CAM',
  ...(key?.kind === 'ECDH' && { parameter_id: key.parameter_id }),
});

/** Gives a chip without a Chip Authentication key on a curve one that no State has signed. */
function withMappingKey(contents: ChipContents, random: Random): ChipContents {
  const { parameter_id } = GENERIC;
  const private_key = domainParameters(parameter_id)!.randomScalar(random);
  return { ...contents, ca: [...(contents.ca ?? []), { kind: 'ECDH', parameter_id, private_key }] };
}
