import { ReadingFailed, type Transmit } from '@sigill/reader';
import { androidContact } from './android-contact.ts';
import { iosContact } from './ios-contact.ts';
import type { NfcErrors, NfcLibrary } from './nfc-library.ts';

/** Whether this phone can read chips: now, after NFC has been switched on, or never. */
export type NfcAvailability = 'READY' | 'OFF' | 'MISSING';

export interface ContactRequest {
  /** Whether this follows an earlier contact or attempt. */
  again?: boolean;
  /** The text in the system sheet of iOS. */
  message?: string;
  /**
   * iOS finds identity cards that open with PACE alone only when it polls for nothing else. `createReader` sets this for a card
   * access number, and tries the other kind of polling after a timeout.
   */
  polling?: 'PACE';
}

/** NFC on the phone. Pass `connect` to `runSession`. */
export interface NfcTransport {
  availability(): Promise<NfcAvailability>;
  /** Waits for a document. @throws ContactEnded when waiting ended without one; ReadingFailed when this phone cannot read. */
  connect(request?: ContactRequest): Promise<Transmit>;
  /** Changes the text in the system sheet of iOS. Does nothing on Android. */
  tell(message: string): Promise<void>;
  /** Releases the chip. The sheet of iOS shows the problem if there is one, otherwise a tick. */
  release(problem?: string): Promise<void>;
  /** Opens the NFC settings, on Android. */
  openSettings(): Promise<void>;
}

export interface NfcTransportOptions {
  /** `Platform.OS`. */
  platform: string;
  /** `NfcError` of `react-native-nfc-manager`. */
  errors: NfcErrors;
  /** Waits for the given number of milliseconds before another request for NFC. */
  wait?: (ms: number) => Promise<void>;
}

export interface PhoneContact {
  /** @returns the longest command that this phone can send, in bytes, if it has a limit. */
  waitForChip(request: ContactRequest): Promise<{ longest_command?: number }>;
  tell(message: string): Promise<void>;
  release(problem?: string): Promise<void>;
}

/** ISO/IEC 7816-4: wrong length. The reader then uses shorter commands, as with a chip that refuses long ones. */
const WRONG_LENGTH = Uint8Array.of(0x67, 0x00);

/** The transport over `react-native-nfc-manager`: `nfcTransport(NfcManager, { platform: Platform.OS, errors: NfcError })`. */
export function nfcTransport(
  manager: NfcLibrary,
  { platform, errors, wait = pause }: NfcTransportOptions,
): NfcTransport {
  const phone = (platform === 'ios' ? iosContact : androidContact)(manager, { errors, wait });
  let contacts = 0;
  return {
    availability: () => availabilityOf(manager),
    async connect(request = {}) {
      const contact = ++contacts;
      if ((await availabilityOf(manager)) !== 'READY')
        throw new ReadingFailed('nfc_unavailable', 'This phone has no NFC, or it is switched off');
      const { longest_command = Number.POSITIVE_INFINITY } = await phone.waitForChip(request);
      return async (command) => {
        // A command for an earlier contact is secured with keys that the chip has forgotten, so it is not sent.
        if (contact !== contacts) throw new Error('This contact has ended');
        if (command.length > longest_command || (longest_command <= LONGEST_SHORT && isExtended(command)))
          return WRONG_LENGTH;
        return Uint8Array.from(await manager.isoDepHandler.transceive([...command]));
      };
    },
    tell: (message) => phone.tell(message),
    async release(problem) {
      contacts++;
      await phone.release(problem);
    },
    openSettings: async () => void (await manager.goToNfcSetting()),
  };
}

/**
 * A phone limited to short commands also receives only short responses. So it cannot send a command in the extended format either,
 * even one of few bytes.
 */
const LONGEST_SHORT = 261;
const isExtended = (command: Uint8Array): boolean => command.length > 5 && command[4] === 0;

async function availabilityOf(manager: NfcLibrary): Promise<NfcAvailability> {
  if (!(await manager.isSupported('IsoDep').catch(() => false))) return 'MISSING';
  await manager.start();
  return (await manager.isEnabled()) ? 'READY' : 'OFF';
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
