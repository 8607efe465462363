import type { Command } from '../apdu/apdu.ts';
import type { SessionCipher } from '../cipher/session-cipher.ts';
import type { Random } from '../random.ts';
import type { SecureMessaging } from '../secure-messaging/secure-messaging.ts';
import type { PaceStep } from './authentication/pace.ts';
import type { ChipProfile } from './chip-profile.ts';
import type { AgreementKey, ChipContents } from './contents.ts';
import type { Directory, ElementaryFile } from './elementary-files.ts';

/** A chip in the field: its contents, and what it remembers until it leaves the field. */
export interface ChipState {
  readonly contents: ChipContents;
  readonly profile: ChipProfile;
  readonly files: Record<Directory, readonly ElementaryFile[]>;
  readonly random: Random;
  /** The hash that the MRZ key is derived from; undefined for a chip without DG1. */
  readonly mrz_secret: Uint8Array | undefined;
  /** The card access number; undefined when none is printed. */
  readonly can_secret: Uint8Array | undefined;
  readonly counts: Counts;
  directory: Directory;
  file?: ElementaryFile | undefined;
  access?: 'BAC' | 'PACE' | undefined;
  channel?: SecureMessaging | undefined;
  /** From GET CHALLENGE. Valid for the next command only. */
  challenge?: Uint8Array | undefined;
  /** The step that the next GENERAL AUTHENTICATE performs. */
  pace?: PaceStep | undefined;
  /** From MSE:Set AT for Chip Authentication. */
  chip_authentication?: { key: AgreementKey; cipher: SessionCipher } | undefined;
}

export interface Counts {
  commands: number;
  secured: number;
  reads: number;
}

export interface Answer {
  status: number;
  data?: Uint8Array;
  /** The channel to use after this response, which itself still goes through the current one. */
  channel?: SecureMessaging;
}

/** Handles one command, after secure messaging has been removed. */
export type CommandHandler = (chip: ChipState, command: Command) => Answer;
