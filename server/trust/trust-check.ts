/** Explains to an operator why the issuer of a document is known or not. */
import {
  type Certificate,
  certificateCountry,
  isValidAt,
  type NamedSigner,
  readSigner,
  type TrustStore,
  type TrustVerdict,
} from '@sigill/emrtd';
import { count, dayOf } from './trust-report.ts';

export interface TrustCheck {
  lines: string[];
  known: boolean;
}

/** `store` may have been given the signers that are published apart. @throws for a file that is no security object. */
export function checkIssuer(sod: Uint8Array, store: TrustStore, at: Date): TrustCheck {
  const named = readSigner(sod);
  const signer = named.certificate ?? store.signers[0];
  const about = describeSigner(named, signer);
  if (!signer)
    return {
      known: false,
      lines: [...about, 'UNKNOWN: its certificate stands neither in the security object nor in what is imported.'],
    };
  const anchor = findIssuer(signer, store, at);
  if (typeof anchor === 'string') return { known: false, lines: [...about, `UNKNOWN: ${anchor}`] };
  if (anchor) {
    const { certificate, source } = anchor;
    const revoked = [signer, certificate].filter((one) => store.isRevoked(one));
    return {
      known: revoked.length === 0,
      lines: [
        ...about,
        `KNOWN: ${describeCsca(certificate)}, from ${source.name}${source.date ? ` of ${source.date}` : ''}.`,
        ...(isValidAt(signer, at) ? [] : [`The document signer is outside its validity, ${validity(signer)}.`]),
        ...(isValidAt(certificate, at) ? [] : [`The CSCA is outside its validity, ${validity(certificate)}.`]),
        ...revoked.map((one) => `REVOKED: ${one.subject.text}, serial ${one.serial_number}.`),
      ],
    };
  }
  return { known: false, lines: [...about, ...explainUnknown(signer, store.review())] };
}

function describeSigner(
  { issuer, serial_number, subject_key_id }: NamedSigner,
  signer: Certificate | undefined,
): string[] {
  const name = issuer === undefined ? `the key ${subject_key_id}` : `serial ${serial_number} of ${issuer}`;
  if (!signer) return [`The security object names as its signer ${name}.`];
  return [
    `The security object names as its signer ${name}.`,
    `Signer  ${signer.subject.text}, serial ${signer.serial_number}, ${validity(signer)}`,
    `State   ${stateOf(signer) ?? 'none that the certificate names'}`,
    `Issuer  ${signer.issuer.text}`,
    `AKI     ${signer.authority_key_id ?? 'none: the certificate does not name the key of its issuer'}`,
  ];
}

/** A text says why the algorithm of the signature is not accepted. */
function findIssuer(signer: Certificate, store: TrustStore, at: Date) {
  try {
    return store.findIssuer(signer, at);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function explainUnknown(signer: Certificate, verdicts: TrustVerdict[]): string[] {
  const state = stateOf(signer);
  const own = verdicts.filter(
    ({ certificate }) =>
      (state !== undefined && stateOf(certificate) === state) || certificate.subject.key === signer.issuer.key,
  );
  if (own.length === 0)
    return [
      `UNKNOWN: no CSCA certificate of ${state ?? 'this issuer'} is known. Import one, or a master list that has it.`,
    ];
  return [
    `UNKNOWN: none of the ${count(own.length, 'CSCA certificate')} of ${state ?? 'this issuer'} fits:`,
    ...own.flatMap((verdict) => [
      `  ${describeCsca(verdict.certificate)}, ${validity(verdict.certificate)}, from ${verdict.source}`,
      `    ${whyNot(signer, verdict)}`,
    ]),
  ];
}

function whyNot(signer: Certificate, { certificate, refused }: TrustVerdict): string {
  const { authority_key_id } = signer;
  const isNamed = certificate.subject.key === signer.issuer.key;
  const isKey = authority_key_id !== undefined && certificate.subject_key_id === authority_key_id;
  if (isSignedBy(signer, certificate))
    return refused ? `It signed the signer, but is not trusted: ${refused}` : 'It signed the signer';
  if (isKey) return 'The key identifier is the same, but its key did not sign the signer';
  return isNamed
    ? 'The name is the same, and the key another: a newer or older CSCA is missing'
    : 'Another name and another key';
}

function isSignedBy(signer: Certificate, csca: Certificate): boolean {
  try {
    return signer.isSignedBy(csca);
  } catch {
    return false; // A key that is not accepted.
  }
}

const describeCsca = ({ subject, serial_number, subject_key_id }: Certificate) =>
  `${subject.text}, serial ${serial_number}, key ${subject_key_id ?? 'without identifier'}`;

const stateOf = ({ issuer, subject }: Certificate) => certificateCountry(issuer.country ?? subject.country ?? '');

const validity = ({ not_before, not_after }: Certificate) => `valid from ${dayOf(not_before)} to ${dayOf(not_after)}`;
