/**
 * The native half of react-native-nfc-manager 3.17.2 as its JavaScript sees it: the last parameter of each method is a callback, called
 * with an error string or with a result. The simulated phone of the other tests drives it.
 */
import type { Phone } from '../../../tests/support/reader/phone.ts';

type Callback = (error: string | null, ...results: unknown[]) => void;

export const played: { system: 'ios' | 'android'; native: Record<string, (...args: never[]) => void> } = {
  system: 'ios',
  native: {},
};

/** The error codes of Core NFC. The Java half reports errors as texts. */
const IOS_CODES: Record<string, number> = { TagConnectionLost: 100, UserCancel: 200, Timeout: 201, SystemBusy: 203 };
const nativeError = (system: string, error: Error): string => {
  const { name } = error.constructor;
  if (system === 'ios') {
    const code = IOS_CODES[name];
    return code ? `NFCError:${code},NSLocalizedDescription` : error.message;
  }
  return name === 'UserCancel' ? 'cancelled' : error.message;
};

export function playOn({ platform, library }: Phone): void {
  let registered = false;
  const answer = (work: Promise<unknown>, callback: Callback, spread = (result: unknown): unknown[] => [result]) =>
    void work.then(
      (result) => callback(null, ...spread(result)),
      (error: Error) => callback(nativeError(platform, error)),
    );
  played.system = platform;
  played.native = {
    start: (callback: Callback) => answer(library.start(), callback),
    isSupported: (_: string, callback: Callback) => answer(library.isSupported(), callback),
    isEnabled: (callback: Callback) => answer(library.isEnabled(), callback),
    hasTagEventRegistration: (callback: Callback) => callback(null, registered),
    registerTagEvent(options: object, callback: Callback) {
      registered = true;
      answer(library.registerTagEvent(options), callback);
    },
    unregisterTagEvent(callback: Callback) {
      registered = false;
      answer(library.unregisterTagEvent(), callback);
    },
    requestTechnology(_: string[], ...rest: [object, Callback] | [Callback]) {
      const callback = rest.at(-1) as Callback;
      answer(library.requestTechnology('IsoDep', rest.length > 1 ? (rest[0] as object) : {}), callback);
    },
    cancelTechnologyRequest: (callback: Callback) => answer(library.cancelTechnologyRequest(), callback),
    setTimeout: (ms: number, callback: Callback) => answer(library.setTimeout(ms), callback),
    getMaxTransceiveLength: (callback: Callback) => answer(library.getMaxTransceiveLength(), callback),
    transceive: (bytes: number[], callback: Callback) => answer(library.isoDepHandler.transceive(bytes), callback),
    sendCommandAPDUBytes: (bytes: number[], callback: Callback) =>
      answer(library.isoDepHandler.transceive(bytes), callback, (response) => {
        const all = response as number[];
        return [all.slice(0, -2), ...all.slice(-2)];
      }),
    setAlertMessage: (text: string, callback: Callback) => answer(library.setAlertMessageIOS(text), callback),
    invalidateSessionWithError: (text: string, callback: Callback) =>
      answer(library.invalidateSessionWithErrorIOS(text), callback),
    isTagSessionAvailable: (callback: Callback) => answer(library.isTagSessionAvailableIOS(), callback),
    restartTechnologyRequest: (callback: Callback) => answer(library.restartTechnologyRequestIOS(), callback),
  } as typeof played.native;
}
