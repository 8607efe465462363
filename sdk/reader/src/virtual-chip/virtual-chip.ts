import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { ExchangedApdus, Transmit } from '../apdu/exchange-apdus.ts';
import { platformRandom, type Random } from '../random.ts';
import { type ChipProfile, profileOf } from './chip-profile.ts';
import type { ChipState } from './chip-state.ts';
import type { ChipAccess, ChipContents } from './contents.ts';
import { filesOf } from './elementary-files.ts';
import { type Fault, type FaultName, parseFault } from './faults/chip-faults.ts';
import { effectsOf, type FaultEffect } from './faults/fault-effects.ts';
import { mrzSecret } from './mrz-key.ts';
import { createOperatingSystem } from './operating-system.ts';

/** How a chip differs from one that supports all of Doc 9303-10 and 9303-11, without faults. */
export interface VirtualChipOptions {
  /** Replaces the access protocols of the contents. */
  access?: Partial<ChipAccess>;
  /** Whether the chip supports extended lengths and announces them in EF.ATR/INFO. The default is true. */
  extended_length?: boolean;
  /** Maximum length of a response with extended lengths, in bytes. The default is 2048. */
  longest_response?: number;
  /** Names such as `field-lost:20`, or objects. */
  faults?: readonly (Fault | FaultName | (string & {}))[];
  /** How long each command takes, in milliseconds. The default is 0. */
  latency_ms?: number;
  /** Waits for that time; replaced in tests, which do not wait. */
  wait?: (milliseconds: number) => Promise<void>;
  /** The source of nonces and keys; `seededRandom` makes them repeatable. */
  random?: Random;
}

/** The chip's side of Doc 9303-10 and 9303-11 in software, as a reader sees it. */
export interface VirtualChip {
  transmit: Transmit;
  /** All commands that got a response, with that response, since the chip was created. */
  readonly exchanges: readonly Exchange[];
  /** Takes the chip out of the field and puts it back: it forgets everything except its contents. */
  enterField(): void;
}

/** A command and its response, as bytes (ISO/IEC 7816-4, 5.1). */
export type Exchange = ExchangedApdus;

/** How long a reader waits for a response that never arrives (ISO/IEC 14443-4, 7.2: at most 4.9 s). */
const SILENCE_MS = 4949;

/** A chip with these contents, in the field: BAC, PACE, secure messaging, Active and Chip Authentication (Doc 9303-11, 4 and 6). */
export function createVirtualChip(contents: ChipContents, options: VirtualChipOptions = {}): VirtualChip {
  const { random = platformRandom, wait = sleep, latency_ms = 0 } = options;
  const effects = effectsOf(
    (options.faults ?? []).map((fault) => (typeof fault === 'string' ? parseFault(fault) : fault)),
    random,
  );
  const latency = effects.reduce((sum, effect) => sum + (effect.latency_ms ?? 0), latency_ms);
  const exchanges: Exchange[] = [];
  const powerOn = chipMaker(contents, options, effects, random);
  let contact = 1;
  let chip = powerOn();

  async function transmit(command: Uint8Array): Promise<Uint8Array> {
    const { counts, process } = chip;
    if (effects.some((effect) => effect.isLost?.(contact, counts))) throw new Error('The chip is not in the field.');
    if (latency > 0) await wait(latency);
    const answered = effects.reduce<Uint8Array | undefined>(
      (response, effect) => (response && effect.response ? effect.response(response, command, counts) : response),
      process(command),
    );
    if (!answered) {
      await wait(SILENCE_MS);
      throw new Error('The chip does not respond.');
    }
    exchanges.push({ command: command.slice(), response: answered.slice() });
    return answered;
  }

  function enterField(): void {
    contact++;
    chip = powerOn();
  }

  return { transmit, exchanges, enterField };
}

/**
 * @returns a function that powers the chip on. Everything a chip remembers is in its state, so each new state has forgotten the
 * last contact.
 */
function chipMaker(contents: ChipContents, options: VirtualChipOptions, effects: FaultEffect[], random: Random) {
  const changed = effects.reduce((inside, effect) => effect.contents?.(inside) ?? inside, contents);
  const { extended_length = true, longest_response = 2048 } = options;
  const profile = effects.reduce(
    (before, effect) => effect.profile?.(before, changed) ?? before,
    profileOf(accessOf(contents, options), { extended_length, longest_response }),
  );
  const files = filesOf(changed.files, profile);
  const secrets = secretsOf(contents, profile);
  return () => {
    const state: ChipState = {
      contents: changed,
      profile,
      files,
      random,
      ...secrets,
      counts: { commands: 0, secured: 0, reads: 0 },
      directory: 'MASTER_FILE',
    };
    return { counts: state.counts, process: createOperatingSystem(state, effects) };
  };
}

function secretsOf({ files }: ChipContents, { can, other_document }: ChipProfile) {
  const [mrz, card] = [files.dg1 && mrzSecret(files.dg1), can === undefined ? undefined : utf8ToBytes(can)];
  const secret = (bytes: Uint8Array | undefined) =>
    other_document ? bytes?.map((byte, place) => (place === 0 ? byte ^ 1 : byte)) : bytes;
  return { mrz_secret: secret(mrz), can_secret: secret(card) };
}

/** PACE variants given in the options do not match the State's EF.CardAccess, so that file is replaced by a generated one. */
function accessOf({ access }: ChipContents, { access: instead = {} }: VirtualChipOptions): ChipAccess {
  const { card_access: _, ...others } = access;
  return instead.pace ? { ...others, ...instead } : { ...access, ...instead };
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
