import { ReadingFailed } from '@sigill/reader';
import { ContactEnded } from './contact-ended.ts';
import type { NfcErrors, NfcLibrary } from './nfc-library.ts';
import type { ContactRequest, PhoneContact } from './nfc-transport.ts';

/** iOS takes time to close its sheet, and refuses a new one until the old one has closed. */
const PAUSES_WHILE_BUSY_MS = [1_000, 2_000, 3_000];

interface IosOptions {
  errors: NfcErrors;
  wait: (ms: number) => Promise<void>;
}

/** iOS: the system sheet, which stays for a minute, and ISO 7816 tags with the applications listed in Info.plist. */
export function iosContact(manager: NfcLibrary, { errors, wait }: IosOptions): PhoneContact {
  let shown: string | undefined;
  const tell = async (message: string): Promise<void> => {
    if (message === shown) return;
    shown = message;
    // Between two contacts there is no sheet to write on.
    await manager.setAlertMessageIOS(message).catch(() => {});
  };
  return {
    async waitForChip({ again, message, polling }) {
      try {
        if (again && (await manager.isTagSessionAvailableIOS().catch(() => false))) {
          if (message) await tell(message);
          await manager.restartTechnologyRequestIOS();
        } else {
          shown = message;
          await askForSheet(manager, { message, polling }, { errors, wait });
        }
      } catch (error) {
        throw endOfWaiting(error, errors);
      }
      return {};
    },
    tell,
    async release(problem) {
      shown = undefined;
      // Without a sheet there is nothing to close.
      if (problem) await manager.invalidateSessionWithErrorIOS(problem).catch(() => {});
      else await manager.cancelTechnologyRequest();
    },
  };
}

async function askForSheet(
  manager: NfcLibrary,
  { message, polling }: ContactRequest,
  { errors, wait }: IosOptions,
): Promise<void> {
  const options = { ...(message && { alertMessage: message }), ...(polling && { pollingIOS: polling }) };
  for (const pause of [...PAUSES_WHILE_BUSY_MS, undefined])
    try {
      await manager.requestTechnology('IsoDep', options);
      return;
    } catch (error) {
      if (!(error instanceof errors.SystemBusy) || pause === undefined) throw error;
      await wait(pause);
    }
}

const NOT_ENTITLED = 'The app lacks the entitlement to read tags, or the application identifier in its Info.plist';

function endOfWaiting(cause: unknown, errors: NfcErrors): Error {
  if (cause instanceof errors.UserCancel) return new ContactEnded('CANCELLED', { cause });
  if (cause instanceof errors.Timeout) return new ContactEnded('TIMEOUT', { cause });
  if (cause instanceof errors.SystemBusy) return new ContactEnded('BUSY', { cause });
  if (cause instanceof errors.SecurityViolation) return new ReadingFailed('internal', NOT_ENTITLED, { cause });
  return new ReadingFailed('nfc_unavailable', 'iOS did not give access to the NFC antenna', { cause });
}
