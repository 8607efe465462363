import type { DocumentFiles, ReaderFailCode } from '../generated/types.gen.ts';
import type { ChipBundle } from '../virtual-chip/index.ts';

/** A specimen document with its holder and its behaviour, as served under `/specimens/NAME.json`. */
export interface Specimen extends ChipBundle {
  files: DocumentFiles;
  /** A photo of the holder in base64, sent when the session requires a face. */
  face?: string;
  /** Further photos, taken moments later. */
  face_frames?: string[];
  behaviour: SpecimenBehaviour;
}

/** How the document behaves. Every value except SIGN simulates an attack or an accident. */
export type SpecimenBehaviour =
  | { action: 'SUBMIT'; active_authentication: 'SIGN' | 'OMIT' }
  | { action: 'SUBMIT'; active_authentication: 'REPLAY'; recorded_signature: string }
  | { action: 'FAIL'; code: ReaderFailCode; message: string }
  | { action: 'ABORT' };
