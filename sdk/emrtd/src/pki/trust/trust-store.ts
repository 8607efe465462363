import { type Certificate, isValidAt, readCertificate } from '../certificate.ts';
import { type DeviationList, readDeviationList } from '../deviation-list.ts';
import { keyText } from '../keys/public-key.ts';
import { whyNoAnchor, whyNoLink } from './anchor-profile.ts';
import { createKnownSigners } from './known-signers.ts';
import { isRevokedBy, type KnownRevocationList, type RevocationList, readRevocationList } from './revocation.ts';
import { type Anchor, createRevokedAnchors, isSigned } from './revoked-anchors.ts';

/** Certificates and lists from one place: a master list, a directory, a folder (Doc 9303-12, 6, 8 and 9). */
export interface TrustSource {
  name: string;
  /** Date of issue of the source, YYYY-MM-DD; shown with every result, because lists age. */
  date?: string;
  certificates: Uint8Array[];
  crls?: Uint8Array[];
  /** Deviation lists as signed by their States. They count if a CSCA of any source certified their signer. */
  deviation_lists?: Uint8Array[];
  /** Document signer certificates published separately from documents (ICAO PKD). */
  signers?: Uint8Array[];
  /** An operator chose each of these certificates. Each is an anchor, no matter who signed it (RFC 5280, 6.1.1 d). */
  pinned?: boolean;
  /** Issuers of test documents. Results that depend on them are marked. */
  specimen?: boolean;
}

/** A CSCA certificate that chains may end in (Doc 9303-12, 4.1; RFC 5280, 6.1.1 d). */
export interface TrustAnchor {
  certificate: Certificate;
  source: { name: string; date?: string; specimen: boolean };
}

/** The trusted certificates and lists (Doc 9303-12, 6). Created by createTrustStore and immutable. */
export interface TrustStore {
  readonly size: number;
  /** Certificates, CRLs and deviation lists that could not be read, for the operator. */
  readonly skipped: readonly { source: string; index: number; message: string }[];
  readonly signers: readonly Certificate[];
  /** The deviation lists, each with the name of its source. */
  readonly deviations: readonly (DeviationList & { source: string })[];
  /** The CSCA that signed this certificate. One that is not revoked is preferred, then one that is valid at the time. */
  findIssuer(certificate: Certificate, at: Date): TrustAnchor | undefined;
  /** The certificate with these bytes, if its issuer was found before, so that it need not be parsed again. */
  knownSigner(raw: Uint8Array): Certificate | undefined;
  /**
   * Whether its State has revoked the certificate. For an anchor of this store, also whether the self-signed certificate of its key
   * is revoked or, for a link certificate, every CSCA that signed it.
   */
  isRevoked(certificate: Certificate): boolean;
  /**
   * The revocation lists that could be read, with the CSCA certificates that signed them. Reading `issuers` of a list verifies its
   * signature, which takes a moment.
   */
  revocationLists(): readonly KnownRevocationList[];
  /**
   * Verifies every certificate in advance, and lets other work run in between. Without this call, each is verified on first use,
   * which delays the first document of its State.
   */
  prove(): Promise<void>;
  /** Whether each certificate is a trust anchor, for the operator. Verifies all of them, which takes a moment. */
  review(): TrustVerdict[];
}

/** Whether a certificate is a trust anchor (Doc 9303-12, 4.1), and if not, why. */
export interface TrustVerdict {
  source: string;
  certificate: Certificate;
  /** Why the certificate is not a trust anchor. */
  refused?: string;
}

interface Entry extends TrustAnchor, Anchor {
  state: 'unknown' | 'pending' | 'anchor' | 'refused';
  self_signed: boolean;
  linked_by?: Entry[];
  /** The rule that keeps the certificate from being an anchor, if any. */
  broken?: string;
}

/** About ten megabytes of certificates, and as many signers as all States together use in a month. */
const MAX_KNOWN_SIGNERS = 1000;

