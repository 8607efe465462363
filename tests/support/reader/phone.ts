/**
 * A phone with `react-native-nfc-manager`, and a person who holds it: the library's interface over a chip in software. It
 * refuses, disconnects and times out with the library's errors and in the order of its native code.
 */
import type { NfcErrors, NfcLibrary } from '../../../sdk/react-native/src/nfc/nfc-library.ts';
import type { VirtualChip } from '../../../sdk/reader/src/virtual-chip/index.ts';

class NfcErrorBase extends Error {}
class UserCancel extends NfcErrorBase {}
class Timeout extends NfcErrorBase {}
class SystemBusy extends NfcErrorBase {}
class SecurityViolation extends NfcErrorBase {}
class UnsupportedFeature extends NfcErrorBase {}
class RadioDisabled extends NfcErrorBase {}
class TagConnectionLost extends NfcErrorBase {}

export const NfcError = {
  UserCancel,
  Timeout,
  SystemBusy,
  SecurityViolation,
  UnsupportedFeature,
  RadioDisabled,
} satisfies NfcErrors;

export interface Phone {
  library: NfcLibrary;
  platform: 'ios' | 'android';
  /** The messages that the iOS sheet showed, in order, and a mark where a sheet ended. */
  sheet: string[];
  requests: object[];
  commands: number[][];
  hold(): void;
  takeAway(): void;
  cancel(): void;
  /** Lets a minute pass, after which iOS closes its sheet. */
  waitAMinute(): void;
  switchNfc(on: boolean): void;
}

interface PhoneOptions {
  has_nfc?: boolean;
  held?: boolean;
  /** The longest command and response that this Android supports. */
  longest_command?: number;
  /** How many times iOS refuses a new sheet because the last one is still closing. */
  busy?: number;
}

interface Waiting {
  resolve: (tech: string) => void;
  reject: (error: Error) => void;
}

export function phoneWith(platform: 'ios' | 'android', chip: VirtualChip, options: PhoneOptions = {}): Phone {
  const { has_nfc = true, longest_command = 65_279 } = options;
  let { held = true, busy = 0 } = options;
  let enabled = true;
  let contacts = 0;
  let connected = false;
  let waiting: Waiting | undefined;
  const sheet: string[] = [];
  const requests: object[] = [];
  const commands: number[][] = [];

  const find = () => {
    if (!held || !waiting) return;
    if (contacts++ > 0) chip.enterField();
    connected = true;
    waiting.resolve('IsoDep');
    waiting = undefined;
  };
  const wait = () =>
    new Promise<string>((resolve, reject) => {
      waiting = { resolve, reject };
      find();
    });
  const stopWaiting = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
    connected = false;
  };
  const transceive = async (bytes: number[], lost: () => Error): Promise<number[]> => {
    if (!connected || !held) throw lost();
    commands.push(bytes);
    try {
      return [...(await chip.transmit(Uint8Array.from(bytes)))];
    } catch {
      connected = false;
      throw lost();
    }
  };
  const onIosAlone = () => Promise.reject(new NfcErrorBase('not implemented'));

  function ios(): NfcLibrary {
    let open = false;
    const close = (error: Error) => {
      open = false;
      stopWaiting(error);
    };
    endOfSheet = close;
    return {
      ...both,
      isEnabled: async () => true,
      async requestTechnology(_, request = {}) {
        if (open) throw new NfcErrorBase('Duplicated registration');
        if (busy-- > 0) throw new SystemBusy();
        open = true;
        requests.push(request);
        sheet.push(request.alertMessage ?? '');
        return wait();
      },
      async restartTechnologyRequestIOS() {
        if (!open) throw new NfcErrorBase('No active registration');
        return wait();
      },
      async cancelTechnologyRequest() {
        if (!open) return;
        sheet.push('✓');
        close(new UserCancel());
      },
      async invalidateSessionWithErrorIOS(message) {
        if (!open) throw new NfcErrorBase('No active session');
        sheet.push(`✕ ${message}`);
        close(new UserCancel());
      },
      async setAlertMessageIOS(message) {
        if (!open) throw new NfcErrorBase('Not even registered');
        sheet.push(message);
      },
      isTagSessionAvailableIOS: async () => open,
      isoDepHandler: { transceive: (bytes) => transceive(bytes, () => new TagConnectionLost()) },
    };
  }

  function android(): NfcLibrary {
    let registered = false;
    let requested = false;
    const lost = () => new NfcErrorBase('android.nfc.TagLostException: Tag was lost.');
    return {
      ...both,
      isEnabled: async () => enabled,
      async registerTagEvent(request = {}) {
        registered = true;
        requests.push(request);
      },
      async unregisterTagEvent() {
        registered = false;
      },
      async requestTechnology() {
        if (!registered) throw new NfcErrorBase('you should requestTagEvent first');
        if (requested) throw new NfcErrorBase('You can only issue one request at a time');
        requested = true;
        return wait();
      },
      async cancelTechnologyRequest() {
        requested = false;
        stopWaiting(new UserCancel());
      },
      async setTimeout() {
        if (!connected || !held) throw lost();
      },
      async getMaxTransceiveLength() {
        if (!connected || !held) throw lost();
        return longest_command;
      },
      isoDepHandler: {
        async transceive(bytes) {
          if (!requested) throw new NfcErrorBase('no tech request available');
          const failed = () => new NfcErrorBase('transceive fail');
          if (bytes.length > longest_command) throw failed();
          const answer = await transceive(bytes, failed);
          if (answer.length > longest_command) throw failed();
          return answer;
        },
      },
    };
  }

  let endOfSheet = (_error: Error) => {};
  const both: NfcLibrary = {
    start: async () => {},
    isSupported: async () => has_nfc,
    isEnabled: async () => enabled,
    goToNfcSetting: async () => {
      enabled = true;
    },
    registerTagEvent: async () => {},
    unregisterTagEvent: async () => {},
    requestTechnology: onIosAlone,
    cancelTechnologyRequest: async () => {},
    isoDepHandler: { transceive: onIosAlone },
    setTimeout: async () => {},
    getMaxTransceiveLength: async () => longest_command,
    setAlertMessageIOS: onIosAlone,
    invalidateSessionWithErrorIOS: onIosAlone,
    isTagSessionAvailableIOS: async () => false,
    restartTechnologyRequestIOS: onIosAlone,
  };
  return {
    library: platform === 'ios' ? ios() : android(),
    platform,
    sheet,
    requests,
    commands,
    hold() {
      held = true;
      find();
    },
    takeAway() {
      held = false;
      connected = false;
    },
    cancel: () => endOfSheet(new UserCancel()),
    waitAMinute: () => endOfSheet(new Timeout()),
    switchNfc(on) {
      enabled = on;
    },
  };
}
