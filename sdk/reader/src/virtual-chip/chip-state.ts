import type { Command } from '../apdu/command-apdu.ts';
import type { SessionCipher } from '../cipher/session-cipher.ts';
import type { Random } from '../random.ts';
import type { SecureMessaging } from '../secure-messaging/secure-messaging.ts';
import type { PaceStep } from './authentication/pace.ts';
import type { ChipProfile } from './chip-profile.ts';
import type { AgreementKey, ChipContents } from './contents.ts';
import type { Directory, ElementaryFile } from './elementary-files.ts';

/** What a chip remembers for as long as it has power. All of it is gone when it leaves the field. */
export interface ChipState {
  readonly contents: ChipContents;
  readonly profile: ChipProfile;
  readonly files: Record<Directory, readonly ElementaryFile[]>;
  readonly random: Random;
  /** What the key of the MRZ is made of; undefined for a chip without DG1. */
  readonly mrz_secret: Uint8Array | undefined;
  /** The card access number; undefined where none is printed. */
  readonly can_secret: Uint8Array | undefined;
  readonly counts: Counts;
  directory: Directory;
  file?: ElementaryFile | undefined;
  /** What the reader has proved that it knows. */
  access?: 'BAC' | 'PACE' | undefined;
  channel?: SecureMessaging | undefined;
  /** From GET CHALLENGE. Good for the next command and for no other. */
  challenge?: Uint8Array | undefined;
  /** What waits for the next GENERAL AUTHENTICATE. */
  pace?: PaceStep | undefined;
  /** From MSE:Set AT for Chip Authentication. */
  chip_authentication?: { key: AgreementKey; cipher: SessionCipher } | undefined;
}

/** What has come since the chip was put into the field. */
export interface Counts {
  commands: number;
  /** Commands with secure messaging. */
  secured: number;
  reads: number;
}

/** What a command is answered with. */
export interface Answer {
  status: number;
  data?: Uint8Array;
  /** The channel after this answer, which itself still goes through the one before. */
  channel?: SecureMessaging;
}

/** Does one command, which has been taken out of secure messaging before. */
export type CommandHandler = (chip: ChipState, command: Command) => Answer;
