import type { DocumentFiles, ReaderFailCode } from '../generated/types.gen.ts';
import type { ChipBundle } from '../virtual-chip/index.ts';

/** A specimen document with who holds it and what becomes of it, as the service hands it out under `/specimens/NAME.json`. */
export interface Specimen extends ChipBundle {
  files: DocumentFiles;
  /** An image of the holder in base64, sent when the session asks for a face. */
  face?: string;
  /** Further images, a moment apart. */
  face_frames?: string[];
  behaviour: SpecimenBehaviour;
}

/** What is done with the document. All but SIGN play an attack or an accident. */
export type SpecimenBehaviour =
  | { action: 'SUBMIT'; active_authentication: 'SIGN' | 'OMIT' }
  | { action: 'SUBMIT'; active_authentication: 'REPLAY'; recorded_signature: string }
  | { action: 'FAIL'; code: ReaderFailCode; message: string }
  | { action: 'ABORT' };
