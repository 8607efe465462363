import type { JsonWebKey } from 'node:crypto';
import type { FaceImage } from './data-groups.ts';
import { drawDataPage } from './data-page.ts';
import { type IssuedSpecimen, issueSpecimen, type SpecimenBehaviour, type SpecimenFiles } from './issue-specimen.ts';
import type { SpecimenAccess } from './specimen-access.ts';
import { isSpecimenName, SPECIMENS, type SpecimenName, type SpecimenOutcome } from './specimen-catalogue.ts';

export { specimenAuthorities } from './specimen-authority.ts';
export { SPECIMENS };

export interface SpecimenBundle {
  name: SpecimenName;
  /** How a session with this specimen ends by default. `expectedOutcome` takes the options of the session into account. */
  outcome: SpecimenOutcome;
  files: { [File in keyof SpecimenFiles]: string };
  /** How the chip is opened, besides with the MRZ of its DG1. */
  access: Omit<SpecimenAccess, 'card_access' | 'card_security'> & { card_access?: string; card_security?: string };
  aa?: { algorithm: 'ECDSA_P256_SHA256' | 'RSA_ISO9796_2_SHA256'; private_key_jwk: JsonWebKey };
  ca?: { algorithm: 'ECDH_P256_AES_128'; private_key_jwk: JsonWebKey };
  face: string;
  behaviour:
    | Exclude<SpecimenBehaviour, { active_authentication: 'REPLAY' }>
    | { action: 'SUBMIT'; active_authentication: 'REPLAY'; recorded_signature: string };
}

/** The named specimen as of `at`, optionally with another portrait. @throws RangeError for an unknown name. */
export function specimenBundle(name: string, at: Date, portrait?: FaceImage): SpecimenBundle {
  if (!isSpecimenName(name)) throw new RangeError(`There is no specimen named ${name}`);
  const { files, access, chip_key, face, behaviour } = issueSpecimen(name, { at, portrait });
  return {
    name,
    outcome: SPECIMENS.find((specimen) => specimen.name === name)!.outcome,
    files: Object.fromEntries(
      Object.entries(files).map(([file, bytes]) => [file, base64(bytes)]),
    ) as SpecimenBundle['files'],
    access: inBase64(access),
    ...keysOf(chip_key),
    face: base64(face),
    behaviour:
      'recorded_signature' in behaviour
        ? { ...behaviour, recorded_signature: base64(behaviour.recorded_signature) }
        : behaviour,
  };
}

/** The specimen's data page with the machine readable zone, as an SVG to hold before a camera or to print. */
export function specimenPage(name: SpecimenName, at: Date): string {
  const { files, printed } = issueSpecimen(name, { at });
  const { person, document_number, expiry_date, portrait } = printed;
  const lines = linesOf(files.dg1);
  return drawDataPage({
    lines,
    portrait,
    title: `${lines.length === 2 ? 'Passport' : 'Identity card'} · Utopia`,
    fields: [
      ['Surname', person.surname],
      ['Given names', person.given_names],
      ['Date of birth', person.date_of_birth],
      ['Document number', document_number],
      ['Date of expiry', expiry_date],
    ],
  });
}

/** A passport's zone has 88 characters in two lines, a card's 90 in three. They are the end of DG1. */
function linesOf(dg1: Uint8Array): string[] {
  const text = Buffer.from(dg1).toString('latin1');
  const [length, width] = dg1[1] === 0x5b ? [88, 44] : [90, 30];
  return text.slice(-length).match(new RegExp(`.{${width}}`, 'g')) ?? [];
}

const inBase64 = ({ card_access, card_security, ...access }: SpecimenAccess): SpecimenBundle['access'] => ({
  ...access,
  ...(card_access && { card_access: base64(card_access) }),
  ...(card_security && { card_security: base64(card_security) }),
});

function keysOf({ for: proof, private_key }: IssuedSpecimen['chip_key']): Pick<SpecimenBundle, 'aa' | 'ca'> {
  const private_key_jwk = private_key.export({ format: 'jwk' });
  if (proof === 'CHIP_AUTHENTICATION') return { ca: { algorithm: 'ECDH_P256_AES_128', private_key_jwk } };
  const algorithm = private_key.asymmetricKeyType === 'ec' ? 'ECDSA_P256_SHA256' : 'RSA_ISO9796_2_SHA256';
  return { aa: { algorithm, private_key_jwk } };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
