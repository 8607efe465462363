/** What the NFC library imports from React Native: the platform, and its native half. */
import { played } from './native-half.ts';

export const Platform = {
  get OS() {
    return played.system;
  },
};

export const NativeModules = {
  get NfcManager() {
    return played.native;
  },
};

export class NativeEventEmitter {
  addListener() {
    return { remove() {} };
  }
}