/**
 * Combines all trust sources into one store (Doc 9303-12, 6 and 9; RFC 5280, 6). Certificates that cannot be read are left out and
 * listed in `skipped`.
 */
export function createTrustStore(sources: TrustSource[]): TrustStore {
  const { entries, signers, revocationLists, skipped, readAll } = readSources(sources);
  const { findSigning, isAnchor } = createChains(entries);
  const known = revocationLists.map(({ source, list }) => knownList(source, list, entries, isAnchor));
  const isListed = (certificate: Certificate) => isRevokedBy(known, certificate);
  const isRevokedAnchor = createRevokedAnchors(entries, isListed);
  const entryOf = new Map(entries.map((entry) => [entry.certificate, entry]));
  const knownSigners = createKnownSigners<Entry[]>(MAX_KNOWN_SIGNERS);

  /** Only certificates signed by an anchor are kept, so that strangers cannot evict the signers of States. */
  function signingOf(certificate: Certificate): Entry[] {
    const before = knownSigners.found(certificate.raw);
    if (before) return before;
    const signing = findSigning(certificate);
    if (signing.length > 0) knownSigners.keep(certificate.raw, signing);
    return signing;
  }

  const store: Omit<TrustStore, 'deviations'> = {
    size: entries.length,
    skipped,
    signers,
    findIssuer(certificate, at) {
      // Throws for an algorithm that is not accepted, which would otherwise look like an unknown issuer.
      certificate.signatureScheme();
      const rank = (entry: Entry) =>
        (isRevokedAnchor(entry) ? 0 : 4) + (isValidAt(entry.certificate, at) ? 2 : 0) + (entry.self_signed ? 1 : 0);
      return signingOf(certificate).toSorted(
        (a, b) => rank(b) - rank(a) || b.certificate.not_after.getTime() - a.certificate.not_after.getTime(),
      )[0];
    },
    isRevoked(certificate) {
      const entry = entryOf.get(certificate);
      return entry ? isRevokedAnchor(entry) : isListed(certificate);
    },
    revocationLists: () => known,
    knownSigner: knownSigners.certificate,
    async prove() {
      for (const entry of entries) {
        if (entry.state !== 'unknown') continue;
        isAnchor(entry);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    review: () =>
      entries.map((entry) => ({
        source: entry.source.name,
        certificate: entry.certificate,
        ...(!isAnchor(entry) && { refused: whyRefused(entry) }),
      })),
  };
  const deviations = sources.flatMap((source) =>
    readAll(source, source.deviation_lists, (bytes) => ({ ...readDeviationList(bytes, store), source: source.name })),
  );
  return { ...store, deviations };
}

function readSources(sources: TrustSource[]) {
  const skipped: { source: string; index: number; message: string }[] = [];
  const readAll = <T>(source: TrustSource, list: Uint8Array[] | undefined, read: (bytes: Uint8Array) => T): T[] =>
    (list ?? []).flatMap((bytes, index) => {
      try {
        return [read(bytes)];
      } catch (error) {
        skipped.push({ source: source.name, index, message: error instanceof Error ? error.message : String(error) });
        return [];
      }
    });
  const entries = sources.flatMap((source) =>
    readAll(source, source.certificates, readCertificate).map(
      (certificate): Entry => ({
        certificate,
        source: { name: source.name, ...(source.date && { date: source.date }), specimen: source.specimen === true },
        state: source.pinned ? 'anchor' : 'unknown',
        self_signed: false,
      }),
    ),
  );
  const signers = sources.flatMap((source) => readAll(source, source.signers, readCertificate));
  const revocationLists = sources.flatMap((source) =>
    readAll(source, source.crls, readRevocationList).map((list) => ({ source: source.name, list })),
  );
  return { entries, signers, revocationLists, skipped, readAll };
}

/** Signatures are verified on demand, and each certificate once. */
function createChains(entries: Entry[]) {
  const byKeyId = groupBy(entries, ({ certificate }) => certificate.subject_key_id);
  const bySubject = groupBy(entries, ({ certificate }) => certificate.subject.key);
  const byCountry = groupBy(entries, ({ certificate }) => certificate.subject.country);

  /**
   * Looks for the signer by key identifier, then by name, then by country, because in some real certificates the identifier or the
   * name of the issuer is wrong.
   */
  function findSigning(certificate: Certificate): Entry[] {
    const tiers = [
      byKeyId.get(certificate.authority_key_id ?? ''),
      bySubject.get(certificate.issuer.key),
      byCountry.get(certificate.issuer.country ?? certificate.subject.country ?? ''),
    ];
    const tried = new Set<Entry>();
    const hasSigned = signersOf(certificate);
    for (const tier of tiers) {
      const found = (tier ?? []).filter((entry) => {
        if (tried.has(entry)) return false;
        tried.add(entry);
        return entry.certificate.raw !== certificate.raw && hasSigned(entry.certificate) && isAnchor(entry);
      });
      if (found.length > 0) return found;
    }
    return [];
  }

  /**
   * A CSCA certificate is an anchor if it signed itself. Its names do not show this: in real lists many certificates with equal issuer
   * and subject are link certificates, which are anchors if another anchor signed them (Doc 9303-12, 4.1).
   */
  function isAnchor(entry: Entry): boolean {
    if (entry.state !== 'unknown') return entry.state === 'anchor';
    entry.state = 'pending';
    const { certificate, source } = entry;
    const refuse = (rule: string | undefined) => {
      if (rule) entry.broken = rule;
      entry.state = 'refused';
      return false;
    };
    const broken = whyNoAnchor(certificate);
    if (broken) return refuse(broken);
    entry.self_signed = certificate.subject.key === certificate.issuer.key && isSigned(certificate, certificate);
    if (!entry.self_signed) {
      const signing = findSigning(certificate).filter((by) => source.specimen || !by.source.specimen);
      entry.linked_by = signing.filter((by) => whyNoLink(certificate, by.certificate) === undefined);
      if (entry.linked_by.length === 0) return refuse(signing[0] && whyNoLink(certificate, signing[0].certificate));
    }
    entry.state = 'anchor';
    return true;
  }

  return { findSigning, isAnchor };
}

/** A revocation list is valid if a trusted CSCA of the same name or country signed it. Its issuers are looked up once, on demand. */
function knownList(
  source: string,
  list: RevocationList,
  entries: Entry[],
  isAnchor: (entry: Entry) => boolean,
): KnownRevocationList {
  let issuers: Certificate[] | undefined;
  return {
    source,
    list,
    get issuers() {
      issuers ??= entries
        .filter((entry) => {
          const { subject } = entry.certificate;
          const isCandidate =
            subject.key === list.issuer.key ||
            (subject.country !== undefined && subject.country === list.issuer.country);
          return isCandidate && list.isSignedBy(entry.certificate) && isAnchor(entry);
        })
        .map(({ certificate }) => certificate);
      return issuers;
    },
  };
}

function whyRefused({ certificate, broken }: Entry): string {
  try {
    certificate.signatureScheme();
    certificate.publicKey();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (broken) return broken;
  const isLink = certificate.subject.key === certificate.issuer.key;
  return isLink ? 'link certificate that no trusted CSCA signed' : 'certificate that no trusted CSCA signed';
}

/** Several certificates of a list may share a key, like a self-signed one and its links. Each key is checked once. */
function signersOf(certificate: Certificate): (issuer: Certificate) => boolean {
  const tried = new Map<string, boolean>();
  return (issuer) => {
    const key = keyTextOf(issuer);
    if (key === undefined) return false;
    const before = tried.get(key);
    if (before !== undefined) return before;
    const hasSigned = isSigned(certificate, issuer);
    tried.set(key, hasSigned);
    return hasSigned;
  };
}

function keyTextOf(certificate: Certificate): string | undefined {
  try {
    return keyText(certificate.publicKey());
  } catch {
    return undefined; // A key that is not accepted.
  }
}

function groupBy<T>(items: T[], keyOf: (item: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (!key) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
