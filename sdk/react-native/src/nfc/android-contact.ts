import { ReadingFailed } from '@sigill/reader';
import { ContactEnded } from './contact-ended.ts';
import type { NfcErrors, NfcLibrary } from './nfc-library.ts';
import type { PhoneContact } from './nfc-transport.ts';

/** `NfcAdapter.FLAG_READER_*`. The check for NDEF takes time and confuses some chips. */
const NFC_A = 0x1;
const NFC_B = 0x2;
const SKIP_NDEF_CHECK = 0x80;
const NO_PLATFORM_SOUNDS = 0x100;

const READER_MODE = {
  isReaderModeEnabled: true,
  readerModeFlags: NFC_A | NFC_B | SKIP_NDEF_CHECK | NO_PLATFORM_SOUNDS,
  // How often Android checks that the chip is still there, in milliseconds. Long enough not to disturb a long computation.
  readerModeDelay: 1_000,
};

/** A chip may compute for seconds. Android's default timeout is 300 ms. */
const ANSWER_WITHIN_MS = 10_000;
/** A document that only brushes the phone is found and immediately lost. After this many times, waiting ends. */
const MOST_BRUSHES = 20;

export function androidContact(manager: NfcLibrary, { errors }: { errors: NfcErrors }): PhoneContact {
  return {
    async waitForChip() {
      for (let brushes = 0; brushes < MOST_BRUSHES; brushes++) {
        await startReaderMode(manager);
        try {
          await manager.requestTechnology('IsoDep');
        } catch (error) {
          if (error instanceof errors.UserCancel) throw new ContactEnded('CANCELLED', { cause: error });
          throw new ReadingFailed('nfc_unavailable', 'Android did not give access to the NFC antenna', {
            cause: error,
          });
        }
        const longest_command = await settle(manager);
        if (longest_command !== undefined) return { longest_command };
      }
      throw new ContactEnded('TIMEOUT');
    },
    tell: async () => {},
    async release() {
      await manager.cancelTechnologyRequest({ delayMsAndroid: 0 });
      await manager.unregisterTagEvent().catch(() => {});
    },
  };
}

/** Switches reader mode off and on again: only then does Android find a document that was never removed. */
async function startReaderMode(manager: NfcLibrary): Promise<void> {
  await manager.cancelTechnologyRequest({ delayMsAndroid: 0 });
  await manager.unregisterTagEvent().catch(() => {});
  await manager.registerTagEvent(READER_MODE);
}

/** @returns the longest command in bytes, or undefined when the document has already left. */
async function settle(manager: NfcLibrary): Promise<number | undefined> {
  try {
    await manager.setTimeout(ANSWER_WITHIN_MS);
    return await manager.getMaxTransceiveLength();
  } catch {
    return undefined;
  }
}
