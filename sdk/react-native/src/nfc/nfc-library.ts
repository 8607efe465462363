/**
 * What is used of `react-native-nfc-manager`, whose default export is given to `nfcTransport`. Written down here, so that the transport is
 * tried without a phone, and so that the compiler says in an app when the library has changed.
 */
export interface NfcLibrary {
  start(): Promise<void>;
  isSupported(tech?: string): Promise<boolean>;
  isEnabled(): Promise<boolean>;
  /** Android only. */
  goToNfcSetting(): Promise<unknown>;
  /** Android only: turns reader mode on, in which no other app is asked who reads the chip. */
  registerTagEvent(options?: RequestOptions): Promise<void>;
  unregisterTagEvent(): Promise<void>;
  /** Waits for a tag. On iOS the sheet of the system comes up. */
  requestTechnology(tech: string | string[], options?: RequestOptions): Promise<unknown>;
  cancelTechnologyRequest(options?: { throwOnError?: boolean; delayMsAndroid?: number }): Promise<void>;
  isoDepHandler: { transceive(bytes: number[]): Promise<number[]> };
  /** Android only: after how many milliseconds without an answer the contact counts as lost. */
  setTimeout(timeout_ms: number): Promise<void>;
  /** Android only: the longest command that the phone sends, in bytes. */
  getMaxTransceiveLength(): Promise<number>;
  /** iOS only, as all that follow: the text in the sheet of the system. */
  setAlertMessageIOS(message: string): Promise<void>;
  /** Closes the sheet and shows why. */
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
  /** Understood where the config plugin of this package has prepared the library (plugin/pace-polling.cjs); ignored elsewhere. */
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
