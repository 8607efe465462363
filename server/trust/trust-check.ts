/** Explains to an operator whether the service knows the issuer of a document, and if not, why. */
import {
  type Certificate,
  certificateCountry,
  type NamedSigner,
  type PassiveAuthentication,
  readSigner,
  type TrustAnchor,
  type TrustStore,
  type TrustVerdict,
  verifyPassiveAuthentication,
} from '@sigill/emrtd';
import { assertWhole } from './import-entries.ts';
import { count, dayOf } from './trust-report.ts';

/**
 * `known` says whether the service would accept the signature and the issuer. `store` may include separately published signers.
 * @throws for a truncated file, NoSecurityObject for one that does not begin with the tag of EF.SOD, and otherwise the reason why
 * it cannot be read.
 */
export function checkIssuer(sod: Uint8Array, store: TrustStore, at: Date): { lines: string[]; known: boolean } {
  assertWhole(sod);
  if (sod[0] !== EF_SOD) throw new NoSecurityObject();
  const named = readSigner(sod);
  const found = verifyPassiveAuthentication(sod, { at, trust: store });
  const signer = found.signer ?? named.certificate;
  const reasons = [...(signer ? whyRefused(found, signer, store) : [NOT_HERE]), ...signatureRefused(found)];
  const lines = [
    ...describeSigner(named, signer),
    ...restrictions(signer),
    ...found.flags.map(({ message }) => `Unusual: ${message}.`),
  ];
  const { anchor } = found;
  if (anchor && reasons.length === 0) return { known: true, lines: [...lines, `KNOWN: ${describeAnchor(anchor)}.`] };
  return { known: false, lines: [...lines, ...(anchor ? [`CSCA    ${describeAnchor(anchor)}`] : []), ...reasons] };
}

/** The tag of EF.SOD (Doc 9303-10, 4.6.2). */
const EF_SOD = 0x77;

export class NoSecurityObject extends Error {}

const NOT_HERE = 'UNKNOWN: its certificate is neither in the security object nor among the imported ones.';

function whyRefused({ issuer, anchor }: PassiveAuthentication, signer: Certificate, store: TrustStore): string[] {
  const { result, code, detail } = issuer;
  if (result !== 'FAILED') return [];
  if (code === 'issuer_unknown' && !anchor) return explainUnknown(signer, store.review());
  if (code !== 'certificate_revoked') return [refused(code, detail)];
  const revoked = [signer, ...(anchor ? [anchor.certificate] : [])].filter((one) => store.isRevoked(one));
  return revoked.map((one) => refused(code, `${one.subject.text}, serial ${one.serial_number}`));
}

function signatureRefused({ signature: { result, code, detail } }: PassiveAuthentication): string[] {
  if (result !== 'FAILED') return [];
  if (code === 'sod_signature_invalid')
    return [refused(code, 'it was not signed with the key of the certificate above')];
  if (code === 'sod_digest_mismatch') return [refused(code, 'its content was changed after it was signed')];
  return [refused(code, detail)];
}

const refused = (code: string | undefined, detail: string | undefined) =>
  `REFUSED as ${code}${detail ? `: ${detail}` : ''}.`;

/** Only lists the document types: whether this document is one of them depends on DG1, which is not available here. */
const restrictions = (signer: Certificate | undefined): string[] =>
  signer?.document_types?.length
    ? [
        `Types   ${signer.document_types.join(', ')}: documents whose MRZ starts with another letter are refused as issuer_unknown`,
      ]
    : [];

function describeSigner(
  { issuer, serial_number, subject_key_id }: NamedSigner,
  signer: Certificate | undefined,
): string[] {
  const name = issuer === undefined ? `the key ${subject_key_id}` : `serial ${serial_number} of ${issuer}`;
  if (!signer) return [`Signer named in the security object: ${name}.`];
  return [
    `Signer named in the security object: ${name}.`,
    `Signer  ${signer.subject.text}, serial ${signer.serial_number}, ${validity(signer)}`,
    `State   ${stateOf(signer) ?? 'not named in the certificate'}`,
    `Issuer  ${signer.issuer.text}`,
    `AKI     ${signer.authority_key_id ?? 'missing: the certificate does not name the key of its issuer'}`,
  ];
}

function explainUnknown(signer: Certificate, verdicts: TrustVerdict[]): string[] {
  const state = stateOf(signer);
  const own = verdicts.filter(
    ({ certificate }) =>
      (state !== undefined && stateOf(certificate) === state) || certificate.subject.key === signer.issuer.key,
  );
  if (own.length === 0)
    return [
      `UNKNOWN: no CSCA certificate of ${state ?? 'this issuer'} is known. Import one, or a master list that contains it.`,
    ];
  const reasons = [...Map.groupBy(own, (verdict) => whyNot(signer, verdict))];
  return [
    `UNKNOWN: no match among ${count(own.length, 'CSCA certificate')} of ${state ?? 'this issuer'}:`,
    ...reasons.flatMap(([reason, verdicts]) => [
      ...verdicts.map(
        ({ certificate, source }) => `  ${describeCsca(certificate)}, ${validity(certificate)}, from ${source}`,
      ),
      `    ${verdicts.length > 1 ? `These ${verdicts.length}: ` : ''}${reason}`,
    ]),
  ];
}

function whyNot(signer: Certificate, { certificate, refused }: TrustVerdict): string {
  const { authority_key_id } = signer;
  const isNamed = certificate.subject.key === signer.issuer.key;
  const isKey = authority_key_id !== undefined && certificate.subject_key_id === authority_key_id;
  if (isSignedBy(signer, certificate))
    return refused ? `It signed the signer but is not trusted: ${refused}` : 'It signed the signer';
  if (isKey) return 'Same key identifier, but its key did not sign the signer';
  return isNamed ? 'Same name but a different key: a newer or older CSCA is missing' : 'Different name and key';
}

function isSignedBy(signer: Certificate, csca: Certificate): boolean {
  try {
    return signer.isSignedBy(csca);
  } catch {
    return false; // The key is not accepted.
  }
}

const describeAnchor = ({ certificate, source: { name, date } }: TrustAnchor) =>
  `${describeCsca(certificate)}, from ${name}${date ? ` of ${date}` : ''}`;

const describeCsca = ({ subject, serial_number, subject_key_id }: Certificate) =>
  `${subject.text}, serial ${serial_number}, key ${subject_key_id ?? 'without identifier'}`;

const stateOf = ({ issuer, subject }: Certificate) => certificateCountry(issuer.country ?? subject.country ?? '');

const validity = ({ not_before, not_after }: Certificate) => `valid from ${dayOf(not_before)} to ${dayOf(not_after)}`;
