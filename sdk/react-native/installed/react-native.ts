/** What the NFC library imports of React Native: which system it is on, and its native half. */
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
