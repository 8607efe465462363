/** Plays a phone and the document that lies on it: a specimen's chip, read as any other, and what goes wrong with it. */
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
import { printedKey } from './printed-key.ts';
import type { Specimen, SpecimenBehaviour } from './specimen.ts';

/** What has just been done. `TAMPERED` is what this phone changed before it submitted: an attack that the service has to notice. */
export type PlayedStep = SessionStep | { step: 'TAMPERED'; active_authentication: 'OMIT' | 'REPLAY' };

type Inherited = 'call' | 'token' | 'platform' | 'app_version' | 'installation' | 'signal' | 'wait' | 'onExchange';

/** A session, the document that is read for it, and how that goes. */
export interface PlayOptions extends Pick<SessionOptions, Inherited> {
  specimen: Specimen;
  /** What goes wrong with the chip besides. */
  fault?: Fault | FaultName | undefined;
  /** Ways in that take the place of those of the specimen. BAC alone is the quickest. */
  access?: Partial<ChipAccess>;
  /** What the person gives the reader. The MRZ, if nothing is said. */
  key?: 'MRZ' | 'CAN';
  /** How long every command takes. No time if not given. */
  latency_ms?: number;
  /** For chip and reader, so that a reading can be repeated byte by byte. */
  random?: Random;
  onStep?: (step: PlayedStep) => void;
}

/** Takes the session of `token` to its end with this specimen. A refused call is thrown as `call` throws it. */
export async function playSpecimen({
  specimen,
  fault,
  access,
  key = 'MRZ',
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
  const pictures: Face | undefined =
    face === undefined ? undefined : { face: fromBase64(face), frames: face_frames.map(fromBase64) };
  return runSession({
    ...options,
    call: tampering(options.call, behaviour, onStep),
    access: printedKey(specimen, key),
    async connect({ again }) {
      if (behaviour.action === 'ABORT') throw new ReadingAborted('The person cancelled');
      if (accident?.thrown) throw accident.thrown;
      if (again) chip.enterField();
      return chip.transmit;
    },
    ...(pictures && { face: pictures }),
    ...(random && { random }),
    ...(onStep && { onStep }),
  });
}

/** What the chip does for the phone to end in a code of `reader.fail`. The others have nothing to do with it. */
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

/** A phone in the hands of an attacker sends something else than the chip answered. */
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
