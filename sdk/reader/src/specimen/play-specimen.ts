/** Plays a phone and the document held to it: a specimen's chip, read like any other, including its faults. */
import type { AccessKey } from '../access/password.ts';
import type { ReaderFailCode } from '../generated/types.gen.ts';
import type { Random } from '../random.ts';
import { fromBase64 } from '../session/base64.ts';
import { ReadingAborted, ReadingFailed } from '../session/reading-failed.ts';
import { type Face, runSession, type SessionOptions } from '../session/run-session.ts';
import type { ReaderCall } from '../session/service-calls.ts';
import type { SessionEnd, SessionStep } from '../session/steps.ts';
import {
  type ChipAccess,
  chipContentsOf,
  createVirtualChip,
  type Fault,
  type FaultName,
} from '../virtual-chip/index.ts';
import { printedKey, type Specimen, type SpecimenBehaviour } from './specimen.ts';

/** What has just happened. `TAMPERED` is what this phone altered before it submitted: an attack that the service must detect. */
export type PlayedStep = SessionStep | { step: 'TAMPERED'; active_authentication: 'OMIT' | 'REPLAY' };

type Inherited =
  | 'call'
  | 'token'
  | 'platform'
  | 'app_version'
  | 'installation'
  | 'signal'
  | 'wait'
  | 'onExchange'
  | 'onAccessDenied';

/** A session, the document to read for it, and the faults to simulate. */
export interface PlayOptions extends Pick<SessionOptions, Inherited> {
  specimen: Specimen;
  fault?: Fault | FaultName | undefined;
  /** Replaces the access protocols of the specimen. BAC alone is the fastest. */
  access?: Partial<ChipAccess>;
  /** The key that the person enters: the MRZ (the default) or the CAN printed on the specimen, or any other key. */
  key?: 'MRZ' | 'CAN' | AccessKey;
  /**
   * Takes the picture of the person when the session requires a face. `own` is the picture of the specimen's holder, which is sent
   * if this option is absent.
   */
  face?: (own: Face | undefined) => Promise<Face>;
  /** How long each command takes, in milliseconds. The default is 0. */
  latency_ms?: number;
  /** The source of random numbers for chip and reader. A seeded source makes a reading repeatable byte by byte. */
  random?: Random;
  onStep?: (step: PlayedStep) => void;
}

/** Takes the session of `token` to its end with this specimen. Throws the error of a failed call, as `call` throws it. */
export async function playSpecimen({
  specimen,
  fault,
  access,
  key = 'MRZ',
  face: takeFace,
  latency_ms = 0,
  random,
  onStep,
  ...options
}: PlayOptions): Promise<SessionEnd> {
  const { behaviour, face, face_frames = [] } = specimen;
  const accident = accidentOf(behaviour);
  const faults = [accident?.fault, fault].filter((each) => each !== undefined);
  const chip = createVirtualChip(chipContentsOf(specimen), {
    faults,
    latency_ms,
    ...(access && { access }),
    ...(random && { random }),
    ...(options.wait && { wait: options.wait }),
  });
  const own: Face | undefined =
    face === undefined ? undefined : { face: fromBase64(face), frames: face_frames.map(fromBase64) };
  return runSession({
    ...options,
    call: tampering(options.call, behaviour, onStep),
    access: typeof key === 'string' ? printedKey(specimen, key) : key,
    async connect({ again }) {
      if (behaviour.action === 'ABORT') throw new ReadingAborted('The person cancelled');
      if (accident?.thrown) throw accident.thrown;
      if (again) chip.enterField();
      return chip.transmit;
    },
    ...(takeFace ? { face: () => takeFace(own) } : own && { face: own }),
    ...(random && { random }),
    ...(onStep && { onStep }),
  });
}

/** The fault that makes a reading end with a code of `reader.fail`. The other codes are simulated without a fault of the chip. */
const CHIP_FAULTS: Partial<Record<ReaderFailCode, FaultName>> = {
  nfc_lost: 'field-gone',
  access_denied: 'wrong-key',
  read_error: 'read-refused',
  unsupported_document: 'no-application',
};

function accidentOf(behaviour: SpecimenBehaviour): { fault?: FaultName; thrown?: ReadingFailed } | undefined {
  if (behaviour.action !== 'FAIL') return undefined;
  const fault = CHIP_FAULTS[behaviour.code];
  return fault ? { fault } : { thrown: new ReadingFailed(behaviour.code, behaviour.message) };
}

/** The phone of an attacker, which omits or replaces the chip's signature. */
function tampering(call: ReaderCall, behaviour: SpecimenBehaviour, report: PlayOptions['onStep']): ReaderCall {
  if (behaviour.action !== 'SUBMIT' || behaviour.active_authentication === 'SIGN') return call;
  const { active_authentication } = behaviour;
  return (name, params, headers) => {
    if (name !== 'reader.submit') return call(name, params, headers);
    report?.({ step: 'TAMPERED', active_authentication });
    const { aa_signature: _, ...submission } = params as { aa_signature?: string };
    const sent =
      'recorded_signature' in behaviour ? { ...submission, aa_signature: behaviour.recorded_signature } : submission;
    return call(name, sent as typeof params, headers);
  };
}
