/** `@sigill/react-native`: reads passports and identity cards with a phone and takes a session to its verdict. */
export type { CameraLibrary, MountedCamera } from './face/camera-library.ts';
export {
  keyAmong,
  keyOfMrz,
  type MrzKey,
  type MrzProblem,
  type MrzReading,
  type RecogniseText,
} from './mrz/key-of-mrz.ts';
export { keyOfCan, keyOfFields, type TypedFields, type TypedProblem } from './mrz/typed-key.ts';
export { type ContactEnd, ContactEnded } from './nfc/contact-ended.ts';
export type { NfcErrors, NfcLibrary } from './nfc/nfc-library.ts';
export {
  type ContactRequest,
  type NfcAvailability,
  type NfcTransport,
  type NfcTransportOptions,
  nfcTransport,
} from './nfc/nfc-transport.ts';
export { createReader, type Reader, type ReaderOptions } from './reading/create-reader.ts';
export type { Checks, OpenedSession, Phase } from './reading/phase.ts';
export type { FillRandomly, InstallationStorage } from './reading/platform.ts';
export { useReader } from './reading/use-reader.ts';
export { IdentityReader, type IdentityReaderProps } from './screens/IdentityReader.tsx';
export { ReaderScreens } from './screens/ReaderScreens.tsx';
export {
  type CheckName,
  type CheckState,
  type FailureCode,
  failureText,
  type PhoneKind,
  type Texts,
  textsFor,
  type VerdictCode,
  type Words,
} from './texts/texts.ts';
export { type Look, LookProvider, useLook } from './theme/look.tsx';
export { darkTheme, lightTheme, type Theme, withAccent } from './theme/theme.ts';
