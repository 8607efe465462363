import { ReadingFailed, type Transmit } from '@sigill/reader';
import { androidContact } from './android-contact.ts';
import { iosContact } from './ios-contact.ts';
import type { NfcErrors, NfcLibrary } from './nfc-library.ts';

/** Whether this phone reads chips now: yes, after NFC has been switched on, or never. */
export type NfcAvailability = 'READY' | 'OFF' | 'MISSING';

export interface ContactRequest {
  /** The contact was lost, or has to be made once more. */
  again?: boolean;
  /** What iOS says in its sheet. */
  message?: string;
  /**
   * iOS finds identity cards that open with PACE alone only when it looks for nothing else. It is asked to where the chip opens with a card
   * access number.
   */
  polling?: 'PACE';
}

/** The antenna of the phone. `connect` is what `runSession` asks for. */
export interface NfcTransport {
  availability(): Promise<NfcAvailability>;
  /** Waits for a document. @throws ContactEnded when the waiting was ended; ReadingFailed when this phone cannot read. */
  connect(request?: ContactRequest): Promise<Transmit>;
  /** Changes the text in the sheet of iOS. Android has none. */
  tell(message: string): Promise<void>;
  /** Lets go of the chip. With a problem, the sheet of iOS shows it; without one it shows a tick. */
  release(problem?: string): Promise<void>;
  /** Opens the switch for NFC, on Android. */
  openSettings(): Promise<void>;
}

export interface NfcTransportOptions {
  /** `Platform.OS`. */
  platform: string;
  /** `NfcError` of `react-native-nfc-manager`. */
  errors: NfcErrors;
  /** Waits that many milliseconds, before the antenna is asked for again. */
  wait?: (ms: number) => Promise<void>;
}

/** What an antenna does differently on Android and iOS. */
export interface PhoneContact {
  /** @returns the longest command that this phone sends, where it has a limit. */
  waitForChip(request: ContactRequest): Promise<{ longest_command?: number }>;
  tell(message: string): Promise<void>;
  release(problem?: string): Promise<void>;
}

/** ISO/IEC 7816-4: wrong length. The reader goes on with shorter commands, as with a chip that refuses them. */
const WRONG_LENGTH = Uint8Array.of(0x67, 0x00);

/** The antenna through `react-native-nfc-manager`: `nfcTransport(NfcManager, { platform: Platform.OS, errors: NfcError })`. */
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
        // What belongs to an earlier contact would be under keys that the chip has forgotten.
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

/** A phone that sends short commands alone receives short answers alone, which an extended command does not ask for. */
const LONGEST_SHORT = 261;
const isExtended = (command: Uint8Array): boolean => command.length > 5 && command[4] === 0;

async function availabilityOf(manager: NfcLibrary): Promise<NfcAvailability> {
  if (!(await manager.isSupported('IsoDep').catch(() => false))) return 'MISSING';
  await manager.start();
  return (await manager.isEnabled()) ? 'READY' : 'OFF';
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
