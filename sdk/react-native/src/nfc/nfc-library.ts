/**
 * The part of `react-native-nfc-manager` that is used here; pass its default export to `nfcTransport`. Declared here so that an
 * app's compiler reports when the library has changed.
 */
export interface NfcLibrary {
  start(): Promise<void>;
  isSupported(tech?: string): Promise<boolean>;
  isEnabled(): Promise<boolean>;
  /** Android only. */
  goToNfcSetting(): Promise<unknown>;
  /** Android only: turns reader mode on, in which the app has NFC to itself. */
  registerTagEvent(options?: RequestOptions): Promise<void>;
  unregisterTagEvent(): Promise<void>;
  /** Waits for a tag. On iOS this shows the system sheet. */
  requestTechnology(tech: string | string[], options?: RequestOptions): Promise<unknown>;
  cancelTechnologyRequest(options?: { throwOnError?: boolean; delayMsAndroid?: number }): Promise<void>;
  isoDepHandler: { transceive(bytes: number[]): Promise<number[]> };
  /** Android only: timeout for a response, in milliseconds. */
  setTimeout(timeout_ms: number): Promise<void>;
  /** Android only: the longest command that the phone can send, in bytes. */
  getMaxTransceiveLength(): Promise<number>;
  /** iOS only, like all that follow: the text in the system sheet. */
  setAlertMessageIOS(message: string): Promise<void>;
  invalidateSessionWithErrorIOS(message: string): Promise<void>;
  isTagSessionAvailableIOS(): Promise<unknown>;
  /** Waits for a tag again, in the same sheet. */
  restartTechnologyRequestIOS(): Promise<unknown>;
}

interface RequestOptions {
  alertMessage?: string;
  isReaderModeEnabled?: boolean;
  readerModeFlags?: number;
  readerModeDelay?: number;
  /** Supported when the config plugin of this package has patched the library (plugin/pace-polling.cjs); ignored otherwise. */
  pollingIOS?: 'PACE';
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** The errors that the library throws: its export `NfcError`. */
export interface NfcErrors {
  UserCancel: ErrorClass;
  Timeout: ErrorClass;
  SystemBusy: ErrorClass;
  SecurityViolation: ErrorClass;
  UnsupportedFeature: ErrorClass;
  RadioDisabled: ErrorClass;
}
